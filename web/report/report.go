// Package report writes what a crawl has found as one HTML file, which needs no network and no script.
package report

import (
	_ "embed"
	"html/template"
	"io"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/missed"
	"gannet/internal/htmlfile"
	"gannet/store"
)

// Report is what is written.
type Report struct {
	Name      string // of the crawl's directory
	Made      time.Time
	Running   bool
	Times     string // what a reader should know of the times; "" if they are ordinary
	Kept      store.Stats
	Ended     string
	Harvest   template.HTML // a picture; "" if no page is kept
	Best      []decision
	Worst     []decision
	Refused   []count
	Noticed   []count
	Jobs      jobs
	Languages []count
	Missed    *missed.Record // nil if no run looked for postings
}

// Read reads what a report needs, pages without their bodies.
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
	p.Jobs, p.Languages, err = readJobs(r.Postings, now)
	return p, err
}

// readCounts reads what became of the links of all runs.
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
	p.Ended = string(s.Progress.Ended)
	return nil
}

//go:embed report.html
var page string

var tmpl = template.Must(template.New("report").Funcs(template.FuncMap{
	"day": day, "percent": percent, "style": htmlfile.Style,
}).Parse(page))

// Write writes a report as HTML.
func (p *Report) Write(w io.Writer) error { return tmpl.Execute(w, p) }

func day(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// percent returns a share in percent. Of nothing it is none.
func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}
