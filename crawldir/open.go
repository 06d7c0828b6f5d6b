package crawldir

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gannet/cluster"
	"gannet/crawldir/api"
	"gannet/crawldir/history"
	"gannet/crawldir/missed"
	"gannet/crawldir/overview"
	"gannet/crawler"
	"gannet/crawler/employers"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/crawler/scope"
	"gannet/dedup/index"
	"gannet/frontier"
	"gannet/frontier/pebblestore"
	"gannet/internal/pageguard"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
)

// virtualLease is the lease of links on a frozen web. Days of the virtual clock may pass during one write to the disk.
const virtualLease = 100_000 * time.Hour

// Crawl is one run of a crawl whose data are in a directory. Make it with Open, call Run once, then Close.
type Crawl struct {
	dir             string
	o               Options
	log             *slog.Logger
	crawl           *crawler.Crawl
	client          *fetch.Client
	robots          *robots.Cache
	fetcher         crawler.Fetcher                      // the client, or what remembers the seed pages before it
	onReaderFailure func(url string, p *pageguard.Panic) // into the request log; nil without one
	clock           crawler.Clock
	begun           time.Time // by clock
	store           *store.DB
	api             *api.Server            // nil if the crawl cannot be read while it runs
	written         atomic.Pointer[Status] // by the latest WriteStatus
	keeper          *crawler.StoreKeeper
	index           *index.Pebble // of postings, if the crawl finds them
	warc            *warcFiles
	frontier        *frontier.Frontier
	links           crawler.Frontier                  // the frontier, or what it is in a cluster
	node            *cluster.Node                     // nil without a cluster
	name            string                            // of this machine in the cluster
	telling         *repeated                         // what is kept; nil outside of a cluster
	sharing         *repeated                         // what is learned; also nil if the strategy cannot share
	budget          *cluster.Budget                   // of the cluster's pages; nil without one
	readable        atomic.Pointer[frontier.Frontier] // the same, for other processes that ask
	assembled       atomic.Pointer[crawler.Crawl]     // the crawl, likewise
	learning        atomic.Pointer[crawler.Crawl]     // the crawl, once it knows what earlier runs learned
	tracker         *overview.Tracker
	history         *history.Recorder
	stopped         context.Context // done when the crawl was told to stop
	stop            context.CancelFunc
	underway        *crawler.Underway
	order           Order
	rules           scope.Rules
	scope           *scope.Scope // made of rules
	told            told         // by users, while it runs
	model           []byte       // of the strategy, if it has one
	seeds           []string
	earlier         Totals // of earlier runs
	rebuilt         bool   // the frontier was made again by this run
	checkpoints     checkpoints
	taught          bool   // the strategy knows all that earlier runs learned
	judgedAgain     uint64 // the latest lesson before the latest renewal of earlier runs
	pagesRead       pagesRead
	jobs            *crawler.Jobs // nil if the crawl finds no postings
	missed          *missed.Record
	employers       *employers.Search // nil unless boards are searched for
}

// Open begins a crawl in a directory, or resumes the one that is there. It learns the topic from the seeds and reads stored pages again if
// necessary; both stop when ctx is done. Only one process can have a directory open.
//
// An OptionError says that an option is wrong or does not fit the crawl in the directory. A FileError says that a file is damaged which
// Repair can restore. A SeedsError says that no seed gave a page.
func Open(ctx context.Context, dir string, o Options) (c *Crawl, err error) {
	if o.Topic == nil {
		return nil, optionErrorf("a crawl needs a topic")
	}
	if o.Precise && o.Topic.Classifier != nil {
		return nil, optionErrorf("topic %q %w", o.Topic.Name, ErrPrecise)
	}
	if o.Strategy != "" {
		if err := ranker.CheckName(o.Strategy); err != nil {
			return nil, &OptionError{err}
		}
	}
	c = &Crawl{dir: dir, o: o, history: history.NewRecorder(dir, time.Now()), log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)), clock: crawler.Wall{}, tracker: overview.NewTracker()}
	if err := c.checkCluster(); err != nil {
		return nil, err
	}
	c.stopped, c.stop = context.WithCancel(context.WithoutCancel(ctx))
	if err := c.open(ctx); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// open opens the files in an order that finds wrong options before anything is fetched.
func (c *Crawl) open(ctx context.Context) (err error) {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	if err := lostStore(c.dir); err != nil {
		return err
	}
	if c.store, err = store.Open(c.path(StoreFile)); err != nil {
		return err
	}
	if err := refuseGathered(c.store, c.dir); err != nil {
		return &OptionError{err}
	}
	c.serve()
	if err := mendWARCs(c.dir, c.log); err != nil { // the store is open, so no other run writes them
		return err
	}
	if err := c.openOrder(); err != nil {
		return err
	}
	if err := c.openScope(); err != nil {
		return err
	}
	if err := c.checkWeb(); err != nil {
		return err
	}
	if err := c.openWeb(); err != nil {
		return err
	}
	if err := c.openFrontier(); err != nil {
		return err
	}
	t, err := c.openTopic(ctx)
	if err != nil {
		return err
	}
	if err := c.joinCluster(ctx, t); err != nil {
		return err
	}
	return c.assemble(ctx, t)
}

