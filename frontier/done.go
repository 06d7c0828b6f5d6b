package frontier

import (
	"fmt"
	"time"
)

// Release says that the HTTP connection of a lease has ended, after the time took. The pauses of its host and its IP address begin now. The
// page then counts as being processed until Made is called, and the lease lasts until Done. A second Release has no effect.
func (f *Frontier) Release(now time.Time, id uint64, took time.Duration) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.validLease(now, id)
	if err != nil {
		return err
	}
	f.release(l, f.sched.now, took)
	return f.commit()
}

// Made says that the page of a lease has been processed. Its host may then get a request as soon as its pause is over. The lease lasts
// until Done. Before Release, Made has no effect.
func (f *Frontier) Made(now time.Time, id uint64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.validLease(now, id)
	if err != nil {
		return err
	}
	f.sched.endMaking(l)
	return f.commit()
}

func (f *Frontier) release(l *lease, now int64, took time.Duration) {
	if !l.released {
		f.sched.endConnection(l, now, took)
		f.writeConnection(l)
	}
}

// cancelConnection frees host and address of a lease that has sent no request. No pause begins.
func (f *Frontier) cancelConnection(l *lease) {
	if !l.released {
		f.sched.cancelConnection(l)
		f.writeConnection(l)
	}
}

// Done ends a lease. Call it after the page is stored and its links are pushed, so that a crash loses neither. If Release was not called
// before, the connection counts as one that took no time; if Outcome.Unasked is set, there was no connection.
func (f *Frontier) Done(now time.Time, id uint64, o Outcome) error {
	if o.Result < Finish || o.Result > DropHost {
		return fmt.Errorf("frontier: done: unknown result %d", o.Result)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.validLease(now, id)
	if err != nil {
		return err
	}
	if o.Unasked {
		f.cancelConnection(l)
	} else {
		f.release(l, f.sched.now, 0)
	}
	f.sched.endMaking(l)
	delete(f.leases.byID, id)
	f.pauseHost(l.host, o.Rest)
	if l.revisit != nil {
		f.endRevisit(l, &o)
		return f.commit()
	}
	switch o.Result {
	case Requeue:
		f.requeue(l, o.After)
	case Retry:
		f.links.setLater(l.record, true) // whether the host has recovered is seen by another link, since this one may be the cause
		f.backOffHost(l, o.After, f.opt.Backoff)
		f.retryLater(l, &o, f.opt.Backoff, false)
	case RetryLink:
		f.missLink(l)
		f.retryLater(l, &o, f.opt.LinkBackoff, true)
	case Postpone:
		f.retryLater(l, &o, f.opt.Backoff, true)
	case Finish:
		f.finish(l, Fetched, &o)
	case Drop:
		f.finish(l, Dropped, &o)
	case DropHost:
		f.finish(l, Dropped, &o)
		f.closeGone(l.host)
	}
	return f.commit()
}

// pauseHost makes the pause of a host last for at least d from now.
func (f *Frontier) pauseHost(number uint32, d time.Duration) {
	if d > 0 {
		h := f.sched.hosts[number]
		h.next = max(h.next, f.sched.now+int64(min(d, maxWait)))
		f.sched.reschedule(number)
		f.writeHost(number)
	}
}

// requeue queues the link or revisit of a lease again, without counting an attempt. It may be taken once after has passed.
func (f *Frontier) requeue(l *lease, after time.Duration) {
	if l.revisit != nil {
		f.queueRevisit(l.host, l.place, l.revisit)
		return
	}
	h := f.endLease(l, Queued)
	if h.closed() {
		f.count.countDropped(h, 1)
		return
	}
	h.queued++
	f.count.Queued++
	if after > 0 {
		f.startBackoff(l.record, f.sched.now+int64(min(after, maxWait)), false)
		f.links.setRevised(l.record)
		f.batch.Revisions = append(f.batch.Revisions, f.revisionOf(l.record, l.data))
	} else {
		f.sched.enqueue(l.host, itemOf(f.links.order(l.record), l.record))
	}
	f.sched.reschedule(l.host)
}

// endLease gives the link its new state and updates the counts.
func (f *Frontier) endLease(l *lease, s State) *host {
	f.count.Leased--
	f.links.setState(l.record, s)
	h := f.sched.hosts[l.host]
	h.leased--
	return h
}

// finish makes a link Fetched or Dropped.
func (f *Frontier) finish(l *lease, s State, o *Outcome) {
	f.endLease(l, s)
	f.settle(l.record, l.host, s, !o.NoPage, o.Note)
}

// settle makes a link Fetched or Dropped. The link is neither queued nor leased any more. kept says that a Fetched link gave a page.
func (f *Frontier) settle(record, host uint32, s State, kept bool, note []byte) {
	h := f.sched.hosts[host]
	f.links.setState(record, s)
	if s == Fetched {
		f.count.Fetched++
		h.ended++
		if kept {
			h.fetched++
		}
		h.missed = 0
		if !h.dead {
			h.failures = 0
		}
	} else {
		f.count.Dropped++
	}
	delete(f.retry.attempts, record)
	delete(f.taught, record)
	f.mirror.Touch(int(record))
	f.links.setRevised(record)
	f.batch.Revisions = append(f.batch.Revisions, Revision{Record: record, State: s, Data: note})
	f.closeIfSpent(host)
	f.sched.reschedule(host)
	f.writeHost(host)
}

// missLink counts a link that failed although its host answers others. HostFailures such links in a row are a failure of the host, and so is each
// further one. A link that fails again is counted once, because its second failure says nothing new about the host.
func (f *Frontier) missLink(l *lease) {
	f.links.setLater(l.record, true)
	h := f.sched.hosts[l.host]
	if f.retry.attempts[l.record] == 0 {
		h.missed++
	}
	if int(h.missed) >= f.opt.HostFailures {
		f.backOffHost(l, 0, f.opt.LinkBackoff)
	}
}

// backOffHost counts a failure of a host and lengthens its pause. first is the pause after the first failure. Failed revisits lengthen the pauses of
// a full host, but never make it dead.
func (f *Frontier) backOffHost(l *lease, after, first time.Duration) {
	h := f.sched.hosts[l.host]
	if !h.closed() || l.revisit != nil && h.full && int(h.failures)+1 < f.opt.HostFailures {
		h.failures++
	}
	h.retry = max(h.retry, f.sched.now+int64(f.opt.backoff(first, int(h.failures))))
	f.pauseHost(l.host, after)
}

// retryLater queues a link again after a back-off, or drops it after its last attempt. first is the back-off after the first attempt. postponed says
// that the host did not fail.
func (f *Frontier) retryLater(l *lease, o *Outcome, first time.Duration, postponed bool) {
	attempts := int(f.retry.attempts[l.record]) + 1
	if attempts >= f.opt.Retries {
		f.finish(l, Dropped, o)
		return
	}
	h := f.endLease(l, Queued)
	f.retry.attempts[l.record] = uint8(attempts)
	if h.closed() {
		f.count.countDropped(h, 1)
	} else {
		h.queued++
		f.count.Queued++
		f.startBackoff(l.record, f.sched.now+int64(max(min(o.After, maxWait), f.opt.backoff(first, attempts))), postponed)
	}
	f.links.setRevised(l.record)
	f.batch.Revisions = append(f.batch.Revisions, f.revisionOf(l.record, l.data))
	f.closeIfSpent(l.host)
	f.sched.reschedule(l.host)
	f.writeHost(l.host)
}

// closeIfSpent closes a host whose budget is spent, or that failed too often in a row.
func (f *Frontier) closeIfSpent(number uint32) {
	h := f.sched.hosts[number]
	if h.closed() {
		return
	}
	h.full = h.spent(&f.opt)
	h.dead = int(h.failures) >= f.opt.HostFailures
	if h.closed() {
		f.dropQueue(number)
	}
}

// closeGone closes a host whose name does not exist.
func (f *Frontier) closeGone(number uint32) {
	h := f.sched.hosts[number]
	if h.closed() {
		return
	}
	h.gone = true
	f.dropQueue(number)
}

// dropQueue drops the links of a host that was closed.
func (f *Frontier) dropQueue(number uint32) {
	h := f.sched.hosts[number]
	f.count.countClosed(h)
	dropped := f.sched.closeHost(number)
	f.count.Queued -= int(dropped)
	f.count.countDropped(h, int(dropped))
}

// SetDelay sets the Crawl-delay of a host: the least pause between two requests to it. 0 removes it. A pause that has begun does not
// change.
func (f *Frontier) SetDelay(name string, d time.Duration) {
	f.adjust(name, func(h *host) { h.delay = min(max(d, 0), maxWait) })
}

// SetSlowdown makes a host's pauses longer by a factor from 1 to 100, until the next call. It is for hosts whose pages are missing or
// copies. The pauses of the host's IP address do not change.
func (f *Frontier) SetSlowdown(name string, factor float64) {
	if !(factor >= 1) {
		factor = 1
	}
	f.adjust(name, func(h *host) { h.slow = float32(min(factor, maxSlow)) })
}

// adjust changes a host. If the change cannot be written, the next call that can return an error returns it.
func (f *Frontier) adjust(name string, change func(*host)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil || name == "" {
		return
	}
	number, _ := f.sched.host(name)
	change(f.sched.hosts[number])
	f.sched.reschedule(number)
	f.writeHost(number)
	_ = f.commit()
}
