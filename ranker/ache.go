package ranker

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"gannet/internal/logistic"
	"gannet/internal/weburl"
)

// Ache is a strategy that learns from each fetched page which words of links lead to relevant pages: words of the URL, of the anchor and
// around it, each kind separately. It follows ACHE's link classifier (Barbosa and Freire, "An Adaptive Crawler for Locating Hidden-Web
// Entry Points", WWW 2007). Until it has learned from Start pages, it orders links as Parent does. From then on all links are scored again
// after every Every pages.
//
// Unlike ACHE, which is trained again on a balanced sample every 500 pages, it learns from each page at once (logistic regression with
// AdaGrad, towards the page's topic probability). Words are hashed, without stemming and selection.
//
// It remembers at most maxKeptLinks links, each with at most maxSightings pages that link to it and maxWords words of each. This takes some
// 60 MB. Beyond that it forgets the worst links, which stay in the frontier with their last priority. Each fetched page takes 20 bytes
// more.
type Ache struct {
	Start  int     // pages learned from before the classifier orders links
	Every  int     // pages from one scoring of all links to the next
	Window int     // words around the anchor
	Rate   float64 // learning rate

	mu       sync.Mutex           // guards the fields below
	weights  logistic.WordWeights // of words by hash, and the bias
	learned  int                  // pages learned from
	relevant int                  // of these
	unscored int                  // pages since all links were scored
	links    map[uint64]*acheLink
	queue    []*acheLink // the links, and some that were fetched since
	fetched  map[uint64]struct{}
	maxLinks int
	scratch  []uint32
}

// acheLink is a link that was found on one or more pages.
type acheLink struct {
	url       string
	sightings []sighting
	parent    float32 // best topic probability of the pages
	priority  float32 // in the frontier
	fetched   bool
}

const (
	acheBits     = 18
	biasIndex    = 1 << acheBits // behind the words
	maxSightings = 4
	maxWords     = 96
	// firstRelevant is how many relevant pages are needed to begin: a classifier must know both kinds.
	firstRelevant = 5
)

// biasWord stands for the bias among the words.
var biasWord = []uint32{biasIndex}

// NewAche returns an Ache that has learned nothing yet. Its parameters were chosen on the training topics of two recorded webs.
func NewAche() *Ache {
	return &Ache{
		Start: 50, Every: 25, Window: 20, Rate: 0.1, weights: logistic.NewWordWeights(biasIndex + 1),
		links: make(map[uint64]*acheLink), fetched: make(map[uint64]struct{}), maxLinks: maxKeptLinks,
	}
}

// Name implements Strategy: it returns the name of the strategy.
func (*Ache) Name() string { return "ache" }

// Rank implements Strategy: it gives each link of a page its priority.
func (a *Ache) Rank(src *Source, scores []Score) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range scores {
		if src.Follows(i) {
			a.keepLink(src, i)
		}
	}
	for i := range scores { // after all were kept: several links of the page may lead to one target
		if scores[i] = (Score{}); !src.Follows(i) {
			continue
		}
		l := a.link(src, i)
		l.priority = a.priority(l)
		scores[i].Priority = l.priority
	}
}

// Preview implements Learner: it ranks the links of a page without learning from the page.
func (a *Ache) Preview(src *Source, scores []Score) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range scores {
		if scores[i] = (Score{}); src.Follows(i) {
			scores[i].Priority = a.priority(a.link(src, i))
		}
	}
}

// keepLink adds a sighting of a link, unless the link was fetched.
func (a *Ache) keepLink(src *Source, link int) {
	url := src.Page.Links[link].URL
	key := weburl.Fingerprint(url)
	if _, fetched := a.fetched[key]; fetched {
		return
	}
	l := a.links[key]
	if l == nil {
		if len(a.links) >= a.maxLinks {
			return
		}
		l = &acheLink{url: strings.Clone(url)}
		a.links[key] = l
		a.queue = append(a.queue, l)
	}
	l.parent = max(l.parent, float32(src.Probability))
	if len(l.sightings) < maxSightings {
		l.sightings = append(l.sightings, a.readSighting(src.Page, link))
	}
}

