package ranker

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"gannet/features"
	"gannet/internal/logistic"
	"gannet/internal/weburl"
)

// Ache follows links by a classifier of their words that learns from the pages fetched, after ACHE's online learning of
// its link classifier (Barbosa and Freire, "An Adaptive Crawler for Locating Hidden-Web Entry Points", WWW 2007): words
// of the URL, of the anchor and around it, each kind for itself. Until Start pages were learned from, the order is that
// of Parent; then links are scored anew with every Every pages.
//
// What differs from ACHE: it learns from each page at once (logistic regression under AdaGrad, towards the page's topic
// probability) where ACHE trains anew on a balanced sample every 500 pages; words are hashed, neither stemmed nor
// selected.
//
// At most maxOnFile links are kept, of each at most maxFinds finds of maxWords words: some 60 MB where most have one.
// When they become too many, the worst stay in the frontier with the priority they had. Pages fetched cost 20 bytes each.
type Ache struct {
	Start  int     // pages learned from before the classifier orders links
	Every  int     // pages between two times that all links are scored
	Window int     // words around the anchor
	Rate   float64 // at which it learns

	mu      sync.Mutex           // guards the fields below
	weights logistic.WordWeights // of words by hash, and the bias
	learnt  int                  // pages
	likely  int                  // of these, on topic
	due     int                  // pages since links were scored
	links   map[uint64]*acheLink
	queue   []*acheLink // the links, and some that were fetched since
	fetched map[uint64]struct{}
	limit   int // of links on file
	scratch []uint32
}

// acheLink is a link that was found on one or more pages.
type acheLink struct {
	url      string
	finds    []find
	parent   float32 // best topic probability of the pages
	priority float32 // as the frontier was told
	fetched  bool
}

// find is a link as found on one page: its words as places in the weights.
type find struct {
	words      []uint32
	url, ahead int // how many of the words are the URL's, and how many these and the anchor's
}

const (
	acheBits = 18
	bias     = 1 << acheBits // its place, behind the words'
	maxFinds = 4
	maxWords = 96
	// firstLikely is how many of the first pages must be on topic: without any the classifier knows no difference.
	firstLikely = 5
)

// biasWord stands for the bias among the words.
var biasWord = []uint32{bias}

// NewAche gives an Ache that knows nothing. Its numbers were chosen on the training topics of two of our webs.
func NewAche() *Ache {
	return &Ache{
		Start: 50, Every: 25, Window: 20, Rate: 0.1, weights: logistic.NewWordWeights(bias + 1),
		links: make(map[uint64]*acheLink), fetched: make(map[uint64]struct{}), limit: maxOnFile,
	}
}

// Name implements Strategy.
func (*Ache) Name() string { return "ache" }

// Rank implements Strategy.
func (a *Ache) Rank(src *Source, scores []Score) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range scores {
		if src.Follows(i) {
			a.file(src, i)
		}
	}
	for i := range scores { // only now is known on which links of the page a target stands
		if scores[i] = (Score{}); !src.Follows(i) {
			continue
		}
		l := a.link(src, i)
		l.priority = a.value(l)
		scores[i].Priority = l.priority
	}
}

// file notes that a link was found, unless it was fetched.
func (a *Ache) file(src *Source, link int) {
	url := src.Page.Links[link].URL
	key := weburl.Fingerprint(url)
	if _, fetched := a.fetched[key]; fetched {
		return
	}
	l := a.links[key]
	if l == nil {
		if len(a.links) >= a.limit {
			return
		}
		l = &acheLink{url: strings.Clone(url)}
		a.links[key] = l
		a.queue = append(a.queue, l)
	}
	l.parent = max(l.parent, float32(src.Probability))
	if len(l.finds) < maxFinds {
		l.finds = append(l.finds, a.read(src.Page, link))
	}
}

// link gives a page's link with all that is on file of it, or what the page alone says.
func (a *Ache) link(src *Source, link int) *acheLink {
	if l := a.links[weburl.Fingerprint(src.Page.Links[link].URL)]; l != nil {
		return l
	}
	return &acheLink{finds: []find{a.read(src.Page, link)}, parent: float32(src.Probability)}
}

