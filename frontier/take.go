package frontier

import (
	"fmt"
	"time"
)

// Take leases the link that is best among those which may be asked for now. Without one it answers ErrWait and after
// which time to ask again, at the earliest useful one; 0 says that only a Release, a Done, a Push or the end of a
// lease can free a link. ErrEmpty says that nothing is left at all.
func (f *Frontier) Take(now time.Time) (l Lease, wait time.Duration, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return Lease{}, 0, f.failed
	}
	f.advance(now)
	if until, hold := f.holds(); hold {
		if wait = f.wait(); wait == 0 || until-f.sched.now < int64(wait) {
			wait = time.Duration(until - f.sched.now)
		}
		return Lease{}, wait, ErrWait
	}
	record, host, ok := f.sched.take()
	switch {
	case ok:
		l, err = f.lease(record, host)
		return l, 0, err
	case f.count.Queued == 0 && f.count.Leased == 0:
		return Lease{}, 0, ErrEmpty
	}
	return Lease{}, f.wait(), ErrWait
}

// lease makes the lease of a link which the schedule has just taken.
func (f *Frontier) lease(record, host uint32) (Lease, error) {
	url, data, err := f.store.Read(record, f.links.revised(record))
	if err != nil {
		f.failed = fmt.Errorf("frontier: take: read link %d: %w", record, err)
		return Lease{}, f.failed
	}
	l := &lease{record: record, host: host, data: data, expires: f.sched.now + int64(f.opt.Lease)}
	f.leases.add(l)
	f.links.setState(record, Leased)
	f.count.Queued--
	f.count.Leased++
	f.touch(host)
	return Lease{
		ID: l.id, URL: url, Host: f.sched.hosts[host].name, Priority: priorityOf(f.links.order(record)), Data: data,
		Attempt: int(f.retry.attempts[record]) + 1, Expires: time.Unix(0, l.expires-f.ahead),
	}, f.commit()
}

// Reserve binds the host of a lease to its IP address, once that is known and before the connection is opened. It
// answers false if that address is busy or must rest: then the link is in its queue again, no attempt is counted, and
// the lease is over. With "" for the address nothing changes.
func (f *Frontier) Reserve(now time.Time, id uint64, ip string) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.current(now, id)
	if err != nil {
		return false, err
	}
	if l.released {
		return false, ErrNoLease
	}
	h := f.sched.hosts[l.host]
	if from := f.sched.slots[h.slot]; ip == "" || ip == from.ip {
		return true, nil
	}
	from, to := h.slot, f.sched.address(ip)
	f.sched.slots[from].busy = false
	f.sched.bind(l.host, to)
	f.sched.settleSlot(from)
	f.touchSlot(from)
	slot := f.sched.slots[to]
	ok := !slot.busy && slot.next <= f.sched.now
	if ok {
		slot.busy, slot.asked = true, f.sched.now
		f.sched.settleSlot(to)
	} else {
		h.busy = false
		l.released = true
		delete(f.leases.byID, id)
		f.putBack(l, 0)
	}
	f.touch(l.host)
	return ok, f.commit()
}

// Yield gives a lease back untouched because its link is worth less than it was taken for: it is queued with the given
// priority, as Push with Replace does it, no attempt is counted and no host rests.
func (f *Frontier) Yield(now time.Time, id uint64, priority float32) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.current(now, id)
	if err != nil {
		return err
	}
	if l.released {
		return ErrNoLease
	}
	f.free(l)
	delete(f.leases.byID, id)
	f.links.setOrder(l.record, orderOf(priority))
	f.putBack(l, 0)
	return f.commit()
}

// current gives a lease that is out.
func (f *Frontier) current(now time.Time, id uint64) (*lease, error) {
	if f.failed != nil {
		return nil, f.failed
	}
	f.advance(now)
	if l, ok := f.leases.byID[id]; ok {
		return l, nil
	}
	return nil, ErrNoLease
}
