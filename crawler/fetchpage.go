package crawler

import (
	"context"
	"errors"
	"strconv"
	"time"

	"gannet/crawler/archive"
	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/frontier"
	"gannet/internal/pageguard"
)

// maxRedirects is how many redirects are followed from one link, as many as Google's crawler follows.
const maxRedirects = 10

// fetch requests the page. In virtual time the page is read before the clock reaches its answer, on all processors.
func (v *visit) fetch(ctx context.Context) outcome {
	resp, err := v.request(ctx, true, func(ctx context.Context) (*fetch.Response, error) {
		answer := v.sendFirst()
		if v.takesPDF(&v.trail) {
			ctx = fetch.AcceptPDF(ctx)
		}
		resp, err := v.fetcher.Fetch(ctx, v.lease.URL)
		if answer == nil {
			answer = v.virtual.send(v.lease.URL)
		}
		if v.virtual != nil && isPage(resp, err) && len(resp.Body) <= bigPage {
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
		if !notTheHost(ctx, err) {
			v.calibration.addFetch(v.lease.Priority, false)
		}
		return v.noPage(ctx, resp, err)
	}
	if v.response, err = v.toHTML(ctx, resp); err != nil {
		v.unreadable = err
	}
	if v.unreadable != nil {
		return v.refusePDF(ctx)
	}
	return next
}

// sendFirst lets virtual time pass while the web answers, nil if it must not: a web that is asked again may change with the clock.
func (v *visit) sendFirst() *answer {
	if v.Crawl.watched != nil {
		return nil
	}
	return v.virtual.send(v.lease.URL)
}

func isPage(resp *fetch.Response, err error) bool {
	return err == nil && resp.Status >= 200 && resp.Status <= 299
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
	if resp.Status == 429 || resp.Status >= 500 {
		return v.retry(status, resp.RetryAfter)
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
	case ctx.Err() != nil:
		return endWith(frontier.Outcome{Result: frontier.Requeue})
	case errors.Is(err, errPreempted):
		v.refuse(reason.SlowHost)
		return endWith(frontier.Outcome{Result: frontier.Requeue, Rest: slowRest})
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
	case known:
		o = v.retry(reason.Reason(failure.Kind), 0)
	default:
		o = v.retry(reason.Fetch, 0)
	}
	v.noteFailure(brief(err))
	v.log.Debug("fetch failed", "url", v.lease.URL, "err", err)
	return o
}

func (v *visit) retry(why reason.Reason, after time.Duration) outcome {
	v.tally.errors.Add(1)
	v.refuse(why)
	return endWith(frontier.Outcome{Result: frontier.Retry, After: after})
}

// noteFailure records for users why the visit gave no page.
func (v *visit) noteFailure(what string) {
	v.detail = what
	v.failures.record(v.lease.Host, v.lease.URL, &v.trail, what)
}
