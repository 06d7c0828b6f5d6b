package freshness

import (
	"net/http"
	"sort"
	"strings"
	"time"

	"gannet/internal/testweb/jobweb"
)

// world holds a web, the statements of an agent about its postings, and the truth.
type world struct {
	o        *Options
	web      *jobweb.Web
	start    time.Time
	end      time.Time
	courses  []jobweb.Course
	byURL    map[string]int
	hosts    []jobweb.HostCourse
	said     []said // of courses
	requests int
	waiting  newPostings
	cuts     *Cuts
	rates    map[string]float64 // see listRates
	volatile map[string]bool    // see volatileHosts

	nextSample time.Time
	samples    []sample
}

// state is the state that an agent states for a posting.
type state uint8

const (
	unseen state = iota
	open
	suspected
	closed
)

// said is the latest statement about a posting, with its time.
type said struct {
	state   state
	known   time.Time // when its page was first read
	open    time.Time // when it was last known to be open: the earliest time at which it may have ended
	endings []ending
}

// ending is a statement that a posting has ended.
type ending struct {
	at, after, before time.Time
}

// sample holds counts of postings at a time.
type sample struct {
	open, wronglyOpen, suspected, wronglyClosed, trulyOpen, knownOpen int
}

const sampleEvery = 6 * time.Hour

func newWorld(web *jobweb.Web, o *Options) *world {
	start := jobweb.DefaultClock(time.Now).Start
	w := &world{o: o, web: web, start: start, end: start.AddDate(0, 0, o.Days), courses: web.Courses(), byURL: make(map[string]int),
		cuts: NewCuts(), hosts: web.Hosts()}
	w.said = make([]said, len(w.courses))
	w.nextSample = start.Add(sampleEvery)
	w.waiting.queued = make(map[string]bool)
	for i := range w.courses {
		w.byURL[w.courses[i].URL] = i
		if w.courses[i].IsOpen(start) {
			w.said[i] = said{state: open, known: start, open: start}
		}
	}
	return w
}

// ask requests a URL.
func (w *world) ask(url string, now time.Time) jobweb.Answer {
	w.requests++
	a := w.web.Look(url, now)
	w.cuts.See(&a, now)
	return a
}

// posting returns the number of the posting at a URL. It returns false for lists and other pages.
func (w *world) posting(url string) (int, bool) {
	i, ok := w.byURL[url]
	return i, ok
}

// sayOpen records the statement that a posting is open, as its page or a list shows.
func (w *world) sayOpen(i int, now time.Time) {
	s := &w.said[i]
	if s.state == unseen {
		s.known = now
	}
	s.state, s.open = open, now
}

// sayClosed records the statement that a posting has ended between two times.
func (w *world) sayClosed(i int, after, before, now time.Time) {
	s := &w.said[i]
	if s.state == closed || s.state == unseen {
		return
	}
	s.state = closed
	s.endings = append(s.endings, ending{now, after, before})
}

// sampleUntil counts the statements at regular times until the given one.
func (w *world) sampleUntil(now time.Time) {
	for !w.nextSample.After(now) {
		w.samples = append(w.samples, w.sample(w.nextSample))
		w.nextSample = w.nextSample.Add(sampleEvery)
	}
}

func (w *world) sample(t time.Time) sample {
	var n sample
	for i := range w.said {
		truth, s := w.courses[i].IsOpen(t), &w.said[i]
		switch s.state {
		case open:
			n.open++
			if !truth {
				n.wronglyOpen++
			}
		case suspected:
			n.suspected++
		case closed:
			if truth {
				n.wronglyClosed++
			}
		}
		if truth {
			n.trulyOpen++
			if s.state != unseen {
				n.knownOpen++
			}
		}
	}
	return n
}

// shows is the state of a posting as its page shows it.
type shows uint8

const (
	nothingLearned shows = iota
	isThere
	saysClosed
	isGone // 404, a redirect, or a page without it
)

// read returns what an answer for the page of a posting means for any of the schedules.
func read(a *jobweb.Answer) shows {
	switch {
	case a.Status == 0 || a.Status >= 500 || a.Shows == jobweb.ShowsBlock:
		return nothingLearned
	case a.Status != http.StatusOK || a.Shows == jobweb.ShowsNothing:
		return isGone
	case a.Shows == jobweb.ShowsClosed:
		return saysClosed
	}
	return isThere
}

// newPostings are links to postings that were not read yet, in the order in which they were found.
type newPostings struct {
	urls   []string
	queued map[string]bool
	retry  []retry
}

type retry struct {
	url   string
	after time.Time
}

// found queues the link if it leads to a posting that is not known.
func (w *world) found(url string) {
	if i, ok := w.posting(url); ok && w.said[i].state == unseen && !w.waiting.queued[url] {
		w.waiting.queued[url] = true
		w.waiting.urls = append(w.waiting.urls, url)
	}
}

// ready returns how many new postings may be read now.
func (w *world) ready(now time.Time) int {
	q := &w.waiting
	n := len(q.urls)
	for i := 0; i < len(q.retry) && !q.retry[i].after.After(now); i++ {
		n++
	}
	return n
}

// nextNew returns a new posting to be read.
func (w *world) nextNew(now time.Time) (url string, ok bool) {
	q := &w.waiting
	if len(q.retry) > 0 && !q.retry[0].after.After(now) {
		url, q.retry = q.retry[0].url, q.retry[1:]
		return url, true
	}
	if len(q.urls) == 0 {
		return "", false
	}
	url, q.urls = q.urls[0], q.urls[1:]
	return url, true
}

// readNew reads the page of a new posting. If the page is a posting, it returns its number.
func (w *world) readNew(url string, now time.Time) (i int, a jobweb.Answer, ok bool) {
	a = w.ask(url, now)
	i, _ = w.posting(url)
	switch read(&a) {
	case isThere:
		w.sayOpen(i, now)
		for _, other := range a.Similar {
			w.found(other)
		}
		return i, a, true
	case nothingLearned:
		w.waiting.retry = append(w.waiting.retry, retry{url, now.Add(time.Hour)})
	default:
		delete(w.waiting.queued, url) // it may come back
	}
	return i, a, false
}

// listRates returns the number of changes per day of every list, sitemap and feed. Only the truth about the web contains them.
func (w *world) listRates() map[string]float64 {
	if w.rates != nil {
		return w.rates
	}
	w.rates = make(map[string]float64)
	sitemaps := make(map[string][2]string)
	for i := range w.hosts {
		sitemaps[w.hosts[i].Name] = [2]string{w.hosts[i].Sitemap, w.hosts[i].Feed}
	}
	for i := range w.courses {
		c := &w.courses[i]
		for _, url := range []string{c.List, sitemaps[c.Host][0], sitemaps[c.Host][1]} {
			w.rates[url] += 2 / float64(w.o.Days) * map[bool]float64{true: 1}[c.Listed]
		}
	}
	return w.rates
}

// volatileHosts returns the hosts whose pages differ at every request.
func (w *world) volatileHosts() map[string]bool {
	if w.volatile == nil {
		w.volatile = make(map[string]bool)
		for i := range w.hosts {
			w.volatile[w.hosts[i].Name] = w.hosts[i].Volatile
		}
	}
	return w.volatile
}

// hostOf returns the host of a URL.
func hostOf(url string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	return name
}

// median returns the median of some durations in days. Missing ones count as endless.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sort.Float64s(values)
	return values[len(values)/2]
}
