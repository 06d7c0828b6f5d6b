package frontier

import "time"

// hostClock has the fields of a host that AdoptClocks copies.
type hostClock struct {
	HostState
	notAwaited bool // see SetAwaited
}

// AdoptClocks copies the waiting times of another frontier: when its hosts and IP addresses may get a request again, their Crawl-delays,
// and what SetAwaited has set for hosts. So if two frontiers send requests to the same hosts one after the other, they keep the same pauses
// as a single frontier would.
func (f *Frontier) AdoptClocks(now time.Time, from *Frontier) error {
	hosts, addresses := from.clocks(now)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return f.failed
	}
	f.advance(now)
	for _, s := range addresses {
		slot := f.sched.slotOf(s.IP)
		f.sched.slots[slot].next = max(f.sched.slots[slot].next, s.Next+f.skew)
		f.sched.rescheduleSlot(slot)
		f.writeSlot(slot)
	}
	for _, s := range hosts {
		f.adoptHost(s)
	}
	return f.commit()
}

func (f *Frontier) adoptHost(s hostClock) {
	number, _ := f.sched.host(s.Name)
	h := f.sched.hosts[number]
	h.next, h.delay = max(h.next, s.Next+f.skew), max(h.delay, time.Duration(s.Delay))
	h.notAwaited = h.notAwaited || s.notAwaited
	if s.IP != "" && f.sched.slots[h.slot].ip == "" && h.open == 0 {
		f.sched.bind(number, f.sched.slotOf(s.IP))
	}
	f.sched.reschedule(number)
	f.writeHost(number)
}

// clocks returns the clocks that are running, in the caller's time. An open connection is treated as one that ends now.
func (f *Frontier) clocks(now time.Time) (hosts []hostClock, addresses []AddressState) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	for _, h := range f.sched.hosts {
		next := h.next
		if h.open > 0 {
			next = max(next, f.sched.now+int64(f.sched.hostPause(h, 0)))
		}
		if next > f.sched.now || h.delay > 0 || h.notAwaited {
			state := HostState{Name: h.name, IP: f.sched.slots[h.slot].ip, Next: next - f.skew, Delay: int64(h.delay)}
			hosts = append(hosts, hostClock{state, h.notAwaited})
		}
	}
	for _, slot := range f.sched.slots {
		next := slot.next
		if slot.open > 0 {
			next = max(next, f.sched.now+int64(f.opt.Delay))
		}
		if slot.ip != "" && next > f.sched.now {
			addresses = append(addresses, AddressState{IP: slot.ip, Next: next - f.skew})
		}
	}
	return hosts, addresses
}
