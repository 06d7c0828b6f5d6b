package frontiertest

import (
	"math"
	"slices"
	"time"

	"gannet/frontier"
	"gannet/internal/weburl"
)

// oracle is a simple frontier: lists that are searched from end to end.
type oracle struct {
	opt       frontier.Options
	now       time.Time
	skew      time.Duration // added to the caller's clock
	links     []*link       // in the order of first pushes
	hosts     []*host
	addresses map[string]*clock
	leases    []*lease // in the order in which they were made
	revisits  []*revisit
	pushed    int // revisits
	refused   int
	patience  time.Duration
	elsewhere float32 // see frontier.SetElsewhere
}

type link struct {
	frontier.Link
	state     frontier.State
	written   float32 // the priority after a restart
	attempts  int
	until     time.Time
	postponed bool // until is the end of a back-off after Postpone
}

// revisit is a frontier.Revisit that is queued or leased.
type revisit struct {
	frontier.Revisit
	number int // in the order of pushes
	leased bool
}

type clock struct {
	open  int // connections
	asked time.Time
	next  time.Time
}

type host struct {
	clock
	name, ip          string
	delay             time.Duration
	slow              float32
	retry             time.Time // end of the back-off; a restart forgets it
	fetched, failures int
	notAwaited        bool
	full, dead        bool
}

type lease struct {
	id       uint64
	link     *link // nil for a revisit
	revisit  *revisit
	host     *host
	ip       string // that its connection counts for
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
	o.now = latest(o.now, now.Add(o.skew))
	for len(o.leases) > 0 && !o.leases[0].expires.After(o.now) {
		l := o.leases[0]
		o.release(l, l.expires, 0)
		o.removeLease(l)
		l.queueAgain()
	}
}

// queueAgain queues what a lease was of.
func (l *lease) queueAgain() {
	if l.link == nil {
		l.revisit.leased = false
	} else {
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
		case known != nil && l.AsNew && o.pushAsNew(known, l):
		case known == nil:
			o.links = append(o.links, &link{Link: l, state: frontier.Queued, written: l.Priority})
			added++
		case known.state != frontier.Queued, o.host(known.Host).closed() && !l.Replace:
		case l.Replace && math.IsInf(float64(known.Priority), 1):
		case l.Replace:
			known.Priority = l.Priority
		case l.Priority > known.Priority:
			known.Priority, known.written, known.Data = l.Priority, l.Priority, l.Data
		}
	}
	return added
}

// pushRevisits queues revisits.
func (o *oracle) pushRevisits(list []frontier.Revisit) {
	for _, r := range list {
		o.host(r.Host)
		o.pushed++
		o.revisits = append(o.revisits, &revisit{Revisit: r, number: o.pushed})
	}
}

// pushAsNew queues a link that is done or in back-off as if it were new.
func (o *oracle) pushAsNew(known *link, l frontier.Link) bool {
	waits := known.until.After(o.now)
	if o.host(l.Host).closed() || known.state == frontier.Leased || known.state == frontier.Queued && !waits {
		return false
	}
	*known = link{Link: l, state: frontier.Queued, written: l.Priority, attempts: int(l.Attempts)}
	return true
}