// path returns the path of a file in the directory.
func (c *Crawl) path(name string) string { return filepath.Join(c.dir, name) }

// webKey is the key in the store's meta data that says whether the crawl is of a frozen web.
const webKey = "frozen"

// checkWeb returns an error if the crawl began on a frozen web and would go on on the network or on another web, or the other way round. Stores
// of earlier versions do not say on which they began.
func (c *Crawl) checkWeb() error {
	var frozen bool
	known, err := c.store.Meta(webKey, &frozen)
	switch {
	case err != nil:
		return err
	case known && frozen == (c.o.Web != nil):
		return c.checkPages()
	}
	kept, err := c.store.Stats()
	switch {
	case err != nil:
		return err
	case known && kept.Pages > 0 && frozen:
		return optionErrorf("%s %w", c.dir, ErrFrozenWeb)
	case known && kept.Pages > 0:
		return optionErrorf("%s %w", c.dir, ErrNetwork)
	}
	return c.store.SetMeta(webKey, c.o.Web != nil)
}

// checkPages returns ErrOtherWeb if a frozen web has none of the first pages that the crawl has kept. The same web may have been compressed
// again, or have grown.
func (c *Crawl) checkPages() error {
	web, ok := c.o.Web.(interface{ Has(url string) bool })
	if !ok {
		return nil
	}
	const first = 16
	pages, has := 0, false
	err := c.store.Select(store.Selection{Limit: first}, func(p *store.Page) error {
		pages++
		has = has || web.Has(p.URL)
		return nil
	})
	if err == nil && pages > 0 && !has {
		err = optionErrorf("%s %w", c.dir, ErrOtherWeb)
	}
	return err
}

// VirtualTime is a note that is shown for crawls whose times are virtual, see Reader.Virtual.
const VirtualTime = "All times are of the virtual clock of a frozen web, not of the days on which the crawl ran."

// Virtual reports whether the times of the crawl come from the virtual clock of a frozen web, which runs faster than real time.
func (r *Reader) Virtual() bool {
	var frozen bool
	known, err := r.Store.Meta(webKey, &frozen)
	return err == nil && known && frozen
}

// openWeb readies the fetcher: of the network, or of a frozen web with a clock of its own.
func (c *Crawl) openWeb() (err error) {
	o := c.o.Fetch
	if o.HeaderOrigins == nil {
		o.HeaderOrigins = originsOf(c.o.Topic.Seeds)
	}
	if o.ProxyRests == nil {
		o.ProxyRests = c.warnOfProxy
	}
	if c.o.Web != nil {
		c.clock = cmp.Or(c.o.Clock, crawler.NewVirtual(time.Now(), crawler.FixedLatency(crawler.FetchTime)))
		o.Transport = c.o.Web
	}
	o.Now, o.MaxIdle = c.clock.Now, min(o.MaxIdle, connections()/2)
	if c.o.WARC {
		if c.warc, err = createWARC(c.dir, o, c.o.Revisit != nil); err != nil {
			return err
		}
		o.Archive = c.warc
	}
	if c.client, err = fetch.New(o); err != nil {
		return &OptionError{err}
	}
	c.fetcher, c.robots = c.client, robots.New(c.client.Agent())
	c.robots.Strict = c.o.StrictRobots
	if c.o.RequestLog != nil {
		log := &loggingFetcher{Fetcher: c.client, clock: c.clock, warn: c.log, w: c.o.RequestLog}
		c.fetcher, c.onReaderFailure = log, log.readerFailed
	}
	c.begun = c.clock.Now()
	return nil
}

// warnOfProxy says that a proxy fails, and how many others are left.
func (c *Crawl) warnOfProxy(proxy string, rest time.Duration, left int, why error) {
	text := "a proxy fails and rests: its hosts use another one"
	if left == 0 {
		text = "a proxy fails and rests, and so do all others: nobody can be asked"
	}
	c.log.Warn(text, "proxy", proxy, "rest", rest, "cause", why)
}

// originsOf returns the origins of seeds, and those of the same hosts by https.
func originsOf(seeds []string) (origins []string) {
	for _, seed := range seeds {
		url, err := weburl.Canonical(seed)
		if err != nil {
			continue // pushing the seed reports it
		}
		origin := weburl.Origin(url)
		origins = append(origins, origin)
		if host, plain := strings.CutPrefix(origin, "http://"); plain {
			origins = append(origins, "https://"+host)
		}
	}
	return origins
}

