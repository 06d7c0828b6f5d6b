package crawler

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// ErrNoChoice says that nothing was kept of why the link of a page was taken.
var ErrNoChoice = errors.New("no reasons were kept when its link was taken")

// ErrSeed says that a page has no priority to explain.
var ErrSeed = errors.New("is a seed")

// Explanation says why a link had its priority when it was taken, or has it while it waits.
type Explanation struct {
	URL       string
	Kept      *store.Page   // without body; nil if the page is not kept
	Link      string        // the URL that pages link to; not URL if it redirects, or names URL as canonical
	Sources   []SourcePage  // pages that had led to it by then; the first is the decisive one
	More      int           // further pages that lead to it, which were not read
	Unsought  bool          // the crawl was not searched for further pages
	Decisive  *ReplayedPage // the first of Sources; nil if it is not kept
	LinkIndex int           // of the best link to it on Decisive
	Priority  float32
	Queued    float32         // its priority in the frontier when it was taken, if that is known; a Learner may have changed its mind
	Reasons   []ranker.Reason // they add up to Priority, except for what a Learner learned after it ranked the link
	Missing   string          // a page on the way that is not kept; Reasons lack what came of it, or are nil
	Forgotten bool            // the Learner had forgotten the link, so that its priority stayed what it was
	Unknown   bool            // what the terms were made of was not kept, so that they are not known
}

// SourcePage is a page with a link.
type SourcePage struct {
	URL         string    `json:"url"`
	Fetched     time.Time `json:"fetched"`
	Probability float64   `json:"probability"`
	Anchor      string    `json:"anchor"`
	Priority    float32   `json:"priority,omitempty"` // that the link got from it; 0 if that is not known
}

// Explain replays the crawl in db to say why a link had its priority. Of several pages with the link, the one that gives it
// the highest priority decides. With a Learner the latest page decides, and all pages are read again: progress is called
// after each.
func Explain(db store.Reader, strategy ranker.Strategy, url string, progress func(pages int)) (*Explanation, error) {
	w := &explaining{
		History: NewHistory(db, strategy), Explanation: Explanation{URL: url, Link: url}, before: EndOfTime, progress: progress,
	}
	if err := w.target(); err != nil {
		return nil, err
	}
	if err := w.linking(); err != nil {
		return nil, err
	}
	var err error
	if learner, ok := strategy.(ranker.Learner); ok {
		err = w.replay(learner)
	} else {
		err = w.compare()
	}
	if err != nil {
		return nil, err
	}
	if w.Decisive == nil {
		return nil, fmt.Errorf("%s is linked to, but by links that are not followed", url)
	}
	w.Reasons = strategy.Explain(w.Decisive.Source, w.LinkIndex)
	w.Queued, w.Missing = w.Priority, w.Decisive.Missing
	return &w.Explanation, nil
}

// explaining is the work on an Explanation.
type explaining struct {
	*History
	Explanation
	before   time.Time // when the link was taken
	linkers  []string  // pages with a link to Link
	progress func(pages int)
}

// target finds the page and when its link was taken.
func (w *explaining) target() error {
	kept, _, err := w.db.Lookup(w.URL)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if kept.Via == "" {
		return errSeed(w.URL)
	}
	w.Kept, w.before = kept, kept.Fetched
	if via, _, err := w.db.Lookup(kept.Via); err == nil && !via.Fetched.Before(w.before) {
		w.before = via.Fetched.Add(1) // the clock was too coarse to tell them apart
	}
	return nil
}

// linking finds the pages that link to the URL, or to the URL that led to it.
func (w *explaining) linking() error {
	missing, err := w.way()
	if err != nil {
		return err
	}
	if w.linkers, err = w.pagesWith(w.Link); err != nil || len(w.linkers) > 0 {
		return err
	}
	switch {
	case w.Kept == nil:
		return fmt.Errorf("the crawl does not know %s: no page that is kept links to it", w.URL)
	case missing:
		return fmt.Errorf("%s was found on %s, which is not kept: what led to its priority cannot be read again", w.URL, w.Kept.Via)
	}
	return fmt.Errorf("%s was found on %s, but no link there leads to it: a redirect did", w.URL, w.Kept.Via)
}

