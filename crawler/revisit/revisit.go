// Package revisit decides when pages that a crawl has are requested again, and how many requests a day that is worth beside
// discovery. It is pure: it sends no request, time is an input, and it imports nothing of the crawler.
//
// The crawl tells the Policy of its lists, sitemaps, feeds and postings with Add, and of every answer with Observe. Next
// gives the page to request now:
//
//	p := revisit.New(revisit.Options{PerDay: 1500})
//	p.Add(revisit.Page{ID: id, Host: "jobs.example", Kind: revisit.List}, now)
//	for {
//		id, reason, ok := p.Next(now)     // the budget is counted; the page is under way until Observe or Return
//		p.Observe(id, revisit.Visit{At: now, Changes: news})
//		if p.Discover(now) { … }          // a request of discovery, counted as well
//		wait(p.Wake(now))
//	}
//
// Lists, sitemaps and feeds are requested often. A posting to which one of them links is requested only when it is suspected, when its ValidThrough
// passes, and once per MaxAge. A posting to which none of them links is requested at a rate of its own. A page with such a rate is requested early if
// requests of PerDay would be left unused.
//
// Believe says whether a list that has lost many links was whole (cuts.go). Lack records that lists no longer link to a posting, and learns how long
// that has to last until the posting counts as closed although its page still shows it (absence.go).
//
// # Rates
//
// A page changes by a Poisson process, as Cho and Garcia-Molina found of the web ("Effective page refresh policies for web
// crawlers", ACM TODS 28:4, 2003). Its rate has a Gamma prior with the mean of its host and kind. That mean has a prior with
// the mean of its kind. Every prior weighs as much as one change (rates.go).
//
// # Intervals
//
// If a page that changes at rate λ is requested f times a day, its changes are known λ/(2f) posting-days late per day. At a given number of requests,
// the sum of that over all pages is least where one more request is worth the same everywhere. So f is the square root of λ/(2cν), where c is the
// number of requests of one visit and ν is what a request is worth. Bisection finds ν (plan.go).
//
// Azar et al. ("Tractable near-optimal policies for crawling", PNAS 115:32, 2018) find the same kind of optimum for the share of fresh pages. It
// gives up pages that change faster than they can be requested. Kolobov et al. ("Staying up to date with online content changes using reinforcement
// learning for scheduling", NeurIPS 2019, LambdaCrawl) give up none, and neither does the sum of delays. A list that changes often is worth more
// visits, because each of its changes is another posting.
package revisit

import (
	"math"
	"time"
)

// Kind is the kind of a page that is revisited.
type Kind uint8

// These are the kinds of pages that are revisited. In crawls that are not for jobs, a page that leads to pages on topic counts as a List.
const (
	List Kind = iota
	Sitemap
	Feed
	Posting
	kinds
)

func (k Kind) String() string { return [...]string{"list", "sitemap", "feed", "posting"}[k] }

// Page is a page to be revisited, with the facts by which a Policy schedules it.
type Page struct {
	ID           uint64    // the caller's own number of the page, such as the fingerprint of its URL
	Host         string    // pages of one host and kind share a prior
	Kind         Kind      //
	Cost         int       // requests of one visit, such as the pages of a list; 0 means 1, more than 65,535 means that
	Listed       bool      // of a posting: a list, sitemap or feed that is visited names it
	ValidThrough time.Time // of a posting; zero if unknown
	// Rare says of a posting that it is requested only once per MaxAge, and never suspected. It is for pages such as those that show no posting.
	Rare bool
	// Covered says that Fresh does not require requests for a list, sitemap or feed, such as for a feed, which links only to the newest postings, or
	// for a sitemap that links to none. Then only its own rate does.
	Covered bool
	// Failures counts the latest visits in a row that failed, the last one at Tried. It is used only when the page is first added.
	Failures int
	Tried    time.Time
}

