package frontiertest

import (
	"math"
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
	postponed bool // until is the end of a back-off though the host did not fail
	later     bool // it failed itself: the other links of its host come before it
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
	missed            int // links that failed themselves since a page was fetched
	notAwaited        bool
	full, dead, gone  bool
}

type lease struct {
	id       uint64
	link     *link // nil for a revisit
	revisit  *revisit
	host     *host
	ip       string // that its connection counts for
	expires  time.Time
	released bool
	making   bool
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

func (h *host) closed() bool { return h.full || h.dead || h.gone }

func (o *oracle) advance(now time.Time) {
	o.now = latest(o.now, now.Add(o.skew))
	for len(o.leases) > 0 && !o.leases[0].expires.After(o.now) {
		l := o.leases[0]
		o.release(l, l.expires, 0)
		o.removeLease(l)
		if l.link != nil {
			o.hold(l.link, 0, o.opt.LinkBackoff, true)
		} else {
			l.queueAgain()
		}
	}
}

// queueAgain queues the link or revisit of a lease again.
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
