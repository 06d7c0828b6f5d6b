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
	"gannet/frontier"
	"gannet/internal/weburl"
)

// A host pauses for movedPause while another host is asked for its robots.txt. The pause doubles each time, up to
// maxMovedPause.
const (
	movedPause    = time.Second
	maxMovedPause = 30 * time.Second
)

// robotsPause is how long a host pauses whose robots.txt another visit asks for already.
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
	if _, cached := v.robots.Cached(now, v.lease.URL); cached { // Next has given up a redirect, or another visit has the answer
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

// watchRobots records whether a host that is requested again has answered for its robots.txt. If not, it is asked for nothing else.
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

// visitRobots requests the robots.txt of another host's origin. The answer says nothing about the host that gives it.
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

// answerForeignRobots gives the answer of a visitRobots to the cache.
func (v *visit) answerForeignRobots(ctx context.Context, resp *fetch.Response, err error) outcome {
	_, origin, _ := strings.Cut(v.lease.URL, "#")
	v.cacheRobots(ctx, origin+"/", resp, err)
	return endWith(frontier.Outcome{Result: frontier.Drop})
}

// postponeOrigin ends a visit because its origin's robots.txt cannot be fetched, so nothing of the origin may be for now. The
// host goes on: it may have another origin.
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
