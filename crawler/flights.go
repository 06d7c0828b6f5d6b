package crawler

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"gannet/frontier"
)

// A request that lasts for slowAfter is slow, and so is a host whose latest pages took so long. Of workers that
// others need, slow hosts together hold at most one in slowShare, unless a second of a worker's time brings as many relevant
// pages there as elsewhere. Workers that have nothing to do bring none.
const (
	slowAfter = 3 * time.Second
	slowShare = 4
	slowRest  = 5 * time.Second // of a host that finds no worker
	// late is when a request to a host without a page so far makes one wonder whether the host is slow.
	late = time.Second
	// provenKept is how many of the hosts that were quick last are asked whether their links wait.
	provenKept = 8
	// costFades is what is left of what a host's requests took, for each later one that was quicker.
	costFades = 0.7
	// gainTime is for how long the gain of the workers' time is remembered in full.
	gainTime = time.Minute
)

// errPreempted ends a request of a slow host when another host needs the worker.
var errPreempted = errors.New("a slow host has to wait while others need the worker")

// flights are the requests under way, and what is known of how long hosts take.
type flights struct {
	workers int

	mu    sync.Mutex // guards the fields below
	under map[uint64]*flight
	cost  lately[time.Duration] // what a host's pages took lately
	quick gain                  // of the workers that slow hosts do not hold
	slow  gain                  // of those that they hold
	last  time.Time             // until which the workers' time is counted
	free  time.Time             // when a slow host may have a worker again, where one worker is more than the share
	// proven are the hosts whose pages were quick, the latest ones; next is where the next one is written.
	proven [provenKept]string
	next   int
}

type flight struct {
	host      string
	begin     time.Time
	page      bool          // for a page: robots.txt and sitemaps may be quick where pages are not
	slow      bool          // from the beginning
	proven    bool          // from the beginning: the host has given a page, and quickly
	turn      time.Duration // how long it may last where workers are few and others need them
	preempted bool
	cancel    context.CancelCauseFunc
}

// gain is what workers' time has brought.
type gain struct{ seconds, relevant float64 }

// rate is relevant pages a second; one second more than there were, for the beginning.
func (g gain) rate() float64 { return g.relevant / (g.seconds + 1) }

func newFlights(workers int) *flights {
	return &flights{workers: workers, under: make(map[uint64]*flight)}
}

// begin notes that a request begins. The context is its, and the function says that it is over, and returns true if it was
// preempted.
func (f *flights) begin(ctx context.Context, lease frontier.Lease, page bool, now time.Time) (context.Context, func(time.Time) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count(now)
	cost, known := f.cost.get(lease.Host)
	flying := &flight{host: lease.Host, begin: now, page: page, slow: cost >= slowAfter, proven: known && cost < slowAfter}
	flying.turn = max(slowAfter, 2*cost)
	ctx, flying.cancel = context.WithCancelCause(ctx)
	f.under[lease.ID] = flying
	return ctx, func(now time.Time) bool {
		flying.cancel(nil)
		f.mu.Lock()
		defer f.mu.Unlock()
		f.count(now)
		delete(f.under, lease.ID)
		f.took(flying, now.Sub(flying.begin))
		if flying.slowAt(now) && f.workers < slowShare {
			if f.free.Before(now) {
				f.free = now
			}
			f.free = f.free.Add(now.Sub(flying.begin) * time.Duration(2*slowShare-f.workers) / time.Duration(f.workers))
		}
		return flying.preempted
	}
}

// took learns from a request for a page that is over: a slow one counts at once, quick ones make it forgotten.
func (f *flights) took(flying *flight, d time.Duration) {
	if !flying.page {
		return
	}
	before, _ := f.cost.get(flying.host)
	cost := max(d, time.Duration(costFades*float64(before)))
	f.cost.set(flying.host, cost)
	if cost < slowAfter && !slices.Contains(f.proven[:], flying.host) {
		f.proven[f.next%provenKept] = flying.host
		f.next++
	}
}

// count adds the workers' time since it was last counted.
func (f *flights) count(now time.Time) {
	if !f.last.IsZero() && now.After(f.last) {
		d := now.Sub(f.last).Seconds()
		held := float64(f.held(now))
		f.slow.seconds += d * held
		f.quick.seconds += d * (float64(f.workers) - held)
		if f.slow.seconds+f.quick.seconds > 2*gainTime.Seconds()*float64(f.workers) {
			f.slow.halve()
			f.quick.halve()
		}
	}
	f.last = now
}

