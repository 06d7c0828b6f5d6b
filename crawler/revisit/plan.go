package revisit

import (
	"math"
	"time"
)

const secondsPerDay = 24 * 60 * 60

// usualWorth is ν before the first plan. With it, a list that changes daily is requested twice a day.
const usualWorth = .125

// Plan says how many of the requests of a day are used for which purpose.
type Plan struct {
	Worth     float64          // ν: posting-days that one more request of a revisit saves
	Rates     [kinds]float64   // requests a day by kind, for pages that are requested at rates of their own
	Looks     float64          // requests a day for suspected postings, and for others at ValidThrough and MaxAge
	Share     float64          // of the requests, for discovery at most
	Discovery float64          // requests a day that discovery is expected to make
	Aim       bool             // whether Fresh can be held beside as much discovery as recently
	Needed    float64          // requests a day that Fresh needs, looks included
	Pages     [kinds]int       // by kind
	Interval  [2]time.Duration // the shortest and longest between visits of a page with a rate of its own
}

// scheduled is a page with a rate of its own, with the values that the plan needs of it.
type scheduled struct {
	r     *record
	root  float64 // the square root of λ/(2c)
	cost  float64
	least float64 // visits a day, by Fresh and MaxAge
}

// Plan returns the latest plan, which is made once an hour.
func (p *Policy) Plan() Plan { return p.plan }

// replan distributes the budget again and reschedules all pages. It is called once an hour.
func (p *Policy) replan(now int64) {
	p.planned = now
	p.forgetAbsences(now)
	p.forgetClaims()
	pages := p.scheduled()
	looks := p.expectedLooks(now)
	floors := 0.
	for _, s := range pages {
		if !s.r.covered {
			floors += s.cost * p.freshVisits()
		}
	}
	p.plan = Plan{Looks: looks, Needed: floors + looks, Pages: p.count()}
	found := p.budget.discovered.perDay(now, p.o.LeastShare*float64(p.o.PerDay))
	p.plan.Aim = p.o.PerDay == 0 || p.plan.Needed+found <= float64(p.o.PerDay)
	p.setFloor(pages)
	p.scale = p.split(pages, looks, now)
	p.plan.Worth = 1 / (p.scale * p.scale)
	p.fillPlan(pages)
	p.rebuildQueues()
}

// setFloor makes every page with a rate of its own be requested within Fresh, if the budget allows that.
func (p *Policy) setFloor(pages []scheduled) {
	p.floor = 0
	if p.plan.Aim {
		p.floor = p.freshVisits()
	}
	for i := range pages {
		pages[i].least = p.least(pages[i].r)
	}
}

// freshVisits is how many times a day a page has to be requested so that it is never older than Fresh. It leaves a tenth of the time for requests
// that have to wait for their turn.
func (p *Policy) freshVisits() float64 { return 1 / (.9 * days(p.o.Fresh)) }

// scheduled returns the pages that are requested at rates of their own.
func (p *Policy) scheduled() []scheduled {
	var out []scheduled
	for _, r := range p.order {
		if r.ownRate() {
			out = append(out, scheduled{r, p.root(r), float64(r.cost), p.least(r)})
		}
	}
	return out
}

// ownRate reports whether a page is requested at a rate of its own. That is so unless it is gone, or is a posting to which a list, sitemap or feed
// links.
func (r *record) ownRate() bool { return !r.gone && (r.kind != Posting || !r.listed) }

func (p *Policy) root(r *record) float64 { return math.Sqrt(p.rate(r) / (2 * float64(r.cost))) }

// least returns how many times a day Fresh and MaxAge require a page to be requested.
func (p *Policy) least(r *record) float64 {
	switch {
	case r.covered:
		return 0
	case r.kind == Posting:
		return max(p.floor, 1/days(p.o.MaxAge))
	}
	return p.floor
}

// visits returns how many times a day a page is requested, from its root, the scale and the least visits.
func (p *Policy) visits(root, scale, least float64) float64 {
	return min(max(root*scale, least), p.most)
}

// split shares the budget between discovery and revisits and returns the scale of the revisits. The split is at the point where one more request
// would be worth the same on both sides, but neither gets less than LeastShare. Revisits are planned with the requests that discovery will leave,
// since it may have fewer links than its share.
func (p *Policy) split(pages []scheduled, looks float64, now int64) float64 {
	wanted := p.scaleOf(p.worth)
	if p.o.PerDay == 0 {
		return wanted
	}
	perDay := float64(p.o.PerDay)
	revisits := min(max(p.requests(pages, wanted)+looks, p.o.LeastShare*perDay), (1-p.o.LeastShare)*perDay)
	p.plan.Share = 1 - revisits/perDay
	p.plan.Discovery = min(p.plan.Share*perDay, p.discoveries(now))
	return p.bisect(pages, perDay-p.plan.Discovery-looks)
}

// discoveries returns for how many requests a day discovery has links: those that are queued, and as many as it took recently.
func (p *Policy) discoveries(now int64) float64 {
	lately := p.budget.discovered.perDay(now, 0)
	if p.idle {
		return lately
	}
	return lately + p.waiting
}

// scaleOf returns the scale at which one more request is worth the given number of posting-days.
func (p *Policy) scaleOf(worth float64) float64 { return 1 / math.Sqrt(max(worth, leastWorth)) }

// leastWorth bounds the worth of a request from below. At this value every page is requested as often as it may be.
const leastWorth = 1e-12

// requests returns how many requests a day the pages need at a scale.
func (p *Policy) requests(pages []scheduled, scale float64) float64 {
	sum := 0.
	for _, s := range pages {
		sum += s.cost * p.visits(s.root, scale, s.least)
	}
	return sum
}

// bisect finds the scale at which the pages need perDay requests a day. Its precision is far below the noise of rates.
func (p *Policy) bisect(pages []scheduled, perDay float64) float64 {
	low, high := -14., 14. // logarithms of the scale
	for range 40 {
		if mid := (low + high) / 2; p.requests(pages, math.Exp(mid)) > perDay {
			high = mid
		} else {
			low = mid
		}
	}
	return math.Exp(low)
}

func (p *Policy) fillPlan(pages []scheduled) {
	for _, s := range pages {
		visits := p.visits(s.root, p.scale, s.least)
		p.plan.Rates[s.r.kind] += visits * s.cost
		interval := time.Duration(24 / visits * float64(time.Hour))
		if p.plan.Interval[0] == 0 || interval < p.plan.Interval[0] {
			p.plan.Interval[0] = interval
		}
		p.plan.Interval[1] = max(p.plan.Interval[1], interval)
	}
}

func (p *Policy) count() [kinds]int {
	var n [kinds]int
	for _, r := range p.order {
		n[r.kind]++
	}
	return n
}

// mostLooks is the largest share of the requests that is planned for urgent revisits of listed postings. The rest is for lists and discovery, so that
// many suspicions do not stop them.
const mostLooks = .6

// expectedLooks returns how many urgent revisits a day we expect of listed postings: as many as recently, and at first one for each posting that
// closes.
func (p *Policy) expectedLooks(now int64) float64 {
	listed := 0.
	for _, r := range p.order {
		if !r.ownRate() {
			listed++
		}
	}
	prior := listed * (p.kinds[Posting].mean(p.usualRate(Posting)))
	looks := p.budget.looks.perDay(now, prior)
	if p.o.PerDay > 0 {
		looks = min(looks, mostLooks*float64(p.o.PerDay))
	}
	return looks
}
