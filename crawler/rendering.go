package crawler

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/render"
	"gannet/features/records"
	"gannet/features/scripted"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// A page that a script makes may be rendered: a browser makes the page from the response that the visit has, and the crawl makes all requests that the
// page needs for it. Each such request is a revisit of the frontier with a visit of its own, so it waits for the pauses of its host and its address,
// obeys robots.txt and is archived. Meanwhile the visit that renders waits and holds its worker, so the visits for its requests run without a worker.

// Renderer renders pages as a browser does, which runs their scripts. *render.Browser is the usual implementation.
type Renderer interface {
	// Page renders the page of a URL from its first response. gate gives the answers to the further requests of the page.
	Page(ctx context.Context, url string, first *render.Answer, gate render.Gate) (*render.Result, error)
	// Close ends the browser.
	Close()
}

// Rendering says which pages a crawl renders in a browser, and how. See Renderer for the browser.
type Rendering struct {
	Renderer Renderer
	Always   bool    // every page that has scripts is rendered; otherwise those for which it is expected to be worth its time
	Share    float64 // of the time of the crawl that the browser may take; Always has no limit
	// Done is called for each page that was rendered; it may be nil.
	Done func(url string, r *render.Result)
}

// rendering is the state of the pages that are being rendered, and what the crawl has learned from those rendered before.
type rendering struct {
	*Rendering
	worth renderWorth
	rules renderRules
	begun chan struct{} // has an element when a request was begun

	mu      sync.Mutex // guards the fields below
	last    uint64
	waiting map[string]*pageRequest    // by the Data of their revisits
	cache   map[string]*render.Answer  // scripts by URL
	data    map[string]*fetch.Response // by URL, answers that pages have read and that are pages still to be visited
	cached  int                        // bytes of these and of the scripts
	counts  RenderCounts
}

// RenderCounts counts the pages that a run has rendered, and what this has cost.
type RenderCounts struct {
	Pages     int64         `json:"pages"`
	Gained    int64         `json:"gained"`    // of these, pages that then showed links, postings or a text that they lacked
	Failed    int64         `json:"failed"`    // pages that were kept as they had come
	Followed  int64         `json:"followed"`  // pages whose data were followed in place of a rendering
	Requests  int64         `json:"requests"`  // that the pages made
	Cached    int64         `json:"cached"`    // of these, scripts that another page had requested before
	Refused   int64         `json:"refused"`   // of these, by robots.txt, scope or a limit, or since they failed
	Took      time.Duration `json:"took"`      // by the wall clock, the pauses of hosts included
	Processor time.Duration `json:"processor"` // of the browser; 0 where that is not known
}

// pageRequest is a request that a page makes while it is rendered.
type pageRequest struct {
	url     string
	page    string // its URL
	depth   uint16
	limit   int64
	settled chan pageAnswer // has room for one
}

// pageAnswer is how a pageRequest ended.
type pageAnswer struct {
	response *fetch.Response
	refused  error
}

func newRendering(r *Rendering) *rendering {
	if r == nil {
		return nil
	}
	return &rendering{Rendering: r, begun: make(chan struct{}, 1), waiting: map[string]*pageRequest{}, cache: map[string]*render.Answer{}, data: map[string]*fetch.Response{}}
}

// progress returns the counts of this moment, nil without a browser.
func (r *rendering) progress() *RenderCounts {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	counts := r.counts
	r.mu.Unlock()
	return &counts
}

func (r *rendering) count(change func(*RenderCounts)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.counts)
}

// begin records a request, and returns the Data of its revisit.
func (r *rendering) begin(p *pageRequest) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	id := strconv.FormatUint(r.last, 36)
	r.waiting[id] = p
	select {
	case r.begun <- struct{}{}:
	default:
	}
	return id
}

// get returns a request that a page still waits for, nil if its page is over.
func (r *rendering) get(id string) *pageRequest {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.waiting[id]
}

// waits reports whether any page that is being rendered waits for a request.
func (r *rendering) waits() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.waiting) > 0
}

// end forgets a request.
func (r *rendering) end(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.waiting, id)
}

// maxCached bounds, in bytes, the scripts that are kept for other pages together with the data answers that are still to be visited.
const maxCached = 32 << 20

// keep keeps a script for other pages of the run.
func (r *rendering) keep(url string, a *render.Answer) {
	if a.Status != 200 || strings.Contains(a.Header.Get("Cache-Control"), "no-store") {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.makeRoom(len(a.Body))
	r.cache[url] = a
}

// makeRoom reserves the given number of bytes in the cache. If they do not fit, everything cached is forgotten, and data answers are then requested
// again. r.mu is locked.
func (r *rendering) makeRoom(bytes int) {
	if r.cached += bytes; r.cached > maxCached {
		clear(r.cache)
		clear(r.data)
		r.cached = bytes
	}
}

// keepData keeps a response in JSON or XML for the visit of its URL.
func (r *rendering) keepData(answer *fetch.Response) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.data[answer.URL] == nil {
		r.makeRoom(len(answer.Body))
		r.data[answer.URL] = answer
	}
}

