package crawler

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"gannet/frontier"
)

// A request that lasts for slowAfter is slow, and so is a host whose latest pages took so long. While other hosts need
// workers, all slow hosts together hold at most one worker in slowShare. The share does not hold when a second of work
// brings as many relevant pages from slow hosts as from the others.
const (
	slowAfter = 3 * time.Second
	slowShare = 4
	slowRest  = 5 * time.Second // pause of a slow host that gets no worker
	// slownessFades is what is left of a host's slowness after a quicker request.
	slownessFades = 0.7
	// lateAfter is when a request to an unproven host begins to look slow. A host is unproven until it has given a page.
	lateAfter = time.Second
	// provenKept is how many hosts that gave a page quickly are remembered.
	provenKept = 8
	// gainTime is how long the gain of workers' time is remembered in full.
	gainTime = time.Minute
)

// errPreempted ends a request to a slow host when another host needs the worker.
var errPreempted = errors.New("a slow host has to wait while others need the worker")

// slowHosts knows the requests under way and how slow each host is, and limits the workers that slow hosts hold.
type slowHosts struct {
	all int // workers of the crawl

	mu       sync.Mutex // guards the fields below
	requests map[uint64]*hostRequest
	slowness recentMap[time.Duration] // how long a host's latest pages took
	quick    gain                     // of the workers that slow hosts do not hold
	slow     gain                     // of the workers that they hold
	counted  time.Time                // until when workers' time is counted
	nextTurn time.Time                // when slow hosts may have a worker again, if one worker is more than their share
	// proven is a ring of hosts that gave a page quickly; provenNext counts all that were written into it.
	proven     [provenKept]string
	provenNext int
}

// hostRequest is a request under way.
type hostRequest struct {
	host      string
	begin     time.Time
	page      bool          // for a page; robots.txt and sitemaps may be quick where pages are not
	slow      bool          // its host was slow when it began
	proven    bool          // its host had given a page quickly when it began
	turn      time.Duration // how long it may last if one worker is more than the share of slow hosts
	preempted bool
	cancel    context.CancelCauseFunc
}

func (r *hostRequest) slowAt(now time.Time) bool { return r.slow || now.Sub(r.begin) >= slowAfter }

// laterThan orders requests by their beginning. Two of one moment are ordered by their host, so that crawls in virtual time
// are repeatable.
func (r *hostRequest) laterThan(other *hostRequest) bool {
	if r.begin.Equal(other.begin) {
		return r.host > other.host
	}
	return r.begin.After(other.begin)
}

// gain is what workers' time has brought.
type gain struct{ seconds, relevant float64 }

// rate is relevant pages a second. It starts from one second without any.
func (g gain) rate() float64 { return g.relevant / (g.seconds + 1) }

func (g *gain) halve() { g.seconds, g.relevant = g.seconds/2, g.relevant/2 }

func newSlowHosts(workers int) *slowHosts {
	return &slowHosts{all: workers, requests: make(map[uint64]*hostRequest)}
}

// beginRequest records that a request begins. It returns a context that ends when the request is preempted. Call end when
// the request is over, with whether the host is to blame for its length; it reports whether the request was preempted.
func (s *slowHosts) beginRequest(ctx context.Context, lease frontier.Lease, page bool, now time.Time) (_ context.Context, end func(now time.Time, byHost bool) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countTime(now)
	slowness, known := s.slowness.get(lease.Host)
	r := &hostRequest{
		host: lease.Host, begin: now, page: page,
		slow: slowness >= slowAfter, proven: known && slowness < slowAfter, turn: max(slowAfter, 2*slowness),
	}
	ctx, r.cancel = context.WithCancelCause(ctx)
	s.requests[lease.ID] = r
	return ctx, func(now time.Time, byHost bool) bool {
		r.cancel(nil)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.countTime(now)
		delete(s.requests, lease.ID)
		if byHost {
			s.endRequest(r, now)
		}
		return r.preempted
	}
}

// endRequest learns from a request for a page how slow its host is. A slow request counts at once, and quick ones let it be
// forgotten.
func (s *slowHosts) endRequest(r *hostRequest, now time.Time) {
	took := now.Sub(r.begin)
	if r.page {
		before, _ := s.slowness.get(r.host)
		slowness := max(took, time.Duration(slownessFades*float64(before)))
		s.slowness.set(r.host, slowness)
		if slowness < slowAfter && !slices.Contains(s.proven[:], r.host) {
			s.proven[s.provenNext%provenKept] = r.host
			s.provenNext++
		}
	}
	if r.slowAt(now) && s.all < slowShare {
		if s.nextTurn.Before(now) {
			s.nextTurn = now
		}
		// An eighth of the workers' time: a lone worker fetches nothing else meanwhile.
		s.nextTurn = s.nextTurn.Add(took * time.Duration(2*slowShare-s.all) / time.Duration(s.all))
	}
}

