package cluster

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"gannet/frontier"
	"gannet/internal/weburl"
)

// Frontier is the frontier of one machine of a cluster. It leases only links of hosts that this machine owns, and sends other links to the
// machines that own their hosts. A method without further comment does the same as the method of frontier.Frontier with the same name.
type Frontier struct {
	*frontier.Frontier
	node  *Node
	pages atomic.Int64              // fetched since the machine joined
	took  atomic.Pointer[time.Time] // when the latest link was taken

	mu     sync.Mutex // guards the fields below
	leases map[uint64]frontier.Lease
	out    [Partitions]int        // leases of each partition
	sent   [2]map[uint64]float32  // links sent recently: the best priority by fingerprint; the newer map first
	held   func(host string) bool // by the user
}

// mostSent is how many links each of the two maps of sent has.
const mostSent = 1 << 19

func newFrontier(local *frontier.Frontier, n *Node, held func(host string) bool) *Frontier {
	f := &Frontier{Frontier: local, node: n, leases: make(map[uint64]frontier.Lease), held: held}
	f.sent[0] = make(map[uint64]float32)
	f.holdOthers()
	return f
}

// holdOthers asks only hosts that the machine owns, and that the user has not blocked.
func (f *Frontier) holdOthers() {
	f.mu.Lock()
	blocked := f.held
	f.mu.Unlock()
	f.Frontier.Hold(func(host string) bool { return !f.node.owns(host) || blocked != nil && blocked(host) })
}

// Hold stops requests to all hosts for which held returns true, and permits requests to all others.
func (f *Frontier) Hold(held func(host string) bool) {
	f.mu.Lock()
	f.held = held
	f.mu.Unlock()
	f.holdOthers()
}

// Held counts the links and revisits that wait because a user has blocked their host. Hosts of other machines are not counted.
func (f *Frontier) Held() (c frontier.Held) {
	f.mu.Lock()
	blocked := f.held
	f.mu.Unlock()
	if blocked == nil {
		return c
	}
	rows, _ := f.Frontier.Hosts(f.node.now(), frontier.HostQuery{State: frontier.HostBlocked})
	for _, r := range rows {
		if f.node.owns(r.Name) && blocked(r.Name) {
			c.Hosts++
			c.Links += r.Queued
		}
	}
	return c
}

// Push adds the links to hosts that this machine owns, and sends the other links to the machines that own their hosts. added is the number of
// links that are new on this machine, plus the number of links that were sent and not recently sent before.
func (f *Frontier) Push(now time.Time, links []frontier.Link) (added int, err error) {
	own := make([]frontier.Link, 0, len(links))
	fresh := make([]bool, 0, len(links))
	for i := range links {
		l := &links[i]
		if l.URL == "" || l.Host == "" {
			return f.Frontier.Push(now, links) // says what is wrong
		}
		if f.node.owns(l.Host) {
			own = append(own, *l)
			fresh = append(fresh, f.Frontier.State(l.URL) == frontier.Unknown)
		} else if f.mustSend(l) {
			f.node.journal.add(f.node.parts.of(l.Host), false, func(b []byte) []byte { return appendLink(b, l) })
			added++
		}
	}
	if len(own) == 0 {
		return added, nil
	}
	n, err := f.Frontier.Push(now, own)
	for i := range own {
		if l := &own[i]; fresh[i] && err == nil {
			f.node.journal.add(f.node.parts.of(l.Host), true, func(b []byte) []byte { return appendLink(b, l) })
		}
	}
	return added + n, err
}

// mustSend reports whether the owner of a link may not know it yet, or may know it with a lower priority.
func (f *Frontier) mustSend(l *frontier.Link) bool {
	key := weburl.Fingerprint(l.URL)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, sent := range f.sent {
		if best, ok := sent[key]; ok && best >= l.Priority {
			return false
		}
	}
	if len(f.sent[0]) >= mostSent {
		f.sent[0], f.sent[1] = make(map[uint64]float32), f.sent[0]
	}
	f.sent[0][key] = l.Priority
	return true
}

// Take leases the best link, as frontier.Frontier.Take does. It returns ErrWait while this machine may not make requests, and ErrEmpty only
// if no machine of the cluster has any link left.
func (f *Frontier) Take(now time.Time) (frontier.Lease, time.Duration, error) {
	return f.take(f.Frontier.Take(now))
}

// TakeRevisit leases the best revisit of a host that this machine owns, and never a link. The error is ErrWait if none may be requested now.
func (f *Frontier) TakeRevisit(now time.Time) (frontier.Lease, time.Duration, error) {
	return f.take(f.Frontier.TakeRevisit(now))
}

// TakeUrgent leases a revisit as TakeRevisit does, but only one with the priority frontier.Urgent.
func (f *Frontier) TakeUrgent(now time.Time) (frontier.Lease, time.Duration, error) {
	return f.take(f.Frontier.TakeUrgent(now))
}

