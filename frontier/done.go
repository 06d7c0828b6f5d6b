package frontier

import (
	"fmt"
	"time"
)

// Release says that the connection of a lease is over and how long it took: the clocks of its host and of its address
// start. The lease stays until Done. A second Release changes nothing.
func (f *Frontier) Release(now time.Time, id uint64, took time.Duration) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.current(now, id)
	if err != nil {
		return err
	}
	f.release(l, f.sched.now, took)
	return f.commit()
}

func (f *Frontier) release(l *lease, now int64, took time.Duration) {
	if !l.released {
		l.released = true
		f.sched.rest(l.host, now, took)
		f.touch(l.host)
	}
}

// free ends the hold of a lease on its host and address before anything was asked there: neither rests.
func (f *Frontier) free(l *lease) {
	if l.released {
		return
	}
	l.released = true
	h := f.sched.hosts[l.host]
	h.busy, f.sched.slots[h.slot].busy = false, false
	f.sched.settle(l.host)
	f.touch(l.host)
}

// Done ends a lease. Links found on the page are pushed before. Without a Release before it, the connection is taken
// to be over and to have taken no time, unless the outcome says that there was none.
func (f *Frontier) Done(now time.Time, id uint64, o Outcome) error {
	if o.Result < Finish || o.Result > Requeue {
		return fmt.Errorf("frontier: done: unknown result %d", o.Result)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.current(now, id)
	if err != nil {
		return err
	}
	if o.Unasked {
		f.free(l)
	} else {
		f.release(l, f.sched.now, 0)
	}
	delete(f.leases.byID, id)
	f.rest(l.host, o.Rest)
	switch o.Result {
	case Requeue:
		f.putBack(l, o.After)
	case Retry:
		f.blame(l, o.After)
		f.hold(l, o.After, false)
	case Postpone:
		f.hold(l, o.After, true)
	case Finish:
		f.finish(l, Fetched)
	case Drop:
		f.finish(l, Dropped)
	}
	return f.commit()
}

// rest lets a host rest for d at least.
func (f *Frontier) rest(number uint32, d time.Duration) {
	if d > 0 {
		h := f.sched.hosts[number]
		h.next = max(h.next, f.sched.now+int64(min(d, maxWait)))
		f.sched.settle(number)
		f.touch(number)
	}
}

// putBack queues the link of a lease again as if it had not been taken, but not before after has passed.
func (f *Frontier) putBack(l *lease, after time.Duration) {
	h := f.leave(l, Queued)
	if h.closed() {
		f.count.drop(h, 1)
		return
	}
	h.queued++
	f.count.Queued++
	if after > 0 {
		f.asleep(l.record, f.sched.now+int64(min(after, maxWait)), false)
		f.links.setRevised(l.record)
		f.batch.Revisions = append(f.batch.Revisions, f.revision(l.record, l.data))
	} else {
		f.sched.enqueue(l.host, itemOf(f.links.order(l.record), l.record))
	}
	f.sched.settle(l.host)
}

// leave ends a lease's hold on its host.
func (f *Frontier) leave(l *lease, s State) *host {
	f.count.Leased--
	f.links.setState(l.record, s)
	h := f.sched.hosts[l.host]
	h.leased--
	return h
}

// finish writes that a link is done.
func (f *Frontier) finish(l *lease, s State) {
	h := f.leave(l, s)
	if s == Fetched {
		f.count.Fetched++
		h.fetched++
		if !h.dead {
			h.failures = 0
		}
	} else {
		f.count.Dropped++
	}
	delete(f.retry.attempts, l.record)
	f.batch.Revisions = append(f.batch.Revisions, Revision{Record: l.record, State: s})
	f.judge(l.host)
	f.sched.settle(l.host)
	f.touch(l.host)
}

// blame lets a host wait after a failure.
func (f *Frontier) blame(l *lease, after time.Duration) {
	h := f.sched.hosts[l.host]
	if !h.closed() {
		h.failures++
	}
	h.retry = max(h.retry, f.sched.now+int64(f.opt.backoff(int(h.failures))))
	f.rest(l.host, after)
}

// hold lets a link wait after an attempt, and gives it up when that was one too many. refused says that nobody was asked.
func (f *Frontier) hold(l *lease, after time.Duration, refused bool) {
	attempts := int(f.retry.attempts[l.record]) + 1
	if attempts >= f.opt.Retries {
		f.finish(l, Dropped)
		return
	}
	h := f.leave(l, Queued)
	f.retry.attempts[l.record] = uint8(attempts)
	if h.closed() {
		f.count.drop(h, 1)
	} else {
		h.queued++
		f.count.Queued++
		f.asleep(l.record, f.sched.now+int64(max(min(after, maxWait), f.opt.backoff(attempts))), refused)
	}
	f.links.setRevised(l.record)
	f.batch.Revisions = append(f.batch.Revisions, f.revision(l.record, l.data))
	f.judge(l.host)
	f.sched.settle(l.host)
	f.touch(l.host)
}

// judge closes a host whose budget is spent or which failed too often.
func (f *Frontier) judge(number uint32) {
	h := f.sched.hosts[number]
	if h.closed() {
		return
	}
	h.full = int(h.fetched) >= f.opt.PerHost
	h.dead = int(h.failures) >= f.opt.HostFailures
	if !h.closed() {
		return
	}
	f.count.close(h)
	dropped := f.sched.close(number)
	f.count.Queued -= int(dropped)
	f.count.drop(h, int(dropped))
}

// SetDelay sets a host's own shortest pause, its Crawl-delay; 0 takes it away. A pause already begun is not changed.
func (f *Frontier) SetDelay(name string, d time.Duration) {
	f.adjust(name, func(h *host) { h.delay = min(max(d, 0), maxWait) })
}

// Slow multiplies a host's pauses by factor, from 1 to 100, until the next call: for a host that answers with ever
// the same page. The clock of its address is not slowed.
func (f *Frontier) Slow(name string, factor float64) {
	if !(factor >= 1) {
		factor = 1
	}
	f.adjust(name, func(h *host) { h.slow = float32(min(factor, maxSlow)) })
}

// adjust changes a host. A failure to write it is told by the next call which can.
func (f *Frontier) adjust(name string, change func(*host)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil || name == "" {
		return
	}
	number, _ := f.sched.host(name)
	change(f.sched.hosts[number])
	f.touch(number)
	_ = f.commit()
}
