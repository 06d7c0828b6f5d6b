package crawler

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gannet/features"
	"gannet/internal/pageguard"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// History replays a stored crawl: it gives each page together with what the strategy knew about it when it was fetched. It skips pages that
// were replaced by their canonical page, because their text was deleted. It is not safe for concurrent use.
type History struct {
	db       store.Reader
	learned  *store.DB // pages count as they were learned from; nil: as they are
	strategy ranker.Strategy
	scope    Scope  // links outside are not followed; nil: all are
	agent    string // see features.Reader
	jobs     bool   // the crawl looks for postings, see AddUnshown
	crawl    *Crawl // links to PDF files are followed as it does; nil: all are
	maxDepth int    // links of pages at this depth are not followed, see Limits.Depth
	// judgedAgain is the number of the latest lesson before the latest renewal. The lessons up to it are replayed with the verdicts of that renewal.
	judgedAgain uint64
	verdicts    map[uint64]float64 // by the number of a page: they go before those in the store
	readers     sync.Pool          // of *features.Reader
	trails      map[string]replayedTrail
	passed      map[string]float32 // Score.Inherited of links that a Learner ranked
}

// replayedTrail is the trail of a kept page. missing names the page before it on the trail that is not kept, if there is one.
type replayedTrail struct {
	trail
	missing string
	unsure  bool // the source page is not kept, or was not always, or may have to make way for its original
	page    verdictOf
}

// verdictOf is the part of a replayed page that the trails of other pages need.
type verdictOf struct {
	known         bool // it was replayed
	namesOriginal bool
	score         float64
	fetched       int64 // nanoseconds since 1970
}

func newVerdictOf(p *store.Page) verdictOf {
	return verdictOf{true, namesOriginal(p.Canonical, p.URL), p.Score, p.Fetched.UnixNano()}
}

// EndOfTime is later than the fetch of every page. As an upper bound for History.Each, it means all pages.
var EndOfTime = time.Unix(1<<40, 0)

// ReplayedPage is a page that a History has replayed.
type ReplayedPage struct {
	Kept     *store.Page    // of a sitemap: what is known of it
	Lesson   *store.Lesson  // by which the crawl's strategy learned from it; nil if that is not known
	Replaced bool           // since; Kept is the page as it was learned from
	Source   *ranker.Source // with Followed: no link of a page whose author forbids it is followed
	// Missing is a page on the trail that is not kept: a sitemap, or a page whose author forbids keeping it. Probabilities of that page and of those
	// before it are unknown, and are 0 in Source.
	Missing string

	remembered bool // the page was not read again; showsJobs says then what only its text could say
	showsJobs  bool
}

// NewHistory returns a History that replays the crawl in db for a strategy. A strategy that learns must be new, because the History teaches
// it. If the strategy is nil, Rank cannot be called, and Source.Inherited is 0.
func NewHistory(db store.Reader, strategy ranker.Strategy) *History {
	h := &History{db: db, strategy: strategy, jobs: HasPostings(db), maxDepth: NoLimit, trails: make(map[string]replayedTrail), passed: make(map[string]float32)}
	h.readers.New = func() any { return &features.Reader{Agent: h.agent} }
	return h
}

// isSitemap reports whether this is a sitemap.
func (t *ReplayedPage) isSitemap() bool { return t.Lesson != nil && t.Lesson.Sitemap != nil }