// way sets Link if a redirect or a canonical URL led to the page.
func (w *explaining) way() (missing bool, err error) {
	if w.Kept == nil {
		return false, nil
	}
	links, err := w.Through(w.Kept)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	if len(links) > 0 {
		w.Link = links[0]
	}
	return false, err
}

// pagesWith returns the pages with a link to a URL that were fetched before it was taken, in the order of storing.
func (w *explaining) pagesWith(url string) (pages []string, err error) {
	print := weburl.Fingerprint(url)
	err = w.db.Select(store.Selection{Links: true}, func(p *store.Page) error {
		if _, links := slices.BinarySearch(p.Links, print); links && p.Fetched.Before(w.before) && p.URL != url {
			pages = append(pages, p.URL)
		}
		return nil
	})
	return pages, err
}

// compare ranks the links of each linking page by itself.
func (w *explaining) compare() error {
	for _, url := range w.linkers {
		page, err := w.Page(url)
		if err != nil {
			return err
		}
		scores, _ := w.Rank(page)
		if f, at := w.find(page, scores); at >= 0 {
			w.Sources = append(w.Sources, f)
			if w.Decisive == nil || f.Priority > w.Priority || f.Priority == w.Priority && page.Kept.Fetched.Before(w.Decisive.Kept.Fetched) {
				w.Decisive, w.LinkIndex, w.Priority = page, at, f.Priority
			}
		}
	}
	slices.SortStableFunc(w.Sources, func(a, b SourcePage) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), a.Fetched.Compare(b.Fetched))
	})
	return nil
}

// replay teaches the strategy what it knew when the link was taken.
func (w *explaining) replay(learner ranker.Learner) error {
	linkers := make(map[string]bool, len(w.linkers))
	for _, url := range w.linkers {
		linkers[url] = true
	}
	pages := 0
	err := w.Each(w.before, func(page *ReplayedPage) error {
		pages++
		w.progress(pages)
		scores, revised := w.Rank(page)
		for _, r := range revised {
			if r.Fingerprint == weburl.Fingerprint(w.Link) {
				w.Priority = r.Priority
			}
		}
		if !linkers[page.Kept.URL] {
			return nil
		}
		if f, at := w.find(page, scores); at >= 0 {
			w.Sources = append(w.Sources, f)
			w.Decisive, w.LinkIndex, w.Priority = page, at, f.Priority
		}
		return nil
	})
	slices.Reverse(w.Sources)
	if priority, ok := learner.Revise(w.Link); ok {
		w.Priority = priority
	}
	return err
}

// find returns the best link of a page to the URL, or -1.
func (w *explaining) find(replayed *ReplayedPage, scores []ranker.Score) (f SourcePage, at int) {
	if at = bestLink(replayed, scores, w.Link); at >= 0 {
		f = replayed.sourcePage(at)
		f.Priority = scores[at].Priority
	}
	return f, at
}

// bestLink returns the link of a page to a URL that has the best score, or -1.
func bestLink(p *ReplayedPage, scores []ranker.Score, url string) (at int) {
	at = -1
	for i := range scores {
		if p.Source.Page.Links[i].URL == url && p.Source.Followed[i] && !scores[i].Skip && (at < 0 || scores[i].Priority > scores[at].Priority) {
			at = i
		}
	}
	return at
}

// sourcePage describes a page with a link, but for the priority.
func (p *ReplayedPage) sourcePage(link int) SourcePage {
	page := p.Source.Page
	return SourcePage{
		URL: page.URL, Fetched: p.Kept.Fetched, Probability: p.Kept.Score, Anchor: page.TextOf(page.Links[link].Anchor),
	}
}
