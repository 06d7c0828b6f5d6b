package crawldir

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"time"

	"gannet/crawldir/api"
	"gannet/crawldir/overview"
	"gannet/crawler/fetch"
	"gannet/crawler/scope"
	"gannet/frontier"
	"gannet/frontier/pebblestore"
	"gannet/store"
	"gannet/store/postings"
)

// Overview summarises the crawl: its status, how many relevant pages it finds, what slows it down, and how fresh its postings are. If no
// process runs the crawl, t continues to read where its last overview ended; if t is nil, everything is read.
func (r *Reader) Overview(t *overview.Tracker) (*overview.Overview, error) {
	if r.live != nil {
		return r.live.Overview()
	}
	if t == nil {
		t = overview.NewTracker()
	}
	s, err := r.Status()
	if err != nil {
		return nil, err
	}
	kept, err := r.db.Totals()
	if err != nil {
		return nil, err
	}
	in := overview.Input{Now: time.Now()}
	if s != nil {
		in.Progress, in.Said, in.Ended = &s.Progress, s.Time, !s.Running
	}
	if in.Now.Before(kept.Last) { // of a frozen web, whose days pass quickly
		in.Now = kept.Last
	}
	return t.Of(overview.Source{Store: r.db, Postings: r.Postings}, in)
}

// Control sends a command to the crawl's process. The error is api.ErrAtRest if no process runs the crawl.
func (r *Reader) Control(command api.Command) (*api.Done, error) {
	if r.live == nil {
		return nil, errors.Join(command.Check(), api.ErrAtRest)
	}
	return r.live.Control(command)
}

// Controls returns the commands that users have given to the crawl while it ran, and its budgets.
func (r *Reader) Controls() (*api.Controls, error) {
	if r.live != nil {
		return r.live.Controls()
	}
	return heldControls(r.Store)
}

// Source returns an api.Source with which a server answers for this directory in the same way as the process of a running crawl.
func (r *Reader) Source(t *overview.Tracker) api.Source {
	s := api.Source{
		Software: "gannet/" + fetch.Version, Store: r.Store, Postings: r.Postings, Link: r.findLink, Hosts: r.Hosts,
		Status:   func() (any, error) { return r.Status() },
		Overview: func() (*overview.Overview, error) { return r.Overview(t) },
		Explain:  func(url string) (any, error) { return r.Explain(url, ExplainOptions{KeptOnly: true}) },
		Control:  r.Control, Controls: r.Controls,
		Check: r.checkEntries, Crawls: r.Running(),
		Employers: func(store.Reader, postings.Finder) (any, error) { return r.Employers() },
	}
	return s
}

// checkEntries reports what is wrong with the entries of the store.
func (r *Reader) checkEntries(ctx context.Context, report func(problem string) error) error {
	if r.live != nil {
		return r.live.During(ctx).Check(report)
	}
	return r.db.CheckEntriesIn(ctx, nil, report)
}

// peek opens the frontier of a crawl that no process runs, and changes nothing.
func (r *Reader) peek(use func(*frontier.Frontier) error) error {
	o := r.frontierOptions()
	return pebblestore.Peek(filepath.Join(r.Dir, FrontierDir), func(s frontier.Store) error {
		f, err := frontier.Open(s, o, time.Now())
		if err != nil {
			return err
		}
		return errors.Join(use(f), f.Close())
	})
}

// frontierOptions returns the options of the last run that its frontier needs to be read.
func (r *Reader) frontierOptions() frontier.Options {
	o := frontier.DefaultOptions()
	if s, err := r.Settings(); err == nil && s != nil {
		o.PerHost = cmp.Or(numberOf(s.Values["per-host"]), o.PerHost)
	}
	if rules, err := r.Rules(); err == nil {
		if s, err := scope.New(rules); err == nil {
			o.Held = s.Blocks
		}
	}
	return o
}
