package crawler

import (
	"context"
	"strings"
	"sync"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/robots"
	"gannet/crawler/watch"
	"gannet/features/permission"
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

// dropOutOfScope drops a link if it is out of scope because the scope of the crawl has changed while the link was queued. Nothing is requested from
// its host.
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

// waitForCopyShare puts back the link of a host that may give mostly copies, because such hosts have had their share of the requests.
func (c *Crawl) waitForCopyShare(host string) outcome {
	c.frontier.SetAwaited(host, false)
	c.tally.countReason(reason.CopyShare)
	return endWith(frontier.Outcome{Result: frontier.Requeue, Rest: slowRest, Unasked: true})
}

// applyRules applies the Crawl-delay of a robots.txt and pushes the sitemaps that it names, once for each response of an origin.
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

// isNew records the robots.txt of an origin, and reports whether it differs from the one recorded before.
func (a *appliedRobots) isNew(origin string, expires time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if last, known := a.expires.get(origin); known && last.Equal(expires) {
		return false
	}
	a.expires.set(strings.Clone(origin), expires) // the clone does not hold the whole URL in memory
	return true
}

// permit lets the visit go on unless the owner of the site refuses what the crawl is for. It requests the files with the owner's
// statements first, one at each turn of the host.
func (v *visit) permit(ctx context.Context, rules *robots.Rules) outcome {
	v.says = rules.Uses(v.lease.URL)
	for _, path := range useFilesFor(v.purpose) {
		url := weburl.Origin(v.lease.URL) + path
		file, known := v.robots.UseFile(v.clock.Now(), url)
		switch {
		case !known && v.robots.Judge(rules, url).Allowed:
			return v.fetchUseFile(ctx, url, path)
		case known:
			v.says = v.says.Join(file.Uses(v.lease.URL))
		}
	}
	if v.refusesUse() {
		v.countRefusedUse()
		return endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true})
	}
	return next
}

// useFilesFor returns the paths of files that may refuse a purpose. Others are not requested, so that no server gets requests without need.
func useFilesFor(p permission.Purpose) []string {
	switch p {
	case permission.Train:
		return []string{robots.TDMFile, robots.AIFile}
	case permission.Mine, permission.Input:
		return []string{robots.TDMFile}
	}
	return nil
}

// fetchUseFile uses the host's turn to request a file with its owner's statements, so the link waits for the next turn. A file that is missing or
// redirected to another place states nothing. While the server fails, the crawl requests nothing from it.
func (v *visit) fetchUseFile(ctx context.Context, url, path string) outcome {
	if !v.askedRobots.add(url) {
		return endWith(frontier.Outcome{Result: frontier.Requeue, Rest: robotsPause, Unasked: true})
	}
	defer v.askedRobots.remove(url)
	resp, err := v.request(ctx, false, func(ctx context.Context) (*fetch.Response, error) {
		return v.fetcher.File(ctx, url, robotsBytes)
	})
	if err != nil || resp.Redirect == "" && mayRecover(resp) {
		return v.noPage(ctx, resp, err)
	}
	file := &robots.UseFile{}
	if isPage(resp, nil) {
		file = robots.ParseUseFile(path, resp.Body)
	}
	v.robots.KeepUseFile(v.clock.Now(), url, file)
	return endWith(frontier.Outcome{Result: frontier.Requeue})
}

// refusesUse reports whether the owner refuses the purpose of the crawl, in those statements that were read so far.
func (v *visit) refusesUse() bool {
	_, refused := v.says.Refuses(v.purpose)
	return refused
}

// countRefusedUse refuses the visit's link because of the statement of its owner, and counts that.
func (v *visit) countRefusedUse() {
	statement, _ := v.says.Refuses(v.purpose)
	v.refuse(reason.UseRefused + reason.Reason(v.purpose))
	v.noteFailure(statement.String())
}

// countReservedUses counts a kept page once for each purpose that its owner refuses.
func (v *visit) countReservedUses() {
	for _, p := range v.says.Refused() {
		v.tally.countReason(reason.UseReserved + reason.Reason(p))
	}
}

// A host pauses for movedPause while the robots.txt that it redirects to is requested from another host. The pause doubles each time, up to
// maxMovedPause.
const (
	movedPause    = time.Second
	maxMovedPause = 30 * time.Second
)

// robotsPause is how long a host pauses while another visit is already requesting its robots.txt.
const robotsPause = 50 * time.Millisecond

// robotsBytes is one byte more than robots.Parse reads, so that it can see whether the last line is cut.
const robotsBytes = robots.MaxBytes + 1

