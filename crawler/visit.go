package crawler

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// maxRedirects is how many redirects are followed from one link, as many as Google's crawler follows.
const maxRedirects = 10

// visit makes what can be made of one lease, and sees that it ends. It calls told when all that others are to know of it is
// told, before it keeps a page, which takes long.
func (c *Crawl) visit(ctx context.Context, lease frontier.Lease, told func()) {
	ended := c.Underway.begin(lease.URL)
	defer func() { ended(c.Frontier.State(lease.URL) != frontier.Queued) }()
	t, err := parseTrail(lease.Data)
	if err != nil {
		c.fail(err)
		return
	}
	kept, err := c.recall(lease)
	if err != nil {
		c.fail(err) // whether the page is kept is not known: the lease is left to the next run
		return
	}
	if kept != nil {
		c.again(ctx, lease, t, kept)
		return
	}
	if c.sunk(lease) || !c.hasTurn(lease, &t) || !c.admit(ctx, lease, &t) {
		return
	}
	switch t.kind {
	case kindSitemap:
		c.visitSitemap(ctx, lease, &t)
		return
	case kindRobots:
		c.visitRobots(ctx, lease, &t)
		return
	}
	c.visitPage(ctx, lease, &t, told)
}

// visitPage fetches a page and makes what can be made of it.
func (c *Crawl) visitPage(ctx context.Context, lease frontier.Lease, t *trail, told func()) {
	var r *reading
	resp, err := c.request(ctx, lease, func(ctx context.Context) (*fetch.Response, error) {
		answer := c.virtual.ask(lease.URL)
		resp, err := c.Fetcher.Fetch(ctx, lease.URL)
		if c.virtual != nil && err == nil && resp.Status >= 200 && resp.Status <= 299 && len(resp.Body) <= heavyBody {
			r = c.readAhead(ctx, resp) // on as many cores as there are, before the clock is there
		}
		answer.wait(ctx)
		return resp, err
	})
	c.tally.fetched.Add(1)
	if err != nil || resp.Status < 200 || resp.Status > 299 {
		if !notTheHost(ctx, err) {
			c.promise.add(lease.Priority, false)
		}
		c.refused(ctx, lease, t, resp, err)
		return
	}
	c.whenRoom(ctx, lease, len(resp.Body), func() {
		if r == nil {
			r = c.judged(resp)
		}
		keep := c.page(lease, t, resp, r)
		told()
		if keep != nil {
			keep()
		}
	})
}

// pageMemory is how many bytes all pages that are being made may take. A page of 4 MiB is made alone, six of 100 kB
// beside each other: more than most machines have processors for.
const pageMemory = 150_000_000

// whenRoom makes the page of a lease, with a body of n bytes, as soon as there is memory for the most that one may take. If
// the crawl ends before that, nobody waits for the page, and its link is left to the next run.
func (c *Crawl) whenRoom(ctx context.Context, lease frontier.Lease, n int, page func()) {
	takes := min(int64(features.Memory(n)), pageMemory)
	if ctx.Err() != nil || c.room.Acquire(ctx, takes) != nil {
		c.done(lease, frontier.Outcome{Kind: frontier.Requeue, Unasked: true})
		return
	}
	defer c.room.Release(takes)
	if n > heavyBody {
		defer runtime.GC() // or what is left of it lets the heap grow to twice its size
	}
	page()
}

// heavyBody is the size in bytes from which what is left of a page is collected at once.
const heavyBody = 1 << 20

// reading is what can be made of a page alone.
type reading struct {
	page        *features.Page
	probability float64 // the topic's
	err         error
}

// readAhead is judged, with room for it; nil if ctx ended before.
func (c *Crawl) readAhead(ctx context.Context, resp *fetch.Response) *reading {
	takes := min(int64(features.Memory(len(resp.Body))), pageMemory)
	if c.room.Acquire(ctx, takes) != nil {
		return nil
	}
	defer c.room.Release(takes)
	return c.judged(resp)
}

// judged reads and judges a page that was fetched.
func (c *Crawl) judged(resp *fetch.Response) *reading {
	page, err := c.Read(resp)
	if err != nil {
		return &reading{err: err}
	}
	return &reading{page: page, probability: c.Judge(page)}
}

