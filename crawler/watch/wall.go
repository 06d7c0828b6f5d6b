package watch

import (
	"cmp"
	"slices"
	"time"
)

// wall is a text that a host gives in place of its listings and postings, such as a captcha, a login form or a cookie banner that hides the page. It
// is zero while the latest page showed what it showed before.
type wall struct {
	Text  uint64
	Pages [wallPages]uint64 // some that gave it; 0: none yet
	Since int64             // Unix time
	List  bool              // a listing is among them
	Alarm bool
}

// wallPages is how many pages with one text are enough, if one of them is a listing.
const wallPages = 2

// Answer records that a page of a host had status 200 but shows nothing of what it showed before. text is the hash of the text that it has
// instead, and list says whether the page is a listing.
//
// walled is true if this looks like a block page: the host gives the same text for a listing and for another page, and has shown no page as
// before since then. In that case the page says nothing about its postings. A text that stays for longer than a week is no longer taken for
// a block page.
//
// Unlike the other signals, this one needs no past of the host. changed has the alarms that begin or end with this response.
func (w *Watch) Answer(name string, at time.Time, page, text uint64, list bool) (walled bool, changed []Alarm) {
	h := w.host(name)
	x := &h.Wall
	if x.Since == 0 || x.Text != text {
		changed = w.ShowsAgain(name, at)
		h.Day = cmp.Or(h.Day, at.Unix())
		*x = wall{Text: text, Since: at.Unix()}
	}
	x.List = x.List || list
	if free := slices.Index(x.Pages[:], 0); free >= 0 && !slices.Contains(x.Pages[:], page) {
		x.Pages[free] = page
	}
	walled = x.List && x.Pages[wallPages-1] != 0 && at.Sub(time.Unix(x.Since, 0)) <= longChange
	if x.Alarm != walled {
		x.Alarm = walled
		changed = append(changed, x.describe(name, at))
	}
	return walled, changed
}

// ShowsAgain records that a listing or the page of a posting shows again what it showed before, so that there is no block page. It returns
// the alarm that this ends.
func (w *Watch) ShowsAgain(name string, at time.Time) (changed []Alarm) {
	h := w.hosts[name]
	if h == nil {
		return nil
	}
	if h.Wall.Alarm {
		h.Wall.Alarm = false
		changed = append(changed, h.Wall.describe(name, at))
	}
	h.Wall = wall{}
	return changed
}

func (x *wall) describe(name string, at time.Time) Alarm {
	a := Alarm{Host: name, Signal: Pages, Over: !x.Alarm, Since: time.Unix(x.Since, 0).UTC(), Time: at, Before: 1}
	if a.Over {
		a.Now = 1
	}
	return a
}