// takeData removes and returns the response that a rendered page has read from a URL, or nil if there is none. It may be called in a crawl without a
// browser.
func (r *rendering) takeData(url string) *fetch.Response {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	answer := r.data[url]
	if answer != nil {
		delete(r.data, url)
		r.cached -= len(answer.Body)
	}
	return answer
}

func (r *rendering) kept(url string) *render.Answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	if a := r.cache[url]; a != nil {
		r.counts.Cached++
		return a
	}
	return nil
}

// render renders the visit's page if the expected gain is worth the time. A page that cannot be rendered is used as it came.
func (v *visit) render(ctx context.Context) outcome {
	r := v.rendering
	if r != nil && v.readsData() {
		r.rules.settle(v.lease.URL, records.IsMade(v.response.Body) && (v.jobs == nil || len(v.findPostings()) > 0))
	}
	if r == nil || v.virtual != nil || v.isPDF() || records.IsMade(v.response.Body) || v.page.Programs == nil || v.forbidsKeeping() {
		return next
	}
	guess := r.worth.guess(v.lease.URL, scripted.Probability(v.page), v.relevanceOf(v.lease.Priority))
	if !r.Always && !v.mustRender && guess.probability >= leastRenderChance && v.readsData() {
		if addresses := r.rules.addresses(guess.shape, v.lease.URL); addresses != nil {
			r.count(func(c *RenderCounts) { c.Followed++ })
			return v.readDocument(ctx, v.response, withRequests(v.response.Body, addresses))
		}
	}
	used := usedTime(r.progress(), r.Share, v.clock.Now().Sub(v.start))
	if !r.Always && (v.mustRender && used > 1 || !v.mustRender && !r.worth.admits(guess, used)) {
		return next
	}
	plain, before := v.response, v.shown()
	v.letMemoryGo()
	v.checkFrontier(v.frontier.Made(v.clock.Now(), v.lease.ID)) // its host may be requested again, also for the page itself
	header := plain.Header.Clone()
	header.Set("Content-Type", "text/html; charset=utf-8")
	first := &render.Answer{Status: plain.Status, Header: header, Body: plain.Body}
	rendering, cancel := context.WithTimeout(ctx, maxRendering)
	gate := &pageGate{visit: v}
	result, err := r.Renderer.Page(rendering, plain.URL, first, gate.answer)
	cancel()
	v.slowHosts.addRequest(v.work, true, true) // the time of the browser is not the host's
	if ctx.Err() != nil {
		return v.cutShort(ctx)
	}
	if err != nil {
		r.count(func(c *RenderCounts) { c.Failed++ })
		v.tally.countReason(reason.RenderFailed)
		v.log.Warn("a page could not be rendered, and is kept as it came", "url", v.lease.URL, "err", err)
		return v.readAnswer(ctx, plain)
	}
	if o := v.readDocument(ctx, plain, withRequests(result.HTML, gate.loaded)); o.endsVisit() {
		return o
	}
	for _, url := range gate.loaded {
		before.links[url] = true // known from now on
	}
	v.rendered, v.whole = v.adds(before), !result.Cut && !gate.failed
	text := v.gainsText(before)
	gained := text || v.gained(before) || v.mustRender && v.rendered
	r.count(func(c *RenderCounts) {
		c.Pages++
		c.Requests += int64(result.Requests)
		c.Refused += int64(result.Refused)
		c.Took += result.Took
		c.Processor += result.Processor
		if gained {
			c.Gained++
		}
	})
	v.tally.countReason(reason.Rendered)
	switch {
	case gained && v.dataHave(v.newLinks(before), text, gate.pages):
		r.rules.learn(guess.shape, v.lease.URL, gate.loaded)
	case gained:
		r.rules.learn(guess.shape, v.lease.URL, nil)
	}
	r.worth.learn(guess, gained, costOf(result.Processor, result.Took))
	v.log.Debug("page rendered", "url", v.lease.URL, "expected", guess.probability, "gained", gained, "requests", result.Requests, "took", result.Took, "processor", result.Processor)
	if r.Done != nil {
		r.Done(v.lease.URL, result)
	}
	return next
}

// maxRendering bounds the time of a page, the wait for the browser included. It is less than a lease lasts.
const maxRendering = 5 * time.Minute

