// Package report writes what a crawl has found as one HTML file, which needs no network and no script.
package report

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/a-h/templ"

	"gannet/crawldir"
	"gannet/crawldir/missed"
	"gannet/crawler"
	"gannet/store"
)

// Report has the data of the HTML report about a crawl.
type Report struct {
	Name      string // of the crawl's directory
	Made      time.Time
	Running   bool
	Times     string // what a reader should know of the times; "" if they are ordinary
	Kept      store.Stats
	Ended     string
	Harvest   templ.Component // a picture; nil if no page is kept
	Best      []decision
	Worst     []decision
	Refused   []count
	Noticed   []count
	Jobs      jobs
	Languages []count
	Missed    *missed.Record // nil if no run looked for postings
	ByScript  []crawler.ScriptShape
}

// Read reads the data of a report from a crawl. It does not read the bodies of pages.
func Read(r *crawldir.Reader, name string, now time.Time) (*Report, error) {
	kept, err := r.Store.Stats()
	if err != nil {
		return nil, err
	}
	p := &Report{Name: name, Made: now, Running: r.Running(), Kept: kept}
	if r.Virtual() {
		p.Times = crawldir.VirtualTime
	}
	g, err := readGraph(r.Store)
	if err != nil {
		return nil, err
	}
	p.Harvest = g.harvest()
	if p.Best, p.Worst, err = g.decisions(r); err != nil {
		return nil, err
	}
	if err := p.readCounts(r); err != nil {
		return nil, err
	}
	if p.Missed, err = r.Missed(); err != nil {
		return nil, err
	}
	p.Jobs, p.Languages, err = readJobs(r.Postings)
	return p, err
}

// readCounts reads what happened to the links of all runs.
func (p *Report) readCounts(r *crawldir.Reader) error {
	s, err := r.Status()
	if err != nil || s == nil {
		return err
	}
	all := s.Totals()
	for reason, n := range all.Refused {
		all.Reasons[reason] -= n
	}
	p.Refused, p.Noticed = largest(all.Refused, mostCounts), largest(all.Reasons, mostCounts)
	p.Ended, p.ByScript = string(s.Progress.Ended), s.Progress.ByScript
	return nil
}

// Write writes the report as an HTML page.
func (p *Report) Write(w io.Writer) error { return p.page().Render(context.Background(), w) }

// found says what is kept.
func (p *Report) found() string {
	k := &p.Kept
	hosts := "one host"
	if k.Hosts != 1 {
		hosts = fmt.Sprint(k.Hosts, " hosts")
	}
	s := fmt.Sprintf("%d pages are kept, %d of them relevant (%.1f %%), from %s.", k.Pages, k.Relevant, percent(k.Relevant, k.Pages), hosts)
	if k.Postings > 0 {
		s += fmt.Sprintf(" They show %d postings of %d jobs: %d open, %d suspected, %d closed, %d unknown.",
			k.Postings, k.Clusters, k.Open, k.Suspected, k.Closed, k.Unknown)
	}
	return s
}

// times says when the pages were fetched, and how the last run ended.
func (p *Report) times() string {
	s := fmt.Sprintf("Fetched from %s to %s UTC. ", day(p.Kept.First), day(p.Kept.Last))
	switch {
	case p.Running:
		s += "The crawl runs. "
	case p.Ended != "":
		s += "The last run ended: " + p.Ended + ". "
	}
	s += "Report of " + day(p.Made) + " UTC."
	if p.Times != "" {
		s += " " + p.Times
	}
	return s
}

func day(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// percent returns a share in percent, or 0 if the whole is 0.
func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}
