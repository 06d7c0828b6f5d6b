package revisit

import (
	"container/heap"
	"math"
	"time"
)

// Reason says why a page is due for a revisit.
type Reason uint8

// These are the reasons, the most urgent first.
const (
	// Suspected says that a list, sitemap or feed no longer links to the posting.
	Suspected Reason = iota
	// Expired says that the last day for applications to the posting (ValidThrough) has passed.
	Expired
	// Changed says that a sitemap gives the page a modification time later than its latest visit.
	Changed
	// Scheduled says that the page is due because the time has come at which it has usually changed.
	Scheduled
	// Aged says that the posting has not been requested for Options.MaxAge.
	Aged
	reasons
)

func (r Reason) String() string {
	return [...]string{"suspected", "valid-through", "lastmod", "scheduled", "max-age"}[r]
}

// Next returns the page to request now, and why. ok is false if no page is due, or if the budget PerDay, or the part of it that is reserved
// for new pages, forbids the request. A page is returned before it is due if the budget would otherwise not be used up. Next counts the
// request. After Next, the page counts as being requested until Observe or Return is called for it.
func (p *Policy) Next(now time.Time) (id uint64, reason Reason, ok bool) {
	p.advance(now)
	r := p.first(now.Unix())
	if r == nil {
		r = p.early(now.Unix())
	}
	if r == nil {
		r = p.aging(now.Unix())
	}
	if r == nil || !p.budget.take(revisits, r.requests(), p.plan.Share, !p.idle && p.waiting > 0) {
		return 0, 0, false
	}
	look := p.isNeeded(r, now.Unix())
	if look {
		p.budget.looks.add(now.Unix(), 1)
	}
	p.budget.countRush(look, p.waits(now.Unix()))
	p.remove(r)
	return r.id, r.reason, true
}

// isNeeded reports whether a page needs a revisit now that is not by its own rate. A page due by MaxAge can wait until MaxAge has expired. If it is
// requested sooner, because nothing else is due, the plan must not reserve requests for that; otherwise lists would be requested less often, and even
// fewer pages would be due.
func (p *Policy) isNeeded(r *record, now int64) bool {
	return r.reason != Scheduled && (r.reason != Aged || now >= r.due+p.agedWaits())
}

// agedWaits is for how many seconds a page that is due by MaxAge lets all others go first.
func (p *Policy) agedWaits() int64 { return int64(p.o.MaxAge/time.Second) / 2 }

// Discover reports whether a page that is new to the crawl may be requested now, and if so counts the request.
func (p *Policy) Discover(now time.Time) bool {
	p.advance(now)
	ok := p.budget.take(discovery, 1, p.plan.Share, p.first(now.Unix()) != nil)
	if ok {
		p.budget.discovered.add(now.Unix(), 1)
	}
	return ok
}

// SetDiscovery sets the expected number of new postings that a request for a new page finds at present, or 0 if no link to a new page is
// queued. The policy uses it from the next plan on; it uses 0 at once.
func (p *Policy) SetDiscovery(newPostings float64) {
	if p.idle = newPostings <= 0; !p.idle {
		p.worth = newPostings / p.kinds[Posting].mean(p.usualRate(Posting)) // a posting is known for the rest of its life
	}
}

// SetWaiting sets how many links to new pages are queued. Without a call, the policy assumes that there are always enough. If there are
// few, revisits get the requests that new pages cannot use.
func (p *Policy) SetWaiting(links int) { p.waiting = float64(max(links, 0)) }

// Wake returns the time at which Next should be called again: the time when the next page can be due, or some time after now if that is not
// known.
func (p *Policy) Wake(now time.Time) time.Time {
	p.advance(now)
	next := int64(math.MaxInt64)
	for i := range p.queues {
		if q := p.queues[i].pages; len(q) > 0 {
			next = min(next, p.dueBy(q[0]))
		}
	}
	if q := p.queues[Aged].pages; len(q) > 0 {
		at := time.Unix(q[0].due, 0)
		if spare := now.Add(p.budget.untilSpare()); p.budget.perDay > 0 && !p.budget.spare() && spare.After(at) {
			at = spare
		}
		next = min(next, at.Unix())
	}
	if next == math.MaxInt64 {
		return now.Add(p.o.MinInterval)
	}
	if due := time.Unix(next, 0); due.After(now) {
		return p.earlier(due, now)
	}
	return now.Add(p.budget.wait())
}

// earlier returns when the next page may be requested early, but no later than it is due.
func (p *Policy) earlier(due, now time.Time) time.Time {
	if p.budget.perDay == 0 {
		return due
	}
	at := due.Unix()
	for _, r := range p.soon() {
		at = min(at, p.notBefore(r))
	}
	if spare := now.Add(p.budget.untilSpare()); spare.Unix() >= at {
		at = spare.Unix() + 1
	}
	return time.Unix(min(at, due.Unix()), 0)
}

// Due returns when a page is due for a revisit and why. The last result is false if the page is unknown or is being requested at the moment.
func (p *Policy) Due(id uint64) (time.Time, Reason, bool) {
	r := p.pages[id]
	if r == nil || r.at == underWay {
		return time.Time{}, 0, false
	}
	return time.Unix(r.due, 0).UTC(), r.reason, true
}

// advance makes the plan of the hour and fills the budget.
func (p *Policy) advance(now time.Time) {
	at := now.Unix()
	p.budget.fill(now)
	if p.planned == 0 || at-p.planned >= planEvery || at < p.planned {
		p.replan(at)
	}
}

const planEvery = 60 * 60 // seconds

