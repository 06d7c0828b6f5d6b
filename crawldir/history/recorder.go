package history

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"gannet/crawler"
)

// heldFor is how long a crawl has to be held up until this is recorded, so that a short failure of the network makes no notice.
const heldFor = time.Minute

// Recorder writes the history of a run while the run goes on. Only one goroutine may use a Recorder.
type Recorder struct {
	dir     string
	start   time.Time
	begun   bool
	since   time.Time           // when the run began to be held up; zero if it is not
	heldUp  bool                // it is recorded
	broken  map[hostSignal]bool // alarms that are recorded
	pending []Entry             // that could not be written yet
}

type hostSignal struct{ host, signal string }

// NewRecorder returns a recorder for the run that started at this time in the crawl's directory.
func NewRecorder(dir string, start time.Time) *Recorder { return &Recorder{dir: dir, start: start} }

// Observe compares the progress of the run with that at the last call, and writes to the history what has happened since. running is false at
// the end of the run. If an entry cannot be written now, a later call writes it.
func (r *Recorder) Observe(now time.Time, running bool, p *crawler.Progress) error {
	if !r.begun {
		earlier, err := Read(r.dir)
		if err != nil {
			return err
		}
		r.begin(earlier)
		r.pending = append(r.pending, Entry{Time: r.start, Event: Started})
	}
	r.pending = append(r.pending, r.changes(now, running, p)...)
	err := add(r.dir, r.pending)
	if err == nil {
		r.pending = nil
	}
	return err
}

// begin takes over which hosts were broken when the run before ended.
func (r *Recorder) begin(earlier []Entry) {
	r.begun, r.broken = true, make(map[hostSignal]bool)
	for _, e := range earlier {
		switch key := (hostSignal{e.Host, e.Why}); e.Event {
		case Breaks:
			r.broken[key] = true
		case Mends:
			delete(r.broken, key)
		}
	}
}

// changes returns the entries of what has changed.
func (r *Recorder) changes(now time.Time, running bool, p *crawler.Progress) (list []Entry) {
	entry := func(event Event, why string) Entry {
		e := Entry{Time: now, Event: event, Why: why, Pages: p.Pages, Relevant: p.Relevant, Postings: p.Postings, Asked: p.Asked}
		if p.Revisits != nil {
			e.Asked += p.Revisits.Made
		}
		return e
	}
	if p.Revisits != nil {
		list = r.hosts(now, p.Revisits.Alarms)
	}
	if !running {
		why := string(p.Ended)
		if p.Failure != "" {
			why += ": " + p.Failure
		}
		return append(list, entry(Ended, why))
	}
	switch why := holdUp(p); {
	case p.Paused: // as a user wants it
	case why == "" && r.heldUp:
		r.heldUp, r.since = false, time.Time{}
		list = append(list, entry(GoesOn, ""))
	case why == "":
		r.since = time.Time{}
	case r.since.IsZero():
		r.since = now
	case !r.heldUp && now.Sub(r.since) >= heldFor:
		r.heldUp = true
		list = append(list, entry(HeldUp, why))
	}
	return list
}

// holdUp says what holds a run up; "" is nothing.
func holdUp(p *crawler.Progress) string {
	switch {
	case p.Trouble != "":
		return p.Trouble
	case len(p.Waiting) > 0:
		w := p.Waiting[0]
		return fmt.Sprintf("all links left are of hosts that fail, first of all %s: %s", w.Host, cmp.Or(w.Why, "the reason is no longer known"))
	}
	return ""
}

// hosts returns the entries of hosts that have begun or ceased to be broken.
func (r *Recorder) hosts(now time.Time, alarms []crawler.Alarm) (list []Entry) {
	current := make(map[hostSignal]bool)
	for _, a := range alarms {
		current[hostSignal{a.Host, string(a.Signal)}] = true
	}
	for _, change := range []struct {
		event    Event
		of, from map[hostSignal]bool
	}{{Breaks, current, r.broken}, {Mends, r.broken, current}} {
		for _, key := range slices.SortedFunc(maps.Keys(change.of), func(a, b hostSignal) int { return cmp.Or(cmp.Compare(a.host, b.host), cmp.Compare(a.signal, b.signal)) }) {
			if !change.from[key] {
				list = append(list, Entry{Time: now, Event: change.event, Host: key.host, Why: key.signal})
			}
		}
	}
	r.broken = current
	return list
}
