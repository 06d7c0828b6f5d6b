package crawler

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/zeebo/xxh3"
)

// FetchTime is what a fetch of a frozen or generated web takes by its clock.
const FetchTime = 200 * time.Millisecond

// Virtual is a clock that jumps: where Wall would sleep it moves on, so a crawl runs at CPU speed and its politeness is
// still that of its clock. Each answer takes time of it; what the machine takes to make a page is none. So it is a
// simulation by discrete events: the clock stands while anything of the crawl runs, then goes to the next answer or to
// the end of the dispatcher's wait, and one page is made after the other. Hence a crawl of a frozen web is the same
// every time, whatever the machine's load, with any number of workers. Use NewVirtual. It serves one crawl at a time.
type Virtual struct {
	took func(url string) time.Duration

	mu      sync.Mutex // guards all below
	now     time.Time
	load    func() (visits int, full bool) // of the crawl that runs; full: as many as it has workers
	answers []*answer                      // that are under way, the earliest first
	still   chan struct{}                  // has an element when one more is under way
	until   time.Time                      // of the dispatcher's wait
	forever bool                           // no time ends that wait
	moved   chan struct{}                  // closed at until; nil while the dispatcher does not wait
}

// answer is one that comes at a time.
type answer struct {
	clock *Virtual
	at    time.Time
	there chan struct{} // closed when it has come
}

// NewVirtual gives a clock that begins at start. took says what the answer to a URL takes; nil stands for no time. Were
// all answers there at once, every host would be asked as soon as it is rested, and no order of links would matter.
func NewVirtual(start time.Time, took func(url string) time.Duration) *Virtual {
	if took == nil {
		took = FixedLatency(0)
	}
	return &Virtual{now: start, took: took, still: make(chan struct{}, 1)}
}

// FixedLatency lets every answer take the same time.
func FixedLatency(d time.Duration) func(url string) time.Duration {
	return func(string) time.Duration { return d }
}

// RandomLatency draws what the answer to each URL takes, by seed, from an exponential distribution that has d for its mean.
func RandomLatency(d time.Duration, seed uint64) func(url string) time.Duration {
	return func(url string) time.Duration {
		u := rand.New(rand.NewPCG(seed, xxh3.HashString(url))).Float64()
		return time.Duration(-math.Log(1-u) * float64(d))
	}
}

// Now implements Clock.
func (v *Virtual) Now() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Wait implements Clock. It does not return while a visit runs.
func (v *Virtual) Wait(ctx context.Context, d time.Duration, wake <-chan struct{}) {
	v.mu.Lock()
	moved := make(chan struct{})
	v.until, v.forever, v.moved = v.now.Add(d), d == forever, moved
	v.step()
	v.mu.Unlock()
	for {
		select {
		case <-moved:
			return
		case <-wake:
			if v.stop(false) {
				return
			}
		case <-ctx.Done():
			v.stop(true)
			return
		}
	}
}

// stop ends the dispatcher's wait before its time, unless a visit runs whose end it is to know; always ends it anyhow.
func (v *Virtual) stop(always bool) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.moved != nil && (always || !v.running()) {
		v.moved = nil
		return true
	}
	return false
}

// step goes to the next event if nothing runs. It is called with mu locked.
func (v *Virtual) step() {
	full := false
	if v.load != nil {
		_, full = v.load()
	}
	if v.running() || v.load != nil && v.moved == nil && !full {
		return
	}
	switch {
	case len(v.answers) > 0 && (v.moved == nil || !v.answers[0].at.After(v.until)):
		next := v.answers[0]
		v.answers = v.answers[1:]
		v.now = next.at
		close(next.there)
	case v.moved != nil && !v.forever:
		v.now = v.until
		close(v.moved)
		v.moved = nil
	}
}

// running says whether a visit runs that does not wait for its answer.
func (v *Virtual) running() bool {
	if v.load == nil {
		return false
	}
	visits, _ := v.load()
	return visits > len(v.answers)
}

// begin has a crawl go by the clock, whose visits crew counts.
func (v *Virtual) attach(load func() (visits int, full bool)) {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.load = load
}

// end says that the crawl's dispatcher will not wait any more: the answers that are under way come, one after the other.
func (v *Virtual) detach() {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.load = nil
	for len(v.answers) > 0 {
		v.step()
	}
}

// rest returns once no visit runs, so that what is chosen next knows all that is known by then.
func (v *Virtual) awaitVisits(ctx context.Context, wake <-chan struct{}) {
	for v != nil {
		v.mu.Lock()
		running := v.running()
		v.mu.Unlock()
		if !running {
			return
		}
		select {
		case <-wake:
		case <-v.still:
		case <-ctx.Done():
			return
		}
	}
}

// ask says that a URL is asked for now. What can be made of its answer alone may be made before wait.
func (v *Virtual) send(url string) *answer {
	if v == nil {
		return nil
	}
	took := v.took(url)
	v.mu.Lock()
	defer v.mu.Unlock()
	a := &answer{v, v.now.Add(took), make(chan struct{})}
	at, _ := slices.BinarySearchFunc(v.answers, a.at, func(b *answer, at time.Time) int {
		if b.at.After(at) {
			return 1
		}
		return -1 // the first of those that come at once was asked for first
	})
	v.answers = slices.Insert(v.answers, at, a)
	select {
	case v.still <- struct{}{}:
	default:
	}
	v.step()
	return a
}

// wait returns when the answer has come by the clock.
func (a *answer) wait(ctx context.Context) {
	if a == nil {
		return
	}
	select {
	case <-a.there:
	case <-ctx.Done():
		v := a.clock
		v.mu.Lock()
		defer v.mu.Unlock()
		v.answers = slices.DeleteFunc(v.answers, func(b *answer) bool { return a == b })
	}
}
