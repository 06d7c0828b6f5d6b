package crawler

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gannet/crawler/fetch"
	"gannet/frontier"
)

// maxRedirects is how many redirects are followed from one link, as many as Google's crawler follows.
const maxRedirects = 10

// refused ends the lease of a link that gave no page: a redirect is a new link, what may pass is tried again.
func (c *Crawl) refused(ctx context.Context, lease frontier.Lease, t *trail, resp *fetch.Response, err error) {
	if err != nil {
		c.failedRequest(ctx, lease, t, err)
		return
	}
	what := fmt.Sprintf("status %d", resp.Status)
	if resp.Redirect != "" {
		what = "redirect to " + resp.Redirect
	}
	c.answers.note(lease.Host, lease.URL, t, what)
	switch {
	case resp.Redirect != "":
		c.redirect(lease, t, resp.Redirect)
		c.done(lease, frontier.Outcome{Result: frontier.Finish})
	case resp.Status == 429 || resp.Status >= 500:
		c.retry(lease, what, resp.RetryAfter)
	default:
		c.tally.refuse(what)
		c.missed(lease)
		c.done(lease, frontier.Outcome{Result: frontier.Drop})
	}
}

// failedRequest ends the lease of a link whose request failed. Where that is not the host's doing, the link is queued again
// as if nothing had been asked.
func (c *Crawl) failedRequest(ctx context.Context, lease frontier.Lease, t *trail, err error) {
	var failure *fetch.Error
	known := errors.As(err, &failure)
	switch {
	case ctx.Err() != nil:
		c.done(lease, frontier.Outcome{Result: frontier.Requeue})
		return
	case errors.Is(err, errPreempted):
		c.tally.refuse("slow host (waits for a worker)")
		c.done(lease, frontier.Outcome{Result: frontier.Requeue, Rest: slowRest})
		return
	case notTheHost(ctx, err):
		c.tally.errors.Add(1)
		c.tally.refuse(string(failure.Kind))
		c.done(lease, frontier.Outcome{Result: frontier.Requeue})
	case known && !failure.Temporary():
		c.tally.refuse(string(failure.Kind))
		c.done(lease, frontier.Outcome{Result: frontier.Drop})
	case known:
		c.retry(lease, string(failure.Kind), 0)
	default:
		c.retry(lease, "fetch", 0)
	}
	c.answers.note(lease.Host, lease.URL, t, brief(err))
	c.log.Debug("fetch failed", "url", lease.URL, "err", err)
}

func (c *Crawl) retry(lease frontier.Lease, why string, after time.Duration) {
	c.tally.errors.Add(1)
	c.tally.refuse(why)
	c.done(lease, frontier.Outcome{Result: frontier.Retry, After: after})
}

// redirect pushes a redirect's target as a new link with the priority of the old one; it passes robots, traps and
// the seen set like any other.
func (c *Crawl) redirect(lease frontier.Lease, t *trail, target string) {
	if t.hops >= maxRedirects {
		c.tally.refuse("too many redirects")
		return
	}
	next := *t
	next.hops++
	if t.kind == kindSitemap {
		_, host := listed(lease.URL)
		target = listing(target, host)
	}
	if c.pushOne(lease, &next, target) {
		c.tally.refuse("redirect (followed)")
	} else {
		c.tally.refuse("redirect (not followed)")
	}
}