// Visit is the result of a request for a page.
type Visit struct {
	At time.Time
	// Failed means that the response says nothing about the page: there was an error of the network or the server, or a list was cut off. The page is
	// requested again soon, but later after every further failure.
	Failed bool
	// Doubted, which comes with Failed, means that the host is to be doubted. A posting of the host is requested again after Fresh, then after twice
	// as long, and so on up to MaxAge, or as soon as Release says that the host is as before.
	Doubted bool
	// Gone counts the visits in a row, this one included, that found a list, sitemap or feed gone. It is requested again after Fresh, then after
	// twice as long, and so on up to MaxAge. Such a visit counts for nothing else.
	Gone int
	// Changes counts the entries of a list, sitemap or feed that are new or gone, unless the crawl knew that before, so that a list which only
	// repeats a sitemap is requested less often. Of a posting it is 1 if the posting has changed or closed.
	Changes int
	// Suspected means that a posting is still suspected after the visit. It is requested again after Fresh, then after twice as long, and so on. If
	// lists no longer link to it, the first of these times is twice Fresh.
	Suspected bool
}

// Options configure a Policy. A zero field means the value that DefaultOptions gives.
type Options struct {
	PerDay        int           // requests in any 24 hours, of discovery and revisits together; 0: no bound
	Fresh         time.Duration // the aim: nothing that is said of an open posting is older
	MaxAge        time.Duration // every posting itself is asked at least so often, as far as PerDay allows
	MinInterval   time.Duration // the least time between two requests for one page
	LeastShare    float64       // of the requests, for discovery and for revisits each, while it has a use for them
	PostingsLive  time.Duration // how long postings are open, until the crawl has seen some close
	ChangesMatter time.Duration // how long ago half of the weight of what was observed lies
}

// DefaultOptions returns the usual options, with no bound on the number of requests.
func DefaultOptions() Options {
	return Options{
		Fresh:         24 * time.Hour,
		MaxAge:        30 * 24 * time.Hour, // about the life of a posting: most are asked once
		MinInterval:   time.Hour,           // what a server's own caches often hold
		LeastShare:    .25,
		PostingsLive:  30 * 24 * time.Hour,
		ChangesMatter: 28 * 24 * time.Hour, // four whole weeks
	}
}

func (o Options) withDefaults() Options {
	d := DefaultOptions()
	for _, v := range []struct{ value, usual *time.Duration }{{&o.Fresh, &d.Fresh}, {&o.MaxAge, &d.MaxAge}, {&o.MinInterval, &d.MinInterval},
		{&o.PostingsLive, &d.PostingsLive}, {&o.ChangesMatter, &d.ChangesMatter}} {
		if *v.value <= 0 {
			*v.value = *v.usual
		}
	}
	if o.LeastShare <= 0 || o.LeastShare > .5 {
		o.LeastShare = d.LeastShare
	}
	o.MinInterval = min(o.MinInterval, o.Fresh)
	return o
}

// Policy decides when each page of a crawl is visited again. It is not safe for concurrent use. It is deterministic: the same calls give
// the same results.
type Policy struct {
	o       Options
	pages   map[uint64]*record
	order   []*record // all pages, so that sums do not depend on the map
	groups  []group
	byGroup map[groupKey]uint32
	kinds   [kinds]evidence
	absence absence
	silent  map[uint64]silence // closed because lists no longer linked to them, by page
	queues  [reasons]queue
	budget  budget
	plan    Plan
	scale   float64 // 1/√ν of the plan
	floor   float64 // the least visits a day of what is requested by rates; 0 if the aim is out of reach
	most    float64 // the most visits a day, by MinInterval
	planned int64   // seconds; 0: not yet
	worth   float64 // of one request of discovery, in posting-days, when a link last waited
	idle    bool    // no link of discovery waits
	waiting float64 // links of discovery
}

// record is one page.
type record struct {
	id     uint64
	last   int64 // seconds: the last response, or when the page was added
	known  int64 // seconds: the last response, or the last list that named the posting
	valid  int64 // seconds: ValidThrough; 0 if unknown, or if a later visit has seen the page
	look   int64 // seconds: the next look at a suspected posting; 0 if not suspected
	named  int64 // seconds: when a list last named the posting; 0 if not known
	lacked int64 // seconds: since when lists no longer link to the posting, or since when the list no longer links to too much; 0 if not
	// stillLacked is the time, in seconds, of the latest visit that found no link from lists to the posting.
	stillLacked int64
	retry       int64 // seconds: not before, after a failure
	modified    int64 // seconds: when it is looked at since a sitemap says that it was modified; 0 if not
	seen        evidence
	group       uint32
	cost        uint16
	kind        Kind
	listed      bool
	covered     bool
	rare        bool
	gone        bool  // see Visit
	looks       uint8 // that left it suspected
	doubts      uint8 // visits since Release that failed while the host was to be doubted
	failures    uint8 // in a row
	reason      Reason
	due         int64
	at          int32 // place in its queue, or underWay
	place       int32 // in order
}

