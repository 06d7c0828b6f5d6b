package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"gannet/crawler"
	"gannet/crawler/archive"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/dedup/index"
	"gannet/frontier"
	"gannet/frontier/pebblestore"
	"gannet/internal/weburl"
	"gannet/models/shipped"
	"gannet/store"
	"gannet/topic"
)

// The files of a crawl's directory.
const (
	storeFile    = "crawl.db"
	frontierDir  = "frontier"
	topicFile    = "topic.yaml"
	indexDir     = "index"    // of postings; what is in it can be made again from the store
	underwayFile = "underway" // the links under way, should the process die
)

// session is one run of a crawl with all that it holds open.
type session struct {
	flags    *crawlFlags
	out      *reporter
	crawl    *crawler.Crawl
	web      *archive.Web // nil on the network
	client   *fetch.Client
	robots   *robots.Cache
	fetcher  crawler.Fetcher // the client, or what remembers the seed pages before it
	clock    crawler.Clock
	db       *store.DB
	keeper   *crawler.StoreKeeper
	index    *index.Pebble // of postings, if the crawl finds them
	warc     *warcFile
	front    *frontier.Frontier
	underway *crawler.Underway
	order    order
	seeds    []string
	begun    time.Time // by clock
	model    []byte    // of the strategy, if it has one
	rebuilt  bool      // the frontier was made again by this run

	background *topic.Background
}

// openSession opens or creates the crawl's directory and readies the run.
func openSession(ctx context.Context, f *crawlFlags, out *reporter) (s *session, err error) {
	asked, err := f.askedTopic()
	if err != nil {
		return nil, err
	}
	background, err := shipped.Background()
	if err != nil {
		return nil, err
	}
	s = &session{flags: f, out: out, clock: crawler.Wall{}, background: background}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return s, err
	}
	if s.db, err = store.Open(filepath.Join(f.out, storeFile)); err != nil {
		return s, err
	}
	if err := mendWARCs(f.out, out.log); err != nil { // the store is open: no other run writes them
		return s, err
	}
	if err := s.openOrder(asked); err != nil {
		return s, err
	}
	if err := s.openWeb(); err != nil {
		return s, err
	}
	if err := s.openFrontier(asked.Seeds); err != nil {
		return s, err
	}
	t, err := s.topic(ctx, asked)
	if err != nil {
		return s, err
	}
	return s, s.assemble(ctx, t)
}

// openWeb readies the fetcher: the network, or archives with a clock of their own.
func (s *session) openWeb() (err error) {
	f := s.flags
	var transport http.RoundTripper
	if len(f.webs) > 0 {
		if s.web, err = openArchives(s.out.damaged, f.webs...); err != nil {
			return err
		}
		transport = s.web
		s.clock = crawler.NewVirtual(time.Now(), crawler.FixedLatency(crawler.FetchTime))
	} else if f.contact == "" && !f.allowPrivate {
		s.out.log.Warn("no --contact: the owners of the servers cannot reach you")
	}
	o := fetch.DefaultOptions()
	o.Contact, o.AllowPrivate, o.Proxy = f.contact, f.allowPrivate, f.proxy
	o.Transport, o.Now, o.MaxIdle = transport, s.clock.Now, min(o.MaxIdle, connections()/2)
	s.client, err = fetch.New(o)
	if err != nil {
		return usageError{err}
	}
	s.fetcher, s.robots = s.client, robots.New("gannet")
	s.begun = s.clock.Now()
	return nil
}

// openFrontier opens the links of the crawl, and the note of those under way when an earlier run died. Hosts of the seeds
// that an earlier run gave up are tried again.
func (s *session) openFrontier(seeds []string) error {
	f := s.flags
	log, err := pebblestore.Open(filepath.Join(f.out, frontierDir))
	if err != nil {
		return err
	}
	o := frontier.DefaultOptions()
	o.Delay, o.MaxDelay = f.delay, max(f.maxDelay, f.delay)
	if f.perHost > 0 {
		o.PerHost = f.perHost
	}
	for _, seed := range seeds {
		o.Forgive = append(o.Forgive, weburl.Host(seed))
	}
	if s.web != nil {
		o.Lease = 1000 * time.Hour // hours pass by the clock of a frozen web while a page is written to the disk
	}
	s.front, err = frontier.Open(log, o, s.clock.Now())
	if err != nil {
		return errors.Join(err, log.Close())
	}
	s.underway, err = crawler.OpenUnderway(filepath.Join(f.out, underwayFile))
	return err
}

