// Package label owns the questions to a person who teaches a topic: which page is asked about next, and the file of answers. It
// estimates how good the classifier is that package judge learns of them.
package label

import (
	"math"

	"gannet/features"
	"gannet/topic"
)

// Page is a page about which a person may be asked.
type Page struct {
	Fingerprint uint64 // of its words, see features.Distance; 0: unknown
	Bag         topic.Bag
	Links       int // that lead to pages which are not kept
}

// Pool holds the pages of a crawl, and records about which of them a person was asked. It is not safe for concurrent use.
type Pool struct {
	pages         []Page
	near          [][]neighbour
	probabilities []float64
	asked         []bool    // or like a page that was
	covered       []float64 // how like the most similar answered page each is
}

// neighbour is a page that is like another one.
type neighbour struct {
	page     int32
	likeness float64
}

// NewPool returns a pool of pages, none of which was asked about. probabilities are the topic probabilities by the present classifier.
func NewPool(pages []Page, probabilities []float64) *Pool {
	return &Pool{
		pages: pages, near: neighbours(pages), probabilities: probabilities,
		asked: make([]bool, len(pages)), covered: make([]float64, len(pages)),
	}
}

// SetProbabilities replaces the topic probabilities of the pages after a new classifier was learned.
func (p *Pool) SetProbabilities(list []float64) { p.probabilities = list }

// Ask records that a person was asked about a page, which also answers the question for its near copies.
func (p *Pool) Ask(page int) {
	for i := range p.pages {
		if i == page || nearCopies(p.pages[i].Fingerprint, p.pages[page].Fingerprint) {
			p.asked[i] = true
		}
	}
	for _, n := range p.near[page] {
		p.covered[n.page] = max(p.covered[n.page], n.likeness)
	}
}

func nearCopies(a, b uint64) bool {
	return a != 0 && b != 0 && features.Distance(a, b) <= features.Near
}

// Left returns the indexes of the pages about which no person was asked yet.
func (p *Pool) Left() (list []int) {
	for i, asked := range p.asked {
		if !asked {
			list = append(list, i)
		}
	}
	return list
}

// Probability returns the topic probability of a page by the latest classifier.
func (p *Pool) Probability(page int) float64 { return p.probabilities[page] }

// Uncertainty returns 1 for a page with a topic probability of 0.5, and less the surer the classifier is, down to 0.
func (p *Pool) Uncertainty(page int) float64 {
	return 1 - math.Abs(2*p.probabilities[page]-1)
}

// Density returns how many pages are similar to this one, itself included, weighted by their similarity.
func (p *Pool) Density(page int) (sum float64) {
	for _, n := range p.near[page] {
		sum += n.likeness
	}
	return sum
}

// Reach says how much an answer about a page would change the priorities of queued links. It sums the logarithms of the numbers of links of
// this page and of similar pages, weighted by their similarity, without what earlier answers have covered.
func (p *Pool) Reach(page int) (sum float64) {
	for _, n := range p.near[page] {
		sum += n.likeness * (1 - p.covered[n.page]) * math.Log1p(float64(p.pages[n.page].Links))
	}
	return sum
}

// Like returns how many other pages are similar to a page, and how many queued links the page and these others have.
func (p *Pool) Like(page int) (others, links int) {
	for _, n := range p.near[page] {
		if n.likeness >= alike {
			others++
			links += p.pages[n.page].Links
		}
	}
	return others - 1, links
}

// alike is the similarity from which on people would say that two pages are of one kind.
const alike = 0.3
