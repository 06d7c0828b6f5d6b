package ranker

import (
	"math"
	"slices"

	"gannet/features"
	"gannet/internal/logistic"
)

// sighting is a link as it occurs on one page. It holds the words of the link as indexes into the weights.
type sighting struct {
	words             []uint32
	urlEnd, anchorEnd int // the URL's words end at urlEnd, the anchor's at anchorEnd
}

// readSighting reads the words of a link. Of each kind, every word is read once.
func (a *Ache) readSighting(p *features.Page, link int) sighting {
	l := &p.Links[link]
	f := sighting{words: a.scratch[:0]}
	for _, w := range features.Words(l.URL) {
		f.addWord(0, 0, w)
	}
	f.urlEnd = len(f.words)
	for _, w := range p.Words[l.Anchor.Start:l.Anchor.End] {
		f.addWord(f.urlEnd, 1, w.Hash)
	}
	f.anchorEnd = len(f.words)
	around := p.Window(l, a.Window)
	for i := around.Start; i < around.End; i++ {
		if i < l.Anchor.Start || i >= l.Anchor.End {
			f.addWord(f.anchorEnd, 2, p.Words[i].Hash)
		}
	}
	a.scratch = f.words
	f.words = slices.Clone(f.words)
	return f
}

// addWord adds a word. kind is the kind of the word, and the words of this kind begin at index from.
func (s *sighting) addWord(from int, kind, word uint32) {
	index := (word ^ kind*0x9e3779b1) * 0x85ebca6b >> (32 - acheBits)
	if len(s.words) < maxWords && !slices.Contains(s.words[from:], index) {
		s.words = append(s.words, index)
	}
}

// bestSighting returns the sighting of a link with the largest margin, and that margin.
func (a *Ache) bestSighting(l *acheLink) (*sighting, float64) {
	at, best := 0, math.Inf(-1)
	for i := range l.sightings {
		if m := a.margin(&l.sightings[i]); m > best {
			at, best = i, m
		}
	}
	return &l.sightings[at], best
}

// margin is the log-odds of a sighting.
func (a *Ache) margin(s *sighting) float64 { return a.sumWeights(biasWord) + a.sumWeights(s.words) }

func (a *Ache) sumWeights(words []uint32) float64 { return a.weights.AddTo(0, words) }

// train takes a step of AdaGrad on the logistic loss.
func (a *Ache) train(s *sighting, probability float64) {
	const damping = 0.01
	slope := logistic.Probability(a.margin(s)) - probability
	a.weights.Learn(biasWord, slope, a.Rate, damping)
	a.weights.Learn(s.words, slope, a.Rate, damping)
}
