package frontier

import "time"

// Defer ends a lease whose host may not get a request now, because another frontier of the same crawl sends one to the same IP address. The
// address then pauses for at least wait. The link is queued again, and no attempt is counted.
func (f *Frontier) Defer(now time.Time, id uint64, wait time.Duration) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.validLease(now, id)
	if err != nil {
		return err
	}
	if l.released {
		return ErrNoLease
	}
	slot := f.sched.slots[f.sched.hosts[l.host].slot]
	slot.next = max(slot.next, f.sched.now+int64(min(wait, maxWait)))
	f.cancelConnection(l)
	delete(f.leases.byID, id)
	f.requeue(l, 0)
	return f.commit()
}

// AddressPause returns how long an IP address has to pause after a connection that lasted for took.
func (f *Frontier) AddressPause(took time.Duration) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.opt.adaptive(took, f.opt.Delay, f.opt.MaxDelay)
}
