package evidence

import (
	"errors"
	"math"
	"slices"

	"gannet/features"
	"gannet/internal/flat"
	"gannet/ranker/total"
)

// vocabulary is what a crawl has learned about words: a regression over the words of links, and how relevant the pages
// were that contain a word. Words are hashed, so it never grows.
type vocabulary struct {
	links  wordModel
	pages  []harvest // by word: the pages that contain it
	rate   float64   // mean probability of all pages, as of the last refresh
	lift   []float32 // by word: the logarithm of how much more relevant its pages were than all, as of the last refresh
	latest []uint32  // scratch: by word the number of the latest page that contains it
	number uint32    // scratch: of pages added

	sharedPages *total.Pairs // what this Collection has counted of pages itself; nil if it shares nothing
}

// liftPrior is how many pages of average relevance are added to the pages of each word.
const liftPrior = 3

func newVocabulary() vocabulary {
	const n = 1 << vocabularyBits
	return vocabulary{
		links: newWordModel(3 * n), rate: expectedRate,
		pages: make([]harvest, n), lift: make([]float32, n), latest: make([]uint32, n),
	}
}

// addPage counts the words of a fetched page. Lifts change only at refresh. Otherwise a link that has yielded to others would keep its low place in a
// crawl that goes on, but not in one that was interrupted.
func (v *vocabulary) addPage(page *features.Page, probability float32) {
	v.number++
	for i := range page.Words {
		w := vocabularyWord(page.Words[i].Hash)
		if v.latest[w] == v.number {
			continue
		}
		v.latest[w] = v.number
		v.pages[w].addPage(probability)
		if v.sharedPages != nil {
			v.sharedPages.Add(uint64(w), total.Pair{1, probability})
		}
	}
}

// refresh computes all lifts relative to the mean probability of all pages, which is rate.
func (v *vocabulary) refresh(rate float64) {
	v.rate = max(rate, 1e-3)
	for w := range v.pages {
		if v.pages[w].n > 0 {
			v.lift[w] = float32(math.Log(v.pages[w].mean(liftPrior, v.rate) / v.rate))
		}
	}
}

// lifts combines the lifts of words. It divides their sum by the root of the number of words, as if the words were half independent.
func (v *vocabulary) lifts(words []uint16) float64 {
	if len(words) == 0 {
		return 0
	}
	sum := 0.0
	for _, w := range words {
		sum += float64(v.lift[w])
	}
	return sum / math.Sqrt(float64(len(words)))
}

// score returns the log-odds that the target of a link with these words is relevant.
func (v *vocabulary) score(l *linkWords) float64 {
	odds := v.links.weights.AddPartTo(v.links.bias, urlPart, l.url())
	odds = v.links.weights.AddPartTo(odds, anchorPart, l.anchor())
	return v.links.weights.AddPartTo(odds, contextPart, l.context())
}

// learn learns from a page that was fetched: its probability, and the words of a link that led to it.
func (v *vocabulary) learn(l *linkWords, probability float64) {
	var tokens [maxLinkWords]uint32
	v.links.learn(l.tokens(&tokens), probability)
}

// clone copies what is kept of a vocabulary.
func (v *vocabulary) clone() vocabulary {
	copied := vocabulary{links: v.links, pages: slices.Clone(v.pages), lift: slices.Clone(v.lift), rate: v.rate}
	copied.links.weights = v.links.weights.Clone()
	return copied
}

func (v *vocabulary) code(f *flat.Coder) {
	v.links.code(f)
	f.Float64(&v.rate)
	n := len(v.pages)
	flat.Slice(f, &v.pages, func(f *flat.Coder, h *harvest) { h.code(f) })
	f.Float32s(&v.lift)
	if len(v.pages) != n || len(v.lift) != n {
		f.Fail(errors.New("another number of words"))
	}
}
