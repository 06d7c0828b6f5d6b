package ranker

import (
	"github.com/zeebo/xxh3"

	"gannet/features"
	"gannet/internal/weburl"
)

// maxClasses is how many classes of links are told apart. Links of others are one class: 0.
const maxClasses = 1 << 16

// Paths knows how relevant the pages were to which links of one class led. Links that stand under the same tag path on
// pages of one host are of one class. It takes at most some 3 MB; who shares it locks it.
type Paths struct {
	outcomes map[uint64]outcomes
	all      outcomes
}

// outcomes are topic probabilities of pages to which links led.
type outcomes struct {
	sum float64
	n   int
}

func (o *outcomes) add(probability float64) {
	o.sum += probability
	o.n++
}

// NewPaths gives a Paths that knows nothing.
func NewPaths() *Paths { return &Paths{outcomes: make(map[uint64]outcomes)} }

// Class gives the class of a link on a page.
func (p *Paths) Class(page *features.Page, link int) uint64 {
	class := xxh3.HashStringSeed(weburl.Host(page.URL), uint64(page.Links[link].Path))
	if _, ok := p.outcomes[class]; ok {
		return class
	}
	if len(p.outcomes) >= maxClasses {
		return 0
	}
	p.outcomes[class] = outcomes{}
	return class
}

// Add notes that a link of a class led to a page of this topic probability.
func (p *Paths) Add(class uint64, probability float64) {
	o := p.outcomes[class]
	o.add(probability)
	p.outcomes[class] = o
	p.all.add(probability)
}

// Mean gives the mean topic probability of the n pages to which links of a class led. One page more, as relevant as
// all on average, stands for what is not known yet.
func (p *Paths) Mean(class uint64) (mean float64, n int) {
	o := p.outcomes[class]
	base := (p.all.sum + 0.5) / float64(p.all.n+1)
	return (o.sum + base) / float64(o.n+1), o.n
}
