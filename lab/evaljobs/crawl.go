package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"gannet/crawler/archive"
	"gannet/internal/testweb/jobweb"
	"gannet/lab/adpages"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/seeds"
	"gannet/topic"
)

const (
	crawlDraws  = 3
	crawlSeeds  = 5 // of each kind: postings and listings, pages of the web around
	crawlBudget = 16_000
)

// crawlMarks are the numbers of pages at which results are reported.
var crawlMarks = []int{500, 1000, 2000, 4000, 8000, 16_000}

// crawlStrategies are the default order and strategies to compare it with.
var crawlStrategies = []string{"bfs", "shark", "parent-mean", "blend", ranker.LearnedName}

// crawlOutcome is the result of one strategy and one draw of seeds.
type crawlOutcome struct {
	found    *found
	clusters *clustered // of the default order only
}

// crawlSection writes how fast each strategy finds the jobs of the generated web, and how the postings are extracted and
// clustered.
func crawlSection(w io.Writer, o options) error {
	return onJobWeb(o, func(c *jobCrawls, ads, around int) error {
		outcomes, err := c.all(o)
		if err != nil {
			return err
		}
		writeCrawlHead(w, c.web, ads, around)
		writeFound(w, c.web, outcomes)
		writeClusters(w, outcomes[len(outcomes)-1])
		return nil
	})
}

// onJobWeb makes the generated web with real ads and uci around it, and calls use with crawls of it, how many ads it has, and how many pages
// are around it.
func onJobWeb(o options, use func(c *jobCrawls, ads, around int) error) error {
	rest, err := archive.Open(filepath.Join(o.webs, "uci.warc.zst"))
	if err != nil {
		return err
	}
	defer rest.Close()
	ads, about, err := adpages.Read(o.ads, o.seed)
	if err != nil {
		return err
	}
	made := jobweb.DefaultOptions(o.seed)
	made.Ads, made.About, made.Rest = ads, about, rest
	web, err := jobweb.New(made)
	if err != nil {
		return err
	}
	c, err := newJobCrawls(web, crawlBudget)
	if err != nil {
		return err
	}
	defer c.client.Close()
	return use(c, len(ads), rest.Len())
}

// all runs every strategy from every draw: [strategy][draw].
func (c *jobCrawls) all(o options) ([][]crawlOutcome, error) {
	group, ctx := errgroup.WithContext(context.Background())
	group.SetLimit(runtime.GOMAXPROCS(0))
	outcomes := make([][]crawlOutcome, len(crawlStrategies))
	draws := make([]*jobDraw, crawlDraws)
	for n := range draws {
		var err error
		if draws[n], err = c.draw(uint64(n)); err != nil {
			return nil, err
		}
	}
	for s, name := range crawlStrategies {
		outcomes[s] = make([]crawlOutcome, crawlDraws)
		for n, d := range draws {
			group.Go(func() (err error) {
				out := &outcomes[s][n]
				if name != ranker.LearnedName {
					out.found, err = c.crawl(ctx, name, d, o.seed, nil)
					return err
				}
				if out.clusters, err = newClustered(c.web); err == nil {
					out.found, err = c.crawl(ctx, name, d, o.seed, out.clusters.addPage)
				}
				if err != nil {
					return fmt.Errorf("%s, draw %d: %w", name, n, err)
				}
				return out.clusters.failure
			})
		}
	}
	return outcomes, group.Wait()
}

// draw draws the seeds of a crawl for the built-in topic.
func (c *jobCrawls) draw(n uint64) (*jobDraw, error) {
	relevant, general := c.web.Seeds(crawlSeeds, n)
	file, err := seeds.Open("jobs")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	jobs, err := topic.Read(file)
	if err != nil {
		return nil, err
	}
	background, err := shipped.Background()
	if err != nil {
		return nil, err
	}
	d := &jobDraw{seeds: append(relevant, general...), query: topic.NewQuery(jobs.Keywords, background.IDF())}
	d.judge, err = shipped.Jobs()
	return d, err
}

// meanAndError returns a mean and its standard error.
func meanAndError(xs []float64) (mean, se float64) {
	n := float64(len(xs))
	for _, x := range xs {
		mean += x / n
	}
	for _, x := range xs {
		se += (x - mean) * (x - mean)
	}
	if n < 2 {
		return mean, 0
	}
	return mean, math.Sqrt(se / (n - 1) / n)
}

func writeCrawlHead(w io.Writer, web *jobweb.Web, ads, around int) {
	fmt.Fprintf(w, "## Finding jobs\n\n"+
		"A generated web posts %d real ads of eleven sources in six languages as %d jobs; one ad in ten is for several places. "+
		"They\n"+
		"stand on %d pages, between boards, employers, agencies, aggregators and general sites, %d generated pages in all. "+
		"Around\n"+
		"it is uci, %d real pages. One in fifty of them has one to three links into the generated web, half of them to general "+
		"sites.\n\n"+
		"Each crawl begins at %d postings or listings and at %d pages of uci that lead to the generated web, and fetches %d "+
		"pages. A\n"+
		"job is found when one of its postings is fetched. Area is the area under the curve of different jobs found, divided "+
		"by the\n"+
		"area of an order that finds a new job with every page. The numbers are means of %d draws of seeds, with their "+
		"standard error.\n\n", ads, web.Jobs(), len(web.Postings()), len(web.Pages()), around, crawlSeeds, crawlSeeds, crawlBudget, crawlDraws)
}

func writeFound(w io.Writer, web *jobweb.Web, outcomes [][]crawlOutcome) {
	fmt.Fprint(w, "| strategy |")
	for _, n := range crawlMarks {
		fmt.Fprintf(w, " jobs at %d |", n)
	}
	fmt.Fprintf(w, " postings at %d | area |\n|---|%s---|---|\n", crawlBudget, repeat("---|", len(crawlMarks)))
	cell := func(o []crawlOutcome, value func(*found) float64) string {
		xs := make([]float64, len(o))
		for i := range o {
			xs[i] = value(o[i].found)
		}
		mean, se := meanAndError(xs)
		return fmt.Sprintf(" %.3f ± %.3f |", mean, se)
	}
	for s, name := range crawlStrategies {
		fmt.Fprintf(w, "| %s |", name)
		for _, n := range crawlMarks {
			fmt.Fprint(w, cell(outcomes[s], func(f *found) float64 { return at(f.jobs, n) / float64(web.Jobs()) }))
		}
		fmt.Fprint(w, cell(outcomes[s], func(f *found) float64 { return at(f.postings, crawlBudget) / float64(len(web.Postings())) }))
		fmt.Fprint(w, cell(outcomes[s], func(f *found) float64 { return f.area(web.Jobs(), crawlBudget) }), "\n")
	}
	fmt.Fprintln(w)
}
