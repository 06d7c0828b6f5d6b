package frontier

import (
	"fmt"
	"time"
)

// Take leases a revisit or, if none may be requested now, the best link that may. If there is no such link, the error is ErrWait, and wait
// says when to call Take again. A wait of 0 means that no link becomes free by waiting: only Release, Done, Push or the end of a lease can
// change that. The error is ErrEmpty if no links are left except those of held hosts.
func (f *Frontier) Take(now time.Time) (l Lease, wait time.Duration, err error) {
	return f.take(now, takeAny)
}

// TakeRevisit leases a revisit as Take does, but never a link. The error is ErrWait if no revisit may be requested now.
func (f *Frontier) TakeRevisit(now time.Time) (l Lease, wait time.Duration, err error) {
	return f.take(now, takeRevisits)
}

// TakeUrgent leases a revisit as TakeRevisit does, but only one with the priority Urgent.
func (f *Frontier) TakeUrgent(now time.Time) (l Lease, wait time.Duration, err error) {
	return f.take(now, takeUrgent)
}

// The kinds of requests that may be taken.
const (
	takeAny = iota
	takeRevisits
	takeUrgent
)

func (f *Frontier) take(now time.Time, what int) (l Lease, wait time.Duration, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return Lease{}, 0, f.failed
	}
	f.advance(now)
	if until, hold := f.shouldWait(); hold {
		if wait = f.wait(); wait == 0 || until-f.sched.now < int64(wait) {
			wait = time.Duration(until - f.sched.now)
		}
		return Lease{}, wait, ErrWait
	}
	host, ok := f.sched.bestHost()
	switch {
	case ok && what == takeUrgent && !f.sched.hosts[host].revisits.urgent():
		return Lease{}, f.wait(), ErrWait
	case ok && !f.sched.hosts[host].revisits.empty():
		l, err = f.leaseRevisit(host)
		return l, 0, err
	case ok && what != takeAny:
		return Lease{}, f.wait(), ErrWait
	case ok:
		l, err = f.lease(f.sched.takeLink(host), host)
		return l, 0, err
	case f.nothingLeft():
		return Lease{}, 0, ErrEmpty
	}
	return Lease{}, f.wait(), ErrWait
}

// lease makes the lease of a link that takeLink returned.
func (f *Frontier) lease(record, host uint32) (Lease, error) {
	url, data, err := f.store.Read(record, f.links.revised(record))
	if err != nil {
		f.failed = fmt.Errorf("frontier: take: read link %d: %w", record, err)
		return Lease{}, f.failed
	}
	l := &lease{record: record, host: host, slot: f.sched.hosts[host].slot, data: data, expires: f.sched.now + int64(f.opt.Lease)}
	f.leases.addLease(l)
	f.count.Queued--
	f.count.Leased++
	f.writeHost(host)
	return Lease{
		ID: l.id, URL: url, Host: f.sched.hosts[host].name, Priority: priorityOf(f.links.order(record)), Data: data,
		Attempt: int(f.retry.attempts[record]) + 1, Expires: time.Unix(0, l.expires-f.skew),
	}, f.commit()
}

// Reserve tells the frontier the IP address of a leased link's host. Call it when the name was resolved, before a connection is opened. If
// the address is busy or pauses, Reserve returns false: the lease has ended, its link is queued again, and no attempt is counted. If ip is
// "", nothing changes.
func (f *Frontier) Reserve(now time.Time, id uint64, ip string) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.validLease(now, id)
	if err != nil {
		return false, err
	}
	if l.released {
		return false, ErrNoLease
	}
	if ip == "" || ip == f.sched.slots[l.slot].ip {
		return true, nil
	}
	from, to := l.slot, f.sched.slotOf(ip)
	f.sched.bind(l.host, to)
	l.slot = to
	f.sched.slots[from].open--
	f.sched.rescheduleSlot(from)
	f.writeSlot(from)
	slot := f.sched.slots[to]
	ok := !f.sched.slotBusy(slot) && slot.next <= f.sched.now
	slot.open++
	if ok {
		slot.asked = f.sched.now
		f.sched.reschedule(l.host)
	} else {
		f.sched.cancelConnection(l)
		delete(f.leases.byID, id)
		f.requeue(l, 0)
	}
	f.writeHost(l.host)
	return ok, f.commit()
}

// Yield gives back a lease whose link has lost priority since Take. The link is queued again with the given priority, which is not stored on
// disk. No attempt is counted, and no pause begins. A revisit keeps its priority.
func (f *Frontier) Yield(now time.Time, id uint64, priority float32) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.validLease(now, id)
	if err != nil {
		return err
	}
	if l.released {
		return ErrNoLease
	}
	f.cancelConnection(l)
	delete(f.leases.byID, id)
	if l.revisit == nil {
		f.keepTaught(l.record)
		f.links.setOrder(l.record, orderOf(priority))
	}
	f.requeue(l, 0)
	return f.commit()
}

// validLease returns a lease that has not ended.
func (f *Frontier) validLease(now time.Time, id uint64) (*lease, error) {
	if f.failed != nil {
		return nil, f.failed
	}
	f.advance(now)
	if l, ok := f.leases.byID[id]; ok {
		return l, nil
	}
	return nil, ErrNoLease
}
