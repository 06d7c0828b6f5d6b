package frontier

import "time"

// advance sets the time and does what is due: leases expire, pauses and back-offs end. Time never goes backwards here.
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

// expire queues again what an expired lease was of. It counts as a failed attempt of a link: else a link that takes longer than its lease is
// requested again and again.
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

// stillNeeded reports whether the end of a timer may free a link. If not, its host or slot forgets the timer.
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

// startBackoff lets a queued link wait. postponed says that its host did not fail.
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
