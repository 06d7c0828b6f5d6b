package crawler

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gannet/crawler/reason"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// ErrNoChoice says that the store does not record why the link of a page was taken. This is so for pages that earlier versions stored.
var ErrNoChoice = errors.New("no reasons were kept when its link was taken")

// ErrSeed says that a page is a seed, whose link has no priority that could be explained.
var ErrSeed = errors.New("is a seed")

// Explanation says why a queued link has its priority, or why a fetched page's link had its priority when it was taken from the queue.
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

// SourcePage is a page that links to the page to be explained.
type SourcePage struct {
	URL         string    `json:"url"`
	Fetched     time.Time `json:"fetched"`
	Probability float64   `json:"probability"`
	Anchor      string    `json:"anchor"`
	Priority    float32   `json:"priority,omitempty"` // that the link got from it; 0 if that is not known
}

// Explain says why the link of a page had its priority. It replays the stored crawl up to the moment when the link was taken. If several
// pages link to the page, the link with the highest priority is explained; with a strategy that learns (a ranker.Learner) it is the latest
// link. For a Learner all pages must be read again, and progress is called after each.
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

// linking finds the pages that link to the URL, or to the URL from which a redirect or a canonical URL led to it.
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

// way sets Link to the link that led to the page by a redirect or a canonical URL, if there was one.
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

// compare ranks the links of each linking page separately.
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

// find returns the best link of a page to the URL and its place on the page, or -1 if there is none.
func (w *explaining) find(replayed *ReplayedPage, scores []ranker.Score) (f SourcePage, at int) {
	if at = bestLink(replayed, scores, w.Link); at >= 0 {
		f = replayed.sourcePage(at)
		f.Priority = scores[at].Priority
	}
	return f, at
}

// bestLink returns the place of the link to a URL that has the best score among a page's links, or -1 if there is none.
func bestLink(p *ReplayedPage, scores []ranker.Score, url string) (at int) {
	at = -1
	for i := range scores {
		if p.Source.Page.Links[i].URL == url && p.Source.Followed[i] && !scores[i].Skip && (at < 0 || scores[i].Priority > scores[at].Priority) {
			at = i
		}
	}
	return at
}

// sourcePage describes a page with a link, without the priority.
func (p *ReplayedPage) sourcePage(link int) SourcePage {
	page := p.Source.Page
	return SourcePage{
		URL: page.URL, Fetched: p.Kept.Fetched, Probability: p.Kept.Score, Anchor: page.TextOf(page.Links[link].Anchor),
	}
}

// explainedSources is how many pages that link to a queued link are read to explain it. More are of little use: a link of a site's menu is on all its
// pages.
const explainedSources = 100

// ExplainWaiting explains the current priority of a queued link, for a learner that has learned from the whole crawl. It reads the latest
// pages that link to the URL and counts the others in Explanation.More. If via is not "", it reads only that page, because searching a
// large crawl for the others takes long. If the learner has forgotten the link, the Explanation has no Priority.
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

// ExplainWaiting explains a queued link of this running crawl; see the package function ExplainWaiting. The strategy may go on learning
// meanwhile. The Explanation is nil if the strategy does not learn. If the crawl has stored more than searched pages, only the page on which
// the link was found is read.
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

// addSource reads a page that links to the explained link. The first page that is added counts as the decisive one.
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

// repeatWindow is among how many pages before a kept page we search for one that it repeats.
const repeatWindow = 500

// Notice says what was unusual about a stored page, for example that it is almost identical to an earlier page. Like is the URL of that earlier
// page, or "" if there is none.
type Notice struct {
	Reason   reason.Reason `json:"reason"`
	Sentence string        `json:"sentence"`
	Like     string        `json:"like,omitempty"`
}