// read takes the words of a link, each once for each kind.
func (a *Ache) read(p *features.Page, link int) find {
	l := &p.Links[link]
	f := find{words: a.scratch[:0]}
	for _, w := range features.Words(l.URL) {
		f.add(0, 0, w)
	}
	f.url = len(f.words)
	for _, w := range p.Words[l.Anchor.Start:l.Anchor.End] {
		f.add(f.url, 1, w.Hash)
	}
	f.ahead = len(f.words)
	around := p.Window(l, a.Window)
	for i := around.Start; i < around.End; i++ {
		if i < l.Anchor.Start || i >= l.Anchor.End {
			f.add(f.ahead, 2, p.Words[i].Hash)
		}
	}
	a.scratch = f.words
	f.words = slices.Clone(f.words)
	return f
}

// add adds a word of a kind whose words begin at from.
func (f *find) add(from int, kind, word uint32) {
	place := (word ^ kind*0x9e3779b1) * 0x85ebca6b >> (32 - acheBits)
	if len(f.words) < maxWords && !slices.Contains(f.words[from:], place) {
		f.words = append(f.words, place)
	}
}

// started says whether enough is known to order links by.
func (a *Ache) started() bool { return a.learnt >= a.Start && a.likely >= firstLikely }

// value is a link's priority now.
func (a *Ache) value(l *acheLink) float32 {
	if !a.started() {
		return l.parent
	}
	_, margin := a.best(l)
	return float32(margin)
}

// best gives the find of a link that speaks most for it, and the margin of that.
func (a *Ache) best(l *acheLink) (*find, float64) {
	at, best := 0, math.Inf(-1)
	for i := range l.finds {
		if m := a.margin(&l.finds[i]); m > best {
			at, best = i, m
		}
	}
	return &l.finds[at], best
}

func (a *Ache) margin(f *find) float64 { return a.sum(biasWord) + a.sum(f.words) }

func (a *Ache) sum(words []uint32) float64 { return a.weights.AddTo(0, words) }

// Learn implements Learner.
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
	for i := range l.finds {
		a.train(&l.finds[i], src.Probability)
	}
	l.fetched, l.finds = true, nil
	a.learnt++
	a.due++
	if src.Probability >= 0.5 {
		a.likely++
	}
}

// train takes a step of AdaGrad on the logistic loss.
func (a *Ache) train(f *find, probability float64) {
	const damping = 0.01
	slope := logistic.Probability(a.margin(f)) - probability
	a.weights.Learn(biasWord, slope, a.Rate, damping)
	a.weights.Learn(f.words, slope, a.Rate, damping)
}

// Revise implements Learner.
func (a *Ache) Revise(url string) (float32, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.links[weburl.Fingerprint(url)]
	if l == nil {
		return 0, false
	}
	l.priority = a.value(l)
	return l.priority, true
}

// Revised implements Learner.
func (a *Ache) Revised() []Revision {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.due < a.Every || !a.started() {
		a.trim()
		return nil
	}
	a.due = 0
	var revised []Revision
	for _, l := range a.queue {
		if l.fetched {
			continue
		}
		if now := a.value(l); now != l.priority {
			l.priority = now
			revised = append(revised, Revision{Fingerprint: weburl.Fingerprint(l.url), Priority: now})
		}
	}
	a.trim()
	return revised
}

// trim takes fetched links out of the queue once they are half of it, and when the file fills, its worse half off it.
func (a *Ache) trim() {
	full := len(a.links) >= a.limit*3/4
	if !full && len(a.queue) < 2*len(a.links)+a.Every {
		return
	}
	a.queue = slices.DeleteFunc(a.queue, func(l *acheLink) bool { return l.fetched })
	if !full {
		return
	}
	slices.SortStableFunc(a.queue, func(x, y *acheLink) int { return cmp.Compare(y.priority, x.priority) })
	for _, l := range a.queue[a.limit/2:] {
		delete(a.links, weburl.Fingerprint(l.url))
	}
	a.queue = slices.Delete(a.queue, a.limit/2, len(a.queue))
}

// Explain implements Strategy, by what is known now.
func (a *Ache) Explain(src *Source, link int) []Reason {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.link(src, link)
	if !a.started() {
		return []Reason{{Name: "topic probability of the page", Value: float64(l.parent), Weight: 1}}
	}
	f, _ := a.best(l)
	return []Reason{
		{Name: "all links", Value: a.sum(biasWord), Weight: 1},
		{Name: "words of the URL", Value: a.sum(f.words[:f.url]), Weight: 1},
		{Name: "words of the anchor", Value: a.sum(f.words[f.url:f.ahead]), Weight: 1},
		{Name: "words around the anchor", Value: a.sum(f.words[f.ahead:]), Weight: 1},
	}
}
