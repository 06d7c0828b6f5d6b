package frontiertest

import (
	"math"
	"time"

	"gannet/frontier"
	"gannet/internal/weburl"
)

// oracle is a frontier as one would explain it: lists that are searched from end to end.
type oracle struct {
	opt       frontier.Options
	now       time.Time
	ahead     time.Duration // of the caller's clock
	links     []*link       // in the order of their first push
	hosts     []*host
	addresses map[string]*clock
	leases    []*lease // out, in the order in which they were given
	refused   int
	patience  time.Duration
}

type link struct {
	frontier.Link
	state    frontier.State
	written  float32 // the priority that a restart finds
	attempts int
	until    time.Time
	refused  bool // until is the end of a back-off after Postpone
}

type clock struct {
	busy  bool
	asked time.Time
	next  time.Time
}

type host struct {
	clock
	name, ip          string
	delay             time.Duration
	slow              float32
	retry             time.Time // end of the back-off, not kept over a restart
	fetched, failures int
	unhurried         bool
	full, dead        bool
}

type lease struct {
	id       uint64
	link     *link
	host     *host
	expires  time.Time
	released bool
}

func newOracle(o frontier.Options, now time.Time) *oracle {
	return &oracle{opt: o, now: now, addresses: map[string]*clock{}}
}

func (o *oracle) host(name string) *host {
	for _, h := range o.hosts {
		if h.name == name {
			return h
		}
	}
	h := &host{name: name, slow: 1}
	o.hosts = append(o.hosts, h)
	return h
}

func (o *oracle) link(url string) *link {
	for _, l := range o.links {
		if l.URL == url {
			return l
		}
	}
	return nil
}

func (h *host) closed() bool { return h.full || h.dead }

func (o *oracle) advance(now time.Time) {
	o.now = latest(o.now, now.Add(o.ahead))
	for len(o.leases) > 0 && !o.leases[0].expires.After(o.now) {
		l := o.leases[0]
		o.release(l, l.expires, 0)
		o.end(l)
		l.link.state = frontier.Queued
	}
}

func (o *oracle) push(links []frontier.Link) (added int) {
	for _, l := range links {
		if l.Priority != l.Priority {
			l.Priority = float32(math.Inf(-1))
		}
		l.Priority += 0 // negative zero is zero
		h := o.host(l.Host)
		known := o.link(l.URL)
		switch {
		case known == nil && h.closed():
			o.refused++
		case known != nil && l.AsNew && o.again(known, l):
		case known == nil:
			o.links = append(o.links, &link{Link: l, state: frontier.Queued, written: l.Priority})
			added++
		case o.state(known) != frontier.Queued:
		case l.Replace && math.IsInf(float64(known.Priority), 1):
		case l.Replace:
			known.Priority = l.Priority
		case l.Priority > known.Priority:
			known.Priority, known.written, known.Data = l.Priority, l.Priority, l.Data
		}
	}
	return added
}

// again queues a link that is done, or in back-off, as if it were new.
func (o *oracle) again(known *link, l frontier.Link) bool {
	waits := known.until.After(o.now)
	if o.host(l.Host).closed() || known.state == frontier.Leased || known.state == frontier.Queued && !waits {
		return false
	}
	*known = link{Link: l, state: frontier.Queued, written: l.Priority}
	return true
}

func (o *oracle) reorder(orders []frontier.Order) {
	for _, order := range orders {
		for _, l := range o.links {
			if weburl.Fingerprint(l.URL) == order.Fingerprint && o.state(l) == frontier.Queued {
				o.push([]frontier.Link{{URL: l.URL, Host: l.Host, Priority: order.Priority, Replace: true}})
			}
		}
	}
}

func (o *oracle) state(l *link) frontier.State {
	if l.state == frontier.Queued && o.host(l.Host).closed() {
		return frontier.Dropped
	}
	return l.state
}