// page learns from a page that was fetched and ranks its links. It gives back what keeps it, if it is to be kept.
func (c *Crawl) page(lease frontier.Lease, t *trail, resp *fetch.Response, r *reading) (keep func()) {
	if r.err != nil {
		c.tally.refuse("unreadable page")
		c.answers.note(lease.Host, lease.URL, t, "unreadable page")
		c.done(lease, frontier.Outcome{Kind: frontier.Dropped})
		return nil
	}
	page, probability := r.page, r.probability
	c.cut(resp, page)
	relevant := probability >= c.limits.Threshold
	c.promise.add(lease.Priority, relevant)
	if relevant {
		c.flights.gave(lease.Host)
	}
	c.fetchedPage(lease, t, relevant)
	c.notice(lease, page, relevant)
	c.learn(t, page, probability)
	if resp.NoFollow || page.NoFollow {
		c.tally.refuseAll("nofollow", len(page.Links))
	} else {
		c.follow(lease, t, page, probability)
	}
	if c.Watch != nil {
		c.Watch(Visit{URL: lease.URL, Depth: int(t.depth), Page: page, Probability: probability})
	}
	if resp.NoIndex || page.NoIndex {
		c.tally.refuse("noindex")
		c.answers.note(lease.Host, lease.URL, t, "noindex: the page must not be kept")
		c.done(lease, frontier.Outcome{Kind: frontier.Fetched})
		return nil
	}
	return c.keep(lease, t, resp, page, probability)
}

// cut counts what was left out of a page that is kept.
func (c *Crawl) cut(resp *fetch.Response, page *features.Page) {
	if resp.Truncated {
		c.tally.refuse("body too long (kept in part)")
	}
	if page.Flattened {
		c.tally.refuse("page too deep or heavy (kept without its structure)")
	}
	c.tally.refuseAll("link beyond those kept of a page", page.Dropped)
}

// notice slows a host that gives one near-identical page after another, or many that say that they are not there,
// until it gives another one.
func (c *Crawl) notice(lease frontier.Lease, page *features.Page, relevant bool) {
	if softMissing(page) {
		c.tally.refuse("soft 404 (kept)")
		c.missed(lease)
		return
	}
	why, before, now := c.similar.see(lease.Host, weburl.Path(lease.URL), page.Fingerprint, c.replaces(page.Canonical, lease.URL), relevant)
	if why != "" {
		c.tally.refuse(why)
	}
	c.slow(lease, before, now)
}

// missed slows a host that does not have one page after another to which it links.
func (c *Crawl) missed(lease frontier.Lease) {
	before, now := c.similar.miss(lease.Host)
	if now > 1 {
		c.tally.refuse("missing page after missing page (host slowed)")
	}
	c.slow(lease, before, now)
}

// slow changes the factor of a host's pauses.
func (c *Crawl) slow(lease frontier.Lease, before, now float64) {
	if now != before {
		c.Frontier.Slow(lease.Host, now)
	}
}

// follow ranks the links of a page and pushes them in one batch.
func (c *Crawl) follow(lease frontier.Lease, t *trail, page *features.Page, probability float64) {
	if c.limits.Depth != 0 && int(t.depth) >= c.limits.Depth {
		return
	}
	scores := make([]ranker.Score, len(page.Links))
	src := t.source(page, probability)
	src.Followed = c.followed(lease.URL, page)
	c.Strategy.Rank(src, scores)
	via, _ := listed(lease.URL)
	child := trail{
		kind: t.leadsTo(), depth: deeper(t.depth), via: via,
		parent: float32(probability), grandparent: t.parent,
	}
	data := make([]byte, 0, len(page.Links)*(trailHeader+len(lease.URL)+maxAnchor/4))
	links := make([]frontier.Link, 0, len(page.Links))
	for i := range page.Links {
		l := &page.Links[i]
		if !src.Followed[i] || scores[i].Skip {
			continue
		}
		child.inherited, child.anchor = scores[i].Inherited, page.TextOf(l.Anchor)
		begin := len(data)
		data = child.appendTo(data)
		links = append(links, frontier.Link{
			URL: l.URL, Host: weburl.Host(l.URL), Priority: scores[i].Priority, Replace: c.learner != nil,
			Data: data[begin:len(data):len(data)],
		})
	}
	c.push(links)
}

