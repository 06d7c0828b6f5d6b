package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/inmemory"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/chart"
	"gannet/internal/cli"
	"gannet/internal/testweb"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/topic"
)

const (
	demoTopic = "beekeeping"
	demoPages = 2000
	demoSeeds = 10
	demoStep  = 20 // pages between two updates of the progress line
)

func newDemo() *cobra.Command {
	var asJSON bool
	var write string
	var seed uint64
	var pages int
	c := &cobra.Command{
		Use:   "demo",
		Short: "Crawl a generated web by several strategies and compare them",
		Long: "Demo generates a web of 100,000 pages in memory and learns a topic from ten seeds and a few keywords. Demo then\n" +
			"crawls 2,000 pages with each of several strategies, in virtual time, with robots.txt, delays and redirects. Nothing\n" +
			"is fetched from the network and nothing is written. With --write, demo instead writes two smaller generated webs\n" +
			"into a directory, on which you can try other commands: one with topic labels and seeds, and one of job sites.",
		Example: "  gannet demo\n  gannet demo --json --seed 7\n  gannet demo --write demo",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if write != "" {
				if err := checkDemoWrite(c.Flags().Changed); err != nil {
					return err
				}
				return writeDemoWeb(c.Context(), c.OutOrStdout(), write, seed)
			}
			return demo(c, seed, pages, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().IntVar(&pages, "pages", demoPages, "pages of each crawl")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the random numbers, from which the web is generated")
	c.Flags().StringVar(&write, "write", "", "directory into which to write generated webs, instead of crawling one")
	return c
}

// checkDemoWrite returns an error if a flag was given that --write has no use for.
func checkDemoWrite(given func(name string) bool) error {
	for _, name := range []string{"json", "pages"} {
		if given(name) {
			return cli.Usagef("--%s is for the crawls of the demo, and --write makes none: leave one out", name)
		}
	}
	return nil
}

// demoStrategies are the default, the one of the paper, and those that they are best compared with.
var demoStrategies = []string{"bfs", "parent", "shark", ranker.LinksName, ranker.LearnedName}

// demoRow is the result of one strategy.
type demoRow struct {
	Strategy string        `json:"strategy"`
	Pages    int           `json:"pages"`
	Relevant int           `json:"relevant"`
	Harvest  float64       `json:"harvest_rate"`
	Virtual  time.Duration `json:"virtual_time"` // how long the crawl would have taken, delays included
	Took     time.Duration `json:"took"`

	line chart.Series
}

func demo(c *cobra.Command, seed uint64, pages int, asJSON bool) error {
	size := testweb.DefaultOptions(seed)
	if pages < 1 || pages > size.Pages {
		return cli.Usagef("--pages is at least 1 and at most %d, the pages of the generated web", size.Pages)
	}
	out := newReporter(c.ErrOrStderr(), "text", false)
	_ = cli.Say(c.ErrOrStderr(), "A web of %d pages is made in memory. %d strategies look for pages about %s in it, %d pages each.\n"+
		"This takes some seconds. Nothing is fetched from the network, and nothing is written.\n", size.Pages, len(demoStrategies), demoTopic, pages)
	web := testweb.New(size)
	options := fetch.DefaultOptions()
	options.Transport = web
	client, err := fetch.New(options)
	if err != nil {
		return err
	}
	defer client.Close()
	background, err := shipped.Background()
	if err != nil {
		return err
	}
	d := &demoWeb{web: web, pages: pages, client: client, seeds: web.Seeds(demoTopic, demoSeeds)}
	if err := d.learn(c.Context(), background); err != nil {
		return err
	}
	var rows []demoRow
	for _, name := range demoStrategies {
		row, err := d.crawl(c.Context(), name, seed, out)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	out.endLine()
	if asJSON {
		return writeJSON(c.OutOrStdout(), rows)
	}
	return writeDemo(c.OutOrStdout(), rows)
}

// demoWeb is the generated web with the topic learned on it.
type demoWeb struct {
	web    *testweb.Web
	pages  int // of a crawl
	client *fetch.Client
	seeds  []string
	judge  *topic.Classifier
	query  *topic.Query
	models ranker.Needs // nothing but the shipped models
}

func (d *demoWeb) learn(ctx context.Context, background *topic.Background) error {
	reader := features.NewReader()
	var pages []*features.Page
	for _, url := range d.seeds {
		r, err := d.client.Fetch(ctx, url)
		if err != nil {
			return err
		}
		p, err := reader.ReadSource(features.Source{URL: url, Header: r.Header, Body: r.Body, Charset: r.Charset})
		if err != nil {
			return err
		}
		pages = append(pages, p.Compact())
	}
	keywords := d.web.Keywords(demoTopic)
	d.query = topic.NewQuery(keywords, background.IDF())
	var err error
	if d.models, err = shipped.Needs(); err != nil {
		return err
	}
	d.judge, err = topic.FromSeeds(keywords, pages, background)
	return err
}

func (d *demoWeb) needs(seed uint64) ranker.Needs {
	needs := d.models
	needs.Query, needs.Classifier, needs.Seed = d.query, d.judge, seed
	return needs
}

// crawl crawls by one strategy and shows its progress.
func (d *demoWeb) crawl(ctx context.Context, name string, seed uint64, out *reporter) (demoRow, error) {
	row := demoRow{Strategy: name, line: chart.Series{Name: name}}
	strategy, err := ranker.New(name, d.needs(seed))
	if err != nil {
		return row, err
	}
	var mu sync.Mutex // guards row
	limits := crawler.DefaultLimits()
	limits.Pages, limits.Workers = d.pages, 1
	begin := time.Now()
	progress, err := inmemory.Run(ctx, d.seeds, crawler.Parts{
		Fetcher: d.client, Robots: robots.New("gannet"), Judge: d.judge.Probability, Strategy: strategy,
		Watch: func(v crawler.JudgedPage) {
			mu.Lock()
			defer mu.Unlock()
			row.Pages++
			if d.web.Relevant(demoTopic, v.URL) {
				row.Relevant++
			}
			if row.Pages%demoStep == 0 {
				out.step("%s: %d of %d pages, %d on topic", name, row.Pages, d.pages, row.Relevant)
			}
			row.line.X = append(row.line.X, float64(row.Pages))
			row.line.Y = append(row.line.Y, float64(row.Relevant)/float64(row.Pages))
		},
	}, frontier.DefaultOptions(), limits)
	row.Took, row.Virtual = time.Since(begin), progress.Elapsed
	row.Harvest = float64(row.Relevant) / float64(max(row.Pages, 1))
	return row, err
}

func writeDemo(w io.Writer, rows []demoRow) error {
	t := cli.NewFigures(w)
	fmt.Fprint(t, "strategy\tpages\ton topic\tharvest rate\tpages/s\twould take\t\n")
	lines := chart.Lines{Title: "Harvest rate on topic " + demoTopic, XLabel: "pages fetched", YLabel: "share on topic"}
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%d\t%d\t%.2f\t%.0f\t%s\t\n", r.Strategy, r.Pages, r.Relevant, r.Harvest,
			float64(r.Pages)/r.Took.Seconds(), r.Virtual.Round(time.Second))
		lines.Series = append(lines.Series, r.line)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	wide := 78
	if n := cli.Columns(w); n > 0 {
		wide = min(wide, n)
	}
	if err := lines.WriteText(w, wide, 20); err != nil {
		return err
	}
	return cli.Say(w, "\nharvest rate: the share of fetched pages that are on topic. would take: the time of such a crawl of real servers, with its pauses.\n"+
		"bfs follows links in the order in which it finds them. learned is the default of `gannet crawl`.\n\n"+
		"Next, crawl yourself: `gannet demo --write demo` writes two small webs and prints the first command.\n")
}
