package frontier

import (
	"math"
	"time"
)

// waitingShare is the part of a better link's promise that a link needs so that it does not wait for the better one. lab/reports/evaluation.md
// compares other values.
const waitingShare = 0.5

// elsewhereWait is how long Take waits until it checks again whether other frontiers still have better links.
const elsewhereWait = 100 * time.Millisecond

// SetPatience makes Take wait for a better link, for up to patience, if that link's host and IP address will be free within that time.
// Better means that the probability of a relevant page is more than twice as high. promise returns this probability for a priority, if it
// is known; it is called while the frontier is locked. A busy host or address is expected to become free until its connection has lasted
// for patience. Without SetPatience, Take never waits for better links.
func (f *Frontier) SetPatience(patience time.Duration, promise func(priority float32) (share float32, known bool)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.promise = promise
	f.sched.almostFree.patience = int64(patience)
	for number := range f.sched.hosts {
		f.sched.reschedule(uint32(number))
	}
}

// SetElsewhere sets the probability that the best link of the other frontiers of the same crawl gives a relevant page. Links wait for that
// link in the same way as for links of this frontier whose hosts will soon be free.
func (f *Frontier) SetElsewhere(promise float32) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.elsewhere = promise
}

// Promise returns the probability that the best link leads to a relevant page, among all links that may be taken now or within the time given
// to SetPatience. It returns 0 if the probability is not known. Call SetPatience before Promise.
func (f *Frontier) Promise(now time.Time) float32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	best, _, ok := f.sched.bestAlmostFree()
	if !f.sched.ready.empty() {
		if i := item(f.sched.ready.top().key); !isRevisit(uint64(i)) && (!ok || i < best) {
			best, ok = i, true
		}
	}
	if !ok || f.promise == nil {
		return 0
	}
	if share, known := f.promise(priorityOf(best.order())); known {
		return share
	}
	return 0
}

// SetAwaited sets whether links of other hosts may wait until this host is free, as SetPatience describes. By default they may wait.
func (f *Frontier) SetAwaited(name string, awaited bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	number, known := f.sched.byName[name]
	if !known || f.sched.hosts[number].notAwaited == !awaited {
		return
	}
	f.sched.hosts[number].notAwaited = !awaited
	f.sched.reschedule(number)
}

// shouldWait reports whether Take should wait for a better link, and until when at most.
func (f *Frontier) shouldWait() (until int64, hold bool) {
	if f.promise == nil || f.sched.ready.empty() || isRevisit(f.sched.ready.top().key) {
		return 0, false
	}
	best := item(f.sched.ready.top().key)
	better, until, ok := f.sched.bestAlmostFree()
	ok = ok && better.order() < best.order()
	if !ok && f.elsewhere == 0 {
		return 0, false
	}
	priority := priorityOf(best.order())
	share, known := f.promise(priority)
	if !known {
		return 0, false
	}
	if ok {
		if others, _ := f.promise(priorityOf(better.order())); share < waitingShare*others {
			return until, true
		}
	}
	return f.sched.now + int64(elsewhereWait), share < waitingShare*f.elsewhere && !math.IsInf(float64(priority), 1)
}

// almostFree has the hosts with links that are about to become free. It also has the slots that are about to become free and have hosts whose pause
// is over. Both are ordered by their best link. A host or slot that is busy for longer than patience is removed when it is on top.
type almostFree struct {
	patience         int64 // 0: there are none
	hosts, slots     ranked
	hostPos, slotPos []int32
}

// updateAlmostFreeHost adds a host to almostFree, or removes it. key is the key of the host's best link or of its revisits, if it has any. No link
// waits for revisits.
func (s *schedule) updateAlmostFreeHost(number uint32, h *host, key uint64, has bool) {
	if _, ok := s.freeSoon(s.hostBusy(h), h.asked, h.freeAt()); ok && has && !h.notAwaited && !isRevisit(key) {
		s.almostFree.hosts.set(s.almostFree.hostPos, number, key)
	} else {
		s.almostFree.hosts.remove(s.almostFree.hostPos, number)
	}
}

func (s *schedule) updateAlmostFreeSlot(number uint32, slot *slot) {
	if _, ok := s.freeSoon(s.slotBusy(slot), slot.asked, slot.next); ok && !slot.ready.empty() && !isRevisit(slot.ready.top().key) {
		s.almostFree.slots.set(s.almostFree.slotPos, number, slot.ready.top().key)
	} else {
		s.almostFree.slots.remove(s.almostFree.slotPos, number)
	}
}

// freeSoon reports whether a host or slot that may not get a request now is about to become free. until is when it should be free.
func (s *schedule) freeSoon(busy bool, asked, next int64) (until int64, ok bool) {
	if until = next; busy {
		until = asked + s.almostFree.patience
	}
	return until, until > s.now && until-s.now <= s.almostFree.patience
}

// wakeTime returns when a host or slot with a pause until next must be checked again: when it enters almostFree, or when the pause ends.
func (s *schedule) wakeTime(next int64) int64 {
	if near := next - s.almostFree.patience; near > s.now {
		return near
	}
	return next
}

// bestAlmostFree returns the best link that is about to become free. until is when it should be free.
func (s *schedule) bestAlmostFree() (best item, until int64, ok bool) {
	for !ok && !s.almostFree.hosts.empty() {
		top := s.almostFree.hosts.top()
		h := s.hosts[top.value]
		if until, ok = s.freeSoon(s.hostBusy(h), h.asked, h.freeAt()); !ok {
			s.almostFree.hosts.remove(s.almostFree.hostPos, top.value)
		}
		best = item(top.key)
	}
	for !s.almostFree.slots.empty() {
		top := s.almostFree.slots.top()
		slot := s.slots[top.value]
		end, near := s.freeSoon(s.slotBusy(slot), slot.asked, slot.next)
		if !near {
			s.almostFree.slots.remove(s.almostFree.slotPos, top.value)
			continue
		}
		if !ok || item(top.key) < best {
			return item(top.key), end, true
		}
		break
	}
	return best, until, ok
}
