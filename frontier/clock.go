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
	for {
		t, ok := f.sched.timers.next()
		if !ok || t.at > f.sched.now {
			return
		}
		f.sched.timers.drop()
		f.fire(t)
	}
}

func (f *Frontier) fire(t timer) {
	switch t.kind {
	case timerHost:
		if h := f.sched.hosts[t.id]; h.timer == t.at {
			h.timer = never
		}
		f.sched.settle(t.id)
	case timerSlot:
		if slot := f.sched.slots[t.id]; slot.timer == t.at {
			slot.timer = never
		}
		f.sched.settleSlot(t.id)
	case timerLink:
		if f.retry.until[t.id] != t.at {
			return // queued again before its time, or later
		}
		f.awake(t.id)
		host := f.links.host(t.id)
		if !f.sched.hosts[host].closed() {
			f.sched.enqueue(host, itemOf(f.links.order(t.id), t.id))
			f.sched.settle(host)
		}
	}
}

// wait says how long nothing can be taken unless a lease ends or a link is pushed; 0 if time alone changes nothing.
func (f *Frontier) wait() time.Duration {
	for {
		t, ok := f.sched.timers.next()
		if !ok {
			return 0
		}
		if f.matters(t) {
			return time.Duration(t.at - f.sched.now)
		}
		f.sched.timers.drop()
	}
}

// matters says whether a timer still stands for something, and forgets it if it does not.
func (f *Frontier) matters(t timer) bool {
	switch t.kind {
	case timerHost:
		h := f.sched.hosts[t.id]
		if _, ok := f.sched.best(h); ok && !h.busy && h.timer == t.at {
			return true
		}
		if h.timer == t.at {
			h.timer = never
		}
	case timerSlot:
		slot := f.sched.slots[t.id]
		if !slot.busy && !slot.ready.empty() && slot.timer == t.at {
			return true
		}
		if slot.timer == t.at {
			slot.timer = never
		}
	case timerLink:
		if f.retry.until[t.id] != t.at {
			return false
		}
		if !f.sched.hosts[f.links.host(t.id)].closed() {
			return true
		}
		f.awake(t.id)
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
	f.sched.timers.add(timer{until, timerLink, record})
}

func (f *Frontier) awake(record uint32) {
	delete(f.retry.until, record)
	if _, refused := f.retry.refused[record]; refused {
		delete(f.retry.refused, record)
		f.sched.hosts[f.links.host(record)].refused--
	}
	f.links.setWaiting(record, false)
}
