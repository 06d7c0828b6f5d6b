package crawler

import (
	"context"
	"io"
	"time"

	"gannet/frontier"
	"gannet/ranker"
	"gannet/store"
)

// Checkpoint is what a strategy has learned, copied between two lessons.
type Checkpoint struct {
	Lesson   uint64                // the latest
	Strategy func(io.Writer) error // writes the state of the strategy
	Links    *frontier.Taught      // the priorities that it gave to links
	Paused   time.Duration         // how long nothing was learned meanwhile
}

// Keepable reports whether what the strategy learns can be kept in checkpoints.
func (c *Crawl) Keepable() bool {
	_, ok := c.learner().(ranker.Keepable)
	return ok
}

// Checkpoint copies what the strategy has learned. It is nil if that cannot be kept, or if a renewal is under way. The lessons
// up to it may still be on their way to the keeper: see SettledLesson.
func (c *Crawl) Checkpoint() *Checkpoint {
	if !c.judging.mu.TryRLock() { // a renewal puts another strategy in its place
		return nil
	}
	defer c.judging.mu.RUnlock()
	strategy, ok := c.learner().(ranker.Keepable)
	if !ok {
		return nil
	}
	strategy.PrepareState()
	c.frontier.PrepareTaught()
	c.lessons.mu.Lock()
	defer c.lessons.mu.Unlock()
	if c.lessons.unknown {
		return nil
	}
	began := time.Now()
	cp := &Checkpoint{Lesson: c.lessons.latest, Strategy: strategy.State(), Links: c.frontier.Taught()}
	cp.Paused = time.Since(began)
	return cp
}

// SettledLesson returns a lesson such that it and all before it are kept. ok is false if one is lost: then no replay gives
// what the strategy knows.
func (c *Crawl) SettledLesson() (lesson uint64, ok bool) {
	lesson = c.lessons.settled()
	c.lessons.mu.Lock()
	defer c.lessons.mu.Unlock()
	return lesson, !c.lessons.unknown
}

// Restore gives a new strategy what a Checkpoint wrote, size bytes. The frontier must have the Checkpoint's priorities. After
// an error the crawl needs another new strategy: see ReplaceStrategy.
func (c *Crawl) Restore(lesson uint64, r io.Reader, size int64) error {
	c.lessons.latest = lesson
	return c.learner().(ranker.Keepable).Restore(r, size)
}

// ReplaceStrategy replaces a strategy that learns before it has learned anything.
func (c *Crawl) ReplaceStrategy(s ranker.Strategy) { c.setVerdicts(c.judging.now.Load().judge, s) }

// TeachSince is Teach for what was learned after the lesson of Restore.
func (c *Crawl) TeachSince(ctx context.Context, db *store.DB, progress func(pages int)) error {
	t := c.NewTeacher(db, c.strategy())
	t.unnumbered, t.lesson = true, c.lessons.latest
	return c.replay(ctx, t, progress, func(*ReplayedPage, []ranker.Score) error { return nil })
}
