package crawler

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gannet/features"
	"gannet/ranker"
	"gannet/store"
)

// ExplainKept says why the link of a kept page had its priority when it was taken, from what was kept then. It reads the
// page's entry and its source page, however many pages the crawl has. A Learner's terms were kept. Other strategies rank
// the links of the source page again. The error is ErrNoChoice if nothing was kept, as by earlier versions.
func ExplainKept(db store.Reader, strategy ranker.Strategy, url string) (*Explanation, error) {
	kept, _, err := db.Lookup(url)
	switch {
	case err != nil:
		return nil, err
	case kept.Via == "":
		return nil, errSeed(url)
	case kept.Choice == nil:
		return nil, ErrNoChoice
	}
	c, err := decodeChoice(kept.Choice)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", url, err, ErrNoChoice)
	}
	w := &keptExplaining{history: NewHistory(db, strategy), choice: c, Explanation: Explanation{
		URL: url, Kept: kept, Link: url, Priority: c.priority, Queued: c.queued, Reasons: c.terms, LinkIndex: -1,
	}}
	if c.link != "" {
		w.Link = c.link
	}
	if err := w.readSource(); err != nil {
		return nil, err
	}
	if _, learns := strategy.(ranker.Learner); learns {
		w.Forgotten = c.terms == nil
	} else {
		w.rankAgain(strategy)
		w.Unknown = w.Reasons == nil
	}
	return &w.Explanation, nil
}

// KeptPriority returns what the link of a page had for a priority when it was taken. The page must be one that Lookup gave. ok is
// false of seeds, and if nothing was kept.
func KeptPriority(p *store.Page) (priority float32, ok bool) {
	if p.Via == "" || p.Choice == nil {
		return 0, false
	}
	c, err := decodeChoice(p.Choice)
	if err != nil {
		return 0, false
	}
	return c.priority, true
}

// errSeed says that a seed has no priority to explain.
func errSeed(url string) error {
	return fmt.Errorf("%s %w, or what a seed redirects to: seeds are taken before all links", url, ErrSeed)
}

// keptExplaining is the work on an Explanation from a choice.
type keptExplaining struct {
	Explanation
	history *History
	choice  *choice
	source  *ReplayedPage
	// rejudged says that the source page was judged again since. What it was judged before is kept with few digits.
	rejudged bool
}

// readSource reads the source page. If it is not kept, or a sitemap, what is known of it stands for it.
func (w *keptExplaining) readSource() error {
	source, err := w.history.read(w.Kept.Via)
	if errors.Is(err, store.ErrNotFound) {
		w.Missing = w.Kept.Via
		w.source = w.standIn()
		w.Sources = []SourcePage{{
			URL: w.Missing, Probability: w.source.Source.Probability, Anchor: w.Kept.ViaAnchor, Priority: w.Priority,
		}}
		return nil
	}
	if err != nil {
		return err
	}
	w.source, w.Decisive = source, source
	w.LinkIndex = w.linkOn(source.Source)
	if w.LinkIndex >= 0 {
		found := source.sourcePage(w.LinkIndex)
		found.Priority = w.Priority
		w.Sources = []SourcePage{found}
	}
	if err := w.replayTrail(); err != nil {
		return err
	}
	if before := w.choice.trail.parent; before != float32(source.Kept.Score) {
		w.source.Source.Probability, w.rejudged = float64(before), true
	}
	return nil
}

// standIn is a page with the link alone, and the probabilities that its trail has kept.
func (w *keptExplaining) standIn() *ReplayedPage {
	page := &features.Page{URL: w.Kept.Via, Links: []features.Link{{URL: w.Link}}}
	src := &ranker.Source{
		Page: page, Followed: []bool{true}, Depth: w.Kept.Depth - 1,
		Probability: float64(w.choice.trail.parent), Parent: float64(w.choice.trail.grandparent),
	}
	via, _, err := w.history.db.Lookup(w.Kept.Via)
	if err == nil && float32(via.Score) == w.choice.trail.parent { // left out for its canonical page
		src.Probability = via.Score
	}
	return &ReplayedPage{Source: src}
}

// linkOn returns the link on the source page: one with the text that was kept, else the first; -1 if there is none.
func (w *keptExplaining) linkOn(src *ranker.Source) (at int) {
	at = -1
	for i := range src.Page.Links {
		l := &src.Page.Links[i]
		if l.URL != w.Link || !src.Followed[i] {
			continue
		}
		if keptAnchor(src.Page.TextOf(l.Anchor)) == w.Kept.ViaAnchor {
			return i
		}
		if at < 0 {
			at = i
		}
	}
	return at
}

// replayTrail completes the source page with its own trail, as it was when the page's links were ranked. The choices of link
// and page have it. The trail of a page that an earlier version kept is followed from page to page.
func (w *keptExplaining) replayTrail() error {
	page := w.source
	c, err := decodeChoice(page.Kept.Choice)
	if page.Kept.Via == "" {
		return w.history.complete(page)
	}
	if err != nil {
		err = w.history.complete(page)
		page.Source.Parent = float64(w.choice.trail.grandparent)
		return err
	}
	t := trail{
		depth: uint16(page.Kept.Depth), inherited: c.trail.inherited, parent: w.choice.trail.grandparent, grandparent: c.grandparent,
	}
	followed := page.Source.Followed
	page.Source = t.sourceOf(page.Source.Page, page.Kept.Score)
	page.Source.Followed = followed
	return nil
}

// isPriority reports whether a priority is that which the link had.
func (w *keptExplaining) isPriority(p float32) bool {
	const leastDigits = 1e-5
	return p == w.Priority || w.rejudged && math.Abs(float64(p-w.Priority)) <= leastDigits*max(1, math.Abs(float64(p)))
}

// rankAgain makes the terms of a strategy that does not learn. Terms that do not give the priority again are none. They lack
// what a missing page said, or what an earlier version did not keep.
func (w *keptExplaining) rankAgain(strategy ranker.Strategy) {
	src := w.source.Source
	scores := make([]ranker.Score, len(src.Page.Links))
	if !slices.Contains(src.Followed, true) {
		return
	}
	strategy.Rank(src, scores)
	at := bestLink(w.source, scores, w.Link)
	if at < 0 || !w.isPriority(scores[at].Priority) {
		return
	}
	w.Reasons = strategy.Explain(src, at)
	if w.Decisive != nil {
		w.LinkIndex = at
		w.Sources = []SourcePage{w.source.sourcePage(at)}
		w.Sources[0].Priority = w.Priority
	}
}
