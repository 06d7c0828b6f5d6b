package ranker

import (
	"github.com/zeebo/xxh3"

	"gannet/features"
	"gannet/internal/weburl"
)

// maxClasses is how many classes of links are counted apart. All further links are of class 0.
const maxClasses = 1 << 16

// tagPaths records, for each class of links, how relevant the pages were to which the links led. Links with the same tag path on pages of one host
// form a class. It takes at most some 3 MB. It is not safe for concurrent use.
type tagPaths struct {
	classes map[uint64]harvest
	all     harvest
}

// harvest counts pages and adds up their topic probabilities.
type harvest struct {
	sum float64
	n   int
}

func (h *harvest) addPage(probability float64) {
	h.sum += probability
	h.n++
}

func newTagPaths() *tagPaths { return &tagPaths{classes: make(map[uint64]harvest)} }

// class returns the class of a link on a page.
func (p *tagPaths) class(page *features.Page, link int) uint64 {
	class := xxh3.HashStringSeed(weburl.Host(page.URL), uint64(page.Links[link].Path))
	if _, ok := p.classes[class]; ok {
		return class
	}
	if len(p.classes) >= maxClasses {
		return 0
	}
	p.classes[class] = harvest{}
	return class
}

// addPage counts a page to which a link of this class led.
func (p *tagPaths) addPage(class uint64, probability float64) {
	h := p.classes[class]
	h.addPage(probability)
	p.classes[class] = h
	p.all.addPage(probability)
}

// mean returns the mean topic probability of the n pages to which links of a class led. The mean includes one more page of average relevance.
func (p *tagPaths) mean(class uint64) (mean float64, n int) {
	h := p.classes[class]
	prior := (p.all.sum + 0.5) / float64(p.all.n+1)
	return (h.sum + prior) / float64(h.n+1), h.n
}
