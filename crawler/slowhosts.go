package crawler

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"gannet/frontier"
)

// Work is everything that a worker does for a host: it looks up the name, makes the request, waits for memory or for a turn to read a PDF, reads the
// page and ranks its links. Work is slow if it lasts for slowAfter, or if it reads a PDF. A host is slow if the work for its latest pages took that
// long. While other hosts need workers, slow work holds at most one worker in slowShare. This limit is lifted while a second of work brings as many
// relevant pages from slow hosts as from the others.
const (
	slowAfter = 3 * time.Second
	slowShare = 4
	slowRest  = 5 * time.Second // pause of a slow host that gets no worker
	// slownessFades is the factor by which a host's slowness shrinks after quicker work.
	slownessFades = 0.7
	// lateAfter is the time after which work for an unproven host looks slow. A host is unproven until it has given a page.
	lateAfter = time.Second
	// provenKept is how many hosts that gave a page quickly are remembered.
	provenKept = 8
	// gainTime is how long the gain of workers' time is remembered in full.
	gainTime = time.Minute
)

// errPreempted ends the work for a slow host when another host needs the worker.
var errPreempted = errors.New("a slow host has to wait while others need the worker")

// slowHosts knows the work under way and how slow each host is, and limits the workers that slow hosts hold.
type slowHosts struct {
	all int // workers of the crawl

	mu       sync.Mutex               // guards the fields below
	works    map[uint64]*hostWork     // by lease
	slowness recentMap[time.Duration] // how long a host's latest pages took
	quick    gain                     // of the workers that slow hosts do not hold
	slow     gain                     // of the workers that they hold
	counted  time.Time                // until when workers' time is counted
	nextTurn time.Time                // when slow hosts may have a worker again, if one worker is more than their share
	nextTry  time.Time                // when unproven hosts may, after one of them turned out to be slow
	// proven is a ring of hosts that gave a page quickly; provenNext counts all that were written into it.
	proven     [provenKept]string
	provenNext int
}

// hostWork is what a worker does for a host, from its lease until the page is ready for the keeper.
type hostWork struct {
	lease     uint64
	host      string
	begin     time.Time
	slow      bool          // its host was slow when it began, or it reads a PDF
	proven    bool          // its host had given a page quickly when it began
	turn      time.Duration // how long it may last if one worker is more than the share of slow hosts
	requested bool          // a request was made
	page      bool          // for a page; robots.txt and sitemaps may be quick where pages are not
	blameless bool          // a proxy or this machine is to blame for its length
	fixed     bool          // it ends soon, and is not preempted any more
	preempted bool
	cancel    context.CancelCauseFunc
}

func (w *hostWork) slowAt(now time.Time) bool { return w.slow || now.Sub(w.begin) >= slowAfter }

// laterThan orders works by their beginning. Two of one moment are ordered by their host, so that crawls in virtual time are
// repeatable.
func (w *hostWork) laterThan(other *hostWork) bool {
	if w.begin.Equal(other.begin) {
		return w.host > other.host
	}
	return w.begin.After(other.begin)
}

// gain counts the seconds that workers have spent, and the relevant pages that they got for them.
type gain struct{ seconds, relevant float64 }

// rate is relevant pages a second. It starts from one second without any.
func (g gain) rate() float64 { return g.relevant / (g.seconds + 1) }

func (g *gain) halve() { g.seconds, g.relevant = g.seconds/2, g.relevant/2 }

func newSlowHosts(workers int) *slowHosts {
	return &slowHosts{all: workers, works: make(map[uint64]*hostWork)}
}

// beginWork records that work begins. It returns a context that ends, with errPreempted as its cause, when the work is preempted.
func (s *slowHosts) beginWork(ctx context.Context, lease frontier.Lease, now time.Time) (context.Context, *hostWork) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countTime(now)
	slowness, known := s.slowness.get(lease.Host)
	w := &hostWork{
		lease: lease.ID, host: lease.Host, begin: now,
		slow: slowness >= slowAfter, proven: known && slowness < slowAfter, turn: max(slowAfter, 2*slowness),
	}
	ctx, w.cancel = context.WithCancelCause(ctx)
	s.works[lease.ID] = w
	return ctx, w
}

// addRequest records that a request is being made, or was made. page says that it is for a page, and blameless that something else than the host is
// to blame if it takes long.
func (s *slowHosts) addRequest(w *hostWork, page, blameless bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.requested, w.page, w.blameless = true, page, blameless
}

