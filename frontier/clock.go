package frontier

import "time"

// advance lets time pass: leases expire, hosts and addresses have rested, back-offs end. A time before the latest
// one seen counts as that one.
func (f *Frontier) advance(now time.Time) {
	f.sched.now = max(f.sched.now, now.UnixNano()+f.ahead)
	for _, l := range f.leases.expired(f.sched.now) {
		f.release(l, l.expires, 0)
		f.putBack(l, 0)
	}
	for timers := &f.sched.timers; !timers.empty() && timers.top().key <= f.sched.now; {
		t := timers.pop()
		f.fire(t.key, t.value)
	}
}

func (f *Frontier) fire(at int64, a alarm) {
	switch a.kind {
	case timerHost:
		if h := f.sched.hosts[a.id]; h.timer == at {
			h.timer = never
		}
		f.sched.settle(a.id)
	case timerSlot:
		if slot := f.sched.slots[a.id]; slot.timer == at {
			slot.timer = never
		}
		f.sched.settleSlot(a.id)
	case timerLink:
		if f.retry.until[a.id] != at {
			return // queued again before its time, or later
		}
		f.awake(a.id)
		host := f.links.host(a.id)
		if !f.sched.hosts[host].closed() {
			f.sched.enqueue(host, itemOf(f.links.order(a.id), a.id))
			f.sched.settle(host)
		}
	}
}

// wait says how long nothing can be taken unless a lease ends or a link is pushed; 0 if time alone changes nothing.
func (f *Frontier) wait() time.Duration {
	for timers := &f.sched.timers; !timers.empty(); timers.pop() {
		if t := timers.top(); f.matters(t.key, t.value) {
			return time.Duration(t.key - f.sched.now)
		}
	}
	return 0
}

// matters says whether a timer still stands for something, and forgets it if it does not.
func (f *Frontier) matters(at int64, a alarm) bool {
	switch a.kind {
	case timerHost:
		h := f.sched.hosts[a.id]
		if _, ok := f.sched.best(h); ok && !h.busy && h.timer == at {
			return true
		}
		if h.timer == at {
			h.timer = never
		}
	case timerSlot:
		slot := f.sched.slots[a.id]
		if !slot.busy && !slot.ready.empty() && slot.timer == at {
			return true
		}
		if slot.timer == at {
			slot.timer = never
		}
	case timerLink:
		if f.retry.until[a.id] != at {
			return false
		}
		if !f.sched.hosts[f.links.host(a.id)].closed() {
			return true
		}
		f.awake(a.id)
	}
	return false
}

// asleep lets a record wait until its back-off is over. refused says that its host was not asked for it.
func (f *Frontier) asleep(record uint32, until int64, refused bool) {
	f.retry.until[record] = until
	if refused {
		f.retry.refused[record] = struct{}{}
		f.sched.hosts[f.links.host(record)].refused++
	}
	f.links.setWaiting(record, true)
	f.sched.timers.push(until, alarm{timerLink, record})
}

func (f *Frontier) awake(record uint32) {
	delete(f.retry.until, record)
	if _, refused := f.retry.refused[record]; refused {
		delete(f.retry.refused, record)
		f.sched.hosts[f.links.host(record)].refused--
	}
	f.links.setWaiting(record, false)
}