// assemble puts the crawl together.
func (s *session) assemble(ctx context.Context, t *topic.Topic) (err error) {
	f := s.flags
	if f.warc {
		if s.warc, err = createWARC(f.out, time.Now()); err != nil {
			return err
		}
	}
	s.keeper = crawler.NewStoreKeeper(s.db, s.warc.writer())
	held, err := s.db.Stats()
	if err != nil {
		return err
	}
	if err := s.newCrawl(t, held.Pages); err != nil {
		return err
	}
	if err := s.learnAgain(ctx, held.Pages); err != nil {
		return err
	}
	return s.crawl.Seed(t.Seeds) // last: seeds come before all that was learned
}

// newCrawl makes the crawl of its parts; held is how many pages earlier runs kept.
func (s *session) newCrawl(t *topic.Topic, held int) error {
	f := s.flags
	strategy, err := s.strategy(t)
	if err != nil {
		return err
	}
	jobs, err := s.jobs(t)
	if err != nil {
		return err
	}
	limits := crawler.DefaultLimits()
	limits.Time, limits.Workers, limits.Threshold = s.timeLeft(), s.fewer(f.workers), f.threshold
	limits.Patience, limits.Wait = f.patience, time.Duration(f.wait)
	if f.pages > 0 {
		limits.Pages = f.pages
	}
	if f.noSitemaps {
		limits.SitemapURLs = 0
	}
	s.crawl, err = crawler.New(crawler.Parts{
		Frontier: s.front, Fetcher: s.fetcher, Robots: s.robots, Judge: t.Classifier.Probability,
		Strategy: strategy, Keeper: s.keeper, Jobs: jobs, Clock: s.clock, Log: s.out.log, Underway: s.underway,
	}, limits, held)
	return err
}

// learnAgain makes of the pages kept what earlier runs had in memory, and the frontier too if it was lost.
func (s *session) learnAgain(ctx context.Context, held int) error {
	rebuild, err := s.mustRebuild(held)
	switch {
	case err != nil:
		return err
	case rebuild:
		return s.rebuild(ctx, held)
	}
	return s.teach(ctx, held)
}

// timeLeft is what remains of --time, which learning the topic takes from.
func (s *session) timeLeft() time.Duration {
	if s.flags.time == 0 {
		return crawler.NoLimit
	}
	return max(0, s.flags.time-s.clock.Now().Sub(s.begun))
}

// manyPages take long enough to read again that one wonders what is going on.
const manyPages = 1000

// teach has a strategy that learns in the crawl learn again what the earlier runs taught it.
func (s *session) teach(ctx context.Context, held int) error {
	if !s.crawl.Learns() || held == 0 {
		return nil
	}
	if held >= manyPages {
		s.out.log.Info("the strategy learns again from the pages kept", "pages", held)
	}
	err := s.crawl.Teach(ctx, s.db, func(pages int) {
		if pages%64 == 0 && !s.out.quiet {
			s.out.step("learning again from %d of %d pages kept", pages, held)
		}
	})
	s.out.endLine()
	if errors.Is(err, context.Canceled) { // stopped before it began
		return nil
	}
	return err
}

// orNone turns a delay of 0, which a user may ask for, into the frontier's word for none.
func orNone(d time.Duration) time.Duration {
	if d == 0 {
		return -1
	}
	return d
}

// close ends the run: what is under way is kept, then the files are closed. It may be called on a session that was
// opened in part.
func (s *session) close() error {
	if s.keeper != nil {
		s.keeper.Close()
	}
	err := s.warc.close()
	if s.index != nil {
		err = errors.Join(err, s.index.Close())
	}
	if s.front != nil {
		closing := s.front.Close()
		if err = errors.Join(err, closing); closing == nil && s.rebuilt { // it is on the disk now
			err = errors.Join(err, s.db.SetMeta(rebuildKey, false))
		}
	}
	err = errors.Join(err, s.underway.Close())
	if s.db != nil {
		err = errors.Join(err, s.db.Close())
	}
	if s.client != nil {
		s.client.Close()
	}
	if s.web != nil {
		err = errors.Join(err, s.web.Close())
	}
	return err
}
