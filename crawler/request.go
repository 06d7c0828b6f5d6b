package crawler

import (
	"context"
	"errors"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/frontier"
)

// request makes one request to the host of the visit's lease. Every request goes through here: pages, robots.txt, sitemaps,
// seed pages and the targets of redirects. The pauses of host and address start when it returns.
func (v *visit) request(ctx context.Context, page bool, get func(context.Context) (*fetch.Response, error)) (*fetch.Response, error) {
	begin := v.clock.Now()
	v.slowHosts.addRequest(v.work, page, false)
	answered := v.underway.awaitServer(v.lease.URL)
	resp, err := get(ctx)
	answered()
	now := v.clock.Now()
	v.slowHosts.addRequest(v.work, page, ourTrouble(err))
	var failure *fetch.Error
	if errors.As(err, &failure) && failure.Unsent || ourTrouble(err) {
		begin = now // the host took no time, so a long attempt is no reason for a long pause
	}
	v.checkFrontier(v.frontier.Release(now, v.lease.ID, now.Sub(begin)))
	v.activity.notify() // another host of the address may get a request before the page is read
	if err == nil {
		v.checkClock(v.lease.Host, resp, now)
	}
	if err != nil && preempted(ctx) {
		return nil, errPreempted
	}
	if v.outage.recordRequest(now, err) && errors.Is(err, fetch.Local) {
		v.retireWorker(err)
	}
	return resp, err
}

// preempted reports whether the work that has a context was preempted.
func preempted(ctx context.Context) bool { return errors.Is(context.Cause(ctx), errPreempted) }

// cutShort ends a visit whose context has ended. Its link is queued again.
func (v *visit) cutShort(ctx context.Context) outcome {
	if !preempted(ctx) {
		return unvisited
	}
	v.refuse(reason.SlowHost)
	return endWith(frontier.Outcome{Result: frontier.Requeue, Rest: slowRest})
}

// retireWorker goes on with one worker less, because this machine has not enough open files for all. cause is
// the error that shows it.
func (c *Crawl) retireWorker(cause error) {
	if left, ok := c.activity.retireWorker(c.limits.Workers); ok {
		c.log.Warn("this machine allows no more open files or connections: going on with fewer workers", "workers", left, "cause", cause)
	}
}

// notTheHost reports whether a request failed for a reason that says nothing about the host.
func notTheHost(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() != nil || errors.Is(err, errPreempted) || errors.Is(err, fetch.Stale) || errors.Is(err, fetch.Session) || ourTrouble(err)
}

// hasNoName reports whether a request failed because the name of the host does not exist.
func hasNoName(err error) bool {
	var failure *fetch.Error
	return errors.As(err, &failure) && failure.Kind == fetch.DNS && !failure.Temporary()
}

// ourTrouble reports whether a request failed because of a proxy or of this machine.
func ourTrouble(err error) bool {
	return errors.Is(err, fetch.Proxy) || errors.Is(err, fetch.OtherProxy) || errors.Is(err, fetch.Local)
}