func (f *Frontier) take(l frontier.Lease, wait time.Duration, err error) (frontier.Lease, time.Duration, error) {
	if err == nil {
		f.mu.Lock()
		f.leases[l.ID] = l
		f.out[f.node.parts.of(l.Host)]++
		f.mu.Unlock()
		f.node.setEmpty(false)
		if !f.node.mayAsk(l.Host) {
			return frontier.Lease{}, f.node.o.Flush, errors.Join(f.giveBack(l.ID), frontier.ErrWait)
		}
		now := f.node.now()
		f.took.Store(&now)
		return l, 0, nil
	}
	empty := errors.Is(err, frontier.ErrEmpty)
	f.node.setEmpty(empty)
	switch failed := f.node.err(); {
	case failed != nil:
		return l, 0, failed
	case empty && !f.node.finished(), errors.Is(err, frontier.ErrWait) && (wait == 0 || wait > f.node.o.Flush):
		return l, f.node.o.Flush, frontier.ErrWait // links may come from other machines
	}
	return l, wait, err
}

// giveBack queues the link of a lease again. Nothing was asked.
func (f *Frontier) giveBack(id uint64) error {
	return f.Done(f.node.now(), id, frontier.Outcome{Result: frontier.Requeue, Unasked: true})
}

// Reserve binds the host of a lease to its IP address, as frontier.Frontier.Reserve does. It also returns false, and ends the lease, if this
// machine no longer owns the host, or if the machine that owns the IP address does not allow a request now.
func (f *Frontier) Reserve(now time.Time, id uint64, ip string) (bool, error) {
	f.mu.Lock()
	l, known := f.leases[id]
	f.mu.Unlock()
	if known && !f.node.mayAsk(l.Host) {
		return false, f.giveBack(id)
	}
	ok, err := f.Frontier.Reserve(now, id, ip)
	if ok && known && ip != "" {
		var wait time.Duration
		if wait, ok = f.node.takeTurn(l.Host, ip, id); !ok {
			err = f.Defer(f.node.now(), id, wait)
		}
	}
	if !ok {
		f.forget(id)
	}
	return ok, err
}

// Release says that the connection of a lease has ended, as frontier.Frontier.Release does. From then on other machines may also send
// requests to the IP address.
func (f *Frontier) Release(now time.Time, id uint64, took time.Duration) error {
	f.endTurn(id, took) // before another lease of the host can have one
	return f.Frontier.Release(now, id, took)
}

// endTurn ends the turn of a lease, if it has one.
func (f *Frontier) endTurn(id uint64, took time.Duration) {
	f.mu.Lock()
	l, known := f.leases[id]
	f.mu.Unlock()
	if known {
		f.node.endTurn(l.Host, id, took)
	}
}

// Yield gives back a lease whose link has lost priority, as frontier.Frontier.Yield does.
func (f *Frontier) Yield(now time.Time, id uint64, priority float32) error {
	defer f.forget(id)
	f.endTurn(id, -1)
	return f.Frontier.Yield(now, id, priority)
}

// Done ends a lease with an outcome. If the visit gave a page, Done first waits until the page's links are stored in the log.
func (f *Frontier) Done(now time.Time, id uint64, o frontier.Outcome) error {
	if o.Unasked {
		f.endTurn(id, -1)
	} else {
		f.endTurn(id, 0) // if there was no Release
	}
	if o.Result == frontier.Finish && !o.Unasked {
		f.node.journal.afterwards(func() { f.node.fail(f.done(f.node.now(), id, o)) })
		return nil
	}
	return f.done(now, id, o)
}

func (f *Frontier) done(now time.Time, id uint64, o frontier.Outcome) error {
	err := f.Frontier.Done(now, id, o)
	f.mu.Lock()
	l, known := f.leases[id]
	f.mu.Unlock()
	if err == nil && known && !l.Revisit {
		f.tellEnd(l, o.NoPage)
		if o.Result == frontier.Finish {
			f.pages.Add(1)
		}
	}
	f.forget(id)
	return err
}

// tellEnd appends to the log that a link is done, unless it was queued again.
func (f *Frontier) tellEnd(l frontier.Lease, noPage bool) {
	e := frontier.Ended{Link: frontier.Link{URL: l.URL, Host: l.Host}, State: f.Frontier.State(l.URL), NoPage: noPage}
	if e.State == frontier.Fetched || e.State == frontier.Dropped {
		f.node.journal.add(f.node.parts.of(l.Host), true, func(b []byte) []byte { return appendEnd(b, &e) })
	}
}

// forget removes a lease that has ended.
func (f *Frontier) forget(id uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if l, known := f.leases[id]; known {
		delete(f.leases, id)
		f.out[f.node.parts.of(l.Host)]--
	}
}

// leased returns how many leases of a partition have not ended.
func (f *Frontier) leased(partition int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.out[partition]
}

// SetDelay sets the Crawl-delay of a host, also for a machine that owns the host later.
func (f *Frontier) SetDelay(host string, d time.Duration) {
	f.Frontier.SetDelay(host, d)
	f.node.journal.add(f.node.parts.of(host), true, func(b []byte) []byte { return appendDelay(b, host, d) })
}

// Stalled reports whether no link can be fetched at present, as frontier.Frontier.Stalled does. It is false if nothing is queued on this
// machine, because links may still come from other machines.
func (f *Frontier) Stalled(now time.Time) bool {
	return !f.node.isEmpty() && f.Frontier.Stalled(now)
}