// fetchRobots uses the host's turn for its robots.txt, and the link waits for the next turn. If robots.txt is redirected to
// another host, the target becomes a link of that host.
func (v *visit) fetchRobots(ctx context.Context) outcome {
	now := v.clock.Now()
	target, before := v.robots.Next(now, v.lease.URL)
	if weburl.Host(target) != v.lease.Host {
		if before == 0 {
			v.pushForeignRobots(target)
		}
		pause := min(maxMovedPause, movedPause<<min(before, 10))
		return endWith(frontier.Outcome{Result: frontier.Requeue, Rest: pause, Unasked: true})
	}
	origin := weburl.Origin(v.lease.URL)
	if !v.askedRobots.add(origin) {
		return endWith(frontier.Outcome{Result: frontier.Requeue, Rest: robotsPause, Unasked: true})
	}
	defer v.askedRobots.remove(origin)
	if _, cached := v.robots.Cached(now, v.lease.URL); cached { // Next has given up a redirect, or another visit has the response
		return unvisited
	}
	var rules *robots.Rules
	_, err := v.request(ctx, false, func(ctx context.Context) (*fetch.Response, error) {
		resp, err := v.fetcher.File(ctx, target, robotsBytes)
		if rules = v.cacheRobots(ctx, v.lease.URL, resp, err); rules != nil {
			v.applyRules(rules) // Crawl-delay counts for the pause that begins after this request
		}
		return resp, err
	})
	switch {
	case notTheHost(ctx, err):
		return v.noPage(ctx, nil, err)
	case rules != nil && rules.Unreachable:
		if v.lease.Revisit && hasNoName(err) {
			v.Crawl.watched.recordNoName(v.lease.Host, now)
		} else {
			v.watchRobots(false)
		}
		return v.postponeOrigin(rules)
	}
	v.watchRobots(true)
	return endWith(frontier.Outcome{Result: frontier.Requeue})
}

// watchRobots records whether a host answered the request for its robots.txt before a revisit. If it did not answer, the crawl requests nothing else
// from it.
func (v *visit) watchRobots(answered bool) {
	if v.lease.Revisit {
		v.Crawl.watched.record(v.lease.Host, v.clock.Now(), watch.FactOf(watch.Answers, answered))
	}
}

// cacheRobots gives the answer to a request for robots.txt to the cache. It returns the rules, or nil if a redirect is to be
// followed, or if the request failed for a reason that says nothing about the host.
func (c *Crawl) cacheRobots(ctx context.Context, url string, resp *fetch.Response, err error) *robots.Rules {
	if notTheHost(ctx, err) {
		return nil
	}
	var answer *robots.Answer
	if err == nil {
		answer = &robots.Answer{Status: resp.Status, Body: resp.Body, Redirect: resp.Redirect}
	}
	return c.robots.Answer(c.clock.Now(), url, answer, err)
}

// pushForeignRobots pushes the target of a redirected robots.txt with the priority of the visit's link. The origin that
// needs the robots.txt is the fragment of the link.
func (v *visit) pushForeignRobots(target string) {
	t := trail{kind: kindRobots}
	v.push([]frontier.Link{{
		URL: target + "#" + weburl.Origin(v.lease.URL), Host: weburl.Host(target), Priority: v.lease.Priority, AsNew: true, Data: t.appendTo(nil),
	}})
}

// origins is a set of origins.
type origins struct {
	mu  sync.Mutex // guards set
	set map[string]struct{}
}

// add adds an origin, and reports whether it was not in the set.
func (o *origins) add(origin string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, known := o.set[origin]
	if o.set == nil {
		o.set = make(map[string]struct{})
	}
	o.set[origin] = struct{}{}
	return !known
}

func (o *origins) remove(origin string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.set, origin)
}

// visitRobots requests the target of a robots.txt that was redirected to another host. The answer is used only for the origin that redirected, not
// for the host that gives it.
func (v *visit) visitRobots(ctx context.Context) outcome {
	target, _, _ := strings.Cut(v.lease.URL, "#")
	resp, err := v.request(ctx, false, func(ctx context.Context) (*fetch.Response, error) {
		return v.fetcher.File(ctx, target, robotsBytes)
	})
	if notTheHost(ctx, err) {
		return v.noPage(ctx, nil, err)
	}
	return v.answerForeignRobots(ctx, resp, err)
}

// answerForeignRobots gives the response of a visitRobots to the cache.
func (v *visit) answerForeignRobots(ctx context.Context, resp *fetch.Response, err error) outcome {
	_, origin, _ := strings.Cut(v.lease.URL, "#")
	v.cacheRobots(ctx, origin+"/", resp, err)
	return endWith(frontier.Outcome{Result: frontier.Drop})
}

// postponeOrigin ends a visit because the robots.txt of its origin cannot be fetched, so no page of the origin may be requested for now. The host is
// not paused, because it may have another origin.
func (v *visit) postponeOrigin(rules *robots.Rules) outcome {
	if v.appliedRobots.isNew(weburl.Origin(v.lease.URL), rules.Expires) {
		v.tally.errors.Add(1)
	}
	what := rules.Reason
	if rules.Err != nil {
		what = "robots.txt: " + brief(rules.Err)
	}
	v.noteFailure(what)
	v.refuse(reason.RobotsUnreachable)
	return endWith(frontier.Outcome{Result: frontier.Postpone, After: rules.Expires.Sub(v.clock.Now()), Unasked: true})
}
