package crawldir

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/frontier"
)

// CheckpointFile is the name of the file with what the strategy has learned. gannet can make the file again from the store.
const CheckpointFile = "checkpoint"

// A checkpoint is written when the lessons since the last one are so many, and so large a share of all, but no more than checkpointMost: the
// next run after a crash learns these again, .3 ms each. It is also written only when checkpointRest times as long has passed as writing it
// took.
const (
	checkpointLessons = 1000
	checkpointShare   = 2 // a half
	checkpointMost    = 10_000
	checkpointRest    = 25
	checkpointLook    = 100 * time.Millisecond // how often it is looked whether one is due
)

// checkpoints writes checkpoints while a crawl runs.
type checkpoints struct {
	*Crawl
	open *checkpointFile // that the run resumes from; nil if there is none that fits

	mu     sync.Mutex // guards the fields below, and the file
	off    bool       // a renewal writes verdicts: no checkpoint would fit
	wait   bool       // a renewal is prepared: a checkpoint would not fit for long, and both take much memory
	lesson uint64     // of the checkpoint in the directory; 0 if there is none
	ended  time.Time  // when the latest was written
	took   time.Duration
}

var errLostLesson = errors.New("the strategy learned from a page that was not kept then")

// openCheckpoint opens the checkpoint of the directory if it fits the crawl. If there is one that does not fit, it logs a warning.
func (c *Crawl) openCheckpoint() (err error) {
	c.checkpoints.Crawl = c
	c.checkpoints.open, err = c.openFitting()
	switch {
	case err == nil:
		c.checkpoints.lesson = c.checkpoints.open.Lesson
		return nil
	case errors.Is(err, os.ErrNotExist):
		return nil
	}
	c.log.Warn("the checkpoint cannot be used, and is made again from the pages kept", "cause", err)
	return c.checkpoints.drop()
}

// taughtLinks returns the priorities of links in the checkpoint, nil if there is none.
func (c *checkpoints) taughtLinks() (*frontier.Taught, error) {
	if c.open == nil {
		return nil, nil
	}
	return c.open.links()
}

// drop removes the checkpoint.
func (c *checkpoints) drop() error {
	c.lesson = 0
	err := c.close()
	if removing := os.Remove(c.path(CheckpointFile)); !errors.Is(removing, os.ErrNotExist) {
		err = errors.Join(err, removing)
	}
	return err
}

// close closes the file that the run resumed from.
func (c *checkpoints) close() error {
	f := c.open
	if c.open = nil; f == nil {
		return nil
	}
	return f.Close()
}

// suspend removes the checkpoint and writes none until goOn is called.
func (c *checkpoints) suspend() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.off = true
	return c.drop()
}

// postpone stops the writing of checkpoints, except for the last one of a run, until the returned function is called. The existing checkpoint stays.
func (c *checkpoints) postpone() (goOn func()) {
	set := func(wait bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.wait = wait
	}
	set(true)
	return func() { set(false) }
}

// goOn ends what suspend began.
func (c *checkpoints) goOn() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.off, c.ended = false, time.Time{} // the next one is due soon
}

// run writes checkpoints until the context is done.
func (c *checkpoints) run(ctx context.Context) {
	if !c.crawl.Keepable() {
		return
	}
	tick := time.NewTicker(checkpointLook)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if !c.due() {
				continue
			}
			if err := c.write(ctx); err != nil {
				c.log.Warn("no checkpoint can be written: the next run reads the kept pages again", "cause", err)
				return
			}
		}
	}
}

// due reports whether it is time for a checkpoint.
func (c *checkpoints) due() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	latest := c.crawl.LatestLesson()
	every := min(max(checkpointLessons, latest/checkpointShare), checkpointMost)
	if c.o.CheckpointEvery > 0 {
		every = uint64(c.o.CheckpointEvery)
	}
	return !c.off && !c.wait && latest >= c.lesson+every && time.Since(c.ended) >= checkpointRest*c.took
}

// write writes a checkpoint and puts it into its place when all lessons up to it are kept.
func (c *checkpoints) write(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off {
		return nil
	}
	began := time.Now()
	defer func() { c.ended = time.Now() }()
	fit, err := c.fitOf()
	if err != nil {
		return err
	}
	cp := c.crawl.Checkpoint()
	if _, ok := c.crawl.SettledLesson(); !ok {
		return errLostLesson
	}
	if cp == nil || cp.Lesson <= c.lesson {
		return nil
	}
	temporary := c.path(CheckpointFile) + ".new"
	if err := writeCheckpoint(temporary, checkpointHead{Fit: fit, Depth: c.o.Limits.Depth}, cp, c.crawl.WriteMemory); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	c.took = time.Since(began)
	c.log.Debug("checkpoint written", "lesson", cp.Lesson, "took", c.took, "paused", cp.Paused)
	if !c.settles(ctx, cp) {
		return os.Remove(temporary)
	}
	c.lesson = cp.Lesson
	return os.Rename(temporary, c.path(CheckpointFile))
}

// settles waits until the lessons of a checkpoint are kept. It returns false if one of them is not.
func (c *checkpoints) settles(ctx context.Context, cp *crawler.Checkpoint) bool {
	for {
		lesson, ok := c.crawl.SettledLesson()
		if !ok || lesson >= cp.Lesson {
			return ok
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(checkpointLook / 10):
		}
	}
}

// end writes the last checkpoint of a run. It does not wait for lessons that are not stored yet, because they never will be.
func (c *checkpoints) end() error {
	if c.Crawl == nil || c.crawl == nil || !c.taught || !c.crawl.Keepable() {
		return c.close()
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	err := c.write(done)
	if errors.Is(err, errLostLesson) {
		err = nil
	}
	return errors.Join(err, c.close())
}
