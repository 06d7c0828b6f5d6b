package jobweb

import (
	"time"

	"github.com/zeebo/xxh3"
)

// Lastmod says how correct the lastmod values in a host's sitemap are.
type Lastmod uint8

// These say how a host sets the lastmod values in its sitemap.
const (
	// NoSitemap says that a generated host has no sitemap.
	NoSitemap Lastmod = iota
	// WithoutDates says that the sitemap of a generated host has no lastmod values.
	WithoutDates
	// TrueDates says that the lastmod values in the sitemap of a generated host are the times at which pages have changed.
	TrueDates
	// AlwaysNow says that the lastmod values in the sitemap of a generated host are the time of the request, so they are always wrong.
	AlwaysNow
	// NeverNew says that the lastmod values in the sitemap of a generated host are the days on which pages appeared, even if the pages have
	// changed since.
	NeverNew
	lastmods
)

func (l Lastmod) String() string {
	return [...]string{"no sitemap", "without dates", "true", "always now", "never new"}[l]
}

// Feed says in which format a host has a feed, if any.
type Feed uint8

// These are the formats of a generated host's feed. NoFeed says that the host has none.
const (
	NoFeed Feed = iota
	RSS
	Atom
)

// hostLife is the behaviour of a host over time.
type hostLife struct {
	ending       Ending // of half of its postings
	sitemap      Lastmod
	feed         Feed
	etags        bool
	lastModified bool
	validThrough bool // its postings state it
	newestFirst  bool // its lists do
	volatile     bool // its pages differ at every request
	outages      []Interval
	gone         []Interval
	faults       []Fault
}

// planHostLives draws the behaviour of every host over time.
func (w *Web) planHostLives() {
	w.hostLives = make([]hostLife, len(w.hosts))
	for id := range w.hosts {
		r := w.draw("course of host", id)
		l := hostLife{ending: drawEnding(r), etags: r.chance(.5), lastModified: r.chance(.45), validThrough: r.chance(.4),
			newestFirst: r.chance(.7), volatile: r.chance(w.clock.Volatile)}
		if r.chance(.5) {
			l.sitemap = WithoutDates + Lastmod(r.IntN(int(lastmods-WithoutDates)))
		}
		if r.chance(.3) {
			l.feed = RSS + Feed(r.IntN(2))
		}
		for day := range w.clock.Days {
			from := w.clock.Start.AddDate(0, 0, day)
			if r.chance(w.clock.Outages) {
				l.outages = append(l.outages, Interval{from, from.AddDate(0, 0, 1)})
			}
			if r.chance(w.clock.HostsGone) {
				l.gone = append(l.gone, Interval{from, from.Add(days(1 + 2*r.Float64()))})
			}
		}
		w.hostLives[id] = l
	}
}

// cut reports whether a request for a list gets only half of it. Whether it does is drawn for the minute of the visit, or for the whole day.
func (w *Web) cut(url string, t time.Time) bool {
	return w.chanceAt("cut visit", url, t.Unix()/60, w.clock.CutVisits) || w.chanceAt("cut day", url, t.Unix()/86400, w.clock.CutDays)
}

// chanceAt reports an event of probability p. It is drawn once for each URL and number of a minute or day.
func (w *Web) chanceAt(name, url string, at int64, p float64) bool {
	x := xxh3.HashStringSeed(name+"\n"+url, w.seed^uint64(at)*0x9e3779b97f4a7c15)
	return float64(x>>11)/(1<<53) < p
}

// Breakage is a way in which a host is broken for some time.
type Breakage uint8

// These are the ways in which a host may be broken for some time.
const (
	// ListHalved is a Breakage of a host: its listings show only half of their postings.
	ListHalved Breakage = iota
	// ListEmpty is a Breakage of a host: its listings show no postings.
	ListEmpty
	// ListOfAnother is a Breakage of a host: its listings show the postings of another host.
	ListOfAnother
	// FieldGone is a Breakage of a host: no page of the host names the company any more.
	FieldGone
	// EqualTitles is a Breakage of a host: all postings have the host's name as their title.
	EqualTitles
	// DatesShifted is a Breakage of a host: the dates of all postings are wrong by some years.
	DatesShifted
	// Captcha is a Breakage of a host: every page is a captcha, with status 200.
	Captcha
	// Login is a Breakage of a host: every page is a login form, with status 200.
	Login
	// SoftNotThere is a Breakage of a host: every page says that nothing is there, with status 200.
	SoftNotThere
	// ServerErrors is a Breakage of a host: every page has status 503.
	ServerErrors
	// OtherLanguage is a Breakage of a host: all postings are in another language than before.
	OtherLanguage
	// HostMoved is a Breakage of a host: everything is redirected to another host name.
	HostMoved
	breakages
)

func (b Breakage) String() string {
	return [...]string{"list halved", "list empty", "another's list", "field gone", "equal titles", "dates shifted", "captcha", "login",
		"soft 404", "server errors", "other language", "host moved"}[b]
}

// Breakages returns all ways in which a host can be broken.
func Breakages() []Breakage {
	out := make([]Breakage, breakages)
	for i := range out {
		out[i] = Breakage(i)
	}
	return out
}

// Fault says that a host is broken in one way during a span of time.
type Fault struct {
	Host     string
	Breakage Breakage
	Interval
}

// Break adds a fault to a host. Call it before pages are requested. It returns false if the web has no such host.
func (w *Web) Break(f Fault) bool {
	for id := range w.hosts {
		if w.hosts[id].name == f.Host && w.clock != nil {
			w.hostLives[id].faults = append(w.hostLives[id].faults, f)
			w.moved[movedName(f.Host)] = int32(id)
			return true
		}
	}
	return false
}

// movedName is the name of a host after it has moved.
func movedName(name string) string { return "new-" + name }

// broken reports whether a host is broken at a time in the given way.
func (l *hostLife) broken(b Breakage, t time.Time) bool {
	for _, f := range l.faults {
		if f.Breakage == b && f.Has(t) {
			return true
		}
	}
	return false
}
