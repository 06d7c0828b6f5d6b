package crawler

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/crawler/fetch"
)

// A Clock gives the time of a crawl. Everything in a crawl that waits or stores a time uses the Clock, so a crawl of a frozen web can have the
// usual delays and budgets without really waiting.
type Clock interface {
	Now() time.Time
	// Wait returns once d has passed, wake has delivered, or ctx is done.
	Wait(ctx context.Context, d time.Duration, wake <-chan struct{})
}

// forever is a wait that only a wake ends.
const forever time.Duration = math.MaxInt64

// Wall is the real clock. It computes the time from the machine's time at the start of the process and the time that has passed since then, so
// that pauses do not change if somebody sets the machine's clock.
type Wall struct{}

var started = time.Now()

// Now implements Clock: it returns the current time of the crawl.
func (Wall) Now() time.Time { return started.Add(time.Since(started)) }

// Wait implements Clock: it returns when d has passed, ctx is done or wake receives.
func (Wall) Wait(ctx context.Context, d time.Duration, wake <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-wake:
	case <-ctx.Done():
	}
}

// FetchTime is how long a fetch of a frozen or generated web takes in virtual time.
const FetchTime = 200 * time.Millisecond

// Virtual is a clock that jumps forward where Wall would sleep. So a crawl of a frozen web keeps its delays by this clock, but runs as fast
// as the machine allows.
//
// It is a simulation by discrete events. The clock stands still while a visit runs, and then jumps to the next response or to the end of the
// dispatcher's wait. Visits run one after the other, and pages are kept in the order in which their visits end. The dispatcher acts on an
// answer of the keeper only after a fixed number of further pages (see standStill). A crawl of a frozen web is therefore the same every time,
// under any load of the machine. Use NewVirtual. A Virtual serves one crawl at a time.
type Virtual struct {
	latency func(url string) time.Duration

	mu      sync.Mutex // guards all below
	now     time.Time
	load    func() (visits int, full bool) // of the crawl that runs; full: every worker has a visit
	answers []*answer                      // on their way, the earliest first
	still   chan struct{}                  // has an element when one more request was sent
	until   time.Time                      // the end of the dispatcher's wait
	forever bool                           // only a wake ends that wait
	moved   chan struct{}                  // closed at until; nil while the dispatcher is not waiting
}

// answer is the answer to one request.
type answer struct {
	clock *Virtual
	at    time.Time
	there chan struct{} // closed when the clock reaches at
}

// NewVirtual returns a clock that begins at start. latency returns how long the answer to a request for a URL takes; nil means no time at
// all. It should take some time: otherwise every host would always be free, and the order of links would hardly matter.
func NewVirtual(start time.Time, latency func(url string) time.Duration) *Virtual {
	if latency == nil {
		latency = FixedLatency(0)
	}
	return &Virtual{now: start, latency: latency, still: make(chan struct{}, 1)}
}

// FixedLatency returns a latency function for NewVirtual by which every response takes the time d.
func FixedLatency(d time.Duration) func(url string) time.Duration {
	return func(string) time.Duration { return d }
}

// RandomLatency returns a latency function for NewVirtual that draws a time for each URL from an exponential distribution with mean d. The
// same seed draws the same latencies.
func RandomLatency(d time.Duration, seed uint64) func(url string) time.Duration {
	return func(url string) time.Duration {
		u := rand.New(rand.NewPCG(seed, xxh3.HashString(url))).Float64()
		return time.Duration(-math.Log(1-u) * float64(d))
	}
}

// Now implements Clock: it returns the current time of the crawl.
func (v *Virtual) Now() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Wait implements Clock: the virtual clock jumps forward by d, or to an earlier event. It does not return while a visit runs.
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

// stop ends the dispatcher's wait early and reports whether it did. It does nothing while a visit runs, because the dispatcher has to know the result
// of that visit first; with always it ends the wait in any case.
func (v *Virtual) stop(always bool) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.moved != nil && (always || !v.running()) {
		v.moved = nil
		return true
	}
	return false
}

// goOn jumps to the next event if the crawl waits for it.
func (v *Virtual) goOn() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.step()
}

// step jumps to the next event if no visit runs. mu is locked.
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