// markSlow makes work count as slow, however long it takes.
func (s *slowHosts) markSlow(w *hostWork) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.slow = true
}

// fix protects work from being preempted, so that it goes on to its end.
func (s *slowHosts) fix(w *hostWork) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.fixed = true
}

// endWork records that work is over, and learns from it how slow its host is. Slow work makes the host slow at once, and quick work for pages reduces
// its slowness step by step.
func (s *slowHosts) endWork(w *hostWork, now time.Time) {
	w.cancel(nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countTime(now)
	delete(s.works, w.lease)
	if !w.requested || w.blameless {
		return
	}
	took := now.Sub(w.begin)
	if w.preempted { // what it would have taken is not known
		took = max(took, slowAfter)
	}
	if w.page || took >= slowAfter {
		before, _ := s.slowness.get(w.host)
		slowness := max(took, time.Duration(slownessFades*float64(before)))
		s.slowness.set(w.host, slowness)
		if slowness < slowAfter && !slices.Contains(s.proven[:], w.host) {
			s.proven[s.provenNext%provenKept] = w.host
			s.provenNext++
		}
	}
	if w.slowAt(now) && s.all < slowShare {
		next := &s.nextTurn
		if !w.slow && !w.proven {
			next = &s.nextTry
		}
		if next.Before(now) {
			*next = now
		}
		// This leaves an eighth of the workers' time, because a lone worker fetches nothing else meanwhile. Slow work of a time when no other host had
		// links is not made up for.
		pause := took * time.Duration(2*slowShare-s.all) / time.Duration(s.all)
		if *next = next.Add(pause); next.Sub(now) > pause*time.Duration(s.all) {
			*next = now.Add(pause * time.Duration(s.all))
		}
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

// fewest is the number of workers that slow hosts may hold in any case.
func (s *slowHosts) fewest() int { return max(1, s.all/slowShare) }

// turnLeft is the time until the turn of some work under way ends, at most slowAfter. If one worker is within the share of slow hosts, turns do not
// end.
func (s *slowHosts) turnLeft(now time.Time) time.Duration {
	left := slowAfter
	if s.all >= slowShare {
		return left
	}
	for _, w := range s.works {
		if !w.preempted {
			left = min(left, max(0, w.turn-now.Sub(w.begin)))
		}
	}
	return left
}

// held is how many workers slow hosts hold.
func (s *slowHosts) held(now time.Time) (n int) {
	for _, w := range s.works {
		if w.slowAt(now) && !w.preempted {
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

// admits reports whether a host may have a worker now. A slow host may while slow hosts hold fewer workers than their share. An unproven host may
// unless the workers are crowded and a proven host has links, which hasLinks reports. visits is how many visits are under way. If an unproven host is
// not admitted, the latest slow work beyond the share is preempted.
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

// crowded reports whether slow and unproven hosts leave proven hosts less than a quarter of the workers, while as many works of these hosts are late
// as slow hosts may hold workers. A crawl with fewer than slowShare workers is also crowded for a while after an unproven host turned out to be slow.
func (s *slowHosts) crowded(now time.Time, visits int) bool {
	if s.all < slowShare && (now.Before(s.nextTry) || s.held(now) > 0) {
		return true
	}
	unproven, late := visits, 0 // a visit that has not begun its work counts
	for _, w := range s.works {
		switch {
		case w.preempted || w.proven && !w.slowAt(now):
			unproven--
		case now.Sub(w.begin) >= lateAfter:
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
	var left []time.Duration // until quick works become slow
	for _, w := range s.works {
		if !w.slowAt(now) {
			left = append(left, slowAfter-now.Sub(w.begin))
		}
	}
	slices.Sort(left)
	if more < len(left) {
		return min(left[more], s.turnLeft(now))
	}
	return s.turnLeft(now) // work that begins from now on is not slow before
}

// preempt ends the latest work for a slow host, if slow hosts hold more workers than their share.
func (s *slowHosts) preempt(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.preemptLatest(now)
}

func (s *slowHosts) preemptLatest(now time.Time) {
	if s.held(now) <= s.share(now) {
		return
	}
	var latest *hostWork
	for _, w := range s.works {
		if w.slowAt(now) && !w.preempted && !w.fixed && (latest == nil || w.laterThan(latest)) {
			latest = w
		}
	}
	if latest != nil {
		latest.preempted = true
		latest.cancel(errPreempted)
	}
}
