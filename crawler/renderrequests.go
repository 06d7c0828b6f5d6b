package crawler

import (
	"context"
	"errors"
	"sync"
	"time"

	"gannet/crawler/fetch"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// pageRequests makes the requests of pages that are rendered, beside the dispatcher: that may be waiting for a worker which waits for them.
type pageRequests struct {
	*Crawl
	ctx    context.Context
	cancel context.CancelFunc
	visits sync.WaitGroup
}

// servePages begins to make the requests of pages, until ctx or stop ends it. It returns nil without a browser.
func (c *Crawl) servePages(ctx context.Context) *pageRequests {
	if c.rendering == nil {
		return nil
	}
	s := &pageRequests{Crawl: c}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.visits.Go(s.serve)
	return s
}

// stop ends it, and waits for the requests under way.
func (s *pageRequests) stop() {
	if s != nil {
		s.cancel()
		s.visits.Wait()
	}
}

// serveEvery is how often the frontier is seen for a request that a page waits for. Hosts pause far longer.
const serveEvery = 10 * time.Millisecond

func (s *pageRequests) serve() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.rendering.begun:
		}
		if !s.serveWaiting() {
			return
		}
	}
}

// serveWaiting makes requests until no page waits for one. It returns false at the end of the crawl.
func (s *pageRequests) serveWaiting() bool {
	tick := time.NewTicker(serveEvery)
	defer tick.Stop()
	for s.rendering.waits() {
		for !s.activity.isPaused() {
			lease, _, err := s.frontier.TakeUrgent(s.clock.Now())
			if errors.Is(err, frontier.ErrWait) || errors.Is(err, frontier.ErrEmpty) {
				break
			}
			if err != nil {
				s.checkFrontier(err)
				return false
			}
			s.start(lease)
		}
		select {
		case <-s.ctx.Done():
			return false
		case <-tick.C:
		}
	}
	return true
}

// start makes a request in a goroutine of its own. There are no more than pages that are rendered have requests.
func (s *pageRequests) start(lease frontier.Lease) {
	s.activity.visitBegins()
	s.visits.Go(func() { s.visit(s.ctx, lease, s.activity.visitEnds) })
}

// ofRendering reports whether a lease is for a request of a page that is rendered.
func ofRendering(lease frontier.Lease) bool { return lease.Revisit && len(lease.Data) > 0 }

// visitForPage makes a request of a page that is rendered, and ends its lease.
func (v *visit) visitForPage(ctx context.Context, settled func()) {
	p := v.rendering.get(string(v.lease.Data))
	o := endWith(frontier.Outcome{Result: frontier.Drop, Unasked: true}) // the page is over
	if p != nil {
		o = v.requestForPage(ctx, p)
		if o.way == endLease && o.end.Result != frontier.Requeue {
			why := errPageRefuse
			if o.end.Result == frontier.Retry || o.end.Result == frontier.RetryLink || o.end.Result == frontier.Postpone {
				why = errPageFailed
			}
			select {
			case p.settled <- pageAnswer{refused: why}: // unless it has its answer
			default:
			}
		}
	}
	v.endLease(v.lease, o)
	settled()
}

// requestForPage makes a request of a page, or another one that has to come first, such as that for a robots.txt.
func (v *visit) requestForPage(ctx context.Context, p *pageRequest) outcome {
	v.trail = trail{kind: kindPage, depth: p.depth, via: p.page}
	if o := v.admit(ctx); o.endsVisit() {
		return o
	}
	resp, err := v.request(ctx, false, func(ctx context.Context) (*fetch.Response, error) {
		if weburl.Origin(p.url) != weburl.Origin(p.page) {
			ctx = fetch.WithoutSecrets(ctx)
		}
		return v.fetcher.File(ctx, p.url, p.limit)
	})
	if err != nil || resp.Redirect == "" && mayRecover(resp) {
		return v.noPage(ctx, resp, err)
	}
	p.settled <- pageAnswer{response: resp}
	return finished
}
