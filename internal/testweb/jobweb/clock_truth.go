package jobweb

import "time"

// Course is the truth about a posting over time: when it is open, and how it changes.
type Course struct {
	URL     string
	Number  int // the posting's place in the plan
	Job     int // the same number: the same job
	Host    string
	Open    []Interval // in order. The page is there from the first From on
	Ending  Ending
	Listed  bool
	List    string // the first page of the list that names it
	Changes []Change
	Valid   time.Time // ValidThrough as the page states it; zero if it states none
	Again   string    // the URL of the posting of which this is a repost, "" if it is none
}

// IsOpen reports whether the posting is open at the time t.
func (c *Course) IsOpen(t time.Time) bool { return within(c.Open, t) }

// Courses returns the truth about all postings that are ever open. The web must have a clock.
func (w *Web) Courses() []Course {
	var out []Course
	for n := range w.lives {
		l, p := &w.lives[n], &w.postings[n]
		if !l.open[len(l.open)-1].To.After(w.clock.Start) || !l.open[0].From.Before(w.clock.end()) {
			continue
		}
		c := Course{URL: w.pages[p.page].url, Number: n, Job: int(p.job), Host: w.hosts[p.host].name, Open: l.open, Ending: l.ending, Listed: l.listed,
			List:    w.pages[w.hosts[p.host].sections[w.pages[p.page].section].pages[0]].url,
			Changes: l.changes, Valid: l.valid}
		if p.copied == Repost {
			c.Again = w.pages[w.postings[p.from].page].url
		}
		out = append(out, c)
	}
	return out
}

// HostCourse is the truth about a host over time: when it is broken, and how.
type HostCourse struct {
	Name         string
	Lists        []string // the first pages of its lists
	Sitemap      string   // "" if there is none
	Lastmod      Lastmod
	Feed         string // "" if there is none
	ETags, Dated bool   // what the server compares, unless its pages differ at every request
	Volatile     bool
	Outages      []Interval // everything is an error of the server
	Gone         []Interval // the host is out of reach
	Faults       []Fault
}

// Hosts returns the truth about all hosts with postings. The web must have a clock.
func (w *Web) Hosts() []HostCourse {
	var out []HostCourse
	for id := range w.hosts {
		h, l := &w.hosts[id], &w.hostLives[id]
		if h.class == portal {
			continue
		}
		c := HostCourse{Name: h.name, Lastmod: l.sitemap, ETags: l.etags, Dated: l.lastModified, Volatile: l.volatile,
			Outages: l.outages, Gone: l.gone, Faults: l.faults}
		for s := range h.sections {
			c.Lists = append(c.Lists, w.pages[h.sections[s].pages[0]].url)
		}
		if l.sitemap != NoSitemap {
			c.Sitemap = "http://" + h.name + sitemapPath
		}
		if l.feed != NoFeed {
			c.Feed = "http://" + h.name + feedPath
		}
		out = append(out, c)
	}
	return out
}
