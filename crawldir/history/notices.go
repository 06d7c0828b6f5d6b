package history

import (
	"fmt"
	"slices"
	"time"

	"gannet/internal/cli"
)

// Notice is an event in the history of a crawl that its owner should know about, such as the end of a run.
type Notice struct {
	Cursor uint64 `json:"cursor"` // from 1; it stays the same
	Crawl  string `json:"crawl"`  // name of its directory
	Entry
	Text string `json:"text"` // a sentence
}

// Notices returns the notices in the history of a crawl, the oldest first. name is the name of the crawl's directory, and running says
// whether a process runs the crawl now. A run without an end counts as died, if another run started later or no process runs the crawl.
func Notices(name string, entries []Entry, running bool) (list []Notice) {
	number(entries, running, func(cursor uint64, e Entry) {
		if e.Event != forgotten && e.Event != Started {
			list = append(list, Notice{Cursor: cursor, Crawl: name, Entry: e, Text: sentence(name, &e)})
		}
	})
	return list
}

// Latest returns the number (cursor) of the last notice from these entries, or 0 if there is none. A run without an end counts as died, because
// its death may have been reported before the crawl was started again.
func Latest(entries []Entry) (cursor uint64) {
	number(entries, false, func(c uint64, _ Entry) { cursor = c })
	return cursor
}

// number calls take with the cursor of each entry and of each death.
func number(entries []Entry, running bool, take func(cursor uint64, e Entry)) {
	cursor := uint64(0)
	add := func(e Entry) {
		cursor++
		take(cursor, e)
	}
	runs, last := false, time.Time{}
	for _, e := range entries {
		if e.Event == Started && runs {
			add(Entry{Time: last, Event: Died})
		}
		add(e)
		runs, last = e.Event != Ended, e.Time
	}
	if runs && !running {
		add(Entry{Time: last, Event: Died})
	}
}

func sentence(name string, e *Entry) string {
	switch e.Event {
	case HeldUp:
		return fmt.Sprintf("%s is held up: %s", name, e.Why)
	case GoesOn:
		return name + " goes on"
	case Breaks:
		return fmt.Sprintf("%s: %s does not give what it gave before (%s)", name, e.Host, e.Why)
	case Mends:
		return fmt.Sprintf("%s: %s gives again what it gave before (%s)", name, e.Host, e.Why)
	case Died:
		return name + " has died: its process was killed, its disk was full, or the machine went down"
	}
	return fmt.Sprintf("%s has ended: %s; %s, %s", name, e.Why, cli.Counted(e.Pages, "page"), cli.Counted(e.Postings, "new posting"))
}

// Run is one run of a crawl, from its start to its end, as its history shows it.
type Run struct {
	Crawl    string // name of its directory
	Started  time.Time
	Ended    time.Time // zero if it runs, or if it died
	Running  bool
	Why      string // it ended or is held up; "" if neither
	Pages    int64
	Postings int64
	Asked    int64
}

// Runs returns the runs of a crawl, the newest first. name is the name of the crawl's directory, and running says whether a process runs the
// crawl now.
func Runs(name string, entries []Entry, running bool) (list []Run) {
	for _, e := range entries {
		if e.Event == Started {
			list = append(list, Run{Crawl: name, Started: e.Time})
		}
		if len(list) == 0 {
			continue
		}
		r := &list[len(list)-1]
		r.Pages, r.Postings, r.Asked = max(r.Pages, e.Pages), max(r.Postings, e.Postings), max(r.Asked, e.Asked)
		switch e.Event {
		case Ended:
			r.Ended, r.Why = e.Time, e.Why
		case HeldUp:
			r.Why = e.Why
		case GoesOn:
			r.Why = ""
		}
	}
	for i := range list {
		r := &list[i]
		switch last := i == len(list)-1; {
		case !r.Ended.IsZero():
		case last && running:
			r.Running = true
		default:
			r.Why = "it died"
		}
	}
	slices.Reverse(list)
	return list
}