// Page returns the stored page with this URL, together with what the strategy knew when the page was fetched.
func (h *History) Page(url string) (*ReplayedPage, error) {
	t, err := h.read(url)
	if err == nil {
		err = h.complete(t)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Each calls use for every page that was fetched before the given time, in the order of fetching. It stops at the first error of use and
// returns it.
func (h *History) Each(before time.Time, use func(*ReplayedPage) error) error {
	urls, err := h.fetched(before)
	if err != nil {
		return err
	}
	return h.eachOf(urls, use)
}

// eachOf calls use for the kept pages with these URLs, in the order given, until use fails.
func (h *History) eachOf(urls []string, use func(*ReplayedPage) error) error {
	return eachRead(h, urls, func(url string) (*ReplayedPage, error) {
		t, err := h.read(url)
		if errors.Is(err, store.ErrNotFound) && h.takenOut(url) {
			err = nil
		}
		return t, err
	}, use)
}

// Rank ranks the links of a replayed page as the crawl did. A strategy that learns also learns from the page first; revised has the queued
// links whose priorities this changes.
func (h *History) Rank(t *ReplayedPage) (scores []ranker.Score, revised []ranker.Revision) {
	learner, learns := h.strategy.(ranker.Learner)
	if learns {
		scores, revised = learnFrom(learner, learner, t.Source, t.isSitemap())
	} else if scores = make([]ranker.Score, len(t.Source.Page.Links)); slices.Contains(t.Source.Followed, true) {
		h.strategy.Rank(t.Source, scores)
	}
	for i := range scores {
		if learns && t.Source.Followed[i] && scores[i].Inherited != 0 {
			h.passed[t.Source.Page.Links[i].URL] = scores[i].Inherited
		}
	}
	return scores, revised
}

// fetched returns the URLs of pages fetched before a time, in the order of fetching.
func (h *History) fetched(before time.Time) ([]string, error) {
	return h.fetchedWhere(func(p *store.Page) bool { return p.Fetched.Before(before) })
}

// fetchedWhere returns the URLs of the pages for which takes is true, in the order of fetching.
func (h *History) fetchedWhere(takes func(*store.Page) bool) ([]string, error) {
	type fetched struct {
		url string
		at  time.Time
	}
	var pages []fetched
	err := h.db.Select(store.Selection{}, func(p *store.Page) error {
		if takes(p) {
			pages = append(pages, fetched{p.URL, p.Fetched})
		}
		return nil
	})
	slices.SortStableFunc(pages, func(a, b fetched) int { return a.at.Compare(b.at) })
	urls := make([]string, len(pages))
	for i := range pages {
		urls[i] = pages[i].url
	}
	return urls, err
}

// takenOut reports whether a page is no longer kept because its canonical page is. A crawl that is still running may have removed it after its URL
// was read.
func (h *History) takenOut(url string) bool {
	_, outcome, err := h.db.Lookup(url)
	return err == nil && outcome == store.Aliased
}

// read reads a kept page again.
func (h *History) read(url string) (*ReplayedPage, error) {
	kept, err := h.db.Get(url)
	if err != nil {
		return nil, err
	}
	if kept.URL != url {
		return nil, fmt.Errorf("%s: page %s was left out for %s: %w", h.db.File(), url, kept.URL, store.ErrNotFound)
	}
	if err := h.asLearned(kept); err != nil {
		return nil, err
	}
	return h.parse(kept)
}

// parse parses a kept page again.
func (h *History) parse(kept *store.Page) (*ReplayedPage, error) {
	r := h.readers.Get().(*features.Reader)
	page, err := pageguard.Get(func() (*features.Page, error) { return r.ReadSource(kept.Source()) })
	if pageguard.Of(err) == nil { // else it cannot be used again
		h.readers.Put(r)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s again: %w", kept.URL, err)
	}
	if h.jobs {
		AddUnshown(page)
	}
	return h.replayed(kept, page), nil
}

// replayed returns a kept page that was read again.
func (h *History) replayed(kept *store.Page, page *features.Page) *ReplayedPage {
	h.judge(kept)
	return &ReplayedPage{Kept: kept, Source: &ranker.Source{Page: page, Followed: mayFollow(page)}}
}

// judge gives a kept page its verdict.
func (h *History) judge(kept *store.Page) {
	if score, ok := h.verdicts[kept.Seq]; ok {
		kept.Score = score
	}
}

// asLearned gives a kept page the verdict and the time of fetching that it had when a strategy learned from it.
func (h *History) asLearned(kept *store.Page) error {
	if h.learned == nil || kept.Seq == 0 {
		return nil
	}
	first, err := h.learned.LookupLearned(kept.Seq)
	if first != nil {
		kept.Score, kept.Fetched = first.Score, first.Fetched
	}
	return err
}

// complete fills in the source of a page that was read.
func (h *History) complete(t *ReplayedPage) error {
	k, err := h.trailTo(t)
	if err != nil {
		return err
	}
	followed := t.Source.Followed
	t.Source, t.Missing = k.sourceOf(t.Source.Page, t.Kept.Score), k.missing
	t.Source.Followed = followed
	if h.crawl != nil {
		h.crawl.leaveOutPDF(t)
	}
	if h.maxDepth != NoLimit && t.Source.Depth >= h.maxDepth {
		clear(followed)
	}
	if h.scope == nil {
		return nil
	}
	for i := range followed {
		followed[i] = followed[i] && h.scope.Page(t.Source.Page.Links[i].URL, t.Source.Depth+1) == ""
	}
	return nil
}

// trailTo returns the trail that led to a page or a sitemap, as the strategy was given it. Values that the lesson has stored are not looked up again.
func (h *History) trailTo(t *ReplayedPage) (replayedTrail, error) {
	l, p := t.Lesson, t.Kept
	if t.isSitemap() {
		return replayedTrail{trail: trail{kind: kindSitemap, depth: uint16(p.Depth), parent: l.Parent}}, nil
	}
	given := l != nil && l.Number > h.judgedAgain // by no other verdicts than those that were renewed last
	if _, learns := h.strategy.(ranker.Learner); learns && given && !l.Old && p.Via != "" {
		return replayedTrail{trail: trail{
			depth: uint16(p.Depth), via: p.Via, parent: l.Parent, grandparent: l.Grandparent, inherited: h.passed[p.URL],
		}}, nil
	}
	k, err := h.trail(p)
	if err != nil {
		return k, err
	}
	k.page = newVerdictOf(p)
	h.trails[p.URL] = k
	if given || l != nil && k.unsure {
		k.parent = l.Parent
	}
	return k, nil
}

// trail returns the trail that led to a page.
func (h *History) trail(p *store.Page) (replayedTrail, error) {
	if k, ok := h.trails[p.URL]; ok {
		return k, nil
	}
	k := replayedTrail{trail: trail{depth: uint16(p.Depth), via: p.Via}, missing: p.Via, unsure: true}
	if p.Via == "" {
		k = replayedTrail{trail: seedTrail}
	}
	h.trails[p.URL] = k // ends a trail that leads round in a circle
	if p.Via == "" {
		return k, nil
	}
	via, err := h.source(p)
	if errors.Is(err, store.ErrNotFound) {
		return k, nil
	}
	if err != nil {
		return k, err
	}
	k.parent, k.grandparent, k.missing = float32(via.page.score), via.parent, via.missing
	k.unsure = via.page.fetched > p.Fetched.UnixNano() || via.page.namesOriginal
	if h.strategy != nil {
		k.inherited = h.inherited(&via, p)
	}
	h.trails[p.URL] = k
	return k, nil
}

// source returns the trail of the page on which a page's link was found.
func (h *History) source(p *store.Page) (k replayedTrail, err error) {
	if k, ok := h.trails[p.Via]; ok && k.page.known {
		return k, nil
	}
	via, _, err := h.db.Lookup(p.Via)
	if err == nil {
		err = h.asLearned(via)
	}
	if err != nil {
		return k, err
	}
	h.judge(via)
	k, err = h.trail(via)
	k.page = newVerdictOf(via)
	return k, err
}

// inherited returns the value that the page on which a link was found passed on to the link. Among the strategies without a state only Shark Search
// passes a value on, and it is the same along all links of a page, so the page itself need not be read again.
func (h *History) inherited(via *replayedTrail, p *store.Page) float32 {
	if _, ok := h.strategy.(ranker.Learner); ok {
		return h.passed[p.URL]
	}
	page := &features.Page{URL: p.Via, Links: []features.Link{{URL: p.URL}}}
	var scores [1]ranker.Score
	h.strategy.Rank(via.sourceOf(page, via.page.score), scores[:])
	return scores[0].Inherited
}

// Through returns the link that led to a kept page. The link differs from the page's URL after a redirect, or if another page named the kept
// page as canonical. In these cases the link is not stored. The result then has all links of the source page that have the stored anchor and
// lead to no kept page; usually there is only one. The error is store.ErrNotFound if the source page is not kept.
func (h *History) Through(p *store.Page) (links []string, err error) {
	source, err := h.read(p.Via)
	if err != nil {
		return nil, err
	}
	page := source.Source.Page
	for i := range page.Links {
		anchor := page.TextOf(page.Links[i].Anchor)
		if !source.Source.Followed[i] || keptAnchor(anchor) != p.ViaAnchor {
			continue
		}
		url := page.Links[i].URL
		if url == p.URL {
			return []string{url}, nil
		}
		other, _, err := h.db.Lookup(url)
		if (err != nil || other.Canonical == p.URL) && !slices.Contains(links, url) {
			links = append(links, url)
		}
	}
	return links, nil
}

// keptAnchor returns the part of a link's text that is stored with the page to which the link led.
func keptAnchor(anchor string) string {
	return strings.ToValidUTF8(anchor[:min(len(anchor), maxAnchor)], "")
}

// mayFollow returns for each link of a page whether the crawl followed it.
func mayFollow(page *features.Page) []bool {
	followed := make([]bool, len(page.Links))
	if page.NoFollow {
		return followed
	}
	for i := range page.Links {
		l := &page.Links[i]
		_, trapped := weburl.Trap(l.URL)
		followed[i] = !l.NoFollow && l.URL != page.URL && !trapped
	}
	return followed
}

// eachRead reads each item and calls use for the page read, in the order of the items, until use fails. An item that is read as nil is skipped. The
// next pages are read on all processors while use works on those before them.
func eachRead[T any](h *History, items []T, readItem func(T) (*ReplayedPage, error), use func(*ReplayedPage) error) error {
	chunks := slices.Collect(slices.Chunk(items, 32))
	var next *replayedPages
	defer func() { next.wait() }()
	for i := range chunks {
		pages := next
		if i == 0 {
			pages = readTogether(chunks[0], readItem)
		}
		next = nil
		if err := pages.wait(); err != nil {
			return err
		}
		if i+1 < len(chunks) {
			next = readTogether(chunks[i+1], readItem)
		}
		for _, t := range pages.list {
			if t == nil {
				continue
			}
			if err := h.complete(t); err != nil {
				return err
			}
			if err := use(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// replayedPages are pages that are being read.
type replayedPages struct {
	list []*ReplayedPage
	done chan error
}

// readTogether starts to read the items on all processors.
func readTogether[T any](items []T, readItem func(T) (*ReplayedPage, error)) *replayedPages {
	r := &replayedPages{make([]*ReplayedPage, len(items)), make(chan error, 1)}
	go func() {
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i, item := range items {
			group.Go(func() (err error) {
				if r.list[i], err = readItem(item); pageguard.Of(err) != nil {
					return nil // an earlier version could read the page
				}
				return err
			})
		}
		r.done <- group.Wait()
	}()
	return r
}

// wait returns when all pages are read. A nil receiver has no pages, so it returns at once.
func (r *replayedPages) wait() error {
	if r == nil {
		return nil
	}
	return <-r.done
}
