package frontier

import (
	"fmt"
	"time"
)

// loader is the Loader that fills an empty frontier from its store.
type loader struct {
	*Frontier
	seen   seenBuilder
	taught *Taught // that goes before the stored priorities; nil: none does
}

// load fills the frontier from its store. It returns whether the priorities of taught were restored.
func (f *Frontier) load(taught *Taught) (restored bool, err error) {
	l := loader{Frontier: f, taught: taught}
	err = l.load()
	return err == nil && taught != nil && taught.fits, err
}

func (l *loader) load() error {
	f := l.Frontier
	if err := f.store.Load(l); err != nil {
		return err
	}
	if n := l.seen.build(&f.links.seen); n > 0 {
		return fmt.Errorf("%d links are stored twice", n)
	}
	l.taught.restore(&f.links)
	f.forgive()
	f.countEnded()
	hosts := f.sched.hosts
	for i, h := range hosts {
		h.dead = int(h.failures) >= f.opt.HostFailures
		h.full = !h.dead && h.spent(&f.opt)
		if h.closed() {
			f.count.countClosed(h)
		}
		f.sched.hosts[i] = h
	}
	f.countQueued()
	for _, h := range hosts {
		if !h.closed() {
			h.queue.reserve(int(h.queued))
		}
	}
	for record := range f.links.n {
		f.resume(record)
	}
	for i := range hosts {
		f.sched.reschedule(uint32(i))
	}
	return nil
}

// forgive resets the failures of the hosts in Options.Forgive.
func (f *Frontier) forgive() {
	for _, name := range f.opt.Forgive {
		if number, ok := f.sched.byName[name]; ok {
			f.sched.hosts[number].failures = 0
			f.writeHost(number)
		}
	}
}

// countEnded counts the links of each host that are Fetched.
func (f *Frontier) countEnded() {
	for record := range f.links.n {
		if f.links.state(record) == Fetched {
			f.sched.hosts[f.links.host(record)].ended++
		}
	}
}

// countQueued counts the queued links of each host.
func (f *Frontier) countQueued() {
	for record := range f.links.n {
		switch f.links.state(record) {
		case Fetched:
			f.count.Fetched++
		case Dropped:
			f.count.Dropped++
		default:
			if h := f.sched.hosts[f.links.host(record)]; h.closed() {
				f.count.countDropped(h, 1)
			} else {
				h.queued++
				f.count.Queued++
			}
		}
	}
}

// resume adds a queued link to its host's queue. If the link was in back-off, the back-off goes on.
func (f *Frontier) resume(record uint32) {
	host := f.links.host(record)
	if f.links.state(record) != Queued || f.sched.hosts[host].closed() {
		return
	}
	if until, ok := f.retry.until[record]; ok {
		f.startBackoff(record, until, f.sched.hosts[host].failures == 0)
		return
	}
	f.sched.enqueue(host, itemOf(f.links.order(record), record))
}

// Host implements Loader: it receives a stored host.
func (l *loader) Host(s HostState) error {
	number, made := l.sched.host(s.Name)
	if !made || number != s.Index {
		return fmt.Errorf("host %d %q is out of order", s.Index, s.Name)
	}
	h := l.sched.hosts[number]
	h.next, h.delay, h.slow = s.Next, time.Duration(s.Delay), s.Slow
	h.fetched, h.failures = s.Fetched, s.Failures
	if s.IP != "" {
		l.sched.bind(number, l.sched.slotOf(s.IP))
	}
	return nil
}

// Address implements Loader: it receives a stored IP address.
func (l *loader) Address(s AddressState) error {
	if s.IP == "" { // the latest time of the last run
		l.skew = max(0, s.Next-l.sched.now)
		l.sched.now += l.skew
		l.timeWritten = l.sched.now
		return nil
	}
	l.sched.slots[l.sched.slotOf(s.IP)].next = s.Next
	return nil
}

// Links implements Loader: it receives stored links.
func (l *loader) Links(first uint32, metas []Meta) error {
	if first != l.links.n {
		return fmt.Errorf("links begin at record %d, want %d", first, l.links.n)
	}
	for _, m := range metas {
		if int(m.Host) >= len(l.sched.hosts) {
			return fmt.Errorf("link %d is of host %d, but there are %d hosts", l.links.n, m.Host, len(l.sched.hosts))
		}
		l.seen.addFingerprint(m.Fingerprint)
		l.links.addRecord(m.Fingerprint, m.Host, orderOf(m.Priority))
		l.taught.compare(&l.links)
	}
	return nil
}

// Revision implements Loader: it receives the latest values of a stored link.
func (l *loader) Revision(r Revision) error {
	if r.Record >= l.links.n {
		return fmt.Errorf("revision of link %d, but there are %d links", r.Record, l.links.n)
	}
	if r.State != Queued && r.State != Fetched && r.State != Dropped {
		return fmt.Errorf("link %d has the unknown state %d", r.Record, r.State)
	}
	l.links.setState(r.Record, r.State)
	l.links.setRevised(r.Record)
	if r.State != Queued {
		return nil
	}
	l.links.setOrder(r.Record, orderOf(r.Priority))
	if r.Attempts > 0 { // which of them failed only with the host is not stored
		l.retry.attempts[r.Record] = r.Attempts
		l.links.setLater(r.Record, true)
	}
	if r.NotBefore > l.sched.now {
		l.retry.until[r.Record] = r.NotBefore
	}
	return nil
}
