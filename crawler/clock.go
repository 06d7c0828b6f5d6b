package crawler

import (
	"context"
	"sync"
	"time"

	"gannet/crawler/fetch"
)

// A Clock is the crawl's time. Everything that waits or is dated goes through it, so a crawl of a frozen web keeps
// its delays and budgets without waiting for them.
type Clock interface {
	Now() time.Time
	// Wait returns once d has passed, wake has delivered, or ctx is done. idle says that nothing else of the crawl
	// is under way, so that no event but the passing of time can change what may be fetched.
	Wait(ctx context.Context, d time.Duration, idle bool, wake <-chan struct{})
}

// Wall is the machine's clock as it was at the start, and the time that has passed since: when the machine's clock is
// put forward or back meanwhile, no host waits longer for it, and none is asked sooner.
type Wall struct{}

var started = time.Now()

// Now implements Clock.
func (Wall) Now() time.Time { return started.Add(time.Since(started)) }

// Wait implements Clock.
func (Wall) Wait(ctx context.Context, d time.Duration, _ bool, wake <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-wake:
	case <-ctx.Done():
	}
}

// Virtual is a clock that jumps: where Wall would sleep it moves on, so a crawl runs at CPU speed and its politeness
// is still that of its clock. Use NewVirtual.
type Virtual struct {
	ahead time.Duration

	mu  sync.Mutex // guards now
	now time.Time
}

// NewVirtual gives a clock that begins at start. While pages are in the making it moves on by at most ahead at a
// time and waits for them otherwise.
func NewVirtual(start time.Time, ahead time.Duration) *Virtual {
	return &Virtual{now: start, ahead: ahead}
}

// Now implements Clock.
func (v *Virtual) Now() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Advance moves the clock on by d.
func (v *Virtual) Advance(d time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.now = v.now.Add(d)
}

// Wait implements Clock.
func (v *Virtual) Wait(ctx context.Context, d time.Duration, idle bool, wake <-chan struct{}) {
	if idle || d <= v.ahead {
		v.Advance(d)
		return
	}
	select {
	case <-wake:
	case <-ctx.Done():
	}
}

// Latency makes the fetches of a frozen web take virtual time, so that a crawl of it chooses among as many rested
// hosts as a real one would: were fetches free, every host would be asked as soon as it is rested, and no order of
// links would matter.
type Latency struct {
	Fetcher
	Clock *Virtual
	Took  time.Duration // of one fetch, divided by the number of workers
}

// FetchTime is what one worker's fetch of a frozen or generated web takes by its clock.
const FetchTime = 200 * time.Millisecond

// Fetch implements Fetcher.
func (l Latency) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	l.Clock.Advance(l.Took)
	return l.Fetcher.Fetch(ctx, url)
}
