package freshness

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"gannet/crawler/fresh"
	"gannet/crawler/revisit"
	"gannet/crawler/watch"
	"gannet/internal/testweb/jobweb"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
)

// ruled requests the pages of listings one by one, as a whole crawl does, and draws its conclusions by the rules of package fresh. It shows what a rule
// is worth on webs that are too large for many whole crawls.
type ruled struct {
	w     *world
	p     *revisit.Policy
	q     *watch.Watch
	h     *fresh.Hosts
	pages map[uint64]*fresh.Page // that are recrawled
	kept  map[uint64]*fresh.Page // all pages that were read
	lives []life.Life            // of courses
	gone  map[uint64]time.Time   // listings that were not there at their latest visits: since when
	queue []newLink
	seen  map[string]bool // queued, or read
}

// newLink is a link to a page that was not read yet.
type newLink struct {
	url, via, anchor string
	after            time.Time
}

func newRuled(w *world) *ruled {
	r := &ruled{
		w: w, p: revisit.New(revisit.Options{PerDay: w.o.PerDay}), q: watch.New(), pages: make(map[uint64]*fresh.Page), kept: make(map[uint64]*fresh.Page),
		lives: make([]life.Life, len(w.courses)), gone: make(map[uint64]time.Time), seen: make(map[string]bool),
	}
	r.h = fresh.New(r, r.p, r.q, 24*time.Hour, true)
	r.h.Disable(w.o.Without)
	for i := range w.hosts {
		h := &w.hosts[i]
		for _, list := range h.Lists {
			r.find(newLink{url: list})
		}
		for _, url := range []string{h.Sitemap, h.Feed} {
			if url != "" {
				r.find(newLink{url: url})
			}
		}
	}
	for slices.ContainsFunc(r.queue, func(l newLink) bool { return !l.after.After(w.start) }) {
		r.discover(w.start)
	}
	w.requests = 0
	return r
}

// Page implements fresh.Pages.
func (r *ruled) Page(id uint64) (*fresh.Page, error) { return copyOf(r.pages[id]), nil }

// Kept implements fresh.Pages.
func (r *ruled) Kept(url string) (*fresh.Page, error) {
	return copyOf(r.kept[weburl.Fingerprint(url)]), nil
}

// Links implements fresh.Pages.
func (r *ruled) Links(id uint64) ([]uint64, error) {
	if x := r.kept[id]; x != nil {
		return slices.Clone(x.Links), nil
	}
	return nil, nil
}

func copyOf(x *fresh.Page) *fresh.Page {
	if x == nil {
		return nil
	}
	own := *x
	return &own
}

// find queues a link, unless its page was found before.
func (r *ruled) find(l newLink) bool {
	if r.seen[l.url] {
		return false
	}
	r.seen[l.url] = true
	r.queue = append(r.queue, l)
	return true
}

// step implements agent.
func (r *ruled) step(now time.Time) bool {
	ready := 0
	for _, l := range r.queue {
		if !l.after.After(now) {
			ready++
		}
	}
	r.p.SetWaiting(ready)
	r.p.SetDiscovery(map[bool]float64{true: 1}[ready > 0])
	if ready > 0 && r.p.Discover(now) {
		r.discover(now)
		return true
	}
	id, ok := r.h.Next(now)
	r.takeFacts()
	if ok {
		r.revisit(id, now)
	}
	return ok
}

// discover reads the first page of the queue that may be read now.
func (r *ruled) discover(now time.Time) {
	at := slices.IndexFunc(r.queue, func(l newLink) bool { return !l.after.After(now) })
	l := r.queue[at]
	r.queue = slices.Delete(r.queue, at, at+1)
	a := r.w.ask(l.url, now)
	x, links := r.read(l.url, &a, now)
	x.Via = l.via
	i, isPosting := r.w.posting(l.url)
	switch what := read(&a); {
	case what == nothingLearned:
		l.after = now.Add(time.Hour)
		r.queue = append(r.queue, l)
		return
	case what != isThere:
		delete(r.seen, l.url) // a link may lead to it again
		return
	case isPosting:
		r.w.sayOpen(i, now)
		r.lives[i].Observe(seen(&a, now))
	}
	for _, link := range links {
		r.find(link)
	}
	id := x.ID()
	r.kept[id] = copyOf(x)
	if x.Kind == fresh.OnTopic {
		r.h.AddOther(x.URL)
	}
	r.pages[id] = x
	_ = r.h.Begin(copyOf(x), orderOf(links), false)
	r.takeFacts()
	if x.Kind == fresh.Listing {
		r.readLinks(x, links)
	}
}

