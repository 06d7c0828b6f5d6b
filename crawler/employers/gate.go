package employers

import (
	"context"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// Frontier wraps the frontier of the crawl. The crawl must use the result, so that the search can choose the order of an employer's links.
func (s *Search) Frontier(links crawler.Frontier) crawler.Frontier {
	s.links = links
	return &gate{links, s}
}

// gate is a frontier that holds back all but one link of each employer at a time.
type gate struct {
	crawler.Frontier
	s *Search
}

// Push implements crawler.Frontier: it adds links to the queue. The search holds back the links of an employer until their turn comes, but
// counts them as added. Not held back are seeds that are not home pages, the targets of redirects of such seeds, and with Options.Follow the
// links on a job board.
func (g *gate) Push(now time.Time, links []frontier.Link) (added int, err error) {
	s := g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	var pass []frontier.Link
	for _, l := range links {
		t := crawler.TrailOf(l.Data)
		owner := s.ownerOf(l.URL, t.Via)
		switch {
		case owner < 0 || t.Via == "" && (l.URL != s.list[owner].Home || s.links.State(l.URL) != frontier.Unknown) || s.follows(owner, t.Via):
			pass = append(pass, l)
		case s.hold(l, owner, t):
			added++
		}
	}
	passed, err := s.links.Push(now, pass)
	if err == nil {
		err = s.next(now)
	}
	return added + passed, err
}

// follows reports whether the links of a page are not held back, because it is the board of an employer and was visited now.
func (s *Search) follows(owner int, page string) bool {
	return s.o.Follow && !s.replays && s.list[owner].isBoard(page)
}

// Reorder implements crawler.Frontier: it changes the priorities of queued links.
func (g *gate) Reorder(now time.Time, orders []frontier.Order) error {
	g.s.mu.Lock()
	for _, o := range orders {
		if h := g.s.held[o.Fingerprint]; h != nil {
			g.s.setPriority(h, o.Priority)
		}
	}
	g.s.mu.Unlock()
	return g.Frontier.Reorder(now, orders)
}

// Take implements crawler.Frontier: it leases the next link. If a link is taken a second time, for example after a failed request, and its
// employer has used up its budget of requests, the link is dropped.
func (g *gate) Take(now time.Time) (frontier.Lease, time.Duration, error) {
	for {
		lease, wait, err := g.Frontier.Take(now)
		if err != nil || g.begin(lease) {
			return lease, wait, err
		}
		if err := g.Done(now, lease.ID, frontier.Outcome{Result: frontier.Drop, Unasked: true}); err != nil {
			return frontier.Lease{}, 0, err
		}
	}
}

// begin records that a page is visited now, and reports whether its employer has a request left.
func (g *gate) begin(lease frontier.Lease) bool {
	s := g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	t := crawler.TrailOf(lease.Data)
	if owner := s.ownerOf(lease.URL, t.Via); owner >= 0 {
		fingerprint := weburl.Fingerprint(lease.URL)
		if _, known := s.pages[fingerprint]; !known {
			s.pages[fingerprint] = node{owner: owner, via: t.Via, anchor: t.Anchor}
		}
		e := s.list[owner]
		if lease.Revisit || s.pages[fingerprint].kept {
			return true
		}
		e.busy, e.busyURL, s.leases[lease.ID], s.visited[fingerprint] = fingerprint, lease.URL, fingerprint, true
		return !s.searches(e) || e.Requests < s.o.Requests
	}
	return true
}

// searches reports whether requests for an employer's pages still serve the search for its board.
func (s *Search) searches(e *employer) bool { return !s.o.Follow || e.Board == "" || e.Weak }

// Done implements crawler.Frontier: it ends a lease. After a link was visited or put off until later, the search releases the next link of
// the same employer.
func (g *gate) Done(now time.Time, id uint64, o frontier.Outcome) error {
	if err := g.Frontier.Done(now, id, o); err != nil {
		return err
	}
	s := g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	fingerprint, ok := s.leases[id]
	delete(s.leases, id)
	delete(s.visited, fingerprint)
	if e := s.list[s.pages[fingerprint].owner]; ok && o.Result != frontier.Requeue && e.busy == fingerprint {
		s.free(e)
	}
	return s.next(now)
}

// Yield implements crawler.Frontier: it puts a leased link back into the queue with another priority.
func (g *gate) Yield(now time.Time, id uint64, priority float32) error {
	g.s.mu.Lock()
	delete(g.s.visited, g.s.leases[id])
	delete(g.s.leases, id)
	g.s.mu.Unlock()
	return g.Frontier.Yield(now, id, priority)
}

// Fetcher wraps the fetcher of the crawl. The crawl must use the result, so that the search can count the requests for each employer.
func (s *Search) Fetcher(f crawler.Fetcher) crawler.Fetcher { return &counter{f, s} }

// mostMoved is how many redirects of a home page are followed and stored.
const mostMoved = 10

type counter struct {
	crawler.Fetcher
	s *Search
}

// Fetch implements crawler.Fetcher: it requests a page. The request counts for the employer to whom the page belongs, unless it is a revisit.
// The target of a redirect belongs to the same employer.
func (c *counter) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	s := c.s
	s.mu.Lock()
	fingerprint := weburl.Fingerprint(url)
	n, known := s.pages[fingerprint]
	if known && s.visited[fingerprint] {
		if e := s.list[n.owner]; s.searches(e) {
			e.Requests++
			e.asOf = -1
		}
	}
	s.mu.Unlock()
	r, err := c.Fetcher.Fetch(ctx, url)
	if known && err == nil && r.Redirect != "" {
		s.mu.Lock()
		target := weburl.Fingerprint(r.Redirect)
		if _, known := s.pages[target]; !known {
			s.pages[target] = n
			if e := s.list[n.owner]; n.via == "" && len(e.Moved) < mostMoved {
				e.Moved = append(e.Moved, r.Redirect)
			}
		}
		s.mu.Unlock()
	}
	return r, err
}
