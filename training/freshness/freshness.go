// Package freshness compares schedules of revisits on the generated job web with a clock. It measures how late new postings are known, how late ended
// postings are recognised, and how often an open posting is called closed. All schedules have the same number of requests and begin with the same
// knowledge. Visits are light: no page is written or parsed, but its content comes from jobweb.Look. A schedule learns no more from it than the page
// would show.
package freshness

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gannet/crawler/fresh"
	"gannet/internal/testweb/jobweb"
)

// Options say which schedules of revisits are compared, and on which webs.
type Options struct {
	Days      int
	Open      int // postings open at any time
	PerDay    int // requests
	Listed    float64
	Seed      uint64
	Seeds     int // webs, of successive seeds
	Schedules []string
	Cut       float64     // share of visits of lists that get half of it
	Outages   float64     // share of days of hosts with errors alone
	Without   fresh.Rules // rules that are switched off, of the schedule "rules"
}

// DefaultOptions returns the options of the measurements in lab/reports/freshness.md.
func DefaultOptions() Options {
	return Options{Days: 60, Open: 10_000, PerDay: 1500, Listed: 1, Seed: 1, Seeds: 5, Schedules: Names(), Cut: .02, Outages: .01}
}

// Check returns an error if the options are invalid.
func (o *Options) Check() error {
	switch {
	case o.Days < 30:
		return fmt.Errorf("a comparison of schedules takes 30 days or more, not %d: the first ten do not count", o.Days)
	case o.Open <= 0 || o.PerDay <= 0 || o.Seeds <= 0:
		return errors.New("a comparison of schedules needs open postings, requests a day and webs: 1 or more of each")
	case !(o.Listed >= 0 && o.Listed <= 1):
		return fmt.Errorf("%v is no share of the postings that lists name: give one from 0 to 1", o.Listed)
	}
	for _, name := range o.Schedules {
		if all := append(Names(), variants...); !slices.Contains(all, name) {
			return fmt.Errorf("there is no schedule %q: give some of %s", name, strings.Join(all, ", "))
		}
	}
	return nil
}

// Names returns the names of the schedules, in the order of reports.
func Names() []string {
	return []string{"ours", "uniform", "proportional", "nutch", "stormcrawler", "sweep", "true rates", "oracle"}
}

// variants are versions of our schedule that close a posting without reading its page once lists have not linked to it for a fixed time.
var variants = []string{"rules", "ours after 24h", "ours after 36h", "ours after 72h"}

// agent is a schedule together with its conclusions from the answers.
type agent interface {
	// step makes at most one request. It reports whether it has made one.
	step(now time.Time) bool
}

// Run compares the schedules. It calls progress with messages about its progress; progress may be nil.
func Run(ctx context.Context, o Options, progress func(string, ...any)) ([]Row, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	rows := make([]Row, len(o.Schedules))
	for seed := o.Seed; seed < o.Seed+uint64(o.Seeds); seed++ {
		web, err := MakeWeb(&o, seed, time.Now) // nothing is requested by this time: Look is given one
		if err != nil {
			return nil, err
		}
		for i, name := range o.Schedules {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			w := newWorld(web, &o)
			run(w, newAgent(name, w))
			f := w.measure()
			rows[i].Schedule = name
			rows[i].Webs = append(rows[i].Webs, f)
			if progress != nil {
				progress("seed %d, %s: %s", seed, name, f)
			}
		}
	}
	return rows, nil
}

// MakeWeb generates the web for a seed. now returns the time at which a page is requested.
func MakeWeb(o *Options, seed uint64, now func() time.Time) (*jobweb.Web, error) {
	c := jobweb.DefaultClock(now)
	c.Days, c.Open, c.Listed, c.CutVisits, c.CutDays, c.Outages = o.Days, o.Open, o.Listed, o.Cut*.75, o.Cut*.25, o.Outages
	options := jobweb.DefaultOptions(seed)
	options.Clock = c
	return jobweb.New(options)
}

// run lets an agent make its requests, one after the other at even intervals.
func run(w *world, a agent) {
	every := 24 * time.Hour / time.Duration(w.o.PerDay)
	for now := w.start.Add(every); now.Before(w.end); now = now.Add(every) {
		w.sampleUntil(now)
		a.step(now)
	}
	w.sampleUntil(w.end)
}

func newAgent(name string, w *world) agent {
	if enough, ok := strings.CutPrefix(name, "ours after "); ok {
		o := newOurs(w)
		o.enough, _ = time.ParseDuration(enough)
		return o
	}
	switch name {
	case "ours":
		return newOurs(w)
	case "rules":
		return newRuled(w)
	case "sweep":
		return newSweep(w)
	case "oracle":
		return newOracle(w)
	}
	return newIndependent(w, name)
}