// readAnswer makes another answer the visit's page, and reads it.
func (v *visit) readAnswer(ctx context.Context, resp *fetch.Response) outcome {
	v.response, v.page, v.ahead = resp, nil, nil
	v.extracted, v.postings = false, nil
	return v.read(ctx)
}

// readDocument archives the document that a browser made of a response, and reads it as the visit's page.
func (v *visit) readDocument(ctx context.Context, plain *fetch.Response, document []byte) outcome {
	v.archiveRendered(plain, document)
	if v.mask != nil {
		document = v.mask(document)
	}
	made := *plain
	made.Body, made.Charset, made.Guessed, made.Truncated = document, "UTF-8", false, false
	v.letMemoryGo()
	return v.readAnswer(ctx, &made)
}

// readsData reports whether the crawl reads responses in JSON and XML.
func (c *Crawl) readsData() bool { return c.jobs != nil || c.data }

// letMemoryGo lets go of the memory of the visit's page, but not of its response.
func (v *visit) letMemoryGo() {
	if v.memory > 0 {
		v.Crawl.memory.Release(v.memory)
		v.memory, v.page, v.ahead = 0, nil, nil
	}
}

// These errors are returned for a request of a page that is not made.
var (
	errPageScope  = errors.New("out of scope")
	errPageRefuse = errors.New("robots.txt, the host or a limit refuses it")
	errPageFailed = errors.New("it has failed, and may succeed later")
)

// pageGate answers the requests of the page that a visit renders.
type pageGate struct {
	*visit
	mu     sync.Mutex        // guards the fields below
	failed bool              // a request has failed and may succeed later
	loaded []string          // URLs of responses that the crawl reads as pages
	pages  []*fetch.Response // made of these
}

// answer answers one request of the page. It waits for the turn of the host, and for the visit that makes the request.
func (v *pageGate) answer(ctx context.Context, q render.Request) (*render.Answer, error) {
	url, err := weburl.Canonical(q.URL)
	if err != nil {
		return nil, err
	}
	if v.scope != nil && v.scope.Sitemap(url) != "" { // neither depth nor what is included is about scripts and data
		return nil, errPageScope
	}
	if !q.Data {
		if a := v.rendering.kept(url); a != nil {
			return a, nil
		}
	}
	p := &pageRequest{url: url, page: v.lease.URL, depth: v.trail.depth, limit: maxPageAnswer, settled: make(chan pageAnswer, 1)}
	id := v.rendering.begin(p)
	defer v.rendering.end(id)
	v.checkFrontier(v.frontier.PushRevisits(v.clock.Now(), []frontier.Revisit{{URL: url, Host: weburl.Host(url), Priority: frontier.Urgent, Data: []byte(id)}}))
	v.activity.notify()
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case a := <-p.settled:
		if a.refused != nil {
			if errors.Is(a.refused, errPageFailed) {
				v.mu.Lock()
				v.failed = true
				v.mu.Unlock()
			}
			return nil, a.refused
		}
		answer := &render.Answer{Status: a.response.Status, Header: a.response.Header, Body: a.response.Body}
		if q.Data {
			v.addData(a.response)
		} else {
			v.rendering.keep(url, answer)
		}
		return answer, nil
	}
}

