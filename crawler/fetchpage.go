package crawler

import (
	"context"
	"errors"
	"strconv"
	"time"

	"gannet/crawler/archive"
	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/features/records"
	"gannet/frontier"
	"gannet/internal/pageguard"
)

// maxRedirects is how many redirects are followed from one link, as many as Google's crawler follows.
const maxRedirects = 10

// acceptOthers returns a context for a request that also accepts answers which are no pages but which the crawl can read: a PDF, data or a script.
func (v *visit) acceptOthers(ctx context.Context) context.Context {
	if v.takesPDF(&v.trail) {
		ctx = fetch.AcceptPDF(ctx)
	}
	if v.jobs != nil {
		ctx = fetch.AcceptScripts(ctx, v.trail.via)
	}
	if v.readsData() {
		ctx = fetch.AcceptData(ctx)
	}
	return ctx
}

// fetch requests the page. In virtual time the page is read before the clock reaches its response, on all processors.
func (v *visit) fetch(ctx context.Context) outcome {
	if read := v.rendering.takeData(v.lease.URL); read != nil { // by a page that was rendered
		if page, ok := fetch.AsData(read); ok {
			v.response, _ = v.toHTML(ctx, page) // it is no PDF, so it has no error
			return next
		}
	}
	resp, err := v.request(ctx, true, func(ctx context.Context) (*fetch.Response, error) {
		answer := v.sendFirst()
		ctx = v.acceptOthers(ctx)
		if v.takesLists() {
			ctx = fetch.AcceptLists(ctx)
		}
		resp, err := v.fetcher.Fetch(ctx, v.lease.URL)
		if answer == nil {
			answer = v.virtual.send(v.lease.URL)
		}
		if v.virtual != nil && isPage(resp, err) && !resp.List && len(resp.Body) <= bigPage {
			resp = v.readAhead(ctx, resp)
		}
		if late := answer.wait(ctx); late != nil {
			return nil, late
		}
		return resp, err
	})
	v.tally.fetched.Add(1)
	v.requested = true
	if !isPage(resp, err) {
		if v.rendering != nil && err == nil && resp.Redirect == "" {
			v.rendering.rules.settle(v.lease.URL, false)
		}
		if !notTheHost(ctx, err) {
			v.calibration.addFetch(v.lease.Priority, false)
		}
		return v.noPage(ctx, resp, err)
	}
	if resp.List {
		v.response = resp
		return v.readAsList()
	}
	if resp.Data && !records.IsOfScript(resp.Body) {
		v.tally.countAnswer(resp)
	}
	if v.response, err = v.toHTML(ctx, resp); err != nil {
		v.unreadable = err
	}
	if v.unreadable != nil {
		return v.refusePDF(ctx)
	}
	return next
}

// sendFirst tells the virtual clock of the request before it is made, so that virtual time passes while the web answers. It returns nil in a crawl
// with revisits, because there the web may change with the clock.
func (v *visit) sendFirst() *answer {
	if v.Crawl.watched != nil {
		return nil
	}
	return v.virtual.send(v.lease.URL)
}

// isPage reports whether a response has a page. 204 and 205 have no content (RFC 9110 sections 15.3.5 and 15.3.6).
func isPage(resp *fetch.Response, err error) bool {
	return err == nil && resp.Status >= 200 && resp.Status <= 299 && resp.Status != 204 && resp.Status != 205
}

// noPage ends a visit whose request gave no page. A redirect becomes a new link, and temporary failures are tried again.
func (v *visit) noPage(ctx context.Context, resp *fetch.Response, err error) outcome {
	if err != nil {
		return v.noAnswer(ctx, err)
	}
	if resp.Redirect != "" {
		return v.redirect(resp)
	}
	status := reason.Status + reason.Reason(strconv.Itoa(resp.Status))
	if archive.IsAbsent(resp.Header) {
		status = reason.NotArchived
	}
	v.noteFailure(string(status))
	if mayRecover(resp) {
		return v.retry(status, retryOf(resp), resp.RetryAfter)
	}
	v.refuse(status)
	v.countMissingPage()
	return endWith(frontier.Outcome{Result: frontier.Drop})
}

// noAnswer ends a visit whose request failed. If the host is not to blame, the link is queued again as if nothing had been
// requested.
func (v *visit) noAnswer(ctx context.Context, err error) (o outcome) {
	var failure *fetch.Error
	known := errors.As(err, &failure)
	switch {
	case preempted(ctx):
		return v.cutShort(ctx)
	case ctx.Err() != nil:
		return endWith(frontier.Outcome{Result: frontier.Requeue})
	case notTheHost(ctx, err):
		v.tally.errors.Add(1)
		v.refuse(reason.Reason(failure.Kind))
		o = endWith(frontier.Outcome{Result: frontier.Requeue})
	case pageguard.Of(err) != nil:
		v.noteReaderFailure(err)
		return v.refuseFailedPage()
	case known && !failure.Temporary():
		v.refuse(reason.Reason(failure.Kind))
		o = endWith(frontier.Outcome{Result: frontier.Drop})
		if failure.Kind == fetch.DNS { // the name does not exist, so no link of the host needs another lookup
			o.end.Result = frontier.DropHost
		}
	case known && blamesHost(failure.Kind):
		o = v.retry(reason.Reason(failure.Kind), frontier.Retry, 0)
	case known:
		o = v.retry(reason.Reason(failure.Kind), frontier.RetryLink, 0)
	default:
		o = v.retry(reason.Fetch, frontier.RetryLink, 0)
	}
	v.noteFailure(brief(err))
	v.log.Debug("fetch failed", "url", v.lease.URL, "err", err)
	return o
}

// mayRecover reports whether the same request may get another answer later. Of the 4xx these are 408 (RFC 9110 section 15.5.9), 421
// (section 15.5.20), 425 (RFC 8470 section 5.2) and 429 (RFC 6585 section 4).
func mayRecover(resp *fetch.Response) bool {
	switch resp.Status {
	case 408, 421, 425, 429:
		return true
	}
	return resp.Status >= 500
}

// retryOf returns what is delayed after a response that may be another one later: the host or only the URL. The host is overloaded if it says so by
// 429 (RFC 6585 section 4), by 503 (RFC 9110 section 15.6.4), or by a Retry-After field (section 10.2.3). Any other 5xx concerns only the URL: the
// host's other pages may be well.
func retryOf(resp *fetch.Response) frontier.Result {
	if resp.Status == 429 || resp.Status == 503 || resp.RetryAfter > 0 {
		return frontier.Retry
	}
	return frontier.RetryLink
}

// blamesHost reports whether a failed request means that the host is in trouble, and not only the URL: there was no connection, or no
// response in time.
func blamesHost(k fetch.Kind) bool {
	return k == fetch.DNS || k == fetch.Connect || k == fetch.TLS || k == fetch.Timeout
}

// retry ends a visit whose link is tried again. result says what is delayed.
func (v *visit) retry(why reason.Reason, result frontier.Result, after time.Duration) outcome {
	v.tally.errors.Add(1)
	v.refuse(why)
	return endWith(frontier.Outcome{Result: result, After: after})
}

// noteFailure records for users why the visit gave no page.
func (v *visit) noteFailure(what string) {
	v.detail = what
	v.failures.record(v.lease.Host, v.lease.URL, &v.trail, what)
}

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

// preempted reports whether the work with this context was preempted.
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

// ourTrouble reports whether a request failed because of a proxy or because of this machine, and not because of the host.
func ourTrouble(err error) bool {
	return errors.Is(err, fetch.Proxy) || errors.Is(err, fetch.OtherProxy) || errors.Is(err, fetch.Local)
}