// followed says which links of a page are to be pushed.
func (c *Crawl) followed(url string, page *features.Page) []bool {
	followed := make([]bool, len(page.Links))
	noFollow := 0
	for i := range page.Links {
		l := &page.Links[i]
		if l.NoFollow {
			noFollow++
			continue
		}
		followed[i] = l.URL != url && !c.trapped(l.URL)
	}
	c.tally.refuseAll("nofollow", noFollow)
	return followed
}

// keep readies a page for the keeper. What it gives back hands it over; the lease is done once the page is safe.
func (c *Crawl) keep(lease frontier.Lease, t *trail, resp *fetch.Response, page *features.Page, probability float64) func() {
	relevant := probability >= c.limits.Threshold
	if c.Keeper == nil {
		c.tally.page(relevant)
		c.done(lease, frontier.Outcome{Kind: frontier.Fetched})
		return nil
	}
	canonical := page.Canonical
	if c.replaces(canonical, lease.URL) {
		c.pushOne(lease, t, canonical) // when it is kept, the keeper lets go of this page
	} else {
		canonical = ""
	}
	c.changed(func() { c.keeping++ })
	p := &store.Page{
		URL: lease.URL, Canonical: canonical, Via: t.via, ViaAnchor: strings.ToValidUTF8(t.anchor, ""),
		Status: resp.Status, Header: resp.Header, Body: resp.Body, Charset: resp.Charset, Fetched: c.Clock.Now(),
		Score: probability, Relevant: relevant, Depth: int(t.depth), Links: fingerprints(page.Links),
	}
	return func() { c.hand(lease, page, p) }
}

// hand looks for a posting on a page and hands it to the keeper.
func (c *Crawl) hand(lease frontier.Lease, page *features.Page, p *store.Page) {
	if c.Jobs != nil {
		p.Posting = c.Jobs.posting(page, p.Fetched)
	}
	c.Keeper.Keep(p, func(kept bool, err error) {
		switch {
		case err != nil:
			c.fail(err)
		case kept:
			c.tally.page(p.Relevant)
			c.tally.kept.Add(-int64(p.Replaced))
			c.posted(p.Posting)
			c.done(lease, frontier.Outcome{Kind: frontier.Fetched})
		default:
			c.tally.refuse("canonical page kept instead")
			c.done(lease, frontier.Outcome{Kind: frontier.Fetched})
		}
		c.changed(func() { c.keeping-- })
	})
}

// posted takes note of what became of a page's posting.
func (c *Crawl) posted(p *store.Posting) {
	if c.Jobs == nil {
		return
	}
	c.tally.posting(p)
	if err := c.Jobs.kept(p); err != nil {
		c.fail(err)
	}
}

// again makes what a page kept by an earlier run would have been made to: its links are pushed and its lease done,
// without another fetch.
func (c *Crawl) again(ctx context.Context, lease frontier.Lease, t trail, kept *store.Page) {
	c.whenRoom(ctx, lease, len(kept.Body), func() {
		page, err := c.Read(&fetch.Response{URL: kept.URL, Status: kept.Status, Header: kept.Header, Body: kept.Body})
		_, noFollow := fetch.RobotsTag(kept.Header)
		if err == nil && !noFollow && !page.NoFollow {
			c.follow(lease, &t, page, kept.Score) // of which a Learner was told when the crawl was opened
		}
		c.done(lease, frontier.Outcome{Kind: frontier.Fetched, Unasked: true})
	})
}

// recall gives the page that an earlier run has kept of a link and could not end its lease of; nil if there is none.
func (c *Crawl) recall(lease frontier.Lease) (*store.Page, error) {
	if c.Keeper == nil || !c.resumed {
		return nil, nil
	}
	return c.Keeper.Recall(lease.URL)
}

// refused ends the lease of a link that gave no page: a redirect is a new link, what may pass is tried again.
func (c *Crawl) refused(ctx context.Context, lease frontier.Lease, t *trail, resp *fetch.Response, err error) {
	if err != nil {
		c.failedRequest(ctx, lease, t, err)
		return
	}
	switch {
	case resp.Redirect != "":
		c.answers.note(lease.Host, lease.URL, t, "redirect to "+resp.Redirect)
		c.redirect(lease, t, resp.Redirect)
		c.done(lease, frontier.Outcome{Kind: frontier.Fetched})
	case resp.Status == 429 || resp.Status >= 500:
		c.answers.note(lease.Host, lease.URL, t, fmt.Sprintf("status %d", resp.Status))
		c.retry(lease, fmt.Sprintf("status %d", resp.Status), resp.RetryAfter)
	default:
		c.answers.note(lease.Host, lease.URL, t, fmt.Sprintf("status %d", resp.Status))
		c.tally.refuse(fmt.Sprintf("status %d", resp.Status))
		c.missed(lease)
		c.done(lease, frontier.Outcome{Kind: frontier.Dropped})
	}
}

