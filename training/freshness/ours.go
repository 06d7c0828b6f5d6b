package freshness

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/life"
)

// ours requests the pages that package revisit chooses, and gives a posting the state that package life concludes.
type ours struct {
	w       *world
	p       *revisit.Policy
	lives   []life.Life // of courses
	sources []*source
	listed  []bool                  // courses that a list or sitemap has named
	named   []map[*source]time.Time // of courses: when which source has named them last
	walk    listWalk
	walked  *source       // whose walk is under way; nil if none is
	begun   time.Time     // when its walk began: what it names was named then, at the earliest
	enough  time.Duration // how long lists have to lack a posting; 0: what the policy says
}

// source is a list, sitemap or feed.
type source struct {
	page     revisit.Page
	url      string
	postings []int // known ones that it named
	has      map[int]bool
}

// firstSource is the number of the first source in the revisit policy. The numbers below it are those of postings.
const firstSource = 1 << 32

func newOurs(w *world) *ours {
	o := &ours{w: w, p: revisit.New(revisit.Options{PerDay: w.o.PerDay}), lives: make([]life.Life, len(w.courses)), listed: make([]bool, len(w.courses)),
		named: make([]map[*source]time.Time, len(w.courses))}
	byList := make(map[string]*source)
	bySitemap := make(map[string]*source)
	for i := range w.hosts {
		h := &w.hosts[i]
		for _, list := range h.Lists {
			byList[list] = o.addSource(h.Name, list, revisit.List, len(w.web.Look(list, w.start).Pages))
		}
		if h.Sitemap != "" {
			bySitemap[h.Name] = o.addSource(h.Name, h.Sitemap, revisit.Sitemap, 1)
		}
		if h.Feed != "" {
			o.addSource(h.Name, h.Feed, revisit.Feed, 1)
		}
	}
	for i := range w.courses {
		if w.said[i].state != open {
			continue
		}
		c := &w.courses[i]
		o.listed[i] = c.Listed
		a := w.web.Look(c.URL, w.start)
		o.addPosting(i, &a, w.start)
		for _, s := range []*source{byList[c.List], bySitemap[c.Host]} {
			if s != nil && c.Listed {
				s.postings = append(s.postings, i)
				s.has[i] = true
			}
		}
	}
	return o
}

func (o *ours) addSource(host, url string, kind revisit.Kind, cost int) *source {
	s := &source{url: url, has: make(map[int]bool), page: revisit.Page{ID: firstSource + uint64(len(o.sources)), Host: host, Kind: kind, Cost: cost}}
	o.sources = append(o.sources, s)
	o.p.Add(s.page, o.w.start)
	return s
}

// addPosting begins to follow a posting whose page was read.
func (o *ours) addPosting(i int, a *jobweb.Answer, now time.Time) {
	o.lives[i].Observe(seen(a, now))
	o.p.Add(revisit.Page{ID: uint64(i), Host: o.w.courses[i].Host, Kind: revisit.Posting, Listed: o.listed[i], ValidThrough: a.Valid}, now)
}

func seen(a *jobweb.Answer, now time.Time) life.Observation {
	return life.Observation{At: now, What: life.Seen, Says: &life.Says{State: job.Open, Ends: a.Valid}}
}

// step implements agent.
func (o *ours) step(now time.Time) bool {
	if o.walked != nil {
		o.goOn(now)
		return true
	}
	links := o.w.ready(now)
	o.p.SetWaiting(links)
	o.p.SetDiscovery(map[bool]float64{true: 1}[links > 0])
	if links > 0 && o.p.Discover(now) {
		if url, ok := o.w.nextNew(now); ok {
			o.discover(url, now)
			return true
		}
	}
	id, _, ok := o.p.Next(now)
	switch {
	case !ok:
		return false
	case id >= firstSource:
		o.walked = o.sources[id-firstSource]
		o.walk.begin(o.walked.url)
		o.begun = now
		o.goOn(now)
	default:
		o.look(int(id), now)
	}
	return true
}

