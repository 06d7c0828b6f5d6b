package frontier

import "time"

// SetPatience lets Take wait up to patience for a better link whose host or address is about to become free. Busy ones
// count as about to be free until their connection has lasted that long. takeAnyway reports whether a link should be taken
// all the same; it is called with the frontier locked. Without SetPatience, Take never waits for better links.
func (f *Frontier) SetPatience(patience time.Duration, takeAnyway func(priority, better float32) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.takeAnyway = takeAnyway
	f.sched.soon.patience = int64(patience)
	for number := range f.sched.hosts {
		f.sched.reschedule(uint32(number))
	}
}

// SetAwaited sets whether links of other hosts may wait until this host is free, as SetPatience has it. By default they may.
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
	if f.takeAnyway == nil || f.sched.ready.empty() {
		return 0, false
	}
	better, until, ok := f.sched.bestSoon()
	best := item(f.sched.ready.top().key)
	if !ok || better.order() >= best.order() {
		return 0, false
	}
	return until, !f.takeAnyway(priorityOf(best.order()), priorityOf(better.order()))
}

// soon has the hosts with links that are about to be free, and such slots with hosts whose pause is over, both by their
// best link. One that is busy for longer than patience is removed when it is on top.
type soon struct {
	patience         int64 // 0: soon stays empty
	hosts, slots     ranked
	hostPos, slotPos []int32
}

// updateSoonHost adds a host whose best link is best to soon, or removes it.
func (s *schedule) updateSoonHost(number uint32, h *host, best item, has bool) {
	if _, ok := s.soonFree(h.busy, h.asked, h.freeAt()); ok && has && !h.notAwaited {
		s.soon.hosts.set(s.soon.hostPos, number, uint64(best))
	} else {
		s.soon.hosts.remove(s.soon.hostPos, number)
	}
}

func (s *schedule) updateSoonSlot(number uint32, slot *slot) {
	if _, ok := s.soonFree(slot.busy, slot.asked, slot.next); ok && !slot.ready.empty() {
		s.soon.slots.set(s.soon.slotPos, number, slot.ready.top().key)
	} else {
		s.soon.slots.remove(s.soon.slotPos, number)
	}
}

// soonFree reports whether a host or slot that cannot be asked now is about to be free, and until when to expect that.
func (s *schedule) soonFree(busy bool, asked, next int64) (until int64, ok bool) {
	if until = next; busy {
		until = asked + s.soon.patience
	}
	return until, until > s.now && until-s.now <= s.soon.patience
}

// wakeTime returns when a host or slot with a pause until next must be looked at: when it enters soon, or when the pause
// ends.
func (s *schedule) wakeTime(next int64) int64 {
	if near := next - s.soon.patience; near > s.now {
		return near
	}
	return next
}

// bestSoon returns the best link that is about to be free, and until when to expect that.
func (s *schedule) bestSoon() (best item, until int64, ok bool) {
	for !ok && !s.soon.hosts.empty() {
		top := s.soon.hosts.top()
		h := s.hosts[top.value]
		if until, ok = s.soonFree(h.busy, h.asked, h.freeAt()); !ok {
			s.soon.hosts.remove(s.soon.hostPos, top.value)
		}
		best = item(top.key)
	}
	for !s.soon.slots.empty() {
		top := s.soon.slots.top()
		slot := s.slots[top.value]
		end, near := s.soonFree(slot.busy, slot.asked, slot.next)
		if !near {
			s.soon.slots.remove(s.soon.slotPos, top.value)
			continue
		}
		if !ok || item(top.key) < best {
			return item(top.key), end, true
		}
		break
	}
	return best, until, ok
}