// NoticeOf finds out whether a stored page repeats an earlier page, by the same comparison as the crawl used. It returns nil if the page
// repeats no page, or if the earlier page is not stored or is too old to be compared.
func NoticeOf(db store.Reader, url string) (*Notice, error) {
	h := NewHistory(db, nil)
	own, err := h.read(url)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if saysMissing(own.Source.Page) {
		return newNotice(reason.Soft404, ""), nil
	}
	if own.Source.Page.Fingerprint == 0 {
		return nil, nil
	}
	sameHost, samePath, err := pagesBefore(db, own.Kept)
	if err != nil {
		return nil, err
	}
	why := reason.NearIdentical
	like, err := h.firstLike(own, sameHost)
	if like == "" && err == nil {
		why = reason.Mirrored
		like, err = h.firstLike(own, samePath)
	}
	if like == "" || err != nil {
		return nil, err
	}
	return newNotice(why, like), nil
}

func newNotice(why reason.Reason, like string) *Notice { return &Notice{why, why.Sentence(), like} }

var errEnough = errors.New("all pages before are read")

// keptOutOfOrder is how many pages may be kept before a given page although they were judged after it.
const keptOutOfOrder = 64

// pagesBefore returns the pages that a page may repeat, the latest first: of its host, and with its path on other hosts.
func pagesBefore(db store.Reader, kept *store.Page) (sameHost, samePath []string, err error) {
	host, path := weburl.Host(kept.URL), weburl.Path(kept.URL)
	var hosts, paths []*store.Page
	after := kept.Seq - min(kept.Seq, repeatWindow)
	err = db.Select(store.Selection{After: after}, func(p *store.Page) error {
		switch {
		case p.Seq > kept.Seq+keptOutOfOrder:
			return errEnough
		case inOrderOfFetching(p, kept) >= 0:
		case weburl.Host(p.URL) == host:
			hosts = append(hosts, p)
		case weburl.Path(p.URL) == path:
			paths = append(paths, p)
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return latest(hosts), latest(paths), err
}

// inOrderOfFetching compares two pages.
func inOrderOfFetching(a, b *store.Page) int {
	return cmp.Or(a.Fetched.Compare(b.Fetched), cmp.Compare(a.Seq, b.Seq))
}

// latest returns the URLs of the last of these pages, the last one first, as many as a crawl compares a new page with.
func latest(pages []*store.Page) (urls []string) {
	slices.SortFunc(pages, inOrderOfFetching)
	for _, p := range pages[max(0, len(pages)-recentPages):] {
		urls = append(urls, p.URL)
	}
	slices.Reverse(urls)
	return urls
}

// firstLike returns the first of the URLs whose page is nearly like the given page, or "" if none is.
func (h *History) firstLike(page *ReplayedPage, urls []string) (like string, err error) {
	for _, url := range urls {
		other, err := h.read(url)
		switch {
		case errors.Is(err, store.ErrNotFound): // taken out since
		case err != nil:
			return "", err
		case other.Source.Page.Fingerprint != 0 && features.Distance(other.Source.Page.Fingerprint, page.Source.Page.Fingerprint) <= features.Near:
			return url, nil
		}
	}
	return "", nil
}

// ExplainKept says why the link of a stored page had its priority when it was taken, from the reasons that were stored with the page. It
// reads only this page and the page that links to it, so it is equally fast in a crawl of any size. The terms of a strategy that learns
// were stored; other strategies rank the links of the linking page again. The error is ErrNoChoice if no reasons were stored, as by earlier
// versions.
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

// KeptPriority returns the priority that the link of a stored page had when the link was taken from the queue. p must come from
// store.DB.Lookup. ok is false for a seed, and for a page without stored reasons.
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
	// rejudged says that the source page was judged again since. The link's own record has the earlier verdict, but with few digits.
	rejudged bool
}

// readSource reads the source page. If that page is not kept, or if it is a sitemap, a stand-in is made of what is known of it.
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

// standIn makes a page that has only the link, with the probabilities that the link's trail has kept.
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

// linkOn returns the place of the link on the source page: that of the link with the stored text if there is one, otherwise that of the first link to
// the URL; -1 if there is none.
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

// replayTrail completes the source page with its own trail, as it was when the page's links were ranked. The trail is in the stored choices of the
// link and of the source page. If an earlier version kept the source page without one, the trail is followed from page to page.
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

// rankAgain makes the terms of a strategy that does not learn. Terms that do not give the stored priority are dropped, because then a missing page,
// or a value that an earlier version did not store, had a part in it.
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