// discover reads the page of a new posting.
func (o *ours) discover(url string, now time.Time) {
	if i, a, ok := o.w.readNew(url, now); ok {
		o.addPosting(i, &a, now)
	}
}

// goOn requests the next page of a list, or a sitemap or feed.
func (o *ours) goOn(now time.Time) {
	s := o.walked
	if s.page.Kind != revisit.List {
		a := o.w.ask(s.url, now)
		o.walk.failed = a.Status != http.StatusOK || a.Shows != jobweb.ShowsSitemap && a.Shows != jobweb.ShowsFeed
		for _, e := range a.Entries {
			o.walk.entries[e.URL] = true
		}
		o.finish(now)
		return
	}
	a, done := o.walk.step(o.w, now)
	if n := len(a.Pages); n > 0 && n != s.page.Cost {
		s.page.Cost = n
		o.p.Add(s.page, now)
	}
	if done {
		o.finish(now)
	}
}

// finish records which postings a list, sitemap or feed links to and which it no longer links to.
func (o *ours) finish(now time.Time) {
	s := o.walked
	o.walked = nil
	if o.walk.failed {
		o.p.Observe(s.page.ID, revisit.Visit{At: now, Failed: true})
		return
	}
	news := o.present(s, now)
	missing := o.missing(s)
	if o.improbable(s, missing, now) {
		o.p.Observe(s.page.ID, revisit.Visit{At: now, Failed: true})
		return
	}
	confirm := false
	for _, i := range missing {
		if o.lives[i].Doubt.Missing.IsZero() {
			news++
		}
		named, enough := o.p.Lack(uint64(i), now, false)
		if o.enough > 0 {
			enough = o.enough
		}
		o.lives[i].Observe(life.Observation{At: now, What: life.Unlisted, Named: named, Lasts: enough})
		o.say(i, now)
		if o.lives[i].Closed() {
			o.p.Drop(uint64(i))
		} else if d := &o.lives[i].Doubt; d.Misses == life.EnoughMisses-1 && now.Sub(d.Missing) >= enough {
			confirm = true
		}
	}
	if covered := o.covered(s, now); covered != s.page.Covered {
		s.page.Covered = covered
		o.p.Add(s.page, now)
	}
	o.p.Observe(s.page.ID, revisit.Visit{At: now, Changes: news})
	if confirm {
		o.p.Suspect(s.page.ID, now.Add(time.Hour))
	}
}

// covered reports whether other sources have linked, within a day, to all postings that a source links to.
func (o *ours) covered(s *source, now time.Time) bool {
	if s.page.Kind == revisit.Feed {
		return true
	}
	for _, i := range s.postings {
		if o.w.said[i].state != unseen && !o.namedByOther(i, s, now) {
			return false
		}
	}
	return true
}

func (o *ours) namedByOther(i int, s *source, now time.Time) bool {
	for other, at := range o.named[i] {
		if other != s && !other.page.Covered && now.Sub(at) < 24*time.Hour {
			return true
		}
	}
	return false
}

// present records the postings that the source links to. It returns how many of them are new.
func (o *ours) present(s *source, now time.Time) (news int) {
	for url := range o.walk.entries {
		i, ok := o.w.posting(url)
		if !ok {
			continue
		}
		o.listed[i] = true
		isNew := s.page.Kind == revisit.Feed
		o.name(i, s, now)
		if !s.has[i] && s.page.Kind != revisit.Feed {
			s.postings = append(s.postings, i)
			s.has[i] = true
			isNew = true
		}
		if o.w.said[i].state == unseen {
			if isNew {
				news++
			}
			continue
		}
		o.nameAgain(i, now)
	}
	o.inOrder(s)
	return news
}

// name records the time at which a source links to a posting.
func (o *ours) name(i int, s *source, now time.Time) {
	if o.named[i] == nil {
		o.named[i] = make(map[*source]time.Time, 2)
	}
	o.named[i][s] = now
}

