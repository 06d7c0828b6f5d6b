package crawler

import (
	"context"
	"errors"
	"strings"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// movedRest is how long a host rests at first while another one is asked for its robots.txt, and maxMovedRest at most.
const (
	movedRest    = time.Second
	maxMovedRest = 30 * time.Second
)

// robotsBytes is one more than is read of a robots.txt, so that robots.Parse sees whether the last line is cut.
const robotsBytes = robots.MaxBytes + 1

// askRobots spends the lease's turn at the host on its robots.txt; the link goes back and waits for the next one. Where
// robots.txt is redirected to another host, that host's turn is waited for: the target becomes a link of its own.
func (c *Crawl) askRobots(ctx context.Context, lease frontier.Lease, t *trail) {
	now := c.clock.Now()
	target, before := c.robots.Next(now, lease.URL)
	if weburl.Host(target) != lease.Host {
		if before == 0 {
			c.pushRobots(lease, target)
		}
		rest := min(maxMovedRest, movedRest<<min(before, 10))
		c.done(lease, frontier.Outcome{Result: frontier.Requeue, Rest: rest, Unasked: true})
		return
	}
	if rules, cached := c.robots.Cached(now, lease.URL); cached && rules.Unreachable { // Next has given a redirect up
		c.done(lease, frontier.Outcome{Result: frontier.Requeue, Unasked: true})
		return
	}
	var rules *robots.Rules
	_, err := c.request(ctx, lease, false, func(ctx context.Context) (*fetch.Response, error) {
		resp, err := c.fetcher.File(ctx, target, robotsBytes)
		if rules = c.answered(ctx, lease.URL, resp, err); rules != nil {
			c.apply(lease, t, rules) // before the pause after this request begins
		}
		return resp, err
	})
	switch {
	case notTheHost(ctx, err):
		c.refused(ctx, lease, t, nil, err)
	case rules != nil && rules.Unreachable:
		c.unreachable(lease, t, rules)
	default:
		c.done(lease, frontier.Outcome{Result: frontier.Requeue})
	}
}

// answered hands the answer to a request for robots.txt on. It returns the rules, nil if a redirect is to be followed, or
// if the request failed for a reason that says nothing about the host.
func (c *Crawl) answered(ctx context.Context, url string, resp *fetch.Response, err error) *robots.Rules {
	if notTheHost(ctx, err) {
		return nil
	}
	var answer *robots.Answer
	if err == nil {
		answer = &robots.Answer{Status: resp.Status, Body: resp.Body, Redirect: resp.Redirect}
	}
	return c.robots.Answer(c.clock.Now(), url, answer, err)
}

// pushRobots pushes what a robots.txt is redirected to, with the origin that it is for as its fragment. It has the
// priority of the link that needs it.
func (c *Crawl) pushRobots(lease frontier.Lease, target string) {
	next := trail{kind: kindRobots}
	c.push([]frontier.Link{{
		URL: target + "#" + weburl.Origin(lease.URL), Host: weburl.Host(target), Priority: lease.Priority, AsNew: true, Data: next.appendTo(nil),
	}})
}

// visitRobots asks a host for the robots.txt of another one's origin. Whatever it answers is no word about itself.
func (c *Crawl) visitRobots(ctx context.Context, lease frontier.Lease, t *trail) {
	target, _, _ := strings.Cut(lease.URL, "#")
	resp, err := c.request(ctx, lease, false, func(ctx context.Context) (*fetch.Response, error) {
		return c.fetcher.File(ctx, target, robotsBytes)
	})
	if notTheHost(ctx, err) {
		c.refused(ctx, lease, t, nil, err)
		return
	}
	c.robotsOf(ctx, lease, resp, err)
}

// robotsOf hands on what came of a link to the robots.txt of another host's origin, and ends its lease.
func (c *Crawl) robotsOf(ctx context.Context, lease frontier.Lease, resp *fetch.Response, err error) {
	_, origin, _ := strings.Cut(lease.URL, "#")
	c.answered(ctx, origin+"/", resp, err)
	c.done(lease, frontier.Outcome{Result: frontier.Drop})
}

// unreachable ends the lease of a link whose origin's robots.txt cannot be had: nothing is allowed of this origin for now;
// the host may have another.
func (c *Crawl) unreachable(lease frontier.Lease, t *trail, rules *robots.Rules) {
	if c.ruled.first(weburl.Origin(lease.URL), rules.Expires) {
		c.tally.errors.Add(1)
	}
	what := rules.Reason
	if rules.Err != nil {
		what = "robots.txt: " + brief(rules.Err)
	}
	c.answers.note(lease.Host, lease.URL, t, what)
	c.tally.refuse("robots.txt unreachable")
	c.done(lease, frontier.Outcome{Result: frontier.Postpone, After: rules.Expires.Sub(c.clock.Now()), Unasked: true})
}

// notTheHost says whether a request failed for a reason that says nothing about who was asked.
func notTheHost(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() != nil || errors.Is(err, errPreempted) || errors.Is(err, fetch.Stale) ||
		errors.Is(err, fetch.Proxy) || errors.Is(err, fetch.Local)
}
