package revisit

import (
	"container/heap"
	"math"
	"time"
)

// Reason is why a page is due.
type Reason uint8

// The reasons, the most urgent first.
const (
	Suspected Reason = iota // a list, sitemap or feed lacks the posting
	Expired                 // the posting's ValidThrough has passed
	Scheduled               // by its rate of changes
	Aged                    // the posting was not asked for MaxAge
	reasons
)

func (r Reason) String() string {
	return [...]string{"suspected", "valid-through", "scheduled", "max-age"}[r]
}

// Next returns the page to be requested now and why. ok is false if none is due, or if PerDay or the share of discovery forbids
// it. The request is counted, and the page is under way until Observe or Return.
func (p *Policy) Next(now time.Time) (id uint64, reason Reason, ok bool) {
	p.advance(now)
	r := p.first(now.Unix())
	if r == nil || !p.budget.take(revisits, r.requests(), p.plan.Discovery, p.worth > 0) {
		return 0, 0, false
	}
	if r.reason != Scheduled {
		p.budget.looks.add(now.Unix(), 1)
	}
	p.remove(r)
	return r.id, r.reason, true
}

// Discover reports whether a page that the crawl does not have may be requested now, and counts the request.
func (p *Policy) Discover(now time.Time) bool {
	p.advance(now)
	return p.budget.take(discovery, 1, p.plan.Discovery, p.first(now.Unix()) != nil)
}

// SetDiscovery says what a request of discovery is worth at present: the new postings it is expected to give, 0 if no link
// waits. It counts from the next plan on, but that no link waits counts at once.
func (p *Policy) SetDiscovery(newPostings float64) {
	p.worth = max(newPostings, 0) / p.kinds[Posting].mean(p.usualRate(Posting)) // a posting is known for the rest of its life
}

// Wake returns when Next may have a page again, or a time after now at which it is to be asked again.
func (p *Policy) Wake(now time.Time) time.Time {
	p.advance(now)
	next := int64(math.MaxInt64)
	for i := range p.queues {
		if q := p.queues[i].pages; len(q) > 0 {
			next = min(next, q[0].due)
		}
	}
	if next == math.MaxInt64 {
		return now.Add(p.o.MinInterval)
	}
	if due := time.Unix(next, 0); due.After(now) {
		return due
	}
	return now.Add(p.budget.wait())
}

// Due returns when a page is due and why; false if it is unknown or under way.
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

// first returns the page that is due and has waited longest. A suspicion counts as a quarter of Fresh earlier, and MaxAge as
// Fresh later. So many suspicions delay lists, but they do not stop them.
func (p *Policy) first(now int64) *record {
	fresh := int64(p.o.Fresh / time.Second)
	var best *record
	least := int64(math.MaxInt64)
	for reason := range p.queues {
		q := p.queues[reason].pages
		if len(q) == 0 || q[0].due > now {
			continue
		}
		key := q[0].due + [reasons]int64{Suspected: -fresh / 4, Aged: fresh}[reason]
		if key < least {
			best, least = q[0], key
		}
	}
	return best
}

func (r *record) requests() float64 { return float64(r.cost) }

// next returns when a page is due, and why.
func (p *Policy) next(r *record) (Reason, int64) {
	reason, due := Aged, r.last+int64(p.o.MaxAge/time.Second)
	if r.ownRate() {
		interval := secondsPerDay / p.visits(p.root(r), p.scale)
		if at := r.last + int64(interval); at <= due || r.kind != Posting {
			reason, due = Scheduled, at
		}
	}
	if r.valid != 0 && r.valid <= due {
		reason, due = Expired, r.valid
	}
	if r.look != 0 && r.look <= due {
		reason, due = Suspected, r.look
	}
	return reason, max(due, r.retry)
}

// queue is the pages that are due for one reason, the earliest first.
type queue struct{ pages []*record }

func (q *queue) Len() int { return len(q.pages) }
func (q *queue) Less(i, j int) bool {
	a, b := q.pages[i], q.pages[j]
	return a.due < b.due || a.due == b.due && a.id < b.id
}
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

// reschedule gives a page that is not under way its place anew.
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