func (o *oracle) reorder(orders []frontier.Order) {
	for _, order := range orders {
		for _, l := range o.links {
			if weburl.Fingerprint(l.URL) == order.Fingerprint {
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

// freeAt returns when a queued link may be asked for if only time passes.
func (o *oracle) freeAt(l *link) (at time.Time, ok bool) {
	h := o.host(l.Host)
	if o.state(l) != frontier.Queued || o.hostBusy(h) || h.fetched+o.leasesOf(h) >= o.opt.PerHost {
		return at, false
	}
	at, ok = o.hostFreeAt(h)
	return latest(l.until, at), ok
}

// hostFreeAt returns when a host may be asked if only time passes.
func (o *oracle) hostFreeAt(h *host) (at time.Time, ok bool) {
	at = latest(h.next, h.retry)
	if ip := o.addresses[h.ip]; h.ip != "" {
		return latest(at, ip.next), !o.hostBusy(h) && ip.open < o.opt.Connections
	}
	return at, !o.hostBusy(h)
}

// nextRevisit returns the revisit of a host that is taken next, or nil.
func (o *oracle) nextRevisit(h *host) (next *revisit) {
	for _, r := range o.revisits {
		if r.Host == h.name && !r.leased && (next == nil || r.Priority > next.Priority || r.Priority == next.Priority && r.number < next.number) {
			next = r
		}
	}
	return next
}

// takeRevisit returns the revisit that is taken next. Without one, next is when one is free.
func (o *oracle) takeRevisit() (best *revisit, next time.Time) {
	for _, h := range o.hosts {
		r := o.nextRevisit(h)
		at, ok := o.hostFreeAt(h)
		if r == nil || !ok {
			continue
		}
		if next.IsZero() || at.Before(next) {
			next = at
		}
		if !at.After(o.now) && (best == nil || r.number < best.number) {
			best = r
		}
	}
	return best, next
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// leasesOf returns how many leases a host has.
func (o *oracle) leasesOf(h *host) (n int) {
	for _, l := range o.leases {
		if l.host == h && l.link != nil {
			n++
		}
	}
	return n
}

// take returns the best free link, unless it should wait for a better one. Without one, next is when the next link or revisit is free.
func (o *oracle) take() (best *link, next time.Time) {
	best, next = o.bestFree()
	if better, until := o.bestAlmostFree(); best != nil && better != nil && better.Priority > best.Priority && !takeAnyway(best.Priority, better.Priority) {
		return nil, until
	}
	if o.patience > 0 && o.elsewhere != 0 && best != nil && best.Priority < o.elsewhere/2 {
		return nil, o.now.Add(100 * time.Millisecond)
	}
	return best, next
}

// promise returns the priority of the best link that is free or about to be free.
func (o *oracle) promise() (promise float32, ok bool) {
	best, _ := o.bestFree()
	if better, _ := o.bestAlmostFree(); best == nil || better != nil && better.Priority > best.Priority {
		best = better
	}
	if best == nil {
		return 0, false
	}
	return best.Priority, true
}

// bestFree returns the best free link. next is when the next link or revisit is free, if that may be later than now.
func (o *oracle) bestFree() (best *link, next time.Time) {
	_, next = o.takeRevisit()
	for _, l := range o.links {
		at, ok := o.freeAt(l)
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
	return best, next
}

// takeAnyway reports whether a link should be taken before a better one.
func takeAnyway(priority, better float32) bool { return 2*priority >= better }

// bestAlmostFree returns the best link that is about to be free, and until when to expect that.
func (o *oracle) bestAlmostFree() (better *link, until time.Time) {
	for _, l := range o.links {
		h := o.host(l.Host)
		if o.state(l) != frontier.Queued || l.until.After(o.now) || h.fetched+o.leasesOf(h) >= o.opt.PerHost || o.nextRevisit(h) != nil {
			continue
		}
		at := o.freeSoon(&h.clock, o.hostBusy(h), latest(h.next, h.retry))
		if h.notAwaited && at.After(o.now) {
			continue
		}
		if ip := o.addresses[h.ip]; ip != nil && !o.hostBusy(h) && !latest(h.next, h.retry).After(o.now) {
			if o.revisitsWaitFor(h.ip) {
				continue
			}
			at = o.freeSoon(ip, ip.open >= o.opt.Connections, ip.next)
		}
		if at.After(o.now) && at.Sub(o.now) <= o.patience && (better == nil || l.Priority > better.Priority) {
			better, until = l, at
		}
	}
	return better, until
}

// revisitsWaitFor reports whether a host with revisits waits for nothing but its address.
func (o *oracle) revisitsWaitFor(ip string) bool {
	for _, h := range o.hosts {
		if h.ip == ip && !o.hostBusy(h) && !latest(h.next, h.retry).After(o.now) && o.nextRevisit(h) != nil {
			return true
		}
	}
	return false
}

// hostBusy reports whether a host has as many connections as it may.
func (o *oracle) hostBusy(h *host) bool {
	return h.open >= o.opt.Connections || h.delay > 0 && h.open > 0
}

// freeSoon returns when a host or address that is busy or pauses is expected to be free.
func (o *oracle) freeSoon(c *clock, busy bool, next time.Time) time.Time {
	if busy {
		return c.asked.Add(o.patience)
	}
	return next
}

// recordLease adds the lease of best.
func (o *oracle) recordLease(id uint64, best *link) {
	best.state = frontier.Leased
	o.addLease(&lease{id: id, link: best, host: o.host(best.Host)})
}

// addLease opens a connection to host and address of a lease.
func (o *oracle) addLease(l *lease) {
	h := l.host
	h.open, h.asked = h.open+1, o.now
	l.ip = h.ip
	if ip := o.addresses[h.ip]; ip != nil {
		ip.open, ip.asked = ip.open+1, o.now
	}
	l.expires = o.now.Add(o.opt.Lease)
	o.leases = append(o.leases, l)
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
	if ip == "" || ip == l.ip {
		return true
	}
	if old := o.addresses[l.ip]; old != nil {
		old.open--
	}
	l.host.ip, l.ip = ip, ip
	if o.addresses[ip] == nil {
		o.addresses[ip] = &clock{}
	}
	slot := o.addresses[ip]
	if slot.open >= o.opt.Connections || slot.next.After(o.now) {
		l.host.open--
		o.removeLease(l)
		l.queueAgain()
		return false
	}
	slot.open, slot.asked = slot.open+1, o.now
	return true
}

// cancel is a release without pauses.
func (o *oracle) cancel(l *lease) {
	if l.released {
		return
	}
	l.released = true
	l.host.open--
	if ip := o.addresses[l.ip]; ip != nil {
		ip.open--
	}
}

func (o *oracle) yield(l *lease, priority float32) {
	o.cancel(l)
	o.removeLease(l)
	l.queueAgain()
	if priority != priority {
		priority = float32(math.Inf(-1))
	}
	if l.link != nil {
		l.link.Priority = priority + 0
	}
}

func (o *oracle) release(l *lease, now time.Time, took time.Duration) {
	if l.released {
		return
	}
	l.released = true
	l.host.open--
	l.host.next = latest(l.host.next, now.Add(o.pause(l.host, took)))
	if ip := o.addresses[l.ip]; ip != nil {
		ip.open--
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

// removeLease removes a lease from the list.
func (o *oracle) removeLease(l *lease) {
	for i := range o.leases {
		if o.leases[i] == l {
			o.leases = append(o.leases[:i:i], o.leases[i+1:]...)
			return
		}
	}
}

func (o *oracle) done(l *lease, out frontier.Outcome) {
	if out.Unasked {
		o.cancel(l)
	}
	o.release(l, o.now, 0)
	o.removeLease(l)
	if out.Rest > 0 {
		l.host.next = latest(l.host.next, o.now.Add(out.Rest))
	}
	if l.link == nil {
		o.doneRevisit(l, out)
		return
	}
	switch out.Result {
	case frontier.Requeue:
		l.link.state = frontier.Queued
		if out.After > 0 && !l.host.closed() {
			l.link.until, l.link.postponed, l.link.written = o.now.Add(out.After), false, l.link.Priority
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
	o.closeHost(l.host)
}

func (o *oracle) closeHost(h *host) {
	if !h.closed() {
		h.full = h.fetched >= o.opt.PerHost
		h.dead = h.failures >= o.opt.HostFailures
	}
}

// doneRevisit ends the lease of a revisit.
func (o *oracle) doneRevisit(l *lease, out frontier.Outcome) {
	switch out.Result {
	case frontier.Requeue:
		l.revisit.leased = false
		return
	case frontier.Retry:
		if h := l.host; h.full && h.failures+1 < o.opt.HostFailures {
			h.failures++
		}
		o.failed(l.host, out.After)
		o.closeHost(l.host)
	case frontier.Finish:
		l.host.failures = 0
		if l.host.dead {
			l.host.dead = false
			l.host.full = l.host.fetched >= o.opt.PerHost
		}
	}
	o.revisits = slices.DeleteFunc(o.revisits, func(r *revisit) bool { return r == l.revisit })
}

func (o *oracle) failed(h *host, after time.Duration) {
	if !h.closed() {
		h.failures++
	}
	h.retry = latest(h.retry, o.now.Add(o.backoff(h.failures)))
	h.next = latest(h.next, o.now.Add(after))
}

func (o *oracle) hold(l *link, after time.Duration, postponed bool) {
	l.attempts++
	if l.attempts >= o.opt.Retries {
		l.state = frontier.Dropped
		return
	}
	l.state, l.written = frontier.Queued, l.Priority
	l.until, l.postponed = o.now.Add(max(after, o.backoff(l.attempts))), postponed
}

// stalled reports whether all links left are of hosts whose latest request failed, or in back-off after Postpone. Revisits that
// wait are as links.
func (o *oracle) stalled() bool {
	for _, r := range o.revisits {
		if !r.leased && o.host(r.Host).failures == 0 {
			return false
		}
	}
	for _, l := range o.links {
		waits := l.state == frontier.Queued && l.postponed && l.until.After(o.now)
		if s := o.state(l); o.host(l.Host).failures == 0 && !o.host(l.Host).closed() && (s == frontier.Queued || s == frontier.Leased) && !waits {
			return false
		}
	}
	return true
}

func (o *oracle) backoff(n int) time.Duration {
	return time.Duration(min(float64(o.opt.Backoff)*math.Pow(2, float64(max(n, 1)-1)), float64(o.opt.MaxBackoff)))
}

// reopen does what a restart does: leased links are queued, and open connections end.
func (o *oracle) reopen(now time.Time) {
	o.skew = max(0, o.now.Sub(now))
	for _, l := range o.links {
		l.Priority = l.written
		l.postponed = o.host(l.Host).failures == 0
	}
	for _, h := range o.hosts {
		h.retry, h.notAwaited = time.Time{}, false
	}
	for _, l := range o.leases {
		l.queueAgain()
		if !l.released {
			l.host.open = 0
			l.host.next = latest(l.host.next, l.host.asked.Add(o.pause(l.host, 0)))
		}
	}
	for _, ip := range o.addresses {
		if ip.open > 0 {
			ip.open = 0
			ip.next = latest(ip.next, ip.asked.Add(o.opt.Delay))
		}
	}
	o.leases, o.revisits, o.refused = nil, nil, 0
}

func (o *oracle) stats() frontier.Stats {
	c := frontier.Stats{Known: len(o.links), Refused: o.refused, Hosts: len(o.hosts), Addresses: len(o.addresses), Revisits: len(o.revisits)}
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
