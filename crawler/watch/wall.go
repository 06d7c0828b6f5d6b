package watch

import (
	"slices"
	"time"
)

// wall is a text that a host gives where its lists and postings were, such as a captcha, a form to log in or a wall for cookies.
type wall struct {
	text  uint64
	pages []uint64 // some that gave it
	list  bool     // a list is among them
	since time.Time
	alarm bool
}

// wallPages are enough pages with one text, if one of them is a list.
const wallPages = 2

// Answer takes in that a page with status 200 shows nothing of what it showed before, and which text it has: a hash. list says whether
// the page is a list. walled reports whether the host gives this text for a list and for another page, and has shown nothing as before
// since then. So the page says nothing of its postings. A text that stays for longer than a week is what the host is now.
//
// It needs no past of the host. Changed has the alarm that begins with it.
func (w *Watch) Answer(name string, at time.Time, page, text uint64, list bool) (walled bool, changed []Alarm) {
	x := w.walls[name]
	if x == nil || x.text != text {
		changed = w.ShowsAgain(name, at)
		x = &wall{text: text, since: at}
		w.host(name) // is kept with the alarm
		w.walls[name] = x
	}
	x.list = x.list || list
	if len(x.pages) < wallPages && !slices.Contains(x.pages, page) {
		x.pages = append(x.pages, page)
	}
	walled = x.list && len(x.pages) == wallPages && at.Sub(x.since) <= longChange
	if x.alarm != walled {
		x.alarm = walled
		changed = append(changed, x.describe(name, at))
	}
	return walled, changed
}

// ShowsAgain takes in that a list or a page of a posting of a host shows what it showed before. It returns the alarm that ends with it.
func (w *Watch) ShowsAgain(name string, at time.Time) (changed []Alarm) {
	x := w.walls[name]
	if x == nil {
		return nil
	}
	delete(w.walls, name)
	if x.alarm {
		x.alarm = false
		changed = append(changed, x.describe(name, at))
	}
	return changed
}

func (x *wall) describe(name string, at time.Time) Alarm {
	a := Alarm{Host: name, Signal: Pages, Over: !x.alarm, Since: x.since, Time: at, Before: 1}
	if a.Over {
		a.Now = 1
	}
	return a
}

// isWalled reports whether a host is under the alarm of a wall.
func (w *Watch) isWalled(name string) bool {
	x := w.walls[name]
	return x != nil && x.alarm
}