// link returns the record of a page's link with all its kept sightings. If the link is not kept, the record has only this sighting.
func (a *Ache) link(src *Source, link int) *acheLink {
	if l := a.links[weburl.Fingerprint(src.Page.Links[link].URL)]; l != nil {
		return l
	}
	return &acheLink{sightings: []sighting{a.readSighting(src.Page, link)}, parent: float32(src.Probability)}
}

// started reports whether the classifier has learned enough to order links.
func (a *Ache) started() bool { return a.learned >= a.Start && a.relevant >= firstRelevant }

// priority returns the current priority of a link.
func (a *Ache) priority(l *acheLink) float32 {
	if !a.started() {
		return l.parent
	}
	_, margin := a.bestSighting(l)
	return float32(margin)
}

// Learn implements Learner: it learns from a fetched page.
func (a *Ache) Learn(src *Source) {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := weburl.Fingerprint(src.Page.URL)
	a.fetched[key] = struct{}{}
	l := a.links[key]
	if l == nil {
		return
	}
	delete(a.links, key)
	for i := range l.sightings {
		a.train(&l.sightings[i], src.Probability)
	}
	l.fetched, l.sightings = true, nil
	a.learned++
	a.unscored++
	if src.Probability >= 0.5 {
		a.relevant++
	}
}

// Revise implements Learner: it returns the current priority of a queued link.
func (a *Ache) Revise(url string) (float32, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.links[weburl.Fingerprint(url)]
	if l == nil {
		return 0, false
	}
	return a.priority(l), true
}

// Revised implements Learner: it returns the links whose priority has changed since the last call.
func (a *Ache) Revised() []Revision {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.unscored < a.Every || !a.started() {
		a.trim()
		return nil
	}
	a.unscored = 0
	var revised []Revision
	for _, l := range a.queue {
		if l.fetched {
			continue
		}
		if now := a.priority(l); now != l.priority {
			l.priority = now
			revised = append(revised, Revision{Fingerprint: weburl.Fingerprint(l.url), Priority: now})
		}
	}
	a.trim()
	return revised
}

// trim removes fetched links from the queue once they make up half of it. If nearly maxLinks are kept, it also drops the worse half of them.
func (a *Ache) trim() {
	full := len(a.links) >= a.maxLinks*3/4
	if !full && len(a.queue) < 2*len(a.links)+a.Every {
		return
	}
	a.queue = slices.DeleteFunc(a.queue, func(l *acheLink) bool { return l.fetched })
	if !full {
		return
	}
	slices.SortStableFunc(a.queue, func(x, y *acheLink) int { return cmp.Compare(y.priority, x.priority) })
	for _, l := range a.queue[a.maxLinks/2:] {
		delete(a.links, weburl.Fingerprint(l.url))
	}
	a.queue = slices.Delete(a.queue, a.maxLinks/2, len(a.queue))
}

// Explain implements Strategy: it returns the terms of a link's current priority.
func (a *Ache) Explain(src *Source, link int) []Reason {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.reasons(a.link(src, link))
}

// ReasonsOf implements Learner: it returns the priority of a queued link, and a function that returns its terms.
func (a *Ache) ReasonsOf(url string) (priority float32, reasons func() []Reason, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.links[weburl.Fingerprint(url)]
	if l == nil {
		return 0, nil, false
	}
	terms := a.reasons(l)
	return a.priority(l), func() []Reason { return terms }, true
}

// reasons splits the priority of a link into one term for each kind of its words.
func (a *Ache) reasons(l *acheLink) []Reason {
	if !a.started() {
		return []Reason{{Name: termParent, Value: float64(l.parent), Weight: 1}}
	}
	f, _ := a.bestSighting(l)
	return []Reason{
		{Name: termAllLinks, Value: a.sumWeights(biasWord), Weight: 1},
		{Name: termURLWords, Value: a.sumWeights(f.words[:f.urlEnd]), Weight: 1},
		{Name: termAnchorWords, Value: a.sumWeights(f.words[f.urlEnd:f.anchorEnd]), Weight: 1},
		{Name: termContextWords, Value: a.sumWeights(f.words[f.anchorEnd:]), Weight: 1},
	}
}
