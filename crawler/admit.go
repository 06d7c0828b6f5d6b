package crawler

import (
	"context"
	"strings"
	"sync"
	"time"

	"gannet/crawler/reason"
	"gannet/crawler/robots"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// admit lets the visit go on if the address of its host is allowed and free, and robots.txt allows its URL.
func (v *visit) admit(ctx context.Context) outcome {
	if o := v.reserveAddress(ctx); o.endsVisit() {
		return o
	}
	if v.robots == nil || v.trail.kind == kindRobots {
		return next
	}
	rules, cached := v.robots.Cached(v.clock.Now(), v.lease.URL)
	switch {
	case !cached:
		return v.fetchRobots(ctx)
	case rules.Unreachable:
		return v.postponeOrigin(rules)
	}
	v.applyRules(rules)
	verdict := v.robots.Judge(rules, v.lease.URL)
	if verdict.Disputed != "" {
		v.tally.countReason(reason.RobotsTwoWays)
	}
	if !verdict.Allowed {
		v.refuse(reason.RobotsTxt)
		why := verdict.Why
		if verdict.Disputed != "" && verdict.Disputed != why {
			why += "; " + verdict.Disputed
		}
		v.noteFailure(why)
		return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
	}
	return v.permit(ctx, rules)
}

// dropOutOfScope drops a link that waited while the scope of the crawl changed. Its host is not asked for anything.
func (v *visit) dropOutOfScope() outcome {
	rule := v.outOfScope(&v.trail, v.lease.URL)
	if rule == "" {
		return next
	}
	v.refuse(reason.Reason(rule))
	v.noteFailure(rule)
	return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
}

// reserveAddress resolves the host and reserves its address. An address that is busy or not allowed ends the visit.
func (v *visit) reserveAddress(ctx context.Context) outcome {
	addr, err := v.fetcher.Resolve(ctx, v.lease.Host)
	if err != nil {
		v.outage.recordRequest(v.clock.Now(), err)
		if v.trail.kind == kindRobots && !notTheHost(ctx, err) {
			return v.answerForeignRobots(ctx, nil, err)
		}
		return v.noPage(ctx, nil, err)
	}
	if !addr.IsValid() {
		return next
	}
	if !v.lease.Revisit && !v.families.locate(v.lease.ID, v.lease.Host, v.trail.via, addr, v.clock.Now()) {
		return v.waitForCopyShare(v.lease.Host)
	}
	ok, err := v.frontier.Reserve(v.clock.Now(), v.lease.ID, addr.String())
	if !ok {
		v.checkFrontier(err)
		return lost // Reserve has queued the link again
	}
	return next
}

// waitForCopyShare has a host wait that may be one of copies, because such hosts have had their share of the requests.
func (c *Crawl) waitForCopyShare(host string) outcome {
	c.frontier.SetAwaited(host, false)
	c.tally.countReason(reason.CopyShare)
	return endWith(frontier.Outcome{Result: frontier.Requeue, Rest: slowRest, Unasked: true})
}

// applyRules takes over the Crawl-delay and the sitemaps of a robots.txt, once for each answer of an origin.
func (v *visit) applyRules(rules *robots.Rules) {
	if rules.Unreachable || !v.appliedRobots.isNew(weburl.Origin(v.lease.URL), rules.Expires) {
		return
	}
	if rules.CrawlDelay > 0 {
		v.frontier.SetDelay(v.lease.Host, rules.CrawlDelay)
	}
	if v.limits.SitemapURLs == 0 {
		return
	}
	t := trail{kind: kindSitemap, depth: v.trail.depth, parent: v.trail.parent, grandparent: v.trail.grandparent}
	for _, url := range rules.Sitemaps {
		link := sitemapLink(url, v.lease.Host)
		v.pushSuccessor(&t, link)
		v.watchKnownSitemap(&t, link)
	}
}

// appliedRobots remembers which robots.txt of each origin was applied, by the time when it expires.
type appliedRobots struct {
	mu      sync.Mutex // guards expires
	expires recentMap[time.Time]
}

// isNew records the robots.txt of an origin, and reports whether it is another one than the last.
func (a *appliedRobots) isNew(origin string, expires time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if last, known := a.expires.get(origin); known && last.Equal(expires) {
		return false
	}
	a.expires.set(strings.Clone(origin), expires) // the clone does not hold the whole URL in memory
	return true
}