// first returns the page that is due and has waited longest. For this, a suspicion counts as due a quarter of Fresh earlier, so that many suspicions
// delay lists but do not stop them, see mostRush.
func (p *Policy) first(now int64) *record {
	if p.budget.rushed(p.o.Fresh) && p.waits(now) {
		return p.queues[Scheduled].pages[0]
	}
	fresh := int64(p.o.Fresh / time.Second)
	var best *record
	least := int64(math.MaxInt64)
	for reason := range p.queues {
		q := p.queues[reason].pages
		if len(q) == 0 || p.dueBy(q[0]) > now {
			continue
		}
		key := p.dueBy(q[0]) - [reasons]int64{Suspected: fresh / 4}[reason]
		if key < least {
			best, least = q[0], key
		}
	}
	return best
}

// dueBy returns when a page has to be requested. A page that is due by MaxAge has to be only when its MaxAge has expired.
func (p *Policy) dueBy(r *record) int64 {
	if r.reason == Aged {
		return r.due + p.agedWaits()
	}
	return r.due
}

// aging returns a page that is due by MaxAge and has not expired. It is requested if the request would be left unused otherwise.
func (p *Policy) aging(now int64) *record {
	q := p.queues[Aged].pages
	if len(q) == 0 || q[0].due > now || p.budget.perDay > 0 && !p.budget.spare() {
		return nil
	}
	return q[0]
}

// waits reports whether a page is due by its own rate.
func (p *Policy) waits(now int64) bool {
	q := p.queues[Scheduled].pages
	return len(q) > 0 && q[0].due <= now
}

// early returns a page that will soon be due by its own rate, if otherwise not all requests of a day would be used. That happens because pages that
// were found together are due together, and at other times no page is due.
func (p *Policy) early(now int64) (best *record) {
	if !p.budget.spare() {
		return nil
	}
	for _, r := range p.soon() {
		if p.notBefore(r) <= now && (best == nil || r.before(best)) {
			best = r
		}
	}
	return best
}

// soon returns pages with rates of their own, including those that are due first. The very first is at the beginning.
func (p *Policy) soon() []*record {
	q := p.queues[Scheduled].pages
	return q[:min(len(q), 255)]
}

// notBefore returns when a page may be requested at the earliest.
func (p *Policy) notBefore(r *record) int64 {
	return max(r.retry, r.last+int64(p.o.MinInterval/time.Second))
}

// before orders pages by when they are due.
func (r *record) before(other *record) bool {
	return r.due < other.due || r.due == other.due && r.id < other.id
}

func (r *record) requests() float64 { return float64(r.cost) }

// next returns when a page is due, and why. A page that is due by MaxAge may wait long, so a suspicion comes before that, and so does a ValidThrough
// that has passed.
func (p *Policy) next(r *record) (Reason, int64) {
	reason, due := Aged, r.last+p.aged(r.id)
	if r.ownRate() {
		reason, due = Scheduled, r.last+int64(secondsPerDay/p.visits(p.root(r), p.scale, p.least(r)))
	}
	if r.gone {
		reason, due = Scheduled, r.retry
	}
	due = max(due, r.last+max(1, int64(p.o.MinInterval/time.Second)))
	if r.valid != 0 && (r.valid <= due || r.valid <= p.planned) {
		reason, due = Expired, r.valid
	}
	if r.modified != 0 && (r.modified <= due || reason == Aged) {
		reason, due = Changed, r.modified
	}
	if r.look != 0 && (r.look <= due || reason == Aged) {
		reason, due = Suspected, r.look
	}
	return reason, max(due, r.retry)
}

// aged returns after how many seconds MaxAge makes a posting due. The value is between half of MaxAge and all of it, different for each page, so that
// postings that were found together are not requested together.
func (p *Policy) aged(id uint64) int64 {
	spread := float64(id*0x9e3779b97f4a7c15>>11) / (1 << 53)
	return int64(p.o.MaxAge.Seconds() * (1 - spread/2))
}

// queue holds the pages that are due for one reason, the earliest first.
type queue struct{ pages []*record }

func (q *queue) Len() int           { return len(q.pages) }
func (q *queue) Less(i, j int) bool { return q.pages[i].before(q.pages[j]) }
func (q *queue) Swap(i, j int) {
	q.pages[i], q.pages[j] = q.pages[j], q.pages[i]
	q.pages[i].at, q.pages[j].at = int32(i), int32(j)
}
func (q *queue) Push(x any) {
	r := x.(*record)
	r.at = int32(len(q.pages))
	q.pages = append(q.pages, r)
}
func (q *queue) Pop() any {
	r := q.pages[len(q.pages)-1]
	q.pages = q.pages[:len(q.pages)-1]
	r.at = underWay
	return r
}

// enqueue puts a page that is under way into its queue.
func (p *Policy) enqueue(r *record) {
	r.reason, r.due = p.next(r)
	heap.Push(&p.queues[r.reason], r)
}

func (p *Policy) remove(r *record) {
	if r.at != underWay {
		heap.Remove(&p.queues[r.reason], int(r.at))
	}
}

// reschedule puts a page that is not under way into the right place again.
func (p *Policy) reschedule(r *record) {
	if r.at != underWay {
		p.remove(r)
		p.enqueue(r)
	}
}

// rebuildQueues schedules all pages that are not under way.
func (p *Policy) rebuildQueues() {
	for i := range p.queues {
		p.queues[i].pages = p.queues[i].pages[:0]
	}
	for _, r := range p.order {
		if r.at == underWay {
			continue
		}
		r.reason, r.due = p.next(r)
		p.queues[r.reason].Push(r)
	}
	for i := range p.queues {
		heap.Init(&p.queues[i])
	}
}
