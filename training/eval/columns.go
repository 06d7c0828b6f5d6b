package eval

import "fmt"

// column is a column of a table about strategies.
type column struct {
	name, meaning string
	cell          func(strategy string) string
}

// columns collects the columns of a table.
type columns []column

// add adds a column if it has something to show.
func (c *columns) add(shown bool, name, meaning string, cell func(strategy string) string) {
	if shown {
		*c = append(*c, column{name, meaning, cell})
	}
}

// comparison returns the columns of the table that compares strategies. Those about which one topic, one draw or one strategy says nothing are
// left out.
func (r *Report) comparison() (c columns) {
	number := func(of func(Summary) float64) func(string) string {
		return func(s string) string { return fmt.Sprintf("%.3f", of(r.Mean[s])) }
	}
	var way, overTopics, overDraws bool
	for _, s := range r.strategies {
		p := r.Paired[s]
		way = way || r.Mean[s].Way != nil
		overTopics, overDraws = overTopics || p.StdErr != nil, overDraws || p.DrawErr != nil
	}
	several := len(r.strategies) > 1
	c.add(true, "area", "area under the recall curve, 1 for an ideal order; mean over topics", number(func(m Summary) float64 { return m.Area.Mean }))
	c.add(way, "of the way", "part of the difference from the best baseline to "+PeekName+", by area", func(s string) string { return r.Mean[s].way() })
	c.add(len(r.topics()) > 1, "deviation", "standard deviation of the area over topics", number(func(m Summary) float64 { return m.Area.SD }))
	c.add(r.Draws > 1, "draws' deviation", "standard deviation of the area over draws of one topic", number(func(m Summary) float64 { return m.DrawSD }))
	c.add(several, "paired with", "the best other strategy, except for "+PeekName+" and "+OracleName, func(s string) string { return r.Paired[s].Against })
	c.add(several, "difference", "area minus that of the strategy paired with, on the same topics and draws; mean over topics",
		func(s string) string { return fmt.Sprintf("%+.3f", r.Paired[s].Difference) })
	c.add(overTopics, "± topics", "standard error of the difference, if other topics were taken", func(s string) string { return errorText(r.Paired[s].StdErr) })
	c.add(overDraws, "± draws", "standard error of the difference, if the same topics were drawn again", func(s string) string { return errorText(r.Paired[s].DrawErr) })
	c.add(several, "verdict", "on the difference; \""+notKnown+"\" below twice the larger error, and with one topic, since others may differ",
		func(s string) string { return r.Paired[s].Verdict })
	c.add(several, "better on", "topics on which it is ahead of the strategy paired with", func(s string) string {
		return fmt.Sprintf("%d of %d", r.Paired[s].Better, r.Paired[s].Topics)
	})
	return c
}

// losses returns the columns that say where area is lost.
func (r *Report) losses() (c columns) {
	number := func(format string, of func(MeanLoss) float64) func(string) string {
		return func(s string) string { return fmt.Sprintf(format, of(r.Mean[s].Loss)) }
	}
	c.add(true, "area", "as above", func(s string) string { return fmt.Sprintf("%.3f", r.Mean[s].Area.Mean) })
	c.add(true, "discovery", "lost until a fetched page links to a relevant one", number("%.3f", func(l MeanLoss) float64 { return l.Discovery }))
	c.add(true, "waiting", "lost from then until the relevant page is fetched, less what an ideal order has to wait; so it may be negative",
		number("%.3f", func(l MeanLoss) float64 { return l.Waiting }))
	c.add(true, "never discovered", "share of relevant pages to which no fetched page linked", number("%.2f", func(l MeanLoss) float64 { return l.Undiscovered }))
	c.add(true, "fetches to .9", "fetches for each relevant page until recall is 0.9; a crawl that does not get there counts as 5, and – means that none does",
		func(s string) string { return fetchesFor(r.Mean[s].Loss.To90, r.Mean[s].Loss.Reached90) })
	c.add(true, "crawls that get there", "share of crawls that reach a recall of 0.9", number("%.2f", func(l MeanLoss) float64 { return l.Reached90 }))
	c.add(true, "hosts found", "share of the hosts with relevant pages that were found", number("%.2f", func(l MeanLoss) float64 { return l.Hosts }))
	return c
}

// dryEnds returns the columns about crawls that --until-dry would end.
func (r *Report) dryEnds() (c columns) {
	c.add(true, "crawls that it ends", "share of crawls", func(s string) string { return fmt.Sprintf("%.2f", r.Mean[s].Loss.Dry) })
	c.add(true, "fetches for each relevant page", "until the end; a crawl that it does not end counts as 5, and – means that it ends none",
		func(s string) string { return fetchesFor(r.Mean[s].Loss.ToDry, r.Mean[s].Loss.Dry) })
	c.add(true, "recall", "at the end", func(s string) string { return fmt.Sprintf("%.3f", r.Mean[s].Loss.DryRecall) })
	return c
}

// fetchesFor returns a mean number of fetches as text, "–" if the share of crawls that get there is 0.
func fetchesFor(mean, share float64) string {
	if share == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", mean)
}

// hours returns the column of the hours that crawls took by their clock. There is none without a delay.
func (r *Report) hours() (c columns) {
	c.add(r.Mean[r.strategies[0]].Hours > 0, "hours", "by the clock of the crawls; mean over topics", func(s string) string { return fmt.Sprintf("%.2f", r.Mean[s].Hours) })
	return c
}
