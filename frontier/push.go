package frontier

import (
	"fmt"
	"math"
	"time"

	"gannet/internal/weburl"
)

// Push takes in links, all of them or none, and says how many were new. A URL that is queued keeps the higher priority
// and the Data that came with it. With Replace it takes the new priority and keeps its Data, and nothing is written:
// callers that learn as they crawl revise a link with every page that names it, and learn again after a restart; a link
// of infinite priority, such as a seed, keeps it. Of a URL that is leased or done nothing changes, nor does a host that
// was given up or whose budget is spent take in more. With Again a URL that is done, or in back-off, is queued as a new
// one is, with no attempts counted; it is not among those added.
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

// An Order is another priority for a link, known by the weburl.Fingerprint of its URL.
type Order struct {
	Fingerprint uint64
	Priority    float32
}

// Reorder gives queued links other priorities as Push with Replace does. Others are passed over.
func (f *Frontier) Reorder(now time.Time, orders []Order) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return f.failed
	}
	f.advance(now)
	for _, o := range orders {
		if record, ok := f.links.seen.find(o.Fingerprint); ok {
			f.revise(record, &Link{Priority: o.Priority, Replace: true})
		}
	}
	return f.commit()
}

func (f *Frontier) push(l *Link) {
	fingerprint := weburl.Fingerprint(l.URL)
	if record, ok := f.links.seen.find(fingerprint); ok {
		if !l.Again || !f.again(record, l) {
			f.revise(record, l)
		}
		return
	}
	host, made := f.sched.host(l.Host)
	if made {
		f.touch(host)
	}
	h := f.sched.hosts[host]
	if h.closed() {
		f.count.Refused++
		return
	}
	order := orderOf(l.Priority)
	record := f.links.n
	f.links.seen.add(fingerprint, record)
	f.links.add(host, order)
	f.batch.Links = append(f.batch.Links, NewLink{
		Meta: Meta{Fingerprint: fingerprint, Host: host, Priority: priorityOf(order)}, URL: l.URL, Data: l.Data,
	})
	h.queued++
	f.count.Queued++
	f.enqueue(host, itemOf(order, record))
}

// enqueue puts a link into its host's queue and settles the host if that changed its best link.
func (f *Frontier) enqueue(host uint32, i item) {
	f.sched.enqueue(host, i)
	if h := f.sched.hosts[host]; h.queue.head() == i {
		f.sched.settle(host)
	}
}

// again queues a link that is done, or in back-off, as if it were new. It returns false for any other link.
func (f *Frontier) again(record uint32, l *Link) bool {
	host := f.links.host(record)
	h := f.sched.hosts[host]
	_, waits := f.retry.until[record]
	switch state := f.links.state(record); {
	case h.closed() || !waits && state == Queued || state == Leased:
		return false
	case state == Fetched:
		f.count.Fetched--
	case state == Dropped:
		f.count.Dropped--
	}
	if waits {
		f.awake(record)
	} else {
		h.queued++
		f.count.Queued++
	}
	delete(f.retry.attempts, record)
	f.links.setState(record, Queued)
	f.links.setOrder(record, orderOf(l.Priority))
	f.links.setRevised(record)
	f.batch.Revisions = append(f.batch.Revisions, f.revision(record, l.Data))
	f.sched.enqueue(host, itemOf(orderOf(l.Priority), record))
	f.sched.settle(host)
	return true
}

// first is the order of a link of infinite priority.
var first = orderOf(float32(math.Inf(1)))

// revise gives a queued record another priority.
func (f *Frontier) revise(record uint32, l *Link) {
	order, old := orderOf(l.Priority), f.links.order(record)
	host := f.links.host(record)
	h := f.sched.hosts[host]
	if f.links.state(record) != Queued || h.closed() || order == old || order > old && (!l.Replace || old == first) {
		return
	}
	f.links.setOrder(record, order)
	if !l.Replace {
		f.batch.Revisions = append(f.batch.Revisions, f.revision(record, l.Data))
		f.links.setRevised(record)
	}
	if _, resting := f.retry.until[record]; resting {
		return
	}
	f.sched.enqueue(host, itemOf(order, record))
	f.sched.settle(host)
}

// revision tells all of a queued record that may differ from what was first pushed.
func (f *Frontier) revision(record uint32, data []byte) Revision {
	return Revision{
		Record: record, State: Queued, Priority: priorityOf(f.links.order(record)), Data: data,
		Attempts: f.retry.attempts[record], NotBefore: f.retry.until[record],
	}
}

// touch writes a host, and its address if known. An open connection is written as one that ended at once: should
// this be the last that is heard of it, then the pause is kept after the restart.
func (f *Frontier) touch(number uint32) {
	h := f.sched.hosts[number]
	slot := f.sched.slots[h.slot]
	state := HostState{
		Index: number, Name: h.name, IP: slot.ip, Next: h.next, Delay: int64(h.delay), Slow: h.slow,
		Fetched: h.fetched, Failures: h.failures,
	}
	if h.busy {
		state.Next = max(state.Next, h.asked+int64(f.sched.hostPause(h, 0)))
	}
	f.batch.Hosts = append(f.batch.Hosts, state)
	f.touchSlot(h.slot)
}

func (f *Frontier) touchSlot(number uint32) {
	slot := f.sched.slots[number]
	if slot.ip == "" {
		return
	}
	next := slot.next
	if slot.busy {
		next = max(next, slot.asked+int64(f.opt.Delay))
	}
	f.batch.Addresses = append(f.batch.Addresses, AddressState{IP: slot.ip, Next: next})
}
