package jobweb

import (
	"net/http"
	"strings"
	"time"

	"github.com/zeebo/xxh3"
)

// Shows says what kind of content the answer for a URL has.
type Shows uint8

// These are the kinds of content that the answer for a URL may have.
const (
	ShowsOther Shows = iota
	// ShowsPosting says that the answer for a URL is a posting that seems to be open.
	ShowsPosting
	// ShowsClosed says that the answer for a URL is a posting that says it is closed.
	ShowsClosed
	ShowsList
	ShowsSitemap
	ShowsFeed
	// ShowsNothing says that the answer for a URL says that there is no such page.
	ShowsNothing
	// ShowsBlock says that the answer for a URL is a captcha or a login form.
	ShowsBlock
)

// Answer describes the answer for a URL at one moment. RoundTrip makes the HTTP response from it.
type Answer struct {
	Status   int    // 0: the host is out of reach
	Location string // of a redirect
	Shows    Shows
	Entries  []Entry   // of a list, sitemap or feed
	Pages    []string  // of a list: all its pages, this one included
	Similar  []string  // of a posting: others that its page links to
	Valid    time.Time // of a posting: ValidThrough, zero if the page states none
	Modified time.Time // when the content last changed
	Tag      uint64    // the same for the same content
	ETag     bool      // the server compares Tag
	Dated    bool      // the server compares Modified
	Cut      bool      // half of the list is missing for this visit or day

	id     int32
	host   int32
	faults []Breakage
	shown  []int32 // postings of the list, of all its pages
	nonce  int64   // of pages that differ at every request
	moved  bool    // the host answers under its new name
	at     time.Time
}

// Entry is what a listing, sitemap or feed says about a page.
type Entry struct {
	URL     string
	Lastmod time.Time // of a sitemap or feed; zero if it says none
}

// Look returns the answer for a URL at the time t, as RoundTrip would give it. The web must have a clock.
func (w *Web) Look(url string, t time.Time) Answer {
	name, path, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	host, moved, known := w.hostNamed(name)
	if !known {
		return Answer{Status: http.StatusNotFound, Shows: ShowsNothing, id: -1, host: -1, at: t}
	}
	l := &w.hostLives[host]
	a := Answer{Status: http.StatusOK, id: -1, host: host, moved: moved, at: t, Modified: w.clock.at(0), faults: l.active(t)}
	isMoved := l.broken(HostMoved, t)
	switch {
	case within(l.gone, t) || moved && !isMoved:
		return Answer{id: -1, host: host, at: t}
	case within(l.outages, t) || l.broken(ServerErrors, t):
		return a.status(http.StatusServiceUnavailable)
	case isMoved && !moved:
		a.Location = "http://" + movedName(name) + "/" + path
		return a.status(http.StatusMovedPermanently)
	}
	w.lookAt(&a, "http://"+w.hosts[host].name+"/"+path)
	a.validators(w, url)
	return a
}

func (a Answer) status(code int) Answer {
	a.Status, a.Shows, a.Entries = code, ShowsNothing, nil
	return a
}

// hostNamed returns the host with a name. moved says that the name is the one that the host has after it has moved.
func (w *Web) hostNamed(name string) (id int32, moved, known bool) {
	if id, known = w.hostByName[name]; known {
		return id, false, true
	}
	id, known = w.moved[name]
	return id, known, known
}

// active returns the breakages of a host at a time.
func (l *hostLife) active(t time.Time) []Breakage {
	var out []Breakage
	for _, f := range l.faults {
		if f.Has(t) {
			out = append(out, f.Breakage)
		}
	}
	return out
}

func (a *Answer) broken(b Breakage) bool {
	for _, f := range a.faults {
		if f == b {
			return true
		}
	}
	return false
}

// lookAt fills in the content of a response, for a host that answers.
func (w *Web) lookAt(a *Answer, url string) {
	id, there := w.byURL[url]
	switch {
	case strings.HasSuffix(url, "/robots.txt"):
		return
	case a.broken(Captcha) || a.broken(Login):
		a.Shows = ShowsBlock
	case a.broken(SoftNotThere):
		a.Shows = ShowsNothing
	case there:
		a.id = id
		w.lookAtPage(a)
	case w.hostLives[a.host].sitemap != NoSitemap && strings.HasSuffix(url, w.hosts[a.host].name+sitemapPath):
		w.lookAtSitemap(a)
	case w.hostLives[a.host].feed != NoFeed && strings.HasSuffix(url, w.hosts[a.host].name+feedPath):
		w.lookAtFeed(a)
	default:
		*a = a.status(http.StatusNotFound)
	}
}

const (
	sitemapPath = "/sitemap.xml"
	feedPath    = "/feed.xml"
)

// validators sets which of a page's validators the server compares, and their values.
func (a *Answer) validators(w *Web, url string) {
	l := &w.hostLives[a.host]
	if a.Status != http.StatusOK {
		return
	}
	seed := uint64(a.Modified.Unix())
	for _, b := range a.faults {
		seed = seed*31 + uint64(b) + 1
	}
	if a.Cut {
		seed++
	}
	a.Tag = xxh3.HashStringSeed(url, seed*31+uint64(a.Shows)*7+uint64(len(a.Entries)))
	if l.volatile {
		a.nonce = a.at.UnixNano() | 1
		return
	}
	a.ETag, a.Dated = l.etags, l.lastModified && len(a.faults) == 0 && !a.Cut
}

