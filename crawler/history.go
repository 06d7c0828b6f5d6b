package crawler

import (
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// History reads again what a crawl has kept, and tells for each page what the crawl's strategy was told. Pages that
// were left out for their canonical page are passed over: their text is gone. It is for one goroutine.
type History struct {
	db       *store.DB
	strategy ranker.Strategy
	readers  sync.Pool // of *features.Reader
	trails   map[string]known
	passed   map[string]float32 // Score.Inherited of links that a Learner ranked
}

// known is a trail, and where it comes from a page that is not kept, that page.
type known struct {
	trail
	missing string
}

// EndOfTime is after every page.
var EndOfTime = time.Unix(1<<40, 0)

// ReplayedPage is a page of the history.
type ReplayedPage struct {
	Kept   *store.Page
	Source *ranker.Source // with Followed: no link of a page whose author forbids it is followed
	// Missing is a page on the way here that is not kept, a sitemap or one that forbids to keep it: probabilities and
	// relevance from there on back are not known and are 0 in Source.
	Missing string
}

// NewHistory reads the crawl in db as ordered by a strategy. A Learner must be new: the history teaches it. Without a
// strategy, nil, nothing can be ranked, and what links passed on, Source.Inherited, is 0.
func NewHistory(db *store.DB, strategy ranker.Strategy) *History {
	h := &History{db: db, strategy: strategy, trails: make(map[string]known), passed: make(map[string]float32)}
	h.readers.New = func() any { return features.NewReader() }
	return h
}

// ReplayedPage reads one page.
func (h *History) Page(url string) (*ReplayedPage, error) {
	t, err := h.read(url)
	if err == nil {
		err = h.tell(t)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Each gives the pages that were fetched before a time, in the order in which they were fetched, until the function
// fails.
func (h *History) Each(before time.Time, use func(*ReplayedPage) error) error {
	urls, err := h.fetched(before)
	if err != nil {
		return err
	}
	for chunk := range slices.Chunk(urls, 64) { // read side by side, told one after the other
		read := make([]*ReplayedPage, len(chunk))
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i, url := range chunk {
			group.Go(func() (err error) {
				read[i], err = h.read(url)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		for _, t := range read {
			if err := h.tell(t); err != nil {
				return err
			}
			if err := use(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// Rank ranks the links of a page as the crawl did; a Learner is taught the page before.
func (h *History) Rank(t *ReplayedPage) (scores []ranker.Score, revised []ranker.Revision) {
	learner, learns := h.strategy.(ranker.Learner)
	if learns {
		learner.Learn(t.Source)
		revised = learner.Revised()
	}
	scores = make([]ranker.Score, len(t.Source.Page.Links))
	if !slices.Contains(t.Source.Followed, true) {
		return scores, revised
	}
	h.strategy.Rank(t.Source, scores)
	for i := range scores {
		if learns && t.Source.Followed[i] && scores[i].Inherited != 0 {
			h.passed[t.Source.Page.Links[i].URL] = scores[i].Inherited
		}
	}
	return scores, revised
}

// fetched gives the URLs of pages fetched before a time in the order of fetching.
func (h *History) fetched(before time.Time) ([]string, error) {
	type fetched struct {
		url string
		at  time.Time
	}
	var pages []fetched
	err := h.db.EachWithoutBody(func(p *store.Page) error {
		if p.Fetched.Before(before) {
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

// read reads a kept page again.
func (h *History) read(url string) (*ReplayedPage, error) {
	kept, err := h.db.Get(url)
	if err != nil {
		return nil, err
	}
	if kept.URL != url {
		return nil, fmt.Errorf("%s: page %s was left out for %s: %w", h.db.File(), url, kept.URL, store.ErrNotFound)
	}
	r := h.readers.Get().(*features.Reader)
	defer h.readers.Put(r)
	page, err := r.Read(url, kept.Body)
	if err != nil {
		return nil, fmt.Errorf("read %s again: %w", url, err)
	}
	return &ReplayedPage{Kept: kept, Source: &ranker.Source{Page: page, Followed: mayFollow(page, kept.Header)}}, nil
}

// tell completes a page's source.
func (h *History) tell(t *ReplayedPage) error {
	k, err := h.trail(t.Kept)
	if err != nil {
		return err
	}
	followed := t.Source.Followed
	t.Source, t.Missing = k.sourceOf(t.Source.Page, t.Kept.Score), k.missing
	t.Source.Followed = followed
	return nil
}

// trail makes the trail anew that led to a page.
func (h *History) trail(p *store.Page) (known, error) {
	if k, ok := h.trails[p.URL]; ok {
		return k, nil
	}
	k := known{trail: trail{depth: uint16(p.Depth), via: p.Via}, missing: p.Via}
	if p.Via == "" {
		k = known{trail: seedTrail}
	}
	h.trails[p.URL] = k // should ways lead round in a circle, they end here
	if p.Via == "" {
		return k, nil
	}
	via, _, err := h.db.Lookup(p.Via)
	if errors.Is(err, store.ErrNotFound) {
		return k, nil
	}
	if err != nil {
		return k, err
	}
	before, err := h.trail(via)
	if err != nil {
		return k, err
	}
	k.parent, k.grandparent, k.missing = float32(via.Score), before.parent, before.missing
	if h.strategy != nil {
		k.inherited, err = h.inherited(via, &before, p.URL)
	}
	h.trails[p.URL] = k
	return k, err
}

// inherited is what the link from a page to another passed on. Where no link leads there, a redirect from one did:
// which, is not known, and the first stands for it.
func (h *History) inherited(via *store.Page, t *known, url string) (float32, error) {
	if _, ok := h.strategy.(ranker.Learner); ok {
		return h.passed[url], nil
	}
	read, err := h.read(via.URL)
	if errors.Is(err, store.ErrNotFound) { // what is passed on depends on the page's relevance, hardly on its text
		read = &ReplayedPage{Source: &ranker.Source{Page: &features.Page{URL: via.URL}}}
		err = nil
	}
	if err != nil {
		return 0, err
	}
	page := read.Source.Page
	at := slices.IndexFunc(page.Links, func(l features.Link) bool { return l.URL == url })
	if at < 0 {
		at, page.Links = 0, append(page.Links, features.Link{URL: url})
	}
	scores := make([]ranker.Score, len(page.Links))
	h.strategy.Rank(t.sourceOf(page, via.Score), scores)
	return scores[at].Inherited, nil
}

// Through gives the link by which a kept page was come by: another URL than the page's where that redirected, or named
// the page as its canonical one. Of the page on which it was found, these are the links to no kept page that have the
// anchor kept of the way, one as a rule. The error is store.ErrNotFound where the page it was found on is not kept.
func (h *History) Through(p *store.Page) (links []string, err error) {
	told, err := h.read(p.Via)
	if err != nil {
		return nil, err
	}
	page := told.Source.Page
	for i := range page.Links {
		anchor := page.TextOf(page.Links[i].Anchor)
		if !told.Source.Followed[i] || strings.ToValidUTF8(anchor[:min(len(anchor), maxAnchor)], "") != p.ViaAnchor {
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

// mayFollow says which links of a page the crawl followed.
func mayFollow(page *features.Page, header http.Header) []bool {
	followed := make([]bool, len(page.Links))
	if _, noFollow := fetch.RobotsTag(header); noFollow || page.NoFollow {
		return followed
	}
	for i := range page.Links {
		l := &page.Links[i]
		_, trapped := weburl.Trap(l.URL)
		followed[i] = !l.NoFollow && l.URL != page.URL && !trapped
	}
	return followed
}