// failedRequest ends the lease of a link whose request failed. Where that is not the host's doing, the link is queued again
// as if nothing had been asked.
func (c *Crawl) failedRequest(ctx context.Context, lease frontier.Lease, t *trail, err error) {
	var failure *fetch.Error
	known := errors.As(err, &failure)
	switch {
	case ctx.Err() != nil:
		c.done(lease, frontier.Outcome{Kind: frontier.Requeue})
		return
	case errors.Is(err, errPreempted):
		c.tally.refuse("slow host (waits for a worker)")
		c.done(lease, frontier.Outcome{Kind: frontier.Requeue, Rest: slowRest})
		return
	case notTheHost(ctx, err):
		c.tally.errors.Add(1)
		c.tally.refuse(string(failure.Kind))
		c.done(lease, frontier.Outcome{Kind: frontier.Requeue})
	case known && !failure.Temporary():
		c.tally.refuse(string(failure.Kind))
		c.done(lease, frontier.Outcome{Kind: frontier.Dropped})
	case known:
		c.retry(lease, string(failure.Kind), 0)
	default:
		c.retry(lease, "fetch", 0)
	}
	c.answers.note(lease.Host, lease.URL, t, brief(err))
	c.Log.Debug("fetch failed", "url", lease.URL, "err", err)
}

func (c *Crawl) retry(lease frontier.Lease, why string, after time.Duration) {
	c.tally.errors.Add(1)
	c.tally.refuse(why)
	c.done(lease, frontier.Outcome{Kind: frontier.Retry, After: after})
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

// replaces says whether a page's canonical URL is another page of the same host that stands for it. A canonical URL
// on another host, or that differs in the scheme alone, is no reason to leave the page out.
func (c *Crawl) replaces(canonical, url string) bool {
	return canonical != "" && weburl.Host(canonical) == weburl.Host(url) && weburl.Path(canonical) != weburl.Path(url)
}

// pushOne pushes a link that takes the place of the leased one, with its priority. It says whether the link is new.
func (c *Crawl) pushOne(lease frontier.Lease, t *trail, url string) bool {
	return !c.trapped(url) && c.push([]frontier.Link{{
		URL: url, Host: weburl.Host(url), Priority: lease.Priority, Data: t.appendTo(nil),
		Again: t.kind == kindPage && t.via == "" && c.fruitless(url), // as with seeds
	}}) == 1
}

// push says how many of the links are new.
func (c *Crawl) push(links []frontier.Link) int {
	if len(links) == 0 {
		return 0
	}
	added, err := c.Frontier.Push(c.Clock.Now(), links)
	c.check(err)
	return added
}

// done ends a lease.
func (c *Crawl) done(lease frontier.Lease, o frontier.Outcome) {
	c.check(c.Frontier.Done(c.Clock.Now(), lease.ID, o))
}

// check ends the crawl when the frontier cannot go on. A lease that has expired was given to another worker meanwhile:
// it is no longer ours to end, and no failure.
func (c *Crawl) check(err error) {
	if err != nil && !errors.Is(err, frontier.ErrNoLease) {
		c.fail(err)
	}
}

// trapped says whether a URL is not to be followed, out of scope or a trap, and counts it.
func (c *Crawl) trapped(url string) bool {
	if c.Scope != nil && !c.Scope(url) {
		c.tally.refuse("out of scope")
		return true
	}
	why, trapped := weburl.Trap(url)
	if trapped {
		c.tally.refuse("trap: " + why)
	}
	return trapped
}

func (c *Crawl) read(resp *fetch.Response) (*features.Page, error) {
	r := c.readers.Get().(*features.Reader)
	defer c.readers.Put(r)
	return r.Read(resp.URL, resp.Body)
}

func fingerprints(links []features.Link) []uint64 {
	out := make([]uint64, len(links))
	for i := range links {
		out[i] = store.Fingerprint(links[i].URL)
	}
	return out
}