const underWay = -1

// New returns a Policy that knows no page.
func New(o Options) *Policy {
	o = o.withDefaults()
	p := &Policy{o: o, pages: make(map[uint64]*record), byGroup: make(map[groupKey]uint32), silent: make(map[uint64]silence)}
	p.budget.perDay = float64(o.PerDay)
	p.scale, p.waiting, p.idle = math.Sqrt(1/usualWorth), math.Inf(1), true
	p.floor, p.most = p.freshVisits(), 1/days(o.MinInterval)
	return p
}

// SetPerDay changes Options.PerDay, the bound on the requests a day. The next call makes a new plan.
func (p *Policy) SetPerDay(n int) {
	p.o.PerDay, p.budget.perDay, p.planned = n, float64(n), 0
	p.budget.tokens = min(p.budget.tokens, p.budget.most())
}

// Len returns the number of pages that the policy knows.
func (p *Policy) Len() int { return len(p.pages) }

// Add adds a page that was fetched, or found in a list, at the time at. If the policy knows the page already, Add updates its facts and keeps
// what was learned about it.
func (p *Policy) Add(page Page, at time.Time) {
	r := p.pages[page.ID]
	if r == nil {
		r = &record{id: page.ID, last: at.Unix(), known: at.Unix(), at: underWay, place: int32(len(p.order))}
		p.pages[page.ID] = r
		p.order = append(p.order, r)
		r.group = p.groupOf(page.Host, page.Kind, r.last)
		if page.Failures > 0 {
			r.failures = uint8(min(page.Failures, mostFailures))
			r.retry = page.Tried.Unix() + p.retryAfter(r)
		}
		p.enqueue(r)
		p.cameBack(r)
	}
	r.kind, r.listed, r.covered, r.rare = page.Kind, page.Listed || page.Rare, page.Covered, page.Rare
	r.cost = uint16(min(max(page.Cost, 1), math.MaxUint16))
	if r.valid = 0; !page.ValidThrough.IsZero() && page.ValidThrough.Unix() > r.last {
		r.valid = page.ValidThrough.Unix()
	}
	p.reschedule(r)
}

// Cover sets Page.Covered of a list, sitemap or feed: whether Options.Fresh does not apply to it. Cover does nothing if the page is unknown.
func (p *Policy) Cover(id uint64, covered bool) {
	if r := p.pages[id]; r != nil && r.covered != covered {
		r.covered = covered
		p.reschedule(r)
	}
}

// Kind returns the kind of a page. The second result is false if the page is unknown.
func (p *Policy) Kind(id uint64) (Kind, bool) {
	if r := p.pages[id]; r != nil {
		return r.kind, true
	}
	return 0, false
}

// Host returns the host of a page, or "" if the page is unknown.
func (p *Policy) Host(id uint64) string {
	if r := p.pages[id]; r != nil {
		return p.groups[r.group].host
	}
	return ""
}

// Rare reports whether a page is requested only once per Options.MaxAge.
func (p *Policy) Rare(id uint64) bool {
	r := p.pages[id]
	return r != nil && r.rare
}

// Drop removes a page from the policy, such as the page of a closed posting. What was learned from the page about its host stays.
func (p *Policy) Drop(id uint64) {
	if r := p.pages[id]; r != nil {
		p.remove(r)
		p.ended(r)
		p.endTrial(r)
		delete(p.pages, id)
		last := p.order[len(p.order)-1]
		p.order[r.place], last.place = last, r.place
		p.order = p.order[:len(p.order)-1]
	}
}

// Suspect makes a page due at a time, because there are signs of a change: a posting that may have ended, or a list that may now have
// postings which its other pages no longer link to. For a posting to which lists no longer link, call Lack instead.
func (p *Policy) Suspect(id uint64, at time.Time) {
	r := p.pages[id]
	if r == nil || r.rare || r.look != 0 && (r.kind == Posting || r.look <= at.Unix()) {
		return
	}
	if r.gone {
		r.gone, r.retry = false, 0
	}
	r.look = max(at.Unix(), 1)
	p.reschedule(r)
}

