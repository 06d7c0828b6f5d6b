package crawler

import (
	"context"
	"sync"
	"time"
)

// A Clock is the crawl's time. Everything that waits or is dated goes through it, so a crawl of a frozen web keeps
// its delays and budgets without waiting for them.
type Clock interface {
	Now() time.Time
	// Wait returns once d has passed, wake has delivered, or ctx is done. idle says that nothing else of the crawl
	// is under way, so that no event but the passing of time can change what may be fetched.
	Wait(ctx context.Context, d time.Duration, idle bool, wake <-chan struct{})
}

// Wall is the machine's clock.
type Wall struct{}

// Now implements Clock.
func (Wall) Now() time.Time { return time.Now() }

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
// time and waits for them otherwise: a fetch of a frozen web takes no time, but what is made of it does.
func NewVirtual(start time.Time, ahead time.Duration) *Virtual {
	return &Virtual{now: start, ahead: ahead}
}

// Now implements Clock.
func (v *Virtual) Now() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Wait implements Clock.
func (v *Virtual) Wait(ctx context.Context, d time.Duration, idle bool, wake <-chan struct{}) {
	if idle || d <= v.ahead {
		v.mu.Lock()
		v.now = v.now.Add(d)
		v.mu.Unlock()
		return
	}
	select {
	case <-wake:
	case <-ctx.Done():
	}
}