// nameAgain records that a source links to a known posting again.
func (o *ours) nameAgain(i int, now time.Time) {
	o.lives[i].Observe(life.Observation{At: o.begun, What: life.Listed})
	o.say(i, now)
	if o.lives[i].Closed() {
		c := &o.w.courses[i]
		o.p.Add(revisit.Page{ID: uint64(i), Host: c.Host, Kind: revisit.Posting, Listed: true}, now)
		o.p.Suspect(uint64(i), now)
		return
	}
	o.p.Seen(uint64(i), o.begun)
}

// inOrder queues the new postings of a source in the order of their numbers, since a map has no order.
func (o *ours) inOrder(s *source) {
	slices.Sort(s.postings)
	for _, i := range s.postings {
		if url := o.w.courses[i].URL; o.walk.entries[url] {
			o.w.found(url)
		}
	}
	if s.page.Kind != revisit.Feed {
		return
	}
	for i := range o.w.courses {
		if c := &o.w.courses[i]; c.Host == s.page.Host && o.walk.entries[c.URL] {
			o.w.found(c.URL)
		}
	}
}

// missing returns the postings that a source linked to before and no longer links to. For a feed this is normal for postings that are not among the
// newest.
func (o *ours) missing(s *source) (missing []int) {
	kept := s.postings[:0]
	for _, i := range s.postings {
		if o.lives[i].Closed() && !o.walk.entries[o.w.courses[i].URL] {
			delete(s.has, i)
			continue
		}
		kept = append(kept, i)
		if !o.walk.entries[o.w.courses[i].URL] && o.lives[i].State != "" {
			missing = append(missing, i)
		}
	}
	s.postings = kept
	return missing
}

// improbable reports whether more postings are missing from a source than normally end in that time, so that the source was probably read in part.
func (o *ours) improbable(s *source, missing []int, now time.Time) bool {
	lost := 0
	for _, i := range missing {
		if o.lives[i].Doubt.Missing.IsZero() {
			lost++
		}
	}
	return !o.p.Believe(s.page.ID, now, lost, len(s.postings))
}

// look requests the page of a posting.
func (o *ours) look(i int, now time.Time) {
	c := &o.w.courses[i]
	a := o.w.ask(c.URL, now)
	observed := observation(&a, c.List, now)
	if observed.What == life.Failed {
		o.p.Observe(uint64(i), revisit.Visit{At: now, Failed: true})
		return
	}
	changed := 0
	if observed.What != life.Seen {
		changed = 1
	}
	o.lives[i].Observe(observed)
	for _, url := range a.Similar {
		o.w.found(url)
	}
	l := &o.lives[i]
	o.say(i, now)
	doubted := !l.Closed() && !(l.Doubt.Missing.IsZero() && l.Doubt.Denied.IsZero())
	o.p.Observe(uint64(i), revisit.Visit{At: now, Changes: changed, Suspected: doubted})
	if l.Closed() {
		o.p.Drop(uint64(i))
	} else if observed.What == life.Seen {
		o.p.Add(revisit.Page{ID: uint64(i), Host: c.Host, Kind: revisit.Posting, Listed: o.listed[i], ValidThrough: a.Valid}, now)
	}
}

// observation returns the observation that an answer for the page of a posting makes.
func observation(a *jobweb.Answer, list string, now time.Time) life.Observation {
	o := life.Observation{At: now, Status: a.Status}
	switch read(a) {
	case nothingLearned:
		o.What = life.Failed
	case isThere:
		return seen(a, now)
	case saysClosed:
		o.What = life.SaysClosed
	case isGone:
		switch {
		case a.Location == list:
			o.What = life.MovedToList
		case strings.HasSuffix(a.Location, "/"):
			o.What = life.MovedToRoot
		case a.Status == http.StatusOK:
			o.What = life.NotShown
		default:
			o.What = life.Gone
		}
	}
	return o
}

// say sets the state of a posting to the one that its life concludes.
func (o *ours) say(i int, now time.Time) {
	l, s := &o.lives[i], &o.w.said[i]
	switch l.State {
	case job.Open, job.Unknown:
		s.state = open
	case job.Suspected:
		s.state = suspected
	case job.Closed:
		o.w.sayClosed(i, l.After, l.Before, now)
	}
}
