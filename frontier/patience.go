package frontier

import "time"

// SetPatience has Take pass over a link that is not worth taking while a better one is about to be free: the host or
// address of the better one has at most patience to rest, or is busy for less than that so far. worth says whether a
// link of some priority is to be taken all the same; it is called with the frontier locked. At first every link is.
func (f *Frontier) SetPatience(patience time.Duration, worth func(priority, better float32) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.worth = worth
	f.sched.soon.patience = int64(patience)
	for number := range f.sched.hosts {
		f.sched.settle(uint32(number))
	}
}

// SetHurry says whether links of other hosts wait for those of a host that is about to be free; at first they do.
func (f *Frontier) SetHurry(name string, hurry bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	number, known := f.sched.byName[name]
	if !known || f.sched.hosts[number].unhurried == !hurry {
		return
	}
	f.sched.hosts[number].unhurried = !hurry
	f.sched.settle(number)
}

// holds says whether the link that Take would give is to be passed over, and until when at the most.
func (f *Frontier) holds() (until int64, hold bool) {
	if f.worth == nil || f.sched.ready.empty() {
		return 0, false
	}
	better, until, ok := f.sched.soonest()
	best := item(f.sched.ready.top().key)
	if !ok || better.order() >= best.order() {
		return 0, false
	}
	return until, !f.worth(priorityOf(best.order()), priorityOf(better.order()))
}

// soon holds the hosts with links that are about to be free, and the slots likewise which have rested hosts, both by
// their best link. Whoever turns out to be busy for longer leaves when it is seen on top.
type soon struct {
	patience         int64 // 0: nobody is held here
	hosts, slots     ranked
	hostPos, slotPos []int32
}

// expectHost puts a host with a best link among those about to be free, or takes it out.
func (s *schedule) expectHost(number uint32, h *host, best item, has bool) {
	if _, ok := s.due(h.busy, h.asked, h.free()); ok && has && !h.unhurried {
		s.soon.hosts.set(s.soon.hostPos, number, uint64(best))
	} else {
		s.soon.hosts.remove(s.soon.hostPos, number)
	}
}

func (s *schedule) expectSlot(number uint32, slot *slot) {
	if _, ok := s.due(slot.busy, slot.asked, slot.next); ok && !slot.ready.empty() {
		s.soon.slots.set(s.soon.slotPos, number, slot.ready.top().key)
	} else {
		s.soon.slots.remove(s.soon.slotPos, number)
	}
}

// due says whether a host or slot which cannot be asked now is about to be free, and until when that is believed.
func (s *schedule) due(busy bool, asked, next int64) (until int64, ok bool) {
	if until = next; busy {
		until = asked + s.soon.patience
	}
	return until, until > s.now && until-s.now <= s.soon.patience
}

// notice gives the time at which a rest until next needs attention: its end, or before that when the end comes near.
func (s *schedule) notice(next int64) int64 {
	if near := next - s.soon.patience; near > s.now {
		return near
	}
	return next
}

// soonest gives the best link that is about to be free, and until when that is believed.
func (s *schedule) soonest() (best item, until int64, ok bool) {
	for !ok && !s.soon.hosts.empty() {
		top := s.soon.hosts.top()
		h := s.hosts[top.value]
		if until, ok = s.due(h.busy, h.asked, h.free()); !ok {
			s.soon.hosts.remove(s.soon.hostPos, top.value)
		}
		best = item(top.key)
	}
	for !s.soon.slots.empty() {
		top := s.soon.slots.top()
		slot := s.slots[top.value]
		end, near := s.due(slot.busy, slot.asked, slot.next)
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