func (g *gain) halve() { g.seconds, g.relevant = g.seconds/2, g.relevant/2 }

// gave notes that a host gave a relevant page.
func (f *flights) gave(host string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.gainOf(host).relevant++
}

func (f *flights) gainOf(host string) *gain {
	if f.isSlow(host) {
		return &f.slow
	}
	return &f.quick
}

func (f *flights) isSlow(host string) bool {
	cost, _ := f.cost.get(host)
	return cost >= slowAfter
}

func (fl *flight) slowAt(now time.Time) bool { return fl.slow || now.Sub(fl.begin) >= slowAfter }

// worthIt says whether a second of a worker's time brings as many relevant pages at slow hosts as elsewhere.
func (f *flights) worthIt() bool { return f.slow.relevant > 0 && f.slow.rate() >= f.quick.rate() }

// share is how many workers slow hosts may hold.
func (f *flights) share(now time.Time) int {
	switch {
	case f.worthIt():
		return f.workers
	case f.workers < slowShare && (now.Before(f.free) || f.turnLeft(now) == 0): // one worker is more than the share: they take turns
		return 0
	}
	return max(1, f.workers/slowShare)
}

// turnLeft returns how long it takes until the turn of a request is over, where workers are few, and slowAfter at most.
func (f *flights) turnLeft(now time.Time) time.Duration {
	left := slowAfter
	if f.workers >= slowShare {
		return left
	}
	for _, fl := range f.under {
		if !fl.preempted {
			left = min(left, max(0, fl.turn-now.Sub(fl.begin)))
		}
	}
	return left
}

// held is how many workers slow hosts hold.
func (f *flights) held(now time.Time) (n int) {
	for _, fl := range f.under {
		if fl.slowAt(now) && !fl.preempted {
			n++
		}
	}
	return n
}

// slowHost says whether a host is slow.
func (f *flights) slowHost(host string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.isSlow(host)
}

// admits says whether a request to a host may have a worker now. waits says whether a host has links that wait.
//
// Slow hosts have their share. Hosts without a page so far may be slow as well: once so many requests to such hosts are late, or
// where workers are few a slow one has just had its turn, a quarter of the workers is kept for hosts that are known to be
// quick, as long as these have links.
func (f *flights) admits(host string, now time.Time, waits func(host string) bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count(now)
	cost, known := f.cost.get(host)
	switch {
	case cost >= slowAfter:
		return f.held(now) < f.share(now)
	case known:
		return true
	case f.workers == 1 && !now.Before(f.free) && f.held(now) == 0:
		return true
	case f.workers > 1 && !f.crowded(now):
		return true
	}
	return !slices.ContainsFunc(f.proven[:], func(host string) bool { return host != "" && waits(host) })
}

// crowded says whether requests to hosts that are slow, or without a page so far, hold all workers but those that are kept
// for others, and as many as the share of slow hosts are late.
func (f *flights) crowded(now time.Time) bool {
	doubtful, lateOnes := 0, 0
	for _, fl := range f.under {
		if fl.proven && !fl.slowAt(now) || fl.preempted {
			continue
		}
		doubtful++
		if now.Sub(fl.begin) >= late {
			lateOnes++
		}
	}
	share := max(1, f.workers/slowShare)
	return doubtful >= f.workers-share && lateOnes >= share
}

// slowOnes is how many workers slow hosts hold.
func (f *flights) slowOnes(now time.Time) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.held(now)
}

// surplus is how long it takes at the least until slow hosts hold more than their share; 0 if they do.
func (f *flights) surplus(now time.Time) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	more := f.share(now) - f.held(now)
	if more < 0 {
		return 0
	}
	var left []time.Duration
	for _, fl := range f.under {
		if !fl.slowAt(now) {
			left = append(left, slowAfter-now.Sub(fl.begin))
		}
	}
	slices.Sort(left)
	if more < len(left) {
		return min(left[more], f.turnLeft(now))
	}
	return f.turnLeft(now) // what begins from now on is not slow before that
}

// preempt ends the request of a slow host that has lasted least, if slow hosts hold more than their share.
func (f *flights) preempt(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.held(now) <= f.share(now) {
		return
	}
	var latest *flight
	for _, fl := range f.under {
		if fl.slowAt(now) && !fl.preempted && (latest == nil || fl.begin.After(latest.begin)) {
			latest = fl
		}
	}
	latest.preempted = true
	latest.cancel(errPreempted)
}
