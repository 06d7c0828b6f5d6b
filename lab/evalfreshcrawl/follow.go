package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/revisit"
	"gannet/internal/testweb/jobweb"
	"gannet/job/life"
	"gannet/store/postings"
	"gannet/training/freshness"
)

// begin is the first day of the web's clock. What is open then is found during the day before.
var begin = jobweb.DefaultClock(time.Now).Start

// follow crawls a web for its days, and measures what the crawl said.
func follow(ctx context.Context, o *options, seed uint64) (f freshness.Figures, s *server, err error) {
	clock := crawler.NewVirtual(begin.Add(-day), crawler.FixedLatency(crawler.FetchTime))
	web, err := freshness.MakeWeb(&o.Options, seed, clock.Now)
	if err != nil {
		return f, nil, err
	}
	s = newServer(web, clock.Now, begin)
	s.keepLog = true
	dir := filepath.Join(o.dir, fmt.Sprint(seed))
	run := crawl{o: o, dir: dir, web: s, clock: clock, seeds: listsOf(web)}
	if err := errors.Join(run.goOn(ctx, 0, day), run.goOn(ctx, o.PerDay, time.Duration(o.Days)*day)); err != nil {
		return f, nil, err
	}
	said, err := toldBy(dir)
	if err != nil {
		return f, nil, err
	}
	if o.wrong {
		s.writeWrong(os.Stderr, said)
	}
	if s.wrong = s.wronglyOpen(said); o.wrong {
		s.writeWrongLists(os.Stderr)
	}
	s.log = nil
	told := make([]freshness.Told, len(said))
	for i, t := range said {
		told[i] = freshness.Told{At: t.at, URL: t.url, State: t.life.State, After: t.life.After, Before: t.life.Before, LastDay: t.life.By == life.ByValidThrough}
	}
	return freshness.Measure(web, &o.Options, told, s.requests, s.cuts), s, nil
}

// listsOf returns the first pages of all lists.
func listsOf(web *jobweb.Web) (urls []string) {
	for _, h := range web.Hosts() {
		urls = append(urls, h.Lists...)
	}
	return urls
}

// crawl is a crawl that goes on in a directory.
type crawl struct {
	o     *options
	dir   string
	web   *server
	clock *crawler.Virtual
	seeds []string
	pure  bool // nothing is fetched twice
}

// goOn crawls for some time, with so many requests a day; 0 is no limit.
func (c *crawl) goOn(ctx context.Context, perDay int, long time.Duration) (err error) {
	o, err := c.options(perDay, long)
	if err != nil {
		return err
	}
	run, err := crawldir.Open(ctx, c.dir, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	err = run.Run(ctx)
	if p := run.Progress(); c.o.verbose {
		slog.Info("run", "progress", fmt.Sprintf("%+v", p), "revisits", fmt.Sprintf("%+v", p.Revisits))
	}
	return err
}

func (c *crawl) options(perDay int, long time.Duration) (crawldir.Options, error) {
	o := crawldir.DefaultOptions()
	topic, err := crawldir.LoadTopic(crawldir.JobsTopic)
	if err != nil {
		return o, err
	}
	topic.Seeds = c.seeds
	o.Topic, o.Web, o.Clock, o.Postings = topic, c.web, c.clock, true
	o.Limits.Time, o.Limits.Workers = long, 4
	if c.o.verbose {
		o.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	if !c.pure {
		r := revisit.DefaultOptions()
		r.Fresh, r.PerDay = c.o.fresh, perDay
		o.Revisit, o.WithoutRules = &r, c.o.without
	}
	return o, nil
}

// toldBy returns what the feed of a crawl says of postings.
func toldBy(dir string) (said []saidOf, err error) {
	r, err := crawldir.Read(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	pages := make(map[uint64]string)
	err = r.Postings.Changes(0, func(c *postings.Change) error {
		if c.URL != "" {
			pages[c.Number] = c.URL
		}
		if c.Life != nil {
			said = append(said, saidOf{c.Time, pages[c.Number], *c.Life})
		}
		return nil
	})
	return said, err
}
