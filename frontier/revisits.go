package frontier

import (
	"fmt"
	"math"
	"time"
)

// A Revisit is a request for something that was fetched before, such as a page that may have changed. A Revisit is not a link: it has no
// state, and it does not count towards any budget. It is kept in memory only, so a restart loses the revisits that wait.
type Revisit struct {
	URL      string
	Host     string
	Priority float32 // of one host the highest is taken first; NaN counts as negative infinity. See Urgent
	Data     []byte  // comes back in the Lease; must not be changed
}

// Urgent is the priority of revisits that are taken before all other revisits of any host. TakeUrgent takes only these.
var Urgent = float32(math.Inf(1))

// revisits are the waiting revisits of a host. Among those with equal priorities, the one that was pushed first comes first.
type revisits struct{ heap[item, *Revisit] }

// key orders the hosts that have revisits. Hosts with an urgent revisit come first, and then those whose next revisit was pushed first. The key is
// less than that of any link.
func (r *revisits) key() uint64 {
	if r.urgent() {
		return uint64(r.top().key.record())
	}
	return 1<<31 | uint64(r.top().key.record())
}

// urgent reports whether a host has an urgent revisit.
func (r *revisits) urgent() bool { return !r.empty() && r.top().key.order() == orderOf(Urgent) }

// isRevisit reports whether the key of a host is the key of its revisits. No link has the order 0.
func isRevisit(key uint64) bool { return item(key).order() == 0 }

// PushRevisits queues revisits. They are leased like links, with the same pauses, but before all links. Revisits are possible even for
// hosts that are full or were given up; those of a host that was given up are leased as seldom as its back-off requires, until one of them
// ends with Finish. A revisit that is pushed twice is leased twice.
//
// The lease of a revisit ends in the same ways as that of a link. But after Retry and Postpone the revisit is not queued again, and Requeue
// queues it again at once. Take does not wait for better revisits, as SetPatience describes it for links.
func (f *Frontier) PushRevisits(now time.Time, list []Revisit) error {
	for i := range list {
		if list[i].URL == "" || list[i].Host == "" {
			return fmt.Errorf("frontier: push revisits: %d (URL %q, host %q) lacks a URL or a host", i, list[i].URL, list[i].Host)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return f.failed
	}
	f.advance(now)
	for i := range list {
		r := list[i]
		host, made := f.sched.host(r.Host)
		if made {
			f.writeHost(host)
		}
		f.pushed++
		f.count.Revisits++
		f.queueRevisit(host, itemOf(orderOf(r.Priority), f.pushed), &r)
	}
	return f.commit()
}

func (f *Frontier) queueRevisit(host uint32, key item, r *Revisit) {
	f.sched.hosts[host].revisits.push(key, r)
	f.sched.reschedule(host)
}

// leaseRevisit makes the lease of the next revisit of a host.
func (f *Frontier) leaseRevisit(host uint32) (Lease, error) {
	next := f.sched.hosts[host].revisits.pop()
	f.sched.beginConnection(host)
	l := &lease{revisit: next.value, place: next.key, host: host, slot: f.sched.hosts[host].slot, expires: f.sched.now + int64(f.opt.Lease)}
	f.leases.addLease(l)
	f.writeHost(host)
	return Lease{
		ID: l.id, URL: next.value.URL, Host: next.value.Host, Priority: priorityOf(next.key.order()), Data: next.value.Data,
		Revisit: true, Attempt: 1, Expires: time.Unix(0, l.expires-f.skew),
	}, f.commit()
}

// endRevisit ends the lease of a revisit with a result.
func (f *Frontier) endRevisit(l *lease, o *Outcome) {
	h := f.sched.hosts[l.host]
	switch o.Result {
	case Requeue:
		f.queueRevisit(l.host, l.place, l.revisit)
		return
	case Retry:
		f.backOffHost(l, o.After, f.opt.Backoff)
		f.closeIfSpent(l.host)
	case Finish:
		h.failures, h.missed = 0, 0
		if h.dead || h.gone {
			f.revive(l.host)
		}
	}
	f.count.Revisits--
	f.sched.reschedule(l.host)
	f.writeHost(l.host)
}

// revive opens a dead or gone host again, and queues those links that were queued when it was given up.
func (f *Frontier) revive(number uint32) {
	h := f.sched.hosts[number]
	*f.count.closedAs(h)--
	dropped := f.count.droppedWith(h)
	h.dead, h.gone = false, false
	links := 0
	for record := range f.links.n {
		if f.links.host(record) != number || f.links.state(record) != Queued {
			continue
		}
		links++
		until, waits := f.retry.until[record]
		if !waits {
			f.sched.enqueue(number, itemOf(f.links.order(record), record))
			continue
		}
		f.links.setWaiting(record, true)
		f.sched.timers.push(until, alarm{timerLink, record}) // there may be none: see wait and resume
	}
	f.count.Dropped -= links
	*dropped -= links
	h.full = h.spent(&f.opt)
	if h.full { // other links of it were under way when it was given up
		f.count.countClosed(h)
		f.count.countDropped(h, links)
		h.queue, h.later = queue{}, nil
		return
	}
	h.queued = uint32(links)
	f.count.Queued += links
}