// addData stores a response for the visit of its own URL, if the crawl reads such answers as pages.
func (v *pageGate) addData(answer *fetch.Response) {
	if !v.readsData() {
		return
	}
	page, ok := fetch.AsData(answer)
	if !ok {
		return
	}
	if state := v.frontier.State(answer.URL); state == frontier.Unknown || state == frontier.Queued {
		v.rendering.keepData(answer)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if !slices.Contains(v.loaded, answer.URL) {
		v.loaded, v.pages = append(v.loaded, answer.URL), append(v.pages, page)
	}
}

// withRequests appends links to a document, one for each URL of data that its scripts have read. The links are then on the page wherever it is read
// again: in the store, in an archive and in a replay.
func withRequests(document []byte, urls []string) []byte {
	if len(urls) == 0 {
		return document
	}
	slices.Sort(urls) // they come in any order
	b := bytes.NewBuffer(slices.Clip(document))
	b.WriteString("\n<div data-of=requests>")
	for _, url := range urls {
		fmt.Fprintf(b, "<a href=\"%s\"></a>", html.EscapeString(url))
	}
	b.WriteString("</div>\n")
	return b.Bytes()
}

// archiveRendered puts what a browser made of a response into the archive, if the response is there.
func (v *visit) archiveRendered(plain *fetch.Response, document []byte) {
	if v.archive == nil || plain.Record == "" {
		return
	}
	if err := v.archive.WriteConversion(plain.Record, plain.URL, v.clock.Now(), document); err != nil {
		v.activity.fail(err)
	}
}

// maxPageAnswer bounds the bytes of a script or another answer for a page that is rendered. A response that is cut off would be of no use.
const maxPageAnswer = 8 << 20

// shown is what a page shows: the number of its words, its main text, its postings, and the URLs that it links to.
type shown struct {
	words, postings int
	text            string
	links           map[string]bool
}

func (v *visit) shown() shown {
	s := shown{words: v.page.Body.Len(), text: v.page.TextOf(v.page.Main), links: make(map[string]bool, len(v.page.Links))}
	if v.jobs != nil {
		s.postings = len(v.findPostings())
	}
	for i := range v.page.Links {
		s.links[v.page.Links[i].URL] = true
	}
	return s
}

// adds reports whether the visit's page shows a posting or a link that was not there before. It does not matter whether the crawl knows the link.
func (v *visit) adds(before shown) bool {
	now := v.shown()
	for url := range now.links {
		if !before.links[url] {
			return true
		}
	}
	return now.postings > before.postings
}

// gained reports whether the visit's page now shows a posting that was not there before, or a new link to a page that the crawl does not know.
func (v *visit) gained(before shown) bool {
	return v.shown().postings > before.postings || len(v.newLinks(before)) > 0
}

// leastMade is the number of words that a browser must add to a page that gains a text.
const leastMade = 10

// gainsText reports whether the visit's page has a main text that neither its answer has nor a page that was rendered before, such as one of the same
// error. Whether the page is on topic does not matter, because that is known only after rendering. In a crawl for jobs a text alone is no gain, because
// such a crawl looks for postings.
func (v *visit) gainsText(before shown) bool {
	if v.jobs != nil && v.jobs.OnTopic || v.page.Body.Len() < before.words+leastMade {
		return false
	}
	return v.rendering.worth.isNewText(before.text, v.page.TextOf(v.page.Main))
}

// newLinks returns the links of the visit's page that were not there before and that the crawl does not know.
func (v *visit) newLinks(before shown) map[string]bool {
	links := map[string]bool{}
	for url := range v.shown().links {
		if !before.links[url] && !v.knows(url) {
			links[url] = true
		}
	}
	return links
}

// dataHave reports whether the data answers that a page has read stand for the rendered page: they have all of the given links and, if a text was
// gained, as many words as the page's main text.
func (v *visit) dataHave(links map[string]bool, text bool, data []*fetch.Response) bool {
	words := 0
	if text {
		words = v.page.Main.Len()
	}
	for _, d := range data {
		if len(links) == 0 && words <= 0 {
			break
		}
		if page, err := v.readPage(d); err == nil {
			words -= page.Body.Len()
			for i := range page.Links {
				delete(links, page.Links[i].URL)
			}
		}
	}
	return len(links) == 0 && words <= 0
}

// pageRequests makes the requests of pages that are being rendered. It works beside the dispatcher, because the dispatcher may be waiting for a
// worker which itself waits for these requests.
type pageRequests struct {
	*Crawl
	ctx    context.Context
	cancel context.CancelFunc
	visits sync.WaitGroup
}

// servePages starts to make the requests of pages that are rendered, and goes on until ctx or stop ends it. It returns nil without a browser.
func (c *Crawl) servePages(ctx context.Context) *pageRequests {
	if c.rendering == nil {
		return nil
	}
	s := &pageRequests{Crawl: c}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.visits.Go(s.serve)
	return s
}

// stop ends the making of requests, and waits for those under way.
func (s *pageRequests) stop() {
	if s != nil {
		s.cancel()
		s.visits.Wait()
	}
}

// serveEvery is the interval at which the frontier is checked for a request that a page waits for. It is far shorter than the pauses of hosts.
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

// start makes a request in a goroutine of its own. The number of these goroutines is bounded, because the pages that are being rendered have only so
// many requests.
func (s *pageRequests) start(lease frontier.Lease) {
	s.activity.visitBegins()
	s.visits.Go(func() { s.visit(s.ctx, lease, s.activity.visitEnds) })
}

// ofRendering reports whether a lease is for a request of a page that is being rendered.
func ofRendering(lease frontier.Lease) bool { return lease.Revisit && len(lease.Data) > 0 }

// visitForPage makes a request of a page that is being rendered, and ends the lease of that request.
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
			case p.settled <- pageAnswer{refused: why}: // unless it has its response
			default:
			}
		}
	}
	v.endLease(v.lease, o)
	settled()
}

// requestForPage makes a request of a page that is being rendered, or first another one that has to come before, such as that for a robots.txt.
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
