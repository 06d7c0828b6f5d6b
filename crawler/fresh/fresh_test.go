package fresh

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/crawler/revisit"
	"gannet/crawler/watch"
	"gannet/internal/weburl"
	"gannet/job/life"
)

// site is what a crawl has kept of a host: postings by number, and listings by name that link to some of them and to other pages.
type site struct {
	*Hosts
	now     time.Time
	watched map[uint64]*Page // that are recrawled
	others  map[uint64]*Page // that were kept and are not
	fails   error            // of every reading
}

func newSite() *site {
	w := &site{now: time.Unix(1_780_000_000, 0), watched: make(map[uint64]*Page), others: make(map[uint64]*Page)}
	options := revisit.DefaultOptions()
	w.Hosts = New(w, revisit.New(options), watch.New(), options.Fresh, true)
	return w
}

// Page implements Pages.
func (w *site) Page(id uint64) (*Page, error) {
	x := w.watched[id]
	if x == nil || w.fails != nil {
		return nil, w.fails
	}
	own := *x
	return &own, nil
}

// Kept implements Pages.
func (w *site) Kept(url string) (*Page, error) { return w.others[weburl.Fingerprint(url)], w.fails }

// Links implements Pages.
func (w *site) Links(id uint64) ([]uint64, error) {
	if x := w.others[id]; x != nil {
		return slices.Clone(x.Links), w.fails
	}
	return nil, w.fails
}

// isMissed reports whether a page was reported as unlisted.
func (w *site) isMissed(id uint64) bool {
	return w.records[id].isUnlisted()
}

func (w *site) fingerprints(names string) (ids []uint64) {
	for name := range strings.FieldsSeq(names) {
		ids = append(ids, weburl.Fingerprint("http://mill.test/"+name))
	}
	return ids
}

func (w *site) watch(name string, kind Kind, names string) *Page {
	x := w.newPage(name, kind, names)
	w.Add(x)
	return x
}

// restore has a page be recrawled that an earlier run has visited.
func (w *site) restore(name string, kind Kind, names string, shown life.PageState) {
	w.Restore(w.newPage(name, kind, names), &shown, nil)
}

func (w *site) newPage(name string, kind Kind, names string) *Page {
	x := &Page{URL: "http://mill.test/" + name, Kind: kind, Visited: w.now, Tried: w.now, Links: w.fingerprints(names)}
	w.watched[x.ID()] = x
	return x
}

// keep has a page be kept that is not recrawled.
func (w *site) keep(name, names string) string {
	x := &Page{URL: "http://mill.test/" + name, Kind: OnTopic, Visited: w.now, Links: w.fingerprints(names)}
	w.others[x.ID()] = x
	return x.URL
}

// takeFacts does with facts what a crawl does, and returns them.
func (w *site) takeFacts() []Fact {
	facts := w.Facts()
	for _, f := range facts {
		if f.Page != nil {
			w.watched[f.ID] = f.Page
		}
	}
	return facts
}

// TestALastDayIsWaitedFor: a posting whose last day is stated is looked at when that day is over, not when it begins.
func TestALastDayIsWaitedFor(t *testing.T) {
	day := time.Date(2026, 5, 20, 0, 0, 0, 0, time.UTC)
	w := newSite()
	for _, c := range []struct{ ends, want time.Time }{{day, day.AddDate(0, 0, 1)}, {day.Add(time.Hour), day.Add(time.Hour)}, {}} {
		x := &Page{URL: "http://mill.test/job/1", Kind: Posting, Ends: c.ends}
		if got := w.scheduled(x).ValidThrough; !got.Equal(c.want) {
			t.Errorf("what ends on %v is looked at on %v, want %v", c.ends, got, c.want)
		}
	}
}

// TestListsThatAreFull: one page always has as many links as it can hold, and another changes its length.
func TestListsThatAreFull(t *testing.T) {
	w := newSite()
	h := w.host("mill.test")
	const newest, all, second = 1, 2, 3
	for id := range uint64(4) {
		h.visitList(id, Listing, w.now)
	}
	if !w.mayBeNewestOnly(h, newest) {
		t.Error("a list that has not changed was taken for one that names all")
	}
	for _, n := range []int{17, 19, 18, 20, 19} {
		h.lists[newest].length.observe(50, 50)
		h.lists[all].length.observe(n, n+1)
		h.lists[all].length.observe(n+1, n)
	}
	if !w.mayBeNewestOnly(h, newest) || w.mayBeNewestOnly(h, all) {
		t.Errorf("%+v; want the list full that never changes its length, and not the other one", h.lists)
	}
	h.lists[all].length.observe(19, 21)
	if !w.mayBeNewestOnly(h, all) {
		t.Error("a list as long as never before was taken for one that names all")
	}
	h.lists[second].length.observe(7, 5)
	w.join(h, newest, second)
	w.join(h, second, newest)
	if w.mayBeNewestOnly(h, newest) || w.mayBeNewestOnly(h, second) {
		t.Error("the last page of a list has room, and yet the list was taken for full")
	}
}

// TestAListThatWasGivenUpIsNoPage: a posting moves to a page from a listing that was given up. The two are not joined, so that nothing waits for the
// one that is not requested.
func TestAListThatWasGivenUpIsNoPage(t *testing.T) {
	w := newSite()
	h := w.host("mill.test")
	const gone, page = 1, 2
	h.visitList(gone, Listing, w.now)
	h.visitList(page, Listing, w.now)
	w.join(h, gone, page)
	h.leave(gone)
	if w.join(h, gone, page); h.ofOneList(gone, page) || len(h.pagesOf(page)) > 1 || h.lists[gone] != nil {
		t.Errorf("a listing that was given up is a page again: %+v", h.lists)
	}
}