// running reports whether any visit is doing more than waiting for its response.
func (v *Virtual) running() bool {
	if v.load == nil {
		return false
	}
	visits, _ := v.load()
	return visits > len(v.answers)
}

// attach starts a crawl by this clock. load counts the visits of the crawl, and reports whether every worker has one.
func (v *Virtual) attach(load func() (visits int, full bool)) {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.load = load
}

// detach ends the crawl by this clock. Answers that are still on their way arrive one after the other.
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

// awaitVisits returns once no visit is running, so that all results are known when the next link is chosen.
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

// send records that a URL is requested now. The response may be read before wait returns.
func (v *Virtual) send(url string) *answer {
	if v == nil {
		return nil
	}
	took := v.latency(url)
	v.mu.Lock()
	defer v.mu.Unlock()
	a := &answer{v, v.now.Add(took), make(chan struct{})}
	at, _ := slices.BinarySearchFunc(v.answers, a.at, func(b *answer, at time.Time) int {
		if b.at.After(at) {
			return 1
		}
		return -1 // of responses at the same time, the first request comes first
	})
	v.answers = slices.Insert(v.answers, at, a)
	select {
	case v.still <- struct{}{}:
	default:
	}
	v.step()
	return a
}

// wait returns when the clock has reached the response. It returns an error if ctx is done: the response never came.
func (a *answer) wait(ctx context.Context) error {
	if a == nil {
		return nil
	}
	select {
	case <-a.there:
	case <-ctx.Done():
		v := a.clock
		v.mu.Lock()
		defer v.mu.Unlock()
		v.answers = slices.DeleteFunc(v.answers, func(b *answer) bool { return a == b })
	}
	return ctx.Err()
}

const (
	// clockError is how far a time may lie ahead without consequences: machines share crawls, and clocks are corrected.
	clockError = time.Hour
	// clockHosts is how many hosts decide about the time.
	clockHosts = 3
)

// clockDoubt decides whether this machine's clock was ahead when pages were visited, or is behind now. The hosts of these pages decide it by the Date
// field of their responses (RFC 9110 section 6.6.1). Nothing is changed for good before that. The zero value has no doubt. It is safe for concurrent
// use.
type clockDoubt struct {
	mu    sync.Mutex     // guards the fields below
	hosts map[string]int // of what was visited later than now: 1: their time is ours, -1: it is later, 0: not known. nil: no doubt
}

// doubt records a host with a page whose last visit is dated long after now.
func (d *clockDoubt) doubt(host string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.hosts == nil {
		d.hosts = make(map[string]int)
	}
	d.hosts[host] = 0
}

// open reports whether the clock is in doubt.
func (d *clockDoubt) open() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.hosts != nil
}

// addDate records the Date field of a host's answer. It returns 1 when the clock has just been found right, -1 when it has just been found behind.
// Most of clockHosts hosts, or of all if they are fewer, have to agree.
func (d *clockDoubt) addDate(host, date string, now time.Time) (verdict int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	vote, asked := d.hosts[host]
	if !asked || vote != 0 {
		return 0
	}
	sent, err := http.ParseTime(date)
	if err != nil {
		return 0
	}
	if vote = 1; sent.Sub(now) > clockError {
		vote = -1
	}
	d.hosts[host] = vote
	same := 0
	for _, other := range d.hosts {
		if other == vote {
			same++
		}
	}
	if same <= min(clockHosts, len(d.hosts))/2 {
		return 0
	}
	d.hosts = nil
	return vote
}

// checkClock lets the servers decide a doubt about the clock. If the clock is right, the times of postings that lie ahead are changed to now, because
// no later observation would count before those times.
func (c *Crawl) checkClock(host string, resp *fetch.Response, now time.Time) {
	if c.watched == nil || !c.watched.clock.open() {
		return
	}
	switch c.watched.clock.addDate(host, resp.Header.Get("Date"), now) {
	case 1:
		n, err := c.watched.store.LivesNotAfter(now)
		if err != nil {
			c.log.Warn("the times of postings that a wrong clock has left stay as they are", "err", err)
			return
		}
		c.log.Warn("an earlier run's clock was ahead: what it visited counts as visited now", "postings", n, "clock", now)
	case -1:
		c.log.Warn("this machine's clock is behind that of the servers: set it right, until then postings neither open nor close", "clock", now)
	}
}
