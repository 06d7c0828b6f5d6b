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

// fill adds the requests that have become allowed since the last call. In any 24 hours, the requests available at the beginning and those added are
// together at most perDay.
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

// take spends requests for one side, discovery or revisits. If the other side could use them as well, this side may have to wait for the other one's
// turn. A side loses its turn if it does not take it within the time of one request, or if the bucket is full. If the bucket is full, a visit of more
// requests than it holds may begin, and leaves a debt.
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

// turnLost reports whether the side whose turn it is has failed to take it. It is called when the other side wants a request.
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
	// mostRush is a part of Fresh. Urgent revisits, such as those of suspected postings, may use the requests of that much time before they have to
	// let pages go first that are due by their own rate, such as lists.
	mostRush = .25
	// rushShare is the share of the requests of revisits that urgent revisits get after that, as long as something else is due. It is mostLooks,
	// expressed as a share of the least that discovery leaves.
	rushShare = .8
)

// countRush counts a request of revisits. look says that it is an urgent revisit, and waits that a page is due by its own rate.
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

// rushed reports whether urgent revisits have to let pages go first that are due by their own rate.
func (b *budget) rushed(fresh time.Duration) bool {
	return b.perDay > 0 && b.rush >= (1-rushShare)*max(1, mostRush*b.perDay*days(fresh))
}

// enough is how many requests are saved for pages that will be due.
func (b *budget) enough() float64 { return max(1, .75*b.most()) }

// spare reports whether so many requests are saved that some would be left unused.
func (b *budget) spare() bool { return b.perDay > 0 && b.tokens >= b.enough() }

// untilSpare returns how long it takes until some requests would be left unused, at least a second.
func (b *budget) untilSpare() time.Duration {
	return time.Duration(max(0, b.enough()-b.tokens)*24/(b.perDay-b.most()+1)*float64(time.Hour)) + time.Second
}

// wait returns how long it takes until one request is allowed.
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

// perDay returns the number of events a day. While the count is young, prior stands for what it has not seen yet.
func (l *lately) perDay(at int64, prior float64) float64 {
	l.fadeTo(at)
	unseen := math.Exp(-float64(at-l.From) / secondsPerDay / latelyDays)
	return l.Count/latelyDays + prior*unseen
}
