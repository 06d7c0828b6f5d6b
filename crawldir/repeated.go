package crawldir

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// repeated is a task for the cluster that a machine repeats every few seconds, and once more when its crawl ends.
type repeated struct {
	name  string // of a failure
	every time.Duration
	step  func(context.Context) error
	last  func(context.Context) error // at the end
	warn  *slog.Logger

	stop context.CancelFunc
	work sync.WaitGroup
}

// start begins the work. A step that fails is tried again with the next one.
func (r *repeated) start() {
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	r.work.Go(func() {
		for {
			if err := r.step(ctx); err != nil && ctx.Err() == nil {
				r.warn.Warn(r.name+": it is tried again", "cause", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(r.every):
			}
		}
	})
}

// end ends the work if it was begun. The last step fails if the servers do not answer within a time.
func (r *repeated) end(patience time.Duration) error {
	if r == nil || r.stop == nil {
		return nil
	}
	r.stop()
	r.work.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := r.last(ctx); err != nil {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	return nil
}
