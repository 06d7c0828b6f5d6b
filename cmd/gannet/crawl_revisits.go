package main

import (
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"gannet/crawler"
	"gannet/crawler/revisit"
	"gannet/internal/cli"
)

// revisitFlags say what a crawl requests again, and how often.
type revisitFlags struct {
	fresh, maxAge time.Duration
	perDay        int
}

// leastFresh is the shortest time that --fresh may be. The schedule counts in seconds.
const leastFresh = time.Second

func (f *revisitFlags) register(s *pflag.FlagSet) {
	f.fresh, f.maxAge = crawler.NoLimit, crawler.NoLimit
	s.Var(timeLimit{&f.fresh, true}, "fresh",
		"revisit known pages so that the state of every open posting is at most this old, such as 24h, until --time is over or the crawl is stopped; none or 0: never")
	s.Var(timeLimit{&f.maxAge, true}, "max-age", "with --fresh: request the page of each posting at least this often, even if listings still link to it; none or 0: every 30 days")
	s.Var(countLimit{&f.perDay, 0}, "per-day", "with --fresh: requests in any 24 hours, spread evenly over them and shared between new pages and known ones; none or 0: no limit")
}

// check returns an error if one of the flags would do nothing.
func (f *revisitFlags) check(given func(name string) bool) error {
	switch {
	case f.fresh == crawler.NoLimit && given("max-age") && f.maxAge != crawler.NoLimit:
		return cli.Usagef("--max-age says how often known postings are asked for: give --fresh too, or leave it out")
	case f.fresh == crawler.NoLimit && given("per-day") && f.perDay != 0:
		return cli.Usagef("--per-day shares requests between new pages and known ones: give --fresh too, or leave it out")
	case f.fresh != crawler.NoLimit && f.fresh < leastFresh:
		return cli.Usagef("--fresh %v is shorter than a second: give a longer time, such as 24h", f.fresh)
	case f.fresh != crawler.NoLimit && f.maxAge != crawler.NoLimit && f.maxAge < f.fresh:
		return cli.Usagef("--max-age %v is below --fresh %v: give a longer --max-age or a shorter --fresh", f.maxAge, f.fresh)
	}
	return nil
}

// options returns what the crawl requests again, nil for nothing.
func (f *revisitFlags) options() *revisit.Options {
	if f.fresh == crawler.NoLimit {
		return nil
	}
	o := revisit.DefaultOptions()
	o.Fresh, o.PerDay = f.fresh, f.perDay
	o.MaxAge = max(o.MaxAge, f.fresh)
	if f.maxAge != crawler.NoLimit {
		o.MaxAge = f.maxAge
	}
	return &o
}

// freshText says how fresh the postings are that count as open, or the pages on topic of a crawl without postings.
func freshText(s *revisit.Shown, postings bool) string {
	what := "pages on topic"
	if postings {
		what = "postings that count as open"
	}
	text := fmt.Sprintf("%d of %d %s were shown by a list or asked for within --fresh", s.Fresh, s.Of, what)
	if s.Fresh < s.Of {
		text += ", the others at " + s.Oldest.Format(time.DateTime) + " or later"
	}
	return text
}

// revisitsText says what the revisits of a run have found.
func revisitsText(r *crawler.RevisitCounts) string {
	return fmt.Sprintf("%s; %d not modified, %d the same, %d changed, %d gone, %d failed", cli.Counted(int(r.Made), "request"), r.Unchanged, r.Same, r.Changed, r.Gone, r.Failed)
}
