package crawler

import (
	"net/http"
	"sync"
	"time"

	"gannet/crawler/fetch"
)

const (
	// clockError is how far a time may lie ahead without consequences: machines share crawls, and clocks are corrected.
	clockError = time.Hour
	// clockHosts is how many hosts are believed about the time.
	clockHosts = 3
)

// clockDoubt is whether the clock was ahead when pages were visited, or is behind now. The pages' hosts decide it, by the Date field of their
// answers (RFC 9110 section 6.6.1). Nothing is changed for good before. The zero value has no doubt. It is safe for concurrent use.
type clockDoubt struct {
	mu    sync.Mutex     // guards the fields below
	hosts map[string]int // of what was visited later than now: 1: their time is ours, -1: it is later, 0: not known. nil: no doubt
}

// doubt records a host of which something was visited long after now.
func (d *clockDoubt) doubt(host string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.hosts == nil {
		d.hosts = make(map[string]int)
	}
	d.hosts[host] = 0
}

// open reports whether the clock is in doubt.
func (d *clockDoubt) open() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.hosts != nil
}

// addDate records the Date field of a host's answer. It returns 1 when the clock has just been found right, -1 when it has just been found behind.
// Most of clockHosts hosts, or of all if they are fewer, have to agree.
func (d *clockDoubt) addDate(host, date string, now time.Time) (verdict int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	vote, asked := d.hosts[host]
	if !asked || vote != 0 {
		return 0
	}
	sent, err := http.ParseTime(date)
	if err != nil {
		return 0
	}
	if vote = 1; sent.Sub(now) > clockError {
		vote = -1
	}
	d.hosts[host] = vote
	same := 0
	for _, other := range d.hosts {
		if other == vote {
			same++
		}
	}
	if same <= min(clockHosts, len(d.hosts))/2 {
		return 0
	}
	d.hosts = nil
	return vote
}

// checkClock lets the servers decide a doubt about the clock. If the clock is right, the times of postings that lie ahead are changed to now, because
// no later observation would count before those times.
func (c *Crawl) checkClock(host string, resp *fetch.Response, now time.Time) {
	if c.watched == nil || !c.watched.clock.open() {
		return
	}
	switch c.watched.clock.addDate(host, resp.Header.Get("Date"), now) {
	case 1:
		n, err := c.watched.store.LivesNotAfter(now)
		if err != nil {
			c.log.Warn("the times of postings that a wrong clock has left stay as they are", "err", err)
			return
		}
		c.log.Warn("an earlier run's clock was ahead: what it visited counts as visited now", "postings", n, "clock", now)
	case -1:
		c.log.Warn("this machine's clock is behind that of the servers: set it right, until then postings neither open nor close", "clock", now)
	}
}
