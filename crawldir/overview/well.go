package overview

import (
	"fmt"
	"net/url"
	"time"

	"gannet/crawler"
	"gannet/store"
)

// silence is how long a crawl may keep no page before it looks stuck. Most hosts rest for less.
const silence = 10 * time.Minute

// leastHarvest is the share of relevant pages among the latest ones below which a crawl is not well, however fast it is.
const leastHarvest = .01

// well says in one sentence how the crawl is.
func well(in Input, kept store.Stats, w *Worth) Finding {
	if !in.Running {
		return atRest(in, kept)
	}
	p := in.Progress
	switch {
	case p == nil:
		return Finding{Level: Good, Sentence: "The crawl is starting."}
	case p.Paused:
		return Finding{Level: Warning, Sentence: "The crawl is paused: it makes no requests.", Remedy: "Resume it when it may go on."}
	case p.Trouble != "":
		return Finding{Level: Bad, Sentence: "No host can be reached: " + p.Trouble + ".", Remedy: "See to the network or the proxy. The crawl goes on by itself."}
	case len(p.Waiting) > 0:
		w := p.Waiting[0]
		return Finding{
			Level: Bad, Sentence: fmt.Sprintf("All remaining links fail. Most of them are on %s: %s.", w.Host, w.Why),
			Remedy: "Wait until they answer, or give seeds on other hosts.", Link: "hosts?" + query("state", "fails"),
		}
	case p.Revisits != nil: // new pages are rare then, and ofFreshness says whether it makes enough requests
		return Finding{Level: Good, Sentence: fmt.Sprintf("The crawl is running: it has made %d requests for recrawls, and %d links are waiting.", p.Revisits.Made, p.Frontier.Queued)}
	case kept.Pages > 0 && in.Now.Sub(kept.Last) > silence:
		return Finding{
			Level: Warning, Sentence: fmt.Sprintf("No page was kept for %s.", roughly(in.Now.Sub(kept.Last))),
			Remedy: "See which hosts pause or fail.", Link: "hosts",
		}
	}
	if w.Latest >= fewPages && w.Rate() < leastHarvest {
		return Finding{
			Level: Warning, Sentence: fmt.Sprintf("Only %d of the latest %d pages are relevant, at %.1f pages a second.", w.Harvest, w.Latest, in.Rate),
			Remedy: "See what it fetches. If the topic is not what you mean, give more seeds or keywords; else end the crawl.", Link: "pages?" + query("relevant", "no"),
		}
	}
	return Finding{Level: Good, Sentence: fmt.Sprintf("The crawl is running: %.1f pages a second, %d links are waiting.", in.Rate, p.Frontier.Queued)}
}

// remediesOfEnds say what to do when a crawl is to go on that has ended.
var remediesOfEnds = map[crawler.End]Finding{
	crawler.EndPages:   {Level: Resting, Remedy: "Run it again with more --pages to go on."},
	crawler.EndDry:     {Level: Resting, Remedy: "Give more seeds, or --until-dry=false, to go on."},
	crawler.EndTime:    {Level: Resting, Remedy: "Run it again to go on."},
	crawler.EndEmpty:   {Level: Resting, Remedy: "Give more seeds, or widen the scope, to go on."},
	crawler.EndStopped: {Level: Resting, Remedy: "Run it again to go on."},
	crawler.EndStalled: {Level: Warning, Remedy: "Run it again later, or give seeds on other hosts.", Link: "hosts?" + query("state", "fails")},
	crawler.EndFailing: {Level: Resting, Remedy: "Run it again later to request once more what failed."},
	crawler.EndBlocked: {Level: Warning, Remedy: "Run it again with --block none to go on with these hosts.", Link: "control"},
	crawler.EndProxy:   {Level: Bad, Remedy: "See to the proxy, then run it again."},
	crawler.EndLocal:   {Level: Bad, Remedy: "See to the network of this machine, then run it again."},
	crawler.EndFailed:  {Level: Bad, Remedy: "`gannet check` says what is wrong."},
}

// atRest says how a crawl is that no process runs.
func atRest(in Input, kept store.Stats) Finding {
	switch {
	case in.Progress == nil:
		return Finding{Level: Resting, Sentence: fmt.Sprintf("No process runs the crawl. It has %d pages; how its last run ended is unknown.", kept.Pages)}
	case !in.Ended:
		return Finding{
			Level: Bad, Sentence: "The last run ended without a report: its process was killed, its disk was full, or the machine went down.",
			Remedy: "Run it again: nothing is lost.",
		}
	}
	f, known := remediesOfEnds[in.Progress.Ended]
	if !known {
		f = Finding{Level: Resting}
	}
	f.Sentence = fmt.Sprintf("The crawl has ended: %s.", in.Progress.Ended)
	if why := in.Progress.Failure; why != "" {
		f.Sentence = fmt.Sprintf("The crawl has ended because of an error: %s.", why)
	}
	return f
}

// roughly says a duration in words.
func roughly(d time.Duration) string {
	switch {
	case d < 2*time.Hour:
		return fmt.Sprintf("%d minutes", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d hours", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}

// query returns a query of a link with one key.
func query(key, value string) string { return url.Values{key: {value}}.Encode() }
