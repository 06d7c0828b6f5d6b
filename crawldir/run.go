package crawldir

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"gannet/crawldir/missed"
	"gannet/crawler"
	"gannet/crawler/employers"
	"gannet/ranker"
	"gannet/store"
)

// Run crawls until a limit is reached, no link is left or ctx is done. The error is a SeedsError if no page was stored, unless somebody
// stopped the crawl.
func (c *Crawl) Run(ctx context.Context) error {
	err := c.runWithCheckpoints(ctx)
	if err != nil {
		return err
	}
	c.findMissed(ctx)
	if p := c.crawl.Progress(); c.node != nil || p.Kept > 0 || p.Ended == crawler.EndStopped {
		return nil
	}
	return newSeedsError(false, c.seeds, c.crawl.SeedFailure)
}

// runWithCheckpoints runs the crawl, and writes checkpoints beside it.
func (c *Crawl) runWithCheckpoints(ctx context.Context) error {
	ctx, release := c.untilStopped(ctx)
	defer release()
	writing, stop := context.WithCancel(context.WithoutCancel(ctx))
	var group sync.WaitGroup
	c.keepBoards()
	group.Go(func() { c.checkpoints.run(writing) })
	group.Go(func() { c.keepEmployers(writing) })
	defer group.Wait()
	defer stop()
	return c.crawl.Run(ctx)
}

// How long the end of a run may take to find out which hosts gave no posting, and that of a run that was stopped.
const longestMissed, missedOnStop = 10 * time.Second, 3 * time.Second

// findMissed finds out which seeds' hosts gave no posting, if the crawl looks for postings. A machine of a cluster knows a part of the crawl, so it
// does not. The crawl is whole without it.
//
// Of a crawl that is too large for that what the run before has found out stays.
func (c *Crawl) findMissed(ctx context.Context) {
	if c.jobs == nil || c.node != nil {
		return
	}
	longest := longestMissed
	if ctx.Err() != nil { // whoever has stopped the crawl waits
		longest = missedOnStop
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), longest)
	defer cancel()
	of := missed.Crawl{
		Store: c.store, Links: c.frontier, Jobs: c.jobs, Seeds: slices.Concat(c.seeds, c.told.seeds()), Errors: c.crawl.HostErrors(), Now: c.clock.Now(),
	}
	found, err := of.Find(ctx)
	if err == nil {
		err = found.Keep(c.store)
	}
	if err != nil {
		c.log.Warn("it is not known which seeds' hosts gave no posting", "cause", err)
		return
	}
	c.missed = found
}

// Missed returns which hosts of seeds have given no posting. It returns nil before the end of Run, and if the crawl does not look for
// postings.
func (c *Crawl) Missed() *missed.Record { return c.missed }

// Boards returns what is known about the job boards of employers. It returns nil if the crawl does not look for them.
func (c *Crawl) Boards() []employers.Record {
	if c.employers == nil {
		return nil
	}
	return c.employers.Records()
}

// Progress returns the counts of the crawl so far. It may be called during Run.
func (c *Crawl) Progress() crawler.Progress { return c.crawl.Progress() }

// FindsPostings reports whether the crawl looks for job postings.
func (c *Crawl) FindsPostings() bool { return c.index != nil }

// Store returns the store of the crawl, from which others may read while the crawl is running.
func (c *Crawl) Store() *store.DB { return c.store }

// WrapStrategy replaces the crawl's strategy by wrap(strategy), for example to observe its calls; see crawler.Crawl.WrapStrategy.
func (c *Crawl) WrapStrategy(wrap func(ranker.Strategy) ranker.Strategy) { c.crawl.WrapStrategy(wrap) }

// Close ends the run: it waits until the pages that are being processed are stored, and then closes the files. It may also be called if
// Open failed halfway.
func (c *Crawl) Close() error {
	if c.keeper != nil {
		c.keeper.Close()
	}
	if c.stop != nil {
		c.stop()
	}
	err := errors.Join(c.checkpoints.end(), c.warc.close(), c.pagesRead.close())
	if c.index != nil {
		err = errors.Join(err, c.index.Close())
	}
	err = errors.Join(err, c.leaveCluster(), c.closeFrontier(), c.underway.Close())
	err = errors.Join(err, c.api.Close()) // late, so that the crawl can be read while it ends
	if c.store != nil {
		err = errors.Join(err, c.store.Close())
	}
	if c.client != nil {
		c.client.Close()
	}
	if c.o.Rendering != nil {
		c.o.Rendering.Renderer.Close()
	}
	return err
}
