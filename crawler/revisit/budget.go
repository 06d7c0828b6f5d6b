package revisit

import (
	"math"
	"time"
)

// budget bounds the requests of a day and shares them between discovery and revisits.
type budget struct {
	perDay float64 // 0: no bound
	tokens float64 // requests that may be made now
	filled time.Time
	lead   float64   // requests that discovery is ahead of its share
	denied time.Time // since when one side waits for the other to take its turn; zero if none does
	rush   float64   // looks that went before what was scheduled, less their share, see mostRush

	looks, discovered, modified lately
}

type side int

const (
	discovery side = iota
	revisits
)

// most returns how many requests may be made at once: a hundredth of a day's.
func (b *budget) most() float64 { return max(1, math.Floor(b.perDay/100)) }

// fill adds what the time since the last call gives. In any 24 hours, what was there at first and what is added make at most
// perDay requests.
func (b *budget) fill(now time.Time) {
	if b.perDay == 0 {
		return
	}
	if b.filled.IsZero() {
		b.tokens, b.filled = b.most(), now
	}
	if passed := now.Sub(b.filled); passed > 0 {
		b.tokens = min(b.most(), b.tokens+passed.Hours()/24*(b.perDay-b.most()+1))
	}
	b.filled = now // also after the clock was set back, which gives nothing
}

// take spends requests for one side. If the other side has a use for them, it may be its turn. A turn is lost if it is not
// taken for the time of a request, or if the bucket is full. A visit of many requests may be begun with fewer tokens and leaves
// a debt, if the bucket is full.
func (b *budget) take(s side, requests, share float64, other bool) bool {
	if b.perDay == 0 {
		return true
	}
	full := b.tokens >= b.most()
	if b.tokens < 1 || b.tokens < requests && !full {
		return false
	}
	if ahead := s == discovery && b.lead > 0 || s == revisits && b.lead < 0; other && ahead && !b.turnLost() {
		return false
	}
	b.denied = time.Time{}
	b.tokens -= requests
	ahead := requests * (1 - share)
	if s == revisits {
		ahead = -requests * share
	}
	b.lead = min(max(b.lead+ahead, -b.most()), b.most())
	return true
}

// turnLost reports whether the side whose turn it is has not taken it. It is asked for the other side.
func (b *budget) turnLost() bool {
	if b.most() > 1 && b.tokens >= b.most() {
		return true
	}
	if b.denied.IsZero() || b.denied.After(b.filled) {
		b.denied = b.filled
	}
	return b.filled.Sub(b.denied).Hours()/24*b.perDay >= 1
}

const (
	// mostRush is the part of Fresh in whose requests looks may go before what is due by its own rate, such as lists.
	mostRush = .25
	// rushShare is what looks then take of the requests of revisits, as long as something else is due. It is mostLooks, as a share of what
	// discovery leaves at the least.
	rushShare = .8
)

// countRush counts a request of revisits: whether it is a look, and whether something is due by its own rate.
func (b *budget) countRush(look, waits bool) {
	switch {
	case !waits:
		b.rush = 0
	case look:
		b.rush += 1 - rushShare
	default:
		b.rush = max(0, b.rush-rushShare)
	}
}

// rushed reports whether looks have to let pass what is due by its own rate.
func (b *budget) rushed(fresh time.Duration) bool {
	return b.perDay > 0 && b.rush >= (1-rushShare)*max(1, mostRush*b.perDay*days(fresh))
}

// enough is how many requests are kept for what will be due.
func (b *budget) enough() float64 { return max(1, .75*b.most()) }

// spare reports whether requests may be left unused.
func (b *budget) spare() bool { return b.perDay > 0 && b.tokens >= b.enough() }

// untilSpare returns how long it takes until requests may be left unused, a second at least.
func (b *budget) untilSpare() time.Duration {
	return time.Duration(max(0, b.enough()-b.tokens)*24/(b.perDay-b.most()+1)*float64(time.Hour)) + time.Second
}

// wait returns how long one request takes to be allowed.
func (b *budget) wait() time.Duration {
	if b.perDay == 0 || b.tokens >= 1 {
		return time.Second // the turn is discovery's
	}
	return time.Duration((1-b.tokens)*24/(b.perDay-b.most()+1)*float64(time.Hour)) + time.Second
}

// lately counts events, the older ones less.
type lately struct {
	Count float64
	From  int64 // seconds: when the first could be counted
	Last  int64
}

const latelyDays = 2.

func (l *lately) add(at int64, n float64) {
	l.fadeTo(at)
	l.Count += n
}

func (l *lately) fadeTo(at int64) {
	if l.From == 0 {
		l.From, l.Last = at, at
	}
	if at > l.Last {
		l.Count *= math.Exp(-float64(at-l.Last) / secondsPerDay / latelyDays)
		l.Last = at
	}
}

// perDay returns the events a day, of prior where the count is too young to tell.
func (l *lately) perDay(at int64, prior float64) float64 {
	l.fadeTo(at)
	unseen := math.Exp(-float64(at-l.From) / secondsPerDay / latelyDays)
	return l.Count/latelyDays + prior*unseen
}
