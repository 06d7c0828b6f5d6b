package frontiertest

import (
	"slices"
	"time"

	"gannet/frontier"
)

// freeAt returns when a queued link may be requested if nothing happens until then.
func (o *oracle) freeAt(l *link) (at time.Time, ok bool) {
	h := o.host(l.Host)
	if o.state(l) != frontier.Queued || o.hostBusy(h) || h.fetched+o.leasesOf(h) >= o.opt.PerHost {
		return at, false
	}
	at, ok = o.hostFreeAt(h)
	return latest(l.until, at), ok
}

// hostFreeAt returns when a host may get a request if nothing happens until then.
func (o *oracle) hostFreeAt(h *host) (at time.Time, ok bool) {
	at = latest(h.next, h.retry)
	if ip := o.addresses[h.ip]; h.ip != "" {
		return latest(at, ip.next), !o.hostBusy(h) && ip.open < o.opt.Connections
	}
	return at, !o.hostBusy(h)
}

// nextRevisit returns the next revisit to take of a host, or nil.
func (o *oracle) nextRevisit(h *host) (next *revisit) {
	for _, r := range o.revisits {
		if r.Host == h.name && !r.leased && (next == nil || r.Priority > next.Priority || r.Priority == next.Priority && r.number < next.number) {
			next = r
		}
	}
	return next
}

// takeRevisit returns the next revisit to take of all hosts. If there is none, next is when one becomes free.
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
		if !at.After(o.now) && (best == nil || before(r, best)) {
			best = r
		}
	}
	return best, next
}

// before reports whether a revisit of one host is taken before that of another host.
func before(r, other *revisit) bool {
	urgent := r.Priority == frontier.Urgent
	if otherUrgent := other.Priority == frontier.Urgent; urgent != otherUrgent {
		return urgent
	}
	return r.number < other.number
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

// take returns the best free link, unless it should wait for a better one. If it returns no link, next is when the next link or revisit becomes free.
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

// bestFree returns the best free link. next is when the next link or revisit becomes free, if that may be later than now.
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
		if !at.After(o.now) && (best == nil || l.Priority > best.Priority) && !o.comesLater(l) {
			best = l
		}
	}
	return best, next
}

// comesLater reports whether a link failed although its host answers others, and the host has another link that did not fail.
func (o *oracle) comesLater(l *link) bool {
	return l.later && slices.ContainsFunc(o.links, func(other *link) bool {
		return other.Host == l.Host && !other.later && other.state == frontier.Queued && !other.until.After(o.now)
	})
}

// takeAnyway reports whether a link should be taken although a better one is about to be free.
func takeAnyway(priority, better float32) bool { return 2*priority >= better }

// bestAlmostFree returns the best link that is about to be free. until is when the frontier stops waiting for it.
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
		if at.After(o.now) && at.Sub(o.now) <= o.patience && (better == nil || l.Priority > better.Priority) && !o.comesLater(l) {
			better, until = l, at
		}
	}
	return better, until
}

// revisitsWaitFor reports whether there is a host with revisits that only waits for its address.
func (o *oracle) revisitsWaitFor(ip string) bool {
	for _, h := range o.hosts {
		if h.ip == ip && !o.hostBusy(h) && !latest(h.next, h.retry).After(o.now) && o.nextRevisit(h) != nil {
			return true
		}
	}
	return false
}

// hostBusy reports whether a host has reached its number of connections, counting pages that are being processed as connections.
func (o *oracle) hostBusy(h *host) bool {
	busy := h.open
	for _, l := range o.leases {
		if l.host == h && l.making {
			busy++
		}
	}
	return busy >= o.opt.Connections || h.delay > 0 && busy > 0
}

// freeSoon returns when a host or address that is busy or pauses is expected to become free.
func (o *oracle) freeSoon(c *clock, busy bool, next time.Time) time.Time {
	if busy {
		return c.asked.Add(o.patience)
	}
	return next
}