// Seen records that a list, sitemap or feed links to a posting. The posting is then no longer suspected of having ended, and the policy
// learns how long postings stay open. For pages that are not postings Seen does nothing, because a link to a list says nothing about how
// often the list changes.
func (p *Policy) Seen(id uint64, at time.Time) {
	r := p.pages[id]
	if r == nil || r.kind != Posting || r.rare {
		return
	}
	p.isNamed(r, at.Unix())
	p.learn(r, at.Unix(), 0)
	if r.look != 0 || !r.listed {
		r.look, r.looks, r.listed = 0, 0, true
		p.reschedule(r)
	}
}

// Observe records the result of a request for a page. The page need not come from Next.
func (p *Policy) Observe(id uint64, v Visit) {
	r := p.pages[id]
	if r == nil {
		return
	}
	at := v.At.Unix()
	if v.Failed {
		r.failures = min(r.failures+1, mostFailures)
		if r.retry = at + p.retryAfter(r); v.Doubted && r.kind == Posting {
			r.retry = at + p.doubling(r.doubts)
			r.doubts = min(r.doubts+1, mostDoublings)
		}
		p.requeue(r)
		return
	}
	if v.Gone > 0 {
		p.isGone(r, at, v.Gone)
		return
	}
	p.tried(r, v.Changes > 0)
	if !r.rare {
		p.learn(r, at, v.Changes)
	}
	r.last, r.failures, r.doubts, r.retry, r.gone = max(at, r.last), 0, 0, 0, false
	if r.valid != 0 && r.valid <= at {
		r.valid = 0
	}
	r.look = p.nextLook(r, at, v.Suspected && !r.rare)
	p.requeue(r)
}

// Release records that a host is no longer doubtful. Its pages that were postponed because of the doubt become due now, and so do pages whose
// requests failed meanwhile. Otherwise a sitemap would have to wait very long after its host has failed for a long time.
func (p *Policy) Release(host string, at time.Time) {
	for _, r := range p.order {
		if (r.doubts > 0 || r.failures > 0) && p.groups[r.group].host == host {
			r.doubts, r.failures, r.retry = 0, 0, at.Unix()
			p.reschedule(r)
		}
	}
}

// isGone records that a list, sitemap or feed is gone, for the nth time in a row.
func (p *Policy) isGone(r *record, at int64, n int) {
	wait := p.o.Fresh << min(n-1, 16)
	r.known, r.last, r.look, r.failures = at, max(at, r.last), 0, 0
	r.gone, r.retry = true, at+int64(min(wait, p.o.MaxAge)/time.Second)
	p.requeue(r)
}

// requeue puts a page into the right queue, whether it was under way or not.
func (p *Policy) requeue(r *record) {
	if r.at == underWay {
		p.enqueue(r)
		return
	}
	p.reschedule(r)
}

// Return gives back a page that Next has returned, if the page was not requested because another request to its host, such as one for
// robots.txt, had to come first. The plan counts such requests as well.
func (p *Policy) Return(id uint64) {
	if r := p.pages[id]; r != nil && r.at == underWay {
		if r.reason == Scheduled && p.o.PerDay > 0 {
			p.budget.looks.add(p.budget.filled.Unix(), 1)
		}
		p.requeue(r)
	}
}

// mostFailures bounds the count of failures in a row.
const mostFailures = 32

// retryAfter returns how long to wait until the next try. The time doubles with every failure in a row, up to Fresh.
func (p *Policy) retryAfter(r *record) int64 {
	wait := p.o.MinInterval << min(r.failures-1, 16)
	return int64(min(wait, p.o.Fresh) / time.Second)
}

// nextLook returns when a posting that is still suspected is visited again.
func (p *Policy) nextLook(r *record, at int64, suspected bool) int64 {
	if !suspected {
		r.looks = 0
		return 0
	}
	wait := p.doubling(r.looks)
	if r.lacked != 0 { // the lists close it as a rule before a second visit would
		wait = p.doubling(r.looks + 1)
	}
	r.looks = min(r.looks+1, mostDoublings)
	return at + wait
}

// mostDoublings bounds how often a waiting time is doubled. MaxAge bounds that time as well.
const mostDoublings = 8

// doubling returns for how many seconds a posting waits if n visits before this one led to nothing: Fresh, doubled for each of them, but at most
// MaxAge.
func (p *Policy) doubling(n uint8) int64 {
	return int64(min(p.o.Fresh<<min(n, mostDoublings), p.o.MaxAge) / time.Second)
}

func days(d time.Duration) float64 { return d.Hours() / 24 }
