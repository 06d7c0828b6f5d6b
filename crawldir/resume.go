package crawldir

import (
	"context"
	"errors"

	"gannet/topic"
)

// manyPages take long enough to read again that the log should say so.
const manyPages = 1000

// rebuildKey is the key in the store's meta data that says whether the frontier has to be made again.
const rebuildKey = "rebuild"

// resume makes from the kept pages what earlier runs had in memory, and the frontier too if it was lost.
func (c *Crawl) resume(ctx context.Context, t *topic.Topic, kept int) error {
	rebuild, err := c.mustRebuild(kept)
	switch {
	case err != nil:
		return err
	case rebuild:
		err = errors.Join(c.checkpoints.drop(), c.rebuild(ctx, kept))
	default:
		err = c.teach(ctx, t, kept)
	}
	c.taught = err == nil && ctx.Err() == nil
	return err
}

// mustRebuild reports whether the frontier has to be made again from the kept pages. It was lost, or a run that began
// to make it again did not finish. The store remembers it until the frontier is on the disk.
func (c *Crawl) mustRebuild(kept int) (bool, error) {
	marked, err := rebuildMarked(c.store)
	if err != nil {
		return false, err
	}
	marked = marked || c.employers != nil                                      // the links that wait are in memory
	if kept == 0 || c.node != nil || !marked && c.frontier.Stats().Known > 0 { // a cluster's log has the links
		return false, nil
	}
	return true, c.store.SetMeta(rebuildKey, true)
}

// rebuild makes the frontier again.
func (c *Crawl) rebuild(ctx context.Context, kept int) error {
	c.log.Info("the frontier is made again from the pages kept", "pages", kept)
	push := func() error { return c.crawl.Rebuild(ctx, c.store, c.replayed(true, kept)) }
	var err error
	if c.employers != nil {
		err = c.employers.Replay(push)
	} else {
		err = push()
	}
	if errors.Is(err, context.Canceled) { // the next run begins again
		return nil
	}
	c.rebuilt = err == nil
	return err
}

// teach has a strategy that learns in the crawl learn again what the earlier runs taught it.
func (c *Crawl) teach(ctx context.Context, t *topic.Topic, kept int) error {
	if !c.crawl.Learns() || kept == 0 {
		return nil
	}
	restored, err := c.restore(t)
	if err != nil {
		return err
	}
	if restored {
		err = c.crawl.TeachSince(ctx, c.store, c.replayed(false, kept))
	} else {
		if kept >= manyPages {
			c.log.Info("the strategy learns again from the pages kept", "pages", kept)
		}
		err = c.crawl.Teach(ctx, c.store, c.replayed(false, kept))
	}
	if errors.Is(err, context.Canceled) { // stopped before it began
		return nil
	}
	return err
}

// restore gives the strategy what the checkpoint has. It returns false if there is none, or none that can be read.
func (c *Crawl) restore(t *topic.Topic) (bool, error) {
	f := c.checkpoints.open
	if f == nil || !c.crawl.Keepable() {
		return false, nil
	}
	err := c.crawl.Restore(f.Lesson, f.part(strategyPart), f.Parts[strategyPart])
	if err == nil {
		if err := c.crawl.ReadMemory(f.part(memoryPart), f.Parts[memoryPart]); err != nil {
			c.log.Warn("what hosts gave recently is not known", "cause", err)
		}
		return true, c.checkpoints.close()
	}
	c.log.Warn("the checkpoint cannot be used, and is made again from the pages kept", "cause", err)
	strategy, err := c.order.strategy(t, c.model)
	if err != nil {
		return false, err
	}
	c.share(strategy)
	c.crawl.ReplaceStrategy(strategy)
	return false, c.checkpoints.drop()
}

// replayed returns a function that reports each page that is read again.
func (c *Crawl) replayed(rebuild bool, kept int) func(pages int) {
	return func(pages int) {
		if c.o.Replayed != nil {
			c.o.Replayed(Replay{Rebuild: rebuild, Pages: pages, Kept: kept})
		}
	}
}
