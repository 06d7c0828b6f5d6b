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

// Explanation tells why a link stood where it stood in the frontier when it was taken, or stands if it was not.
type Explanation struct {
	URL       string
	Kept      *store.Page   // without body; nil while it is not fetched, or where it could not be
	Link      string        // URL by which pages link to it: another one where that redirects, or names URL as canonical
	Sources   []SourcePage  // pages that had led to it by then; the first decided
	Decisive  *ReplayedPage // the first
	LinkIndex int           // the link on it, the best if there are several
	Priority  float32
	Reasons   []ranker.Reason // their sum is Priority, but for what a Learner has learned since it last ranked the link
}

// SourcePage is a page that leads to a link.
type SourcePage struct {
	URL         string    `json:"url"`
	Fetched     time.Time `json:"fetched"`
	Probability float64   `json:"probability"`
	Anchor      string    `json:"anchor"`
	Priority    float32   `json:"priority"`
}

// Explain reads the crawl in db again as far as it takes to say why a link stood where it stood. Of several pages that
// lead to a link the one that gives it the highest priority decides; under a Learner the latest.
func Explain(db *store.DB, strategy ranker.Strategy, url string) (*Explanation, error) {
	w := &why{History: NewHistory(db, strategy), Explanation: Explanation{URL: url, Link: url}, before: EndOfTime}
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
	return &w.Explanation, nil
}

// why is a Explanation in the making.
type why struct {
	*History
	Explanation
	before  time.Time // when the link was taken
	linkers []string  // pages that link to Link
}

// target finds what is known of the page, and when it was taken.
func (w *why) target() error {
	kept, _, err := w.db.Lookup(w.URL)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if kept.Via == "" {
		return fmt.Errorf("%s is a seed, or what a seed redirects to: seeds are taken before all links", w.URL)
	}
	w.Kept, w.before = kept, kept.Fetched
	if via, _, err := w.db.Lookup(kept.Via); err == nil && !via.Fetched.Before(w.before) {
		w.before = via.Fetched.Add(1) // by a clock too coarse to tell them apart
	}
	return nil
}

// linking finds the pages that link to the URL, or to the one that led to it.
func (w *why) linking() error {
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

// way sets Link where the page was come by through a redirect or as a canonical URL.
func (w *why) way() (missing bool, err error) {
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

// pagesWith gives the pages with a link to a URL that were fetched before it was taken, in the order of storing.
func (w *why) pagesWith(url string) (pages []string, err error) {
	print := weburl.Fingerprint(url)
	err = w.db.EachWithoutBody(func(p *store.Page) error {
		if _, links := slices.BinarySearch(p.Links, print); links && p.Fetched.Before(w.before) && p.URL != url {
			pages = append(pages, p.URL)
		}
		return nil
	})
	return pages, err
}

// compare ranks the pages that link there, each by itself.
func (w *why) compare() error {
	for _, url := range w.linkers {
		told, err := w.Page(url)
		if err != nil {
			return err
		}
		scores, _ := w.Rank(told)
		if f, at := w.find(told, scores); at >= 0 {
			w.Sources = append(w.Sources, f)
			if w.Decisive == nil || f.Priority > w.Priority || f.Priority == w.Priority && told.Kept.Fetched.Before(w.Decisive.Kept.Fetched) {
				w.Decisive, w.LinkIndex, w.Priority = told, at, f.Priority
			}
		}
	}
	slices.SortStableFunc(w.Sources, func(a, b SourcePage) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), a.Fetched.Compare(b.Fetched))
	})
	return nil
}

// replay teaches the strategy all that it knew when the link was taken.
func (w *why) replay(learner ranker.Learner) error {
	linkers := make(map[string]bool, len(w.linkers))
	for _, url := range w.linkers {
		linkers[url] = true
	}
	err := w.Each(w.before, func(told *ReplayedPage) error {
		scores, revised := w.Rank(told)
		for _, r := range revised {
			if r.Fingerprint == weburl.Fingerprint(w.Link) {
				w.Priority = r.Priority
			}
		}
		if !linkers[told.Kept.URL] {
			return nil
		}
		if f, at := w.find(told, scores); at >= 0 {
			w.Sources = append(w.Sources, f)
			w.Decisive, w.LinkIndex, w.Priority = told, at, f.Priority
		}
		return nil
	})
	slices.Reverse(w.Sources)
	if priority, ok := learner.Revise(w.Link); ok {
		w.Priority = priority
	}
	return err
}

// find gives the best link of a page to the URL, or -1.
func (w *why) find(told *ReplayedPage, scores []ranker.Score) (f SourcePage, at int) {
	at = -1
	page := told.Source.Page
	for i := range scores {
		if page.Links[i].URL == w.Link && told.Source.Followed[i] && !scores[i].Skip && (at < 0 || scores[i].Priority > f.Priority) {
			f.Priority, at = scores[i].Priority, i
		}
	}
	if at >= 0 {
		f.URL, f.Fetched, f.Probability = page.URL, told.Kept.Fetched, told.Kept.Score
		f.Anchor = page.TextOf(page.Links[at].Anchor)
	}
	return f, at
}