// openFrontier opens the links of the crawl, and the note of the links that were under way when an earlier run died.
// Hosts of the seeds that an earlier run gave up are tried again.
func (c *Crawl) openFrontier() error {
	log, err := pebblestore.Open(c.path(FrontierDir))
	if err != nil {
		return err
	}
	o := c.o.Frontier
	for _, seed := range c.o.Topic.Seeds {
		o.Forgive = append(o.Forgive, weburl.Host(seed))
	}
	o.Held, o.ExpiredNote = c.scope.Blocks, crawler.ExpiredNote
	if c.o.Web != nil {
		o.Lease = virtualLease
	}
	if err := c.reopenFrontier(log, o); err != nil {
		return errors.Join(err, log.Close())
	}
	c.readable.Store(c.frontier)
	c.underway, err = crawler.OpenUnderway(c.path(UnderwayFile))
	return err
}

// reopenFrontier opens the links with the priorities of the checkpoint, if it fits them.
func (c *Crawl) reopenFrontier(log frontier.Store, o frontier.Options) error {
	if err := c.openCheckpoint(); err != nil {
		return err
	}
	taught, err := c.checkpoints.taughtLinks()
	if err != nil {
		return err
	}
	restored := false
	c.frontier, restored, err = frontier.Reopen(log, o, c.clock.Now(), taught)
	if err != nil || taught == nil || restored {
		return err
	}
	c.log.Warn("the checkpoint is of another frontier, and is made again from the pages kept")
	return c.checkpoints.drop()
}

// assemble puts the crawl together and brings it to the point where the last run stopped.
func (c *Crawl) assemble(ctx context.Context, t *topic.Topic) (err error) {
	c.keeper = crawler.NewStoreKeeper(c.store, c.warc.metadata())
	kept, err := c.store.Stats()
	if err != nil {
		return err
	}
	c.earlier = readEarlier(c.dir, kept.Pages)
	if err := c.newCrawl(t, kept); err != nil {
		return err
	}
	if err := c.resume(ctx, t, kept.Pages); err != nil {
		return err
	}
	if c.taught {
		c.learning.Store(c.crawl)
		if c.sharing != nil {
			c.sharing.start()
		}
	}
	if err := c.crawl.Watch(ctx); err != nil {
		return err
	}
	return c.crawl.Seed(slices.Concat(t.Seeds, c.told.seeds())) // last, so that seeds come before all that was learned
}

// revisits returns what the crawl requests again, nil if it fetches nothing twice.
func (c *Crawl) revisits() *crawler.Revisits {
	if c.o.Revisit == nil {
		return nil
	}
	return &crawler.Revisits{Store: c.store, Options: *c.o.Revisit, Without: c.o.WithoutRules}
}

// newCrawl makes the crawl of its parts. kept is what earlier runs kept.
func (c *Crawl) newCrawl(t *topic.Topic, kept store.Stats) error {
	strategy, err := c.strategy(t)
	if err != nil {
		return err
	}
	c.share(strategy)
	jobs, err := c.openPostings()
	if err != nil {
		return err
	}
	if c.jobs = jobs; jobs != nil {
		jobs.OnTopic = t.Name == JobsTopic
	}
	if err := c.openEmployers(); err != nil {
		return err
	}
	renewal, err := c.newRenewal(t)
	if err != nil {
		return err
	}
	limits := c.o.Limits
	limits.Time, limits.Workers, limits.Threshold = c.timeLeft(), c.workers(), c.threshold()
	mask, err := c.openContacts()
	if err != nil {
		return err
	}
	allowance, err := c.shareBudget(&limits, kept.Pages)
	if err != nil {
		return err
	}
	parts := crawler.Parts{
		Frontier: c.links, Fetcher: c.fetcher, Robots: c.robots, Purpose: c.o.Purpose, Mask: mask, Judge: t.Classifier.Probability,
		Strategy: strategy, Keeper: c.keeper, Jobs: jobs, Clock: c.clock, Log: c.log, Underway: c.underway,
		Scope: &c.told.scope, Renewal: renewal, JudgedAgain: c.judgedAgain, Data: c.o.Data, PDF: c.o.PDF, Archive: c.warc.metadata(), Rendering: c.o.Rendering, Revisits: c.revisits(), Allowance: allowance,
		Relevant: kept.Relevant, OnReaderFailure: c.onReaderFailure,
	}
	if s := c.employers; s != nil {
		parts.Frontier, parts.Fetcher, parts.Keeper, parts.Watch = s.Frontier(c.links), s.Fetcher(c.fetcher), s.Keeper(c.keeper), s.Judged
		limits.SitemapURLs = 0
	}
	c.crawl, err = crawler.New(parts, limits, kept.Pages)
	if err != nil {
		return &OptionError{err}
	}
	err = errors.Join(c.keepScope(), c.keepSettings()) // last, so that the next run goes on with no option that is refused
	if err == nil {
		err = c.readyControl(limits.Time)
	}
	return err
}

// timeLeft returns what remains of Limits.Time after the topic was learned, or crawler.NoLimit.
func (c *Crawl) timeLeft() time.Duration {
	if c.o.Limits.Time == crawler.NoLimit {
		return crawler.NoLimit
	}
	return max(0, c.o.Limits.Time-c.clock.Now().Sub(c.begun))
}