// lookAtPage fills in the content of a page of the plan.
func (w *Web) lookAtPage(a *Answer) {
	switch p := &w.pages[a.id]; p.role {
	case openingsPage:
		w.lookAtList(a, p)
	case detailPage:
		w.lookAtPosting(a, p)
	}
}

// lookAtList fills in the content of a page of a list.
func (w *Web) lookAtList(a *Answer, p *page) {
	sec := &w.hosts[p.host].sections[p.section]
	a.Shows, a.shown, a.Modified = ShowsList, w.shown(p.host, sec, a.at), w.listModified(sec, a.at)
	cut := w.cut(w.pages[sec.pages[0]].url, a.at)
	switch {
	case a.broken(ListEmpty):
		a.shown = nil
	case a.broken(ListOfAnother):
		a.shown = w.listOfAnother(p.host, a.at)
	case a.broken(ListHalved) || cut:
		a.shown = a.shown[:len(a.shown)/2]
	}
	pages := sec.pages[:min(len(sec.pages), max(1, (len(a.shown)+w.clock.Entries-1)/w.clock.Entries))]
	if int(p.n) >= len(pages) {
		*a = a.status(http.StatusNotFound)
		return
	}
	for _, id := range pages {
		a.Pages = append(a.Pages, w.pages[id].url)
	}
	first := int(p.n) * w.clock.Entries
	for _, n := range a.shown[first:min(first+w.clock.Entries, len(a.shown))] {
		a.Entries = append(a.Entries, Entry{URL: w.pages[w.postings[n].page].url})
	}
	a.Cut = cut
}

// listOfAnother returns the postings on a list of another host: the next one that has postings.
func (w *Web) listOfAnother(host int32, t time.Time) []int32 {
	for step := 1; step < len(w.hosts); step++ {
		id := (int(host) + step) % len(w.hosts)
		for s := range w.hosts[id].sections {
			if shown := w.shown(int32(id), &w.hosts[id].sections[s], t); len(shown) > 0 {
				return shown
			}
		}
	}
	return nil
}

// lookAtPosting fills in the content of a posting's page.
func (w *Web) lookAtPosting(a *Answer, p *page) {
	l := &w.lives[p.n]
	a.Modified = l.modified(a.at)
	switch {
	case !l.begun(a.at) || within(l.flaps, a.at):
		*a = a.status(http.StatusNotFound)
	case l.isOpen(a.at) || l.ending == Unlisted:
		a.Shows, a.Valid = ShowsPosting, l.validAt(a.Modified)
		for _, id := range w.near(&w.hosts[p.host].sections[p.section], p.n, a.Modified) {
			a.Similar = append(a.Similar, w.pages[id].url)
		}
	case l.ending == Gone:
		*a = a.status(http.StatusGone)
	case l.ending == Banner:
		a.Shows = ShowsClosed
	case l.ending == ToList:
		a.Location = w.pages[w.hosts[p.host].sections[p.section].pages[0]].url
		*a = a.status(http.StatusFound)
	case l.ending == ToRoot:
		a.Location = w.pages[w.hosts[p.host].home].url
		*a = a.status(http.StatusFound)
	case l.ending == SoftNotFound:
		a.Shows = ShowsNothing
	default:
		*a = a.status(http.StatusNotFound)
	}
}

// lookAtSitemap fills in the sitemap of a host: its lists and all postings that they link to.
func (w *Web) lookAtSitemap(a *Answer) {
	a.Shows = ShowsSitemap
	h := &w.hosts[a.host]
	for s := range h.sections {
		sec := &h.sections[s]
		modified := w.listModified(sec, a.at)
		a.Modified = later(a.Modified, modified)
		a.Entries = append(a.Entries, Entry{w.pages[sec.pages[0]].url, w.lastmod(a, modified, w.clock.at(0))})
		for _, n := range w.shown(a.host, sec, a.at) {
			l := &w.lives[n]
			a.Modified = later(a.Modified, l.modified(a.at))
			a.Entries = append(a.Entries, Entry{w.pages[w.postings[n].page].url, w.lastmod(a, l.modified(a.at), l.open[0].From)})
		}
	}
	if w.hostLives[a.host].sitemap == AlwaysNow {
		a.Modified = a.at
	}
}

// lastmod returns the time of modification that a host states for a page.
func (w *Web) lastmod(a *Answer, modified, appeared time.Time) time.Time {
	switch w.hostLives[a.host].sitemap {
	case TrueDates:
		return modified
	case AlwaysNow:
		return a.at
	case NeverNew:
		return appeared
	}
	return time.Time{}
}

const feedEntries = 30

// lookAtFeed fills in the feed of a host: the postings that appeared last.
func (w *Web) lookAtFeed(a *Answer) {
	a.Shows = ShowsFeed
	h := &w.hosts[a.host]
	var all []int32
	for s := range h.sections {
		sec := &h.sections[s]
		a.Modified = later(a.Modified, w.listModified(sec, a.at))
		for _, n := range sec.postings {
			if l := &w.lives[n]; l.listed && l.isOpen(a.at) {
				all = append(all, n)
			}
		}
	}
	w.sortByBeginning(all)
	for i := len(all) - 1; i >= max(0, len(all)-feedEntries); i-- {
		at := w.lives[all[i]].open[0].From
		a.Entries = append(a.Entries, Entry{w.pages[w.postings[all[i]].page].url, at})
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
