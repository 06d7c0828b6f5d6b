package jobweb

import (
	"slices"
	"time"
)

// What names a part of a generated posting that changes.
type What uint8

// These are the parts of a generated posting that may change while the posting is open.
const (
	// Text is the description of a posting.
	Text What = iota
	// Pay is the pay that a posting offers.
	Pay
	// Date is the part of a posting that says on which day it was posted; it changes to a later day.
	Date
	whats
)

func (w What) String() string { return [...]string{"text", "pay", "date"}[w] }

// Change is a change of an open posting, with its time.
type Change struct {
	At   time.Time
	What What
}

// life is the course of one posting.
type life struct {
	open    []Interval // in order; the last may end after the clock
	ending  Ending
	listed  bool
	trap    bool       // its text says "closed" of something else
	flaps   []Interval // its page is not found
	changes []Change
	valid   time.Time // ValidThrough as the page states it; zero if it states none
}

// isOpen reports whether a posting is open.
func (l *life) isOpen(t time.Time) bool { return within(l.open, t) }

// begun reports whether a posting has appeared by a time.
func (l *life) begun(t time.Time) bool { return !t.Before(l.open[0].From) }

// modified returns when a posting's page last changed.
func (l *life) modified(t time.Time) time.Time {
	last := l.open[0].From
	for _, span := range l.open {
		if !span.From.After(t) {
			last = span.From
		}
		if !span.To.After(t) && l.ending != Unlisted {
			last = span.To
		}
	}
	for _, c := range l.changes {
		if !c.At.After(t) && c.At.After(last) {
			last = c.At
		}
	}
	return last
}

// planLives draws the course of every posting.
func (w *Web) planLives() {
	w.lives = make([]life, len(w.postings))
	for n := range w.postings {
		w.lives[n] = w.firstSpan(int32(n), w.draw("life", n))
	}
	for n := range w.lives {
		w.finishLife(int32(n), w.draw("course", n))
	}
}

// firstSpan draws the time during which a posting is open. A copy ends together with the posting that was copied, or up to three days later. A
// posting that is to be posted again ends before that happens.
func (w *Web) firstSpan(n int32, r *random) life {
	p, c := &w.postings[n], w.clock
	open := p.posted.Add(time.Duration(r.IntN(24*60*60)) * time.Second)
	end := open.Add(time.Duration(r.ExpFloat64() * float64(c.Life))).Truncate(time.Second)
	switch {
	case p.copied == Repost:
		from := &w.lives[p.from].open[0]
		if before := open.Add(-time.Duration(r.IntN(24*60*60)) * time.Second); before.Before(from.To) && before.Sub(from.From) > time.Hour {
			from.To = before
		}
	case p.from >= 0:
		if later := w.lives[p.from].open[0].To.Add(time.Duration(r.IntN(3*24*60*60)) * time.Second); later.Sub(open) > 24*time.Hour {
			end = later
		}
	}
	return life{open: []Interval{{open, end}}}
}

// finishLife draws the other events in the life of a posting.
func (w *Web) finishLife(n int32, r *random) {
	l, c := &w.lives[n], w.clock
	h := &w.hostLives[w.postings[n].host]
	l.listed, l.trap = r.chance(c.Listed), r.chance(c.Traps)
	l.ending = h.ending
	if other := drawEnding(r); r.chance(.5) {
		l.ending = other
	}
	first := l.open[0]
	if back := first.To.Add(days(3 + 12*r.Float64())); r.chance(c.Returns) && back.Before(c.end()) {
		l.open = append(l.open, Interval{back, back.Add(days(2 + 20*r.Float64()))})
	}
	if r.chance(c.Flaps) {
		from := first.From.Add(days(first.To.Sub(first.From).Hours() / 24 * r.Float64()))
		l.flaps = []Interval{{from, earlier(from.Add(days(r.Float64())), first.To)}}
	}
	if h.validThrough {
		l.valid = first.To
		if r.chance(.4) {
			l.valid = first.To.Add(days(30 * r.Float64())) // the job was taken before
		}
	}
	for at := first.From; len(l.changes) < 12; {
		at = at.Add(days(20 * r.ExpFloat64()))
		if !at.Before(first.To) {
			break
		}
		l.changes = append(l.changes, Change{at, What(r.IntN(int(whats)))})
	}
}

func days(n float64) time.Duration {
	return (time.Duration(n * 24 * float64(time.Hour))).Truncate(time.Second)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// version returns how many changes of a kind a posting has had by a time.
func (l *life) version(t time.Time, what What) int {
	n := 0
	for _, c := range l.changes {
		if c.What == what && !c.At.After(t) {
			n++
		}
	}
	return n
}

// posted returns the day of posting that a posting's page states.
func (l *life) posted(t time.Time) time.Time {
	day := l.open[0].From
	for _, c := range l.changes {
		if c.What == Date && !c.At.After(t) {
			day = c.At
		}
	}
	return day
}

// validAt returns the ValidThrough that a posting's page states. It is another day after the posting has returned.
func (l *life) validAt(t time.Time) time.Time {
	if back := l.open[len(l.open)-1]; len(l.open) > 1 && !l.valid.IsZero() && !t.Before(back.From) {
		return back.To
	}
	return l.valid
}

// near returns the pages of four postings of a section that appeared before a given posting and were open at a time.
func (w *Web) near(s *section, n int32, t time.Time) []int32 {
	at := slices.Index(s.postings, n)
	var near []int32
	for i := at - 1; i >= 0 && len(near) < 4; i-- {
		if w.lives[s.postings[i]].isOpen(t) {
			near = append(near, w.postings[s.postings[i]].page)
		}
	}
	return near
}

// shown returns the postings of a section that its list links to, in the host's order.
func (w *Web) shown(h int32, sec *section, t time.Time) []int32 {
	var out []int32
	for _, n := range sec.postings {
		if l := &w.lives[n]; l.listed && l.isOpen(t) {
			out = append(out, n)
		}
	}
	if w.hostLives[h].newestFirst {
		slices.Reverse(out)
	}
	return out
}

// listModified returns when the list of a section last changed.
func (w *Web) listModified(sec *section, t time.Time) time.Time {
	if n, found := slices.BinarySearch(sec.changes, t.Unix()); found {
		return time.Unix(sec.changes[n], 0).UTC()
	} else if n > 0 {
		return time.Unix(sec.changes[n-1], 0).UTC()
	}
	return w.clock.at(0)
}

// listChanges returns the times at which the list of a section changes, in order.
func (w *Web) listChanges(sec *section) []int64 {
	var at []int64
	for _, n := range sec.postings {
		l := &w.lives[n]
		if !l.listed {
			continue
		}
		for _, span := range l.open {
			at = append(at, span.From.Unix(), span.To.Unix())
		}
		for _, c := range l.changes {
			if c.What != Pay { // a row has the first words and the day
				at = append(at, c.At.Unix())
			}
		}
	}
	slices.Sort(at)
	return at
}
