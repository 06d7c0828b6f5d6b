package freshness

import (
	"container/heap"
	"math"
	"time"

	"gannet/internal/testweb/jobweb"
)

// independent schedules every page by itself, lists and postings alike, and takes the state of a posting from its page. The next page is always the
// one that is due first, even before it is due, so that all requests are used.
type independent struct {
	w     *world
	rule  rule
	pages map[string]*asked
	queue dueQueue
	now   float64 // the virtual time of rules with fixed rates, in days
}

// asked is a page with its revisit schedule.
type asked struct {
	url      string
	interval float64 // days
	next     float64 // days since the start
	last     time.Time
	modified time.Time // when a change was last seen
	tag      uint64
	number   int
}

// rule computes the next interval of a page in days. changed says whether the visit has shown a change. A fixed rule never changes the interval, so
// only the ratios of its intervals matter.
type rule struct {
	first func(url string) float64
	next  func(p *asked, changed bool, now time.Time) float64 // nil: the interval stays
}

// newIndependent returns an agent with the named rule.
func newIndependent(w *world, name string) *independent {
	a := &independent{w: w, pages: make(map[string]*asked)}
	switch name {
	case "uniform":
		a.rule = rule{first: func(string) float64 { return 7 }}
	case "proportional":
		a.rule = rule{first: func(url string) float64 { return 1 / w.trueRate(url) }}
	case "true rates":
		a.rule = rule{first: func(url string) float64 { return 1 / math.Sqrt(w.trueRate(url)) }}
	case "nutch":
		a.rule = rule{first: w.usualInterval, next: nutch}
	case "stormcrawler":
		a.rule = rule{first: w.usualInterval, next: stormCrawler}
	}
	w.eachKnownPage(a.add)
	for i, p := range a.queue { // the first visits are spread
		p.next = p.interval * float64(i) / float64(len(a.queue))
	}
	heap.Init(&a.queue)
	return a
}

// usualInterval returns the interval at which visiting all known pages uses all requests.
func (w *world) usualInterval(string) float64 { return float64(w.o.Open) / float64(w.o.PerDay) }

// nutch is the rule of Apache Nutch's AdaptiveFetchSchedule with its usual settings: the interval grows by .4 if the page is
// as before and shrinks by .2 if it has changed. The next visit moves towards the last change by .3 of the time since.
func nutch(p *asked, changed bool, now time.Time) float64 {
	if changed {
		p.interval *= 1 - .2
		p.modified = now
	} else {
		p.interval *= 1 + .4
	}
	delta := now.Sub(p.modified).Hours() / 24
	p.interval = min(max(p.interval, delta, 60/86400.), 90) // db.fetch.interval.max
	return p.interval - .3*delta
}

// stormCrawler is the rule of StormCrawler's AdaptiveScheduler with its usual settings: the interval grows by .5 up to two
// weeks, and shrinks half of the way towards an hour.
func stormCrawler(p *asked, changed bool, _ time.Time) float64 {
	if changed {
		p.interval = .5*p.interval + .5/24
	} else {
		p.interval = min(p.interval*1.5, 14)
	}
	return p.interval
}

// trueRate returns the number of changes per day of a page. Only the truth about the web contains it.
func (w *world) trueRate(url string) float64 {
	if _, ok := w.posting(url); ok {
		return 1./30 + 1./20
	}
	return max(w.listRates()[url], 1./60)
}

// eachKnownPage calls add with all pages that are known at the start: the lists with all their pages, sitemaps, feeds and open postings.
func (w *world) eachKnownPage(add func(url string)) {
	for i := range w.hosts {
		h := &w.hosts[i]
		for _, list := range h.Lists {
			a := w.web.Look(list, w.start)
			add(list)
			for _, page := range a.Pages {
				if page != list {
					add(page)
				}
			}
		}
		for _, url := range []string{h.Sitemap, h.Feed} {
			if url != "" {
				add(url)
			}
		}
	}
	for i := range w.courses {
		if w.said[i].state == open {
			add(w.courses[i].URL)
		}
	}
}

func (a *independent) add(url string) {
	if a.pages[url] != nil {
		return
	}
	answer := a.w.web.Look(url, a.w.start)
	p := &asked{url: url, interval: a.rule.first(url), last: a.w.start, modified: a.w.start, tag: answer.Tag, number: len(a.pages)}
	a.pages[url] = p
	a.queue.Push(p)
}

// step implements agent.
func (a *independent) step(now time.Time) bool {
	if url, ok := a.w.nextNew(now); ok {
		if _, answer, ok := a.w.readNew(url, now); ok {
			p := &asked{url: url, interval: a.rule.first(url), last: now, modified: now, tag: answer.Tag, number: len(a.pages)}
			a.pages[url] = p
			p.next = a.clock(now) + p.interval
			heap.Push(&a.queue, p)
		}
		return true
	}
	if len(a.queue) == 0 {
		return false
	}
	p := heap.Pop(&a.queue).(*asked)
	a.now = p.next
	a.visit(p, now)
	return true
}

// clock returns the time by which pages are due. Rules with fixed rates have a clock of their own.
func (a *independent) clock(now time.Time) float64 {
	if a.rule.next == nil {
		return a.now
	}
	return now.Sub(a.w.start).Hours() / 24
}

// visit requests a page and schedules the next visit, unless the page is a posting that is closed.
func (a *independent) visit(p *asked, now time.Time) {
	answer := a.w.ask(p.url, now)
	i, isPosting := a.w.posting(p.url)
	seen := read(&answer)
	if seen == nothingLearned {
		p.next = a.clock(now) + min(p.interval, 1)
		heap.Push(&a.queue, p)
		return
	}
	if isPosting && seen != isThere {
		a.w.sayClosed(i, p.last, now, now)
		delete(a.pages, p.url)
		return
	}
	if isPosting {
		a.w.sayOpen(i, now)
	}
	a.follow(&answer, p)
	volatile := answer.Status == 200 && a.w.isVolatile(p.url)
	changed := answer.Tag != p.tag || volatile
	p.tag, p.last = answer.Tag, now
	interval := p.interval
	if a.rule.next != nil {
		interval = a.rule.next(p, changed, now)
	}
	p.next = a.clock(now) + interval
	heap.Push(&a.queue, p)
}

// follow schedules the pages to which an answer links.
func (a *independent) follow(answer *jobweb.Answer, from *asked) {
	for _, e := range answer.Entries {
		a.w.found(e.URL)
	}
	for _, url := range answer.Similar {
		a.w.found(url)
	}
	for _, page := range answer.Pages {
		if a.pages[page] == nil {
			p := &asked{url: page, interval: a.rule.first(page), last: from.last, modified: from.last, number: len(a.pages)}
			a.pages[page] = p
			p.next = a.now // unknown: at once
			heap.Push(&a.queue, p)
		}
	}
}

// isVolatile reports whether the bytes of a host's pages differ at every request.
func (w *world) isVolatile(url string) bool { return w.volatileHosts()[hostOf(url)] }

// dueQueue orders pages by when they are due.
type dueQueue []*asked

func (q dueQueue) Len() int { return len(q) }
func (q dueQueue) Less(i, j int) bool {
	return q[i].next < q[j].next || q[i].next == q[j].next && q[i].number < q[j].number
}
func (q dueQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *dueQueue) Push(x any)   { *q = append(*q, x.(*asked)) }
func (q *dueQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