// free says when a queued link may be asked for if nothing but time happens.
func (o *oracle) free(l *link) (at time.Time, ok bool) {
	h := o.host(l.Host)
	if o.state(l) != frontier.Queued || h.busy || h.fetched+o.out(h) >= o.opt.PerHost {
		return at, false
	}
	at = latest(l.until, latest(h.next, h.retry))
	if ip := o.addresses[h.ip]; h.ip != "" {
		return latest(at, ip.next), !ip.busy
	}
	return at, true
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// out is how many leases of a host are out.
func (o *oracle) out(h *host) (n int) {
	for _, l := range o.leases {
		if l.host == h {
			n++
		}
	}
	return n
}

// take gives the best free link, and when the next one is free if there is none now.
func (o *oracle) take() (best *link, next time.Time) {
	for _, l := range o.links {
		at, ok := o.free(l)
		if !ok {
			continue
		}
		if next.IsZero() || at.Before(next) {
			next = at
		}
		if !at.After(o.now) && (best == nil || l.Priority > best.Priority) {
			best = l
		}
	}
	if better, until := o.soonest(); best != nil && better != nil && better.Priority > best.Priority && !worth(best.Priority, better.Priority) {
		return nil, until
	}
	return best, next
}

// worth says whether a link is worth taking before a better one.
func worth(priority, better float32) bool { return 2*priority >= better }

// soonest gives the best link that is about to be free, and until when that is believed.
func (o *oracle) soonest() (better *link, until time.Time) {
	for _, l := range o.links {
		h := o.host(l.Host)
		if o.state(l) != frontier.Queued || l.until.After(o.now) || h.fetched+o.out(h) >= o.opt.PerHost {
			continue
		}
		at := h.end(o.patience)
		if h.unhurried && at.After(o.now) {
			continue
		}
		if ip := o.addresses[h.ip]; ip != nil && !h.busy && !latest(h.next, h.retry).After(o.now) {
			at = ip.end(o.patience)
		}
		if at.After(o.now) && at.Sub(o.now) <= o.patience && (better == nil || l.Priority > better.Priority) {
			better, until = l, at
		}
	}
	return better, until
}

// end is when a clock that is busy or rests is believed to be free.
func (c *clock) end(patience time.Duration) time.Time {
	if c.busy {
		return c.asked.Add(patience)
	}
	return c.next
}

// end is that of the clock, or of the back-off.
func (h *host) end(patience time.Duration) time.Time {
	if h.busy {
		return h.clock.end(patience)
	}
	return latest(h.next, h.retry)
}

// leased notes that best was taken under id.
func (o *oracle) leased(id uint64, best *link) {
	h := o.host(best.Host)
	best.state = frontier.Leased
	h.busy, h.asked = true, o.now
	if ip := o.addresses[h.ip]; ip != nil {
		ip.busy, ip.asked = true, o.now
	}
	o.leases = append(o.leases, &lease{id: id, link: best, host: h, expires: o.now.Add(o.opt.Lease)})
}

func (o *oracle) lease(id uint64) *lease {
	for _, l := range o.leases {
		if l.id == id {
			return l
		}
	}
	return nil
}

func (o *oracle) reserve(l *lease, ip string) bool {
	if ip == "" || ip == l.host.ip {
		return true
	}
	if old := o.addresses[l.host.ip]; old != nil {
		old.busy = false
	}
	l.host.ip = ip
	if o.addresses[ip] == nil {
		o.addresses[ip] = &clock{}
	}
	slot := o.addresses[ip]
	if slot.busy || slot.next.After(o.now) {
		l.host.busy = false
		o.end(l)
		l.link.state = frontier.Queued
		return false
	}
	slot.busy, slot.asked = true, o.now
	return true
}

// unasked is a release after which nobody rests.
func (o *oracle) unasked(l *lease) {
	if l.released {
		return
	}
	l.released, l.host.busy = true, false
	if ip := o.addresses[l.host.ip]; ip != nil {
		ip.busy = false
	}
}

func (o *oracle) yield(l *lease, priority float32) {
	o.unasked(l)
	o.end(l)
	if priority != priority {
		priority = float32(math.Inf(-1))
	}
	l.link.state, l.link.Priority = frontier.Queued, priority+0
}

func (o *oracle) release(l *lease, now time.Time, took time.Duration) {
	if l.released {
		return
	}
	l.released = true
	l.host.busy = false
	l.host.next = latest(l.host.next, now.Add(o.pause(l.host, took)))
	if ip := o.addresses[l.host.ip]; ip != nil {
		ip.busy = false
		ip.next = latest(ip.next, now.Add(clamp(o.opt.DelayFactor*float64(took), o.opt.Delay, o.opt.MaxDelay)))
	}
}

func (o *oracle) pause(h *host, took time.Duration) time.Duration {
	floor := max(o.opt.Delay, h.delay)
	return time.Duration(float64(clamp(o.opt.DelayFactor*float64(took), floor, max(o.opt.MaxDelay, floor))) * float64(h.slow))
}

func clamp(x float64, floor, ceiling time.Duration) time.Duration {
	return time.Duration(min(max(x, float64(floor)), float64(ceiling)))
}

// end takes a lease off the list.
func (o *oracle) end(l *lease) {
	for i := range o.leases {
		if o.leases[i] == l {
			o.leases = append(o.leases[:i:i], o.leases[i+1:]...)
			return
		}
	}
}

func (o *oracle) done(l *lease, out frontier.Outcome) {
	if out.Unasked {
		o.unasked(l)
	}
	o.release(l, o.now, 0)
	o.end(l)
	if out.Rest > 0 {
		l.host.next = latest(l.host.next, o.now.Add(out.Rest))
	}
	switch out.Result {
	case frontier.Requeue:
		l.link.state = frontier.Queued
		if out.After > 0 && !l.host.closed() {
			l.link.until, l.link.refused, l.link.written = o.now.Add(out.After), false, l.link.Priority
		}
	case frontier.Retry:
		o.failed(l.host, out.After)
		o.hold(l.link, out.After, false)
	case frontier.Postpone:
		o.hold(l.link, out.After, true)
	case frontier.Finish:
		l.host.fetched++
		if !l.host.dead {
			l.host.failures = 0
		}
		l.link.state = frontier.Fetched
	case frontier.Drop:
		l.link.state = frontier.Dropped
	}
	if h := l.host; !h.closed() {
		h.full = h.fetched >= o.opt.PerHost
		h.dead = h.failures >= o.opt.HostFailures
	}
}

func (o *oracle) failed(h *host, after time.Duration) {
	if !h.closed() {
		h.failures++
	}
	h.retry = latest(h.retry, o.now.Add(o.backoff(h.failures)))
	h.next = latest(h.next, o.now.Add(after))
}

func (o *oracle) hold(l *link, after time.Duration, refused bool) {
	l.attempts++
	if l.attempts >= o.opt.Retries {
		l.state = frontier.Dropped
		return
	}
	l.state, l.written = frontier.Queued, l.Priority
	l.until, l.refused = o.now.Add(max(after, o.backoff(l.attempts))), refused
}

// stalled says whether all that is left is of hosts whose latest requests failed, or waits after Postpone.
func (o *oracle) stalled() bool {
	for _, l := range o.links {
		waits := l.state == frontier.Queued && l.refused && l.until.After(o.now)
		if s := o.state(l); o.host(l.Host).failures == 0 && !o.host(l.Host).closed() && (s == frontier.Queued || s == frontier.Leased) && !waits {
			return false
		}
	}
	return true
}

func (o *oracle) backoff(n int) time.Duration {
	return time.Duration(min(float64(o.opt.Backoff)*math.Pow(2, float64(max(n, 1)-1)), float64(o.opt.MaxBackoff)))
}

// reopen is what a restart does: leases come back, and a connection that was open counts as over at once.
func (o *oracle) reopen(now time.Time) {
	o.ahead = max(0, o.now.Sub(now))
	for _, l := range o.links {
		l.Priority = l.written
		l.refused = o.host(l.Host).failures == 0
	}
	for _, h := range o.hosts {
		h.retry, h.unhurried = time.Time{}, false
	}
	for _, l := range o.leases {
		l.link.state = frontier.Queued
		if !l.released {
			l.host.busy = false
			l.host.next = latest(l.host.next, l.host.asked.Add(o.pause(l.host, 0)))
		}
	}
	for _, ip := range o.addresses {
		if ip.busy {
			ip.busy = false
			ip.next = latest(ip.next, ip.asked.Add(o.opt.Delay))
		}
	}
	o.leases, o.refused = nil, 0
}

func (o *oracle) stats() frontier.Stats {
	c := frontier.Stats{Known: len(o.links), Refused: o.refused, Hosts: len(o.hosts), Addresses: len(o.addresses)}
	for _, l := range o.links {
		switch o.state(l) {
		case frontier.Queued:
			c.Queued++
		case frontier.Leased:
			c.Leased++
		case frontier.Fetched:
			c.Fetched++
		case frontier.Dropped:
			c.Dropped++
			if h := o.host(l.Host); l.state == frontier.Queued && h.dead {
				c.DroppedDead++
			} else if l.state == frontier.Queued {
				c.DroppedFull++
			}
		}
	}
	for _, h := range o.hosts {
		if h.dead {
			c.DeadHosts++
		} else if h.full {
			c.FullHosts++
		}
	}
	return c
}
