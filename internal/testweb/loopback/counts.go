package loopback

import (
	"fmt"
	"net/netip"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/internal/testweb"
)

// Report has the requests that the servers have counted. The fields from OverlapHosts on count requests that break a rule of politeness.
type Report struct {
	Requests  int // robots.txt included
	Robots    int // for robots.txt
	Hosts     int // that were asked for anything
	Addresses int
	Shared    int // requests to an address whose request before was for another host
	AtOnce    int // most answers under way at one time

	LeastHost, LeastAddr time.Duration // shortest pause at a host, at an address

	OverlapHosts int // while the host was at another answer
	OverlapAddrs int // while the address was
	SoonHosts    int // before the pause of the host, its Crawl-delay included, was over
	SoonAddrs    int // before the pause of the address was over
	Twice        int // for what was asked for before
	BeforeRobots int // before the host's robots.txt
	Forbidden    int // for what robots.txt forbids
	Astray       int // at an address that is not the host's

	Examples []string // of requests that break a rule
}

// Broken reports whether any request broke a rule.
func (r *Report) Broken() bool {
	return r.OverlapHosts+r.OverlapAddrs+r.SoonHosts+r.SoonAddrs+r.Twice+r.BeforeRobots+r.Forbidden+r.Astray > 0
}

const maxExamples = 20

// counts holds the state of each host and address, and 64 bits of each URL.
type counts struct {
	web   *testweb.Web
	delay time.Duration

	mu    sync.Mutex // guards the fields below
	hosts map[string]*queue
	addrs map[netip.Addr]*queue
	asked map[uint64]struct{}
	under int // answers
	r     Report
}

// queue holds the state of a host or an address. Its requests should come one after the other.
type queue struct {
	under  int // answers under way
	last   time.Time
	pause  time.Duration // wanted
	addr   netip.Addr    // of a host
	host   string        // that an address was last asked for
	robots bool          // the host's was asked for
}

func newCounts(w *testweb.Web, delay time.Duration) *counts {
	return &counts{web: w, delay: delay, hosts: make(map[string]*queue), addrs: make(map[netip.Addr]*queue), asked: make(map[uint64]struct{})}
}

// request is a request that is being answered.
type request struct {
	c          *counts
	host, addr *queue
}

// begin counts a request that has arrived.
func (c *counts) begin(now time.Time, host string, addr netip.Addr, path string) *request {
	c.mu.Lock()
	defer c.mu.Unlock()
	q := &request{c: c, host: c.host(host), addr: c.addrs[addr]}
	if q.addr == nil {
		q.addr = &queue{pause: c.delay}
		c.addrs[addr] = q.addr
	}
	wrong := func(count *int, what string) {
		*count++
		if len(c.r.Examples) < maxExamples {
			c.r.Examples = append(c.r.Examples, fmt.Sprintf("%s%s at %s %s", host, path, addr, what))
		}
	}
	q.host.begin(now, &c.r.LeastHost, &c.r.OverlapHosts, &c.r.SoonHosts, wrong)
	q.addr.begin(now, &c.r.LeastAddr, &c.r.OverlapAddrs, &c.r.SoonAddrs, wrong)
	if q.addr.host != "" && q.addr.host != host {
		c.r.Shared++
	}
	q.addr.host = host
	if q.host.addr != addr {
		wrong(&c.r.Astray, "is not there")
	}
	key := xxh3.HashString(host + path)
	if _, known := c.asked[key]; known {
		wrong(&c.r.Twice, "was asked for before")
	}
	c.asked[key] = struct{}{}
	c.r.Requests++
	switch {
	case path == "/robots.txt":
		c.r.Robots++
		q.host.robots = true
	case !q.host.robots:
		wrong(&c.r.BeforeRobots, "came before robots.txt")
	case !c.web.Robots("http://" + host + path):
		wrong(&c.r.Forbidden, "is forbidden")
	}
	c.under++
	c.r.AtOnce = max(c.r.AtOnce, c.under)
	return q
}

// host returns the queue of a host.
func (c *counts) host(name string) *queue {
	q := c.hosts[name]
	if q == nil {
		q = &queue{pause: max(c.delay, c.web.CrawlDelay(name)), addr: address(c.web, name)}
		c.hosts[name] = q
	}
	return q
}

// begin counts a request of one host or address.
func (q *queue) begin(now time.Time, least *time.Duration, overlaps, soon *int, wrong func(*int, string)) {
	pause := now.Sub(q.last)
	switch {
	case q.under > 0:
		wrong(overlaps, "came while another one was answered")
	case !q.last.IsZero():
		if *least == 0 || pause < *least {
			*least = pause
		}
		if pause < q.pause {
			wrong(soon, fmt.Sprintf("came %v after the one before, not %v", pause, q.pause))
		}
	}
	q.under++
}

// end records that the response has been sent.
func (q *request) end(now time.Time) {
	q.c.mu.Lock()
	defer q.c.mu.Unlock()
	q.c.under--
	for _, queue := range []*queue{q.host, q.addr} {
		queue.under--
		queue.last = now
	}
}

func (c *counts) report() Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.r
	r.Hosts, r.Addresses = len(c.hosts), len(c.addrs)
	r.Examples = append([]string(nil), c.r.Examples...)
	return r
}
