package freshness

import (
	"net/http"
	"slices"
	"time"

	"gannet/internal/testweb/jobweb"
)

// sweep does what open-source collectors do: it walks all lists in turn, and closes a posting that its list no longer links to.
type sweep struct {
	w     *world
	lists []string
	next  int
	walk  listWalk
	of    map[string][]int // known postings of a list
}

// listWalk requests the pages of a list one after the other.
type listWalk struct {
	list    string
	pages   []string // still to be asked
	entries map[string]bool
	failed  bool
	begun   bool
}

func newSweep(w *world) *sweep {
	s := &sweep{w: w, of: make(map[string][]int)}
	for i := range w.hosts {
		s.lists = append(s.lists, w.hosts[i].Lists...)
	}
	for i := range w.courses {
		if w.courses[i].Listed && w.said[i].state == open {
			s.of[w.courses[i].List] = append(s.of[w.courses[i].List], i)
		}
	}
	return s
}

// begin starts the walk of a list.
func (l *listWalk) begin(list string) {
	*l = listWalk{list: list, pages: []string{list}, entries: make(map[string]bool), begun: true}
}

// step requests the next page of the list. It reports whether the list is finished.
func (l *listWalk) step(w *world, now time.Time) (a jobweb.Answer, done bool) {
	a = w.ask(l.pages[0], now)
	if a.Status != http.StatusOK || a.Shows != jobweb.ShowsList {
		l.failed = true
		return a, true
	}
	if l.pages[0] == l.list {
		l.pages = slices.Clone(a.Pages)
	}
	l.pages = l.pages[1:]
	for _, e := range a.Entries {
		l.entries[e.URL] = true
		w.found(e.URL)
	}
	return a, len(l.pages) == 0
}

// step implements agent.
func (s *sweep) step(now time.Time) bool {
	if url, ok := s.w.nextNew(now); ok {
		if i, _, ok := s.w.readNew(url, now); ok {
			s.of[s.w.courses[i].List] = append(s.of[s.w.courses[i].List], i)
		}
		return true
	}
	if !s.walk.begun {
		s.walk.begin(s.lists[s.next%len(s.lists)])
		s.next++
	}
	if _, done := s.walk.step(s.w, now); done {
		s.finish(now)
		s.walk.begun = false
	}
	return true
}

// finish closes the postings that the list no longer links to, and opens those that it links to again.
func (s *sweep) finish(now time.Time) {
	if s.walk.failed {
		return
	}
	for _, i := range s.of[s.walk.list] {
		if s.walk.entries[s.w.courses[i].URL] {
			s.w.sayOpen(i, now)
		} else {
			s.w.sayClosed(i, s.w.said[i].open, now, now)
		}
	}
}

// oracle knows when each posting begins and ends, and requests its page at these times.
type oracle struct {
	w      *world
	events []event
	retry  []event
}

type event struct {
	at    time.Time
	i     int
	opens bool
}

func newOracle(w *world) *oracle {
	o := &oracle{w: w}
	for i := range w.courses {
		for _, span := range w.courses[i].Open {
			if span.From.After(w.start) {
				o.events = append(o.events, event{span.From, i, true})
			}
			if span.To.After(w.start) {
				o.events = append(o.events, event{span.To, i, false})
			}
		}
	}
	slices.SortStableFunc(o.events, func(a, b event) int { return a.at.Compare(b.at) })
	return o
}

// step implements agent.
func (o *oracle) step(now time.Time) bool {
	var e event
	switch {
	case len(o.retry) > 0 && !o.retry[0].at.After(now):
		e, o.retry = o.retry[0], o.retry[1:]
	case len(o.events) > 0 && !o.events[0].at.After(now):
		e, o.events = o.events[0], o.events[1:]
	default:
		return false
	}
	before := o.w.said[e.i].open
	a := o.w.ask(o.w.courses[e.i].URL, now)
	seen := read(&a)
	switch {
	case e.opens && !o.w.courses[e.i].IsOpen(now): // too late
	case seen == nothingLearned || e.opens && seen == isGone:
		o.retry = append(o.retry, event{now.Add(time.Hour), e.i, e.opens})
	case e.opens:
		o.w.sayOpen(e.i, now)
	default: // also where the page stays: an oracle knows
		o.w.sayClosed(e.i, before, now, now)
	}
	return true
}
