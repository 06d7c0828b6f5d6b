package frontier

import (
	"fmt"
	"time"

	"gannet/internal/weburl"
)

// Ended is a link that another frontier of the same crawl has finished or dropped.
type Ended struct {
	Link
	State  State // Fetched or Dropped
	NoPage bool  // as Outcome.NoPage
}

// End records that other frontiers of the same crawl have finished links. Links that this frontier does not know are added. No pause begins.
// Links that are leased or done do not change, and neither do links of closed hosts.
func (f *Frontier) End(now time.Time, ended []Ended) error {
	for i := range ended {
		if e := &ended[i]; e.URL == "" || e.Host == "" || e.State != Fetched && e.State != Dropped {
			return fmt.Errorf("frontier: end: link %d (URL %q, host %q) lacks a URL, a host or an end", i, e.URL, e.Host)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return f.failed
	}
	f.advance(now)
	f.batch.First = f.links.n
	for i := range ended {
		f.end(&ended[i])
	}
	return f.commit()
}

func (f *Frontier) end(e *Ended) {
	e.OnlyNew = true
	f.push(&e.Link)
	record, ok := f.links.seen.find(weburl.Fingerprint(e.URL))
	if !ok || f.links.state(record) != Queued {
		return
	}
	number := f.links.host(record)
	h := f.sched.hosts[number]
	if h.closed() {
		return
	}
	if _, waits := f.retry.until[record]; waits {
		f.endBackoff(record)
	}
	h.queued--
	f.count.Queued--
	f.settle(record, number, e.State, !e.NoPage, nil)
}

// Rest begins a pause for all hosts for which match returns true, and for their IP addresses, as if a request to each of them had just ended.
// The Crawl-delay of a host may make its pause longer.
func (f *Frontier) Rest(now time.Time, match func(host string) bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return f.failed
	}
	f.advance(now)
	for number, h := range f.sched.hosts {
		if !match(h.name) {
			continue
		}
		h.next = max(h.next, f.sched.now+int64(f.sched.hostPause(h, 0)))
		if slot := f.sched.slots[h.slot]; slot.ip != "" {
			slot.next = max(slot.next, f.sched.now+int64(f.opt.Delay))
		}
		f.sched.reschedule(uint32(number))
		f.writeHost(uint32(number))
	}
	return f.commit()
}