// countTime adds the workers' time since it was last counted.
func (s *slowHosts) countTime(now time.Time) {
	if !s.counted.IsZero() && now.After(s.counted) {
		seconds := now.Sub(s.counted).Seconds()
		held := float64(s.held(now))
		s.slow.seconds += seconds * held
		s.quick.seconds += seconds * (float64(s.all) - held)
		if s.slow.seconds+s.quick.seconds > 2*gainTime.Seconds()*float64(s.all) {
			s.slow.halve()
			s.quick.halve()
		}
	}
	s.counted = now
}

// addRelevantPage records that a host gave a relevant page.
func (s *slowHosts) addRelevantPage(host string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isSlow(host) {
		s.slow.relevant++
	} else {
		s.quick.relevant++
	}
}

func (s *slowHosts) isSlow(host string) bool {
	took, _ := s.slowness.get(host)
	return took >= slowAfter
}

// payOff reports whether a second of work brings as many relevant pages from slow hosts as from the others.
func (s *slowHosts) payOff() bool { return s.slow.relevant > 0 && s.slow.rate() >= s.quick.rate() }

// share is how many workers slow hosts may hold.
func (s *slowHosts) share(now time.Time) int {
	switch {
	case s.payOff():
		return s.all
	case s.all < slowShare && (now.Before(s.nextTurn) || s.turnLeft(now) == 0): // one worker is more than the share, so they take turns
		return 0
	}
	return s.fewest()
}

// fewest is the share that slow hosts have in any case.
func (s *slowHosts) fewest() int { return max(1, s.all/slowShare) }

// turnLeft is the time until the turn of a request under way ends, at most slowAfter. Where one worker is within the share
// of slow hosts, no turn ends.
func (s *slowHosts) turnLeft(now time.Time) time.Duration {
	left := slowAfter
	if s.all >= slowShare {
		return left
	}
	for _, r := range s.requests {
		if !r.preempted {
			left = min(left, max(0, r.turn-now.Sub(r.begin)))
		}
	}
	return left
}

// held is how many workers slow hosts hold.
func (s *slowHosts) held(now time.Time) (n int) {
	for _, r := range s.requests {
		if r.slowAt(now) && !r.preempted {
			n++
		}
	}
	return n
}

// slowHost reports whether a host is slow.
func (s *slowHosts) slowHost(host string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isSlow(host)
}

// admits reports whether a host may have a worker now. Slow hosts have their share. An unproven host is admitted unless the
// workers are crowded and a proven host has links, as hasLinks reports. visits is how many visits go on. If a host is not
// admitted, the latest request of a slow host beyond the share is cancelled.
func (s *slowHosts) admits(host string, now time.Time, visits int, hasLinks func(host string) bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countTime(now)
	slowness, known := s.slowness.get(host)
	switch {
	case slowness >= slowAfter:
		return s.held(now) < s.share(now)
	case known || !s.crowded(now, visits):
		return true
	}
	if !slices.ContainsFunc(s.proven[:], func(host string) bool { return host != "" && hasLinks(host) }) {
		return true
	}
	s.preemptLatest(now)
	return false
}

// crowded reports whether slow and unproven hosts leave proven ones less than a quarter of the workers, and as many of their
// requests as the share of slow hosts are late. Fewer than slowShare workers are crowded while slow hosts wait for their turn.
func (s *slowHosts) crowded(now time.Time, visits int) bool {
	if s.all < slowShare && (now.Before(s.nextTurn) || s.held(now) > 0) {
		return true
	}
	unproven, late := visits, 0 // a visit that has not begun its request counts
	for _, r := range s.requests {
		switch {
		case r.preempted || r.proven && !r.slowAt(now):
			unproven--
		case now.Sub(r.begin) >= lateAfter:
			late++
		}
	}
	return unproven >= s.all-s.fewest() && late >= s.fewest()
}

// workers is how many workers slow hosts hold.
func (s *slowHosts) workers(now time.Time) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held(now)
}

// untilOverShare is the least time until slow hosts hold more workers than their share, or 0 if they do now.
func (s *slowHosts) untilOverShare(now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	more := s.share(now) - s.held(now)
	if more < 0 {
		return 0
	}
	var left []time.Duration // until quick requests become slow
	for _, r := range s.requests {
		if !r.slowAt(now) {
			left = append(left, slowAfter-now.Sub(r.begin))
		}
	}
	slices.Sort(left)
	if more < len(left) {
		return min(left[more], s.turnLeft(now))
	}
	return s.turnLeft(now) // requests that begin from now on are not slow before
}

// preempt cancels the latest request to a slow host, if slow hosts hold more workers than their share.
func (s *slowHosts) preempt(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.preemptLatest(now)
}

func (s *slowHosts) preemptLatest(now time.Time) {
	if s.held(now) <= s.share(now) {
		return
	}
	var latest *hostRequest
	for _, r := range s.requests {
		if r.slowAt(now) && !r.preempted && (latest == nil || r.laterThan(latest)) {
			latest = r
		}
	}
	latest.preempted = true
	latest.cancel(errPreempted)
}
