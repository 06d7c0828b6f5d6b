package frontier

import (
	"fmt"
	"math"
	"time"

	"gannet/internal/weburl"
)

// Push adds links, all of them or, with an error, none. It returns how many were new. It refuses new links of closed hosts.
//
// If a link is queued already, it keeps the higher of the two priorities, and the Data that came with that one. With Link.Replace it gets
// the new priority, keeps its Data, and nothing is written to the store; this is for strategies that learn, because they change priorities
// with every page and learn again after a restart. A link of infinite priority, such as a seed, keeps this priority.
//
// With Link.OnlyNew, known links do not change. A link that is leased or done does not change either. With Link.AsNew, a link that is done
// or in back-off is queued as if it were new, with the given number of Attempts; it is not counted as added.
func (f *Frontier) Push(now time.Time, links []Link) (added int, err error) {
	for i := range links {
		if links[i].URL == "" || links[i].Host == "" {
			return 0, fmt.Errorf("frontier: push: link %d (URL %q, host %q) lacks a URL or a host", i, links[i].URL, links[i].Host)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return 0, f.failed
	}
	if uint64(f.links.n)+uint64(len(links)) > maxRecords {
		return 0, fmt.Errorf("frontier: push: more than %d links", uint64(maxRecords))
	}
	f.advance(now)
	f.batch.First = f.links.n
	for i := range links {
		f.push(&links[i])
	}
	added = len(f.batch.Links)
	return added, f.commit()
}

// An Order is a new priority for the link whose URL has a certain fingerprint (weburl.Fingerprint).
type Order struct {
	Fingerprint uint64
	Priority    float32
}

// Reorder changes the priorities of queued links, as Push with Replace does. It ignores other links.
func (f *Frontier) Reorder(now time.Time, orders []Order) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return f.failed
	}
	f.advance(now)
	for _, o := range orders {
		if record, ok := f.links.seen.find(o.Fingerprint); ok {
			f.changePriority(record, &Link{Priority: o.Priority, Replace: true})
		}
	}
	return f.commit()
}

func (f *Frontier) push(l *Link) {
	fingerprint := weburl.Fingerprint(l.URL)
	if record, ok := f.links.seen.find(fingerprint); ok {
		if l.OnlyNew {
			return
		}
		if !l.AsNew || !f.pushAsNew(record, l) {
			f.changePriority(record, l)
		}
		return
	}
	host, made := f.sched.host(l.Host)
	if made {
		f.writeHost(host)
	}
	h := f.sched.hosts[host]
	if h.closed() {
		f.count.Refused++
		return
	}
	order := orderOf(l.Priority)
	record := f.links.n
	f.links.seen.addFingerprint(fingerprint, record)
	f.links.addRecord(fingerprint, host, order)
	if l.teaches() {
		f.links.setTaught(record)
	}
	f.batch.Links = append(f.batch.Links, NewLink{
		Meta: Meta{Fingerprint: fingerprint, Host: host, Priority: priorityOf(order)}, URL: l.URL, Data: l.Data,
	})
	h.queued++
	f.count.Queued++
	f.enqueue(host, itemOf(order, record))
}

// enqueue adds a link to its host's queue, and reschedules the host if the link is its best.
func (f *Frontier) enqueue(host uint32, i item) {
	f.sched.enqueue(host, i)
	if h := f.sched.hosts[host]; h.queue.head() == i { // a new link, which has not failed
		f.sched.reschedule(host)
	}
}

// pushAsNew queues a link that is done or in back-off as if it were new. For any other link it returns false.
func (f *Frontier) pushAsNew(record uint32, l *Link) bool {
	host := f.links.host(record)
	h := f.sched.hosts[host]
	_, waits := f.retry.until[record]
	switch state := f.links.state(record); {
	case h.closed() || !waits && state == Queued || state == Leased:
		return false
	case state == Fetched:
		f.count.Fetched--
		h.ended--
	case state == Dropped:
		f.count.Dropped--
	}
	if waits {
		f.endBackoff(record)
	} else {
		h.queued++
		f.count.Queued++
	}
	f.links.setLater(record, false)
	delete(f.retry.attempts, record)
	if l.Attempts > 0 {
		f.retry.attempts[record] = l.Attempts
	}
	f.keepTaught(record)
	f.links.setState(record, Queued)
	f.links.setOrder(record, orderOf(l.Priority))
	f.links.setRevised(record)
	f.batch.Revisions = append(f.batch.Revisions, f.revisionOf(record, l.Data))
	f.sched.enqueue(host, itemOf(orderOf(l.Priority), record))
	f.sched.reschedule(host)
	return true
}

// topOrder is the order of a link of infinite priority.
var topOrder = orderOf(float32(math.Inf(1)))

// changePriority changes the priority of a queued link as Push does.
func (f *Frontier) changePriority(record uint32, l *Link) {
	order, old := orderOf(l.Priority), f.links.order(record)
	host := f.links.host(record)
	h := f.sched.hosts[host]
	if l.teaches() {
		f.teach(record, order, h)
	}
	if f.links.state(record) != Queued || h.closed() || order == old || order > old && (!l.Replace || old == topOrder) {
		return
	}
	if !l.teaches() {
		f.keepTaught(record)
	}
	f.links.setOrder(record, order)
	if !l.Replace {
		f.batch.Revisions = append(f.batch.Revisions, f.revisionOf(record, l.Data))
		f.links.setRevised(record)
	}
	if _, resting := f.retry.until[record]; resting {
		return
	}
	f.sched.enqueue(host, itemOf(order, record))
	f.sched.reschedule(host)
}

// revisionOf returns those values of a queued link that may have changed since the first push.
func (f *Frontier) revisionOf(record uint32, data []byte) Revision {
	return Revision{
		Record: record, State: Queued, Priority: priorityOf(f.links.order(record)), Data: data,
		Attempts: f.retry.attempts[record], NotBefore: f.retry.until[record],
	}
}

// writeHost adds a host to the batch, and its address if it is known. An open connection is written as one that ends now, so that if the process
// dies, the next process begins with that pause.
func (f *Frontier) writeHost(number uint32) {
	h := f.sched.hosts[number]
	slot := f.sched.slots[h.slot]
	state := HostState{
		Index: number, Name: h.name, IP: slot.ip, Next: h.next, Delay: int64(h.delay), Slow: h.slow,
		Fetched: h.fetched, Failures: h.failures,
	}
	if h.open > 0 {
		state.Next = max(state.Next, h.asked+int64(f.sched.hostPause(h, 0)))
	}
	f.batch.Hosts = append(f.batch.Hosts, state)
	f.writeSlot(h.slot)
}

// writeConnection adds to the batch the host and the address of a connection that has ended.
func (f *Frontier) writeConnection(l *lease) {
	f.writeHost(l.host)
	if l.slot != f.sched.hosts[l.host].slot {
		f.writeSlot(l.slot)
	}
}

func (f *Frontier) writeSlot(number uint32) {
	slot := f.sched.slots[number]
	if slot.ip == "" {
		return
	}
	next := slot.next
	if slot.open > 0 {
		next = max(next, slot.asked+int64(f.opt.Delay))
	}
	f.batch.Addresses = append(f.batch.Addresses, AddressState{IP: slot.ip, Next: next})
}
