package crawler

import (
	"context"
	"math"
	"time"
)

// A Clock is the crawl's time. Everything that waits or has a date uses it. So a crawl of a frozen web keeps its delays and
// budgets without waiting for them.
type Clock interface {
	Now() time.Time
	// Wait returns once d has passed, wake has delivered, or ctx is done.
	Wait(ctx context.Context, d time.Duration, wake <-chan struct{})
}

// forever is a wait that only a wake ends.
const forever time.Duration = math.MaxInt64

// Wall is the machine's clock at the start of the process, plus the time that has passed since. If the machine's clock is
// changed meanwhile, no pause becomes longer or shorter.
type Wall struct{}

var started = time.Now()

// Now implements Clock.
func (Wall) Now() time.Time { return started.Add(time.Since(started)) }

// Wait implements Clock.
func (Wall) Wait(ctx context.Context, d time.Duration, wake <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-wake:
	case <-ctx.Done():
	}
}