func orderOf(links []newLink) (order []uint64) {
	for _, l := range links {
		order = append(order, weburl.Fingerprint(l.url))
	}
	return order
}

func (r *ruled) readLinks(x *fresh.Page, links []newLink) {
	list := make([]fresh.Link, len(links))
	for i, l := range links {
		list[i] = fresh.Link{URL: l.url, Text: l.anchor}
	}
	_ = r.h.ReadLinks(copyOf(x), list)
	r.takeFacts()
}

// read returns the page of an answer, and its links.
func (r *ruled) read(url string, a *jobweb.Answer, now time.Time) (*fresh.Page, []newLink) {
	x := &fresh.Page{URL: url, Kind: fresh.OnTopic, Visited: now, Tried: now, Ends: a.Valid}
	var links []newLink
	for _, e := range a.Entries {
		links = append(links, newLink{url: e.URL, via: url, anchor: e.URL})
	}
	switch a.Shows {
	case jobweb.ShowsSitemap:
		x.Kind = fresh.Sitemap
	case jobweb.ShowsFeed:
		x.Kind = fresh.Feed
	case jobweb.ShowsPosting, jobweb.ShowsClosed:
		x.Kind = fresh.Posting
		if i, ok := r.w.posting(url); ok {
			links = append(links, newLink{url: r.w.courses[i].List, via: url, anchor: "all openings"})
		}
		for _, other := range a.Similar {
			links = append(links, newLink{url: other, via: url, anchor: other})
		}
	case jobweb.ShowsList:
		if len(a.Entries) > 1 {
			x.Kind = fresh.Listing
		}
		here := slices.Index(a.Pages, url)
		for _, jump := range []int{-1, 1, 5, 20} {
			if at := here + jump; at >= 0 && at < len(a.Pages) {
				links = append(links, newLink{url: a.Pages[at], via: url, anchor: map[int]string{-1: "back", 1: "next"}[jump] + map[bool]string{true: strconv.Itoa(at + 1)}[jump > 1]})
			}
		}
	}
	for _, l := range links {
		if fresh.SameSite(x.Host(), weburl.Host(l.url)) {
			x.Links = append(x.Links, weburl.Fingerprint(l.url))
		}
	}
	slices.Sort(x.Links)
	x.Links = slices.Compact(x.Links)
	return x, links
}

// revisit requests a page again.
func (r *ruled) revisit(id uint64, now time.Time) {
	known := r.pages[id]
	if known == nil {
		r.p.Drop(id)
		return
	}
	a := r.w.ask(known.URL, now)
	what := read(&a)
	r.q.Record(known.Host(), now, watch.FactOf(watch.Answers, what != nothingLearned))
	v := fresh.Visit{URL: known.URL, At: now, Before: known.Links, Doubted: r.q.DoubtsPages(known.Host())}
	x, links := r.read(known.URL, &a, now)
	x.Via = known.Via
	switch {
	case what == nothingLearned:
		x = copyOf(known)
		x.Tried, x.Failures = now, known.Failures+1
	case known.Kind >= fresh.Listing && what != isThere:
		x = r.listGone(&v, known, now)
	case known.Kind >= fresh.Listing:
		x.Kind = known.Kind
		r.readList(&v, x, links, now)
	case known.Kind == fresh.OnTopic:
		r.readOther(&v, x, links)
	default:
		x = r.readPosting(&v, known, x, &a, links)
	}
	v.Page = copyOf(x)
	r.pages[id] = x
	if x.Visited.Equal(now) {
		r.kept[id] = copyOf(x)
	}
	_ = r.h.Observe(v)
	r.takeFacts()
	r.settle(known, &a, what, now)
}

