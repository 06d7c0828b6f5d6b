package frontiertest

import (
	"math"
	"time"

	"gannet/frontier"
)

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

// cancel is like release, but without pauses.
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
	l.released, l.making = true, true
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
