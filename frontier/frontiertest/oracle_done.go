package frontiertest

import (
	"math"
	"slices"
	"time"

	"gannet/frontier"
)

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
		l.link.later = true
		o.failed(l.host, out.After, o.opt.Backoff)
		o.hold(l.link, out.After, o.opt.Backoff, false)
	case frontier.RetryLink:
		l.link.later = true
		if l.link.attempts == 0 {
			l.host.missed++
		}
		if l.host.missed >= o.opt.HostFailures {
			o.failed(l.host, 0, o.opt.LinkBackoff)
		}
		o.hold(l.link, out.After, o.opt.LinkBackoff, true)
	case frontier.Postpone:
		o.hold(l.link, out.After, o.opt.Backoff, true)
	case frontier.DropHost:
		l.link.state = frontier.Dropped
		l.host.gone = l.host.gone || !l.host.closed()
	case frontier.Finish:
		if !out.NoPage {
			l.host.fetched++
		}
		l.host.missed = 0
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
		h.full = o.spent(h)
		h.dead = h.failures >= o.opt.HostFailures
	}
}

// spent reports whether a host's budget is spent, either by its pages or by ten times as many finished links.
func (o *oracle) spent(h *host) bool {
	ended := 0
	for _, l := range o.links {
		if l.Host == h.name && l.state == frontier.Fetched {
			ended++
		}
	}
	return h.fetched >= o.opt.PerHost || ended/10 >= o.opt.PerHost
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
		o.failed(l.host, out.After, o.opt.Backoff)
		o.closeHost(l.host)
	case frontier.Finish:
		l.host.failures, l.host.missed = 0, 0
		if l.host.dead || l.host.gone {
			l.host.dead, l.host.gone = false, false
			l.host.full = o.spent(l.host)
		}
	}
	o.revisits = slices.DeleteFunc(o.revisits, func(r *revisit) bool { return r == l.revisit })
}

func (o *oracle) failed(h *host, after, first time.Duration) {
	if !h.closed() {
		h.failures++
	}
	h.retry = latest(h.retry, o.now.Add(o.backoff(first, h.failures)))
	h.next = latest(h.next, o.now.Add(after))
}

func (o *oracle) hold(l *link, after, first time.Duration, postponed bool) {
	l.attempts++
	if l.attempts >= o.opt.Retries {
		l.state = frontier.Dropped
		return
	}
	l.state, l.written = frontier.Queued, l.Priority
	if !o.host(l.Host).closed() { // else it has no back-off when a restart opens the host again
		l.until, l.postponed = o.now.Add(max(after, o.backoff(first, l.attempts))), postponed
	}
}

// stalled reports whether all remaining links are of hosts whose latest request failed, or are in back-off after Postpone. Waiting revisits are
// treated like links.
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

func (o *oracle) backoff(first time.Duration, n int) time.Duration {
	return time.Duration(min(float64(first)*math.Pow(2, float64(max(n, 1)-1)), float64(o.opt.MaxBackoff)))
}

// reopen does what a restart does: leased links are queued, and open connections end.
func (o *oracle) reopen(now time.Time) {
	o.skew = max(0, o.now.Sub(now))
	for _, l := range o.links {
		l.Priority = l.written
		l.postponed, l.later = o.host(l.Host).failures == 0, l.attempts > 0
	}
	for _, h := range o.hosts {
		h.retry, h.notAwaited, h.missed, h.gone = time.Time{}, false, 0, false
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
			if h := o.host(l.Host); l.state == frontier.Queued && h.gone {
				c.DroppedGone++
			} else if l.state == frontier.Queued && h.dead {
				c.DroppedDead++
			} else if l.state == frontier.Queued {
				c.DroppedFull++
			}
		}
	}
	for _, h := range o.hosts {
		if h.gone {
			c.GoneHosts++
		} else if h.dead {
			c.DeadHosts++
		} else if h.full {
			c.FullHosts++
		}
	}
	return c
}
