package crawler

import (
	"slices"

	"gannet/ranker"
	"gannet/store"
)

// explainedSources is how many pages that lead to a link that waits are read. A link of a site's menu is on all its pages.
const explainedSources = 100

// ExplainWaiting says why a link that waits has its priority, by a Learner that knows all that its crawl has learned. It reads
// the latest pages that lead to the link; More counts the others. If via is not "", it reads that page alone: a large crawl takes long to
// be searched for the others. A link that the Learner has forgotten has no Priority.
func ExplainWaiting(db store.Reader, learner ranker.Learner, url, via string) (*Explanation, error) {
	w := &explaining{
		History: NewHistory(db, nil), Explanation: Explanation{URL: url, Link: url, LinkIndex: -1}, before: EndOfTime,
	}
	priority, reasons, known := learner.ReasonsOf(url)
	if via != "" {
		w.linkers, w.Unsought = []string{via}, true
	} else if err := w.linking(); err != nil && !known { // a sitemap may have led to it
		return nil, err
	}
	slices.Reverse(w.linkers)
	w.More = max(0, len(w.linkers)-explainedSources)
	for _, linker := range w.linkers[:len(w.linkers)-w.More] {
		if err := w.addSource(linker); err != nil {
			return nil, err
		}
	}
	if !known {
		w.Forgotten = true
		return &w.Explanation, nil
	}
	w.Priority, w.Queued, w.Reasons = priority, priority, reasons()
	if len(w.Sources) > 0 {
		w.Sources[0].Priority = priority
	}
	return &w.Explanation, nil
}

// ExplainWaiting is that of the package, for a link of this crawl. The strategy may go on to learn meanwhile. It returns nil if the
// strategy does not learn. If more pages are kept than searched, only the page on which the link was found is read.
func (c *Crawl) ExplainWaiting(db store.Reader, url string, searched int) (e *Explanation, err error) {
	learner := c.learner()
	if learner == nil {
		return nil, nil
	}
	kept, err := db.Stats()
	if err != nil {
		return nil, err
	}
	via := ""
	if kept.Pages > searched {
		found, err := c.frontier.Find(url)
		if err != nil {
			return nil, err
		}
		via, _ = FoundOn(found.Data)
	}
	if e, err = ExplainWaiting(db, learner, url, via); err == nil && e.Forgotten {
		found, failed := c.frontier.Find(url)
		e.Priority, e.Queued, err = found.Priority, found.Priority, failed
	}
	return e, err
}

// addSource reads a page that leads to the link. The first that is added decides.
func (w *explaining) addSource(linker string) error {
	page, err := w.Page(linker)
	if err != nil {
		return err
	}
	at := bestLink(page, make([]ranker.Score, len(page.Source.Page.Links)), w.Link)
	if at < 0 {
		return nil
	}
	w.Sources = append(w.Sources, page.sourcePage(at))
	if w.Decisive == nil {
		w.Decisive, w.LinkIndex, w.Missing = page, at, page.Missing
	}
	return nil
}