// readOther compares a page that is neither a listing nor shows a posting.
func (r *ruled) readOther(v *fresh.Visit, x *fresh.Page, links []newLink) {
	v.Found, x.Kind = fresh.Changed, fresh.OnTopic
	for _, l := range links {
		r.find(l)
	}
}

// listGone does what a whole crawl does with a listing that is not there.
func (r *ruled) listGone(v *fresh.Visit, known *fresh.Page, now time.Time) *fresh.Page {
	x, id := copyOf(known), known.ID()
	x.Tried, v.Found = now, fresh.Denied
	x.Failures++
	since, was := r.gone[id]
	if !was {
		r.gone[id] = now
	}
	if known.IsGone() || was && now.Sub(since) >= 24*time.Hour-time.Second {
		x.Links, x.Visited, x.Failures, v.Found = nil, now, fresh.EnoughDenials, fresh.Changed
	}
	return x
}

// readList compares a listing, sitemap or feed.
func (r *ruled) readList(v *fresh.Visit, x *fresh.Page, links []newLink, now time.Time) {
	delete(r.gone, x.ID())
	v.Found = fresh.Unchanged
	if !slices.Equal(x.Links, v.Before) {
		v.Found = fresh.Changed
	}
	if x.Kind == fresh.Listing {
		v.Order = orderOf(links)
	}
	if x.Kind != fresh.Feed {
		if v.Doubted, _ = r.h.ReadListing(copyOf(x), v.Before, v.Order, now); v.Doubted {
			x.Links = slices.Concat(x.Links, v.Before)
			slices.Sort(x.Links)
			x.Links = slices.Compact(x.Links)
		}
	}
	if x.Kind == fresh.Listing {
		r.readLinks(x, links)
	}
	for _, l := range links {
		if r.find(l) {
			v.Changes++
		}
	}
}

// readPosting compares the page of a posting.
func (r *ruled) readPosting(v *fresh.Visit, known, x *fresh.Page, a *jobweb.Answer, links []newLink) *fresh.Page {
	x.Kind = known.Kind
	switch read(a) {
	case isThere:
		v.Found = fresh.Unchanged
		for _, l := range links {
			r.find(l)
		}
		return x
	case saysClosed:
		v.Found = fresh.SaysClosed
		return x
	}
	v.Found = fresh.Denied
	switch a.Status {
	case http.StatusGone:
		v.Found = fresh.SaysClosed
	case http.StatusOK:
		v.Found = fresh.NotShown
	}
	x.Links, x.Ends, x.Failures = known.Links, known.Ends, known.Failures+1
	return x
}

// settle concludes what a visit of the page of a posting shows about it.
func (r *ruled) settle(known *fresh.Page, a *jobweb.Answer, what shows, now time.Time) {
	i, ok := r.w.posting(known.URL)
	if !ok || what == nothingLearned || known.Kind != fresh.Posting {
		return
	}
	r.conclude(i, known.ID(), observation(a, r.w.courses[i].List, now))
}

// conclude adds an observation to what is known of a posting.
func (r *ruled) conclude(i int, id uint64, o life.Observation) {
	l := &r.lives[i]
	l.Observe(o)
	s := &r.w.said[i]
	switch l.State {
	case job.Open, job.Unknown:
		s.state = open
	case job.Suspected:
		s.state = suspected
	case job.Closed:
		r.w.sayClosed(i, l.After, l.Before, o.At)
		r.h.Close(id, o.At)
	}
}

// takeFacts takes the conclusions of package fresh.
func (r *ruled) takeFacts() {
	for _, f := range r.h.Facts() {
		switch x := r.pages[f.ID]; {
		case f.Page != nil:
			r.pages[f.ID] = copyOf(f.Page)
		case x != nil && x.Kind == fresh.Posting:
			if i, ok := r.w.posting(x.URL); ok {
				r.conclude(i, f.ID, f.Observed)
			}
		}
	}
}
