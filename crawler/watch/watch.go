// Package watch notices when a host no longer gives what it gave before: a list that is cut, a page that lost a field, a
// login where postings were. It compares each host with itself over the last four weeks.
//
// Every fact is good or bad: a link that is still on its list or is not, a posting that has a company or has none. For each
// Signal of a host, watch tests whether the share of bad facts has risen. Each fact adds evidence: how much likelier it is if
// the share has changed than if it is the host's own. The sum raises an alarm when it passes a bound that holds the average
// time between false alarms at FalseAlarm days or more (Lorden, 1971; Shin, Ramdas and Rinaldo, 2022). The bound grows for
// hosts whose facts come in runs: it is a multiple of the evidence that the host's quiet days have reached. No threshold
// is set by hand.
//
// A Watch does no I/O and has no clock. It is not safe for concurrent use.
package watch

import (
	"cmp"
	"math"
	"slices"
	"time"
)

const (
	// FalseAlarm is the least average number of days between two false alarms about a host.
	FalseAlarm = 1000
	// Memory is the time after which the weight of a fact has fallen to a third (1/e). A host is compared with about that much of its past.
	Memory = 28 * 24 * time.Hour
	// dayTime is how long facts count as facts of one day.
	dayTime = 24 * time.Hour
)

// Watch notices when the pages of a host become worse than before, for example when postings no longer have a company. Make it with New.
type Watch struct {
	hosts map[string]*host
	all   [signals]counts // of all hosts
}

// host is the state of one host.
type host struct {
	Day     int64 // Unix time when the current day began; 0 for a host of which nothing is known
	Signals [signals]signal
	Last    lastRead
	Wall    wall
	// Nameless is the Unix time since when requests have found that the name of the host does not exist; 0 if the latest request found the name.
	Nameless int64
	// NamelessSeen is the Unix time of the latest of these requests.
	NamelessSeen int64
}

// New returns a Watch that knows no host.
func New() *Watch { return &Watch{hosts: make(map[string]*host)} }

// Alarm says that one signal of a host has become worse than before, or that it is as before again.
type Alarm struct {
	Host   string
	Signal Signal
	Over   bool      // the signal is as before again
	Since  time.Time // of the first fact that spoke for the change
	Time   time.Time // of the fact that decided
	Before float64   // share of good facts in the weeks before
	Now    float64   // share of good facts since
}

// Record records the facts of one visit to a host, and returns the alarms that begin or end with them. Facts with a time before the latest
// ones count as facts of the same day, so a clock that was set back raises no alarm.
func (w *Watch) Record(name string, at time.Time, facts ...Fact) (changed []Alarm) {
	h := w.host(name)
	w.begin(h, at.Unix())
	for _, f := range facts {
		if f.Signal == Answers {
			h.Nameless, h.NamelessSeen = 0, 0
		}
		s := &h.Signals[f.Signal]
		was := s.Alarm
		if s.add(f, at.Unix(), &w.all[f.Signal]); s.Alarm != was {
			changed = append(changed, s.describe(name, f.Signal, at))
		}
	}
	return changed
}

// namelessGap is how much of the time between two requests that find no name counts as time without the name. If more time lies between them, as when
// a crawl is stopped, the name may have existed meanwhile.
const namelessGap = 2 * 24 * time.Hour

// NoName records that a request failed because the host's name does not exist (NXDOMAIN, RFC 8020). Call it instead of Record with a bad
// fact for Answers.
func (w *Watch) NoName(name string, at time.Time) (changed []Alarm) {
	h := w.host(name)
	since := cmp.Or(h.Nameless, at.Unix())
	seen := cmp.Or(h.NamelessSeen, since)
	changed = w.Record(name, at, FactOf(Answers, false))
	h.Nameless = since + max(0, at.Unix()-seen-int64(namelessGap/time.Second))
	h.NamelessSeen = max(seen, at.Unix())
	return changed
}

// IsGone reports whether a host's name has not existed for a week, so that its pages count as gone. If an owner only forgot to pay for the
// name, it is usually back before that.
func (w *Watch) IsGone(name string, at time.Time) bool {
	h := w.hosts[name]
	if h == nil || h.Nameless == 0 {
		return false
	}
	return at.Sub(time.Unix(h.Nameless, 0)) > longChange && at.Sub(time.Unix(h.NamelessSeen, 0)) <= namelessGap
}

// DoubtsListings reports whether there is an alarm of any kind about a host. If there is, a posting that the host no longer shows may still be
// open.
func (w *Watch) DoubtsListings(name string) bool {
	h := w.hosts[name]
	return h != nil && h.Signals[Lists].Alarm || w.DoubtsPages(name)
}

// DoubtsPages reports whether there is an alarm about a host that concerns more than its lists. If there is, even the page of a posting
// does not prove that the posting has ended. If the alarm concerns lists only, the pages of postings can be trusted.
func (w *Watch) DoubtsPages(name string) bool {
	h := w.hosts[name]
	return h != nil && (h.Wall.Alarm || h.isAlarmed(Answers, Lists) || h.isAlarmed(Shows, signals))
}

// DoubtsPostings reports whether there is an alarm about what the postings of a host contain.
func (w *Watch) DoubtsPostings(name string) bool {
	h := w.hosts[name]
	return h != nil && h.isAlarmed(Titles, signals)
}

// isAlarmed reports whether there is an alarm of a signal from first up to but not including end.
func (h *host) isAlarmed(first, end Signal) bool {
	return slices.ContainsFunc(h.Signals[first:end], func(s signal) bool { return s.Alarm })
}

func (w *Watch) host(name string) *host {
	h := w.hosts[name]
	if h == nil {
		h = &host{}
		w.hosts[name] = h
	}
	return h
}

// begin ends the current day if it is over.
func (w *Watch) begin(h *host, at int64) {
	if h.Day == 0 {
		h.Day = at
	}
	passed := time.Duration(at-h.Day) * time.Second
	if passed < dayTime {
		return
	}
	keep := math.Exp(-float64(passed) / float64(Memory))
	for i := range h.Signals {
		s := &h.Signals[i]
		if !Signal(i).goesOn(s.Days) || !s.goesOn(float32(keep), at, &w.all[i]) {
			s.endDay(float32(keep))
		}
	}
	h.Day = at
}

func (s *signal) describe(name string, which Signal, at time.Time) Alarm {
	t := &s.Tests[s.Deciding]
	return Alarm{
		Host: name, Signal: which, Over: !s.Alarm, Since: time.Unix(t.Since, 0).UTC(), Time: at,
		Before: s.Past.share(), Now: t.Facts.share(),
	}
}
