package frontier

import "time"

// advance sets the time and handles everything that is due: leases that expire, and pauses and back-offs that end. Within the frontier, time never
// goes backwards.
func (f *Frontier) advance(now time.Time) {
	f.sched.now = max(f.sched.now, now.UnixNano()+f.skew)
	for _, l := range f.leases.expired(f.sched.now) {
		f.release(l, l.expires, 0)
		f.sched.endMaking(l)
		f.expire(l)
	}
	for timers := &f.sched.timers; !timers.empty() && timers.top().key <= f.sched.now; {
		t := timers.pop()
		f.fire(t.key, t.value)
	}
}

// expire queues the link or revisit of an expired lease again. For a link, that counts as a failed attempt, because otherwise a link that always
// takes longer than its lease would be requested again and again.
func (f *Frontier) expire(l *lease) {
	if l.revisit != nil {
		f.requeue(l, 0)
		return
	}
	var o Outcome
	if f.opt.ExpiredNote != nil {
		o.Note = f.opt.ExpiredNote(int(f.retry.attempts[l.record])+1, time.Unix(0, f.sched.now-f.skew))
	}
	f.retryLater(l, &o, f.opt.LinkBackoff, true)
}

func (f *Frontier) fire(at int64, a alarm) {
	switch a.kind {
	case timerHost:
		if h := f.sched.hosts[a.id]; h.timer == at {
			h.timer = never
		}
		f.sched.reschedule(a.id)
	case timerSlot:
		if slot := f.sched.slots[a.id]; slot.timer == at {
			slot.timer = never
		}
		f.sched.rescheduleSlot(a.id)
	case timerLink:
		if f.retry.until[a.id] != at {
			return // the back-off ended before, or was made longer
		}
		f.endBackoff(a.id)
		host := f.links.host(a.id)
		if !f.sched.hosts[host].closed() {
			f.sched.enqueue(host, itemOf(f.links.order(a.id), a.id))
			f.sched.reschedule(host)
		}
	}
}

// wait returns the time until something can be taken, if no lease ends and no link is pushed before. 0 means that time alone
// changes nothing.
func (f *Frontier) wait() time.Duration {
	for timers := &f.sched.timers; !timers.empty(); timers.pop() {
		if t := timers.top(); f.stillNeeded(t.key, t.value) {
			return time.Duration(t.key - f.sched.now)
		}
	}
	return 0
}

// stillNeeded reports whether the end of a timer may make a link available. If not, the timer is removed from its host or slot.
func (f *Frontier) stillNeeded(at int64, a alarm) bool {
	switch a.kind {
	case timerHost:
		h := f.sched.hosts[a.id]
		if _, ok := f.sched.next(h); ok && !f.sched.hostBusy(h) && h.timer == at {
			return true
		}
		if h.timer == at {
			h.timer = never
		}
	case timerSlot:
		slot := f.sched.slots[a.id]
		if !f.sched.slotBusy(slot) && !slot.ready.empty() && slot.timer == at {
			return true
		}
		if slot.timer == at {
			slot.timer = never
		}
	case timerLink:
		return f.retry.until[a.id] == at && !f.sched.hosts[f.links.host(a.id)].closed() // a revisit may open the host again
	}
	return false
}

// startBackoff makes a queued link wait until a time. postponed says that the link's host did not fail.
func (f *Frontier) startBackoff(record uint32, until int64, postponed bool) {
	f.retry.until[record] = until
	if postponed {
		f.retry.postponed[record] = struct{}{}
		f.sched.hosts[f.links.host(record)].postponed++
	}
	f.links.setWaiting(record, true)
	f.sched.timers.push(until, alarm{timerLink, record})
}

func (f *Frontier) endBackoff(record uint32) {
	delete(f.retry.until, record)
	if _, postponed := f.retry.postponed[record]; postponed {
		delete(f.retry.postponed, record)
		f.sched.hosts[f.links.host(record)].postponed--
	}
	f.links.setWaiting(record, false)
}
