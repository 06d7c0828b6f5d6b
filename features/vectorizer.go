package features

import (
	"slices"

	"gannet/internal/weburl"
)

// Vectorizer computes the values of all features for each link of a page. It reuses its working memory, so only one goroutine may use it at a
// time.
type Vectorizer struct {
	Languages *Languages // may be nil: then the language probability of every page is 0
	Language  string     // the topic's, in ISO 639-1

	lexicon  lexicon
	urlWords urlWords
	grams    gramCounter
	blocks   []blockVector
	path     []int32
	shared   [columns]float64 // the values that all links of the page share
	vectors  []float64
}

// blockVector is the comparison of one block.
type blockVector struct {
	cosine float64
	heavy  int32 // the inner block with the most words, or -1
	asked  bool  // whether it is the nearest block around a link
}

// Links returns the feature vectors of a page's links, one after the other, with the columns of LinkFeatures. The result is valid until the
// next call. Every value is representable as float32, so a vector gets the same score after it was written to a file and read again. The
// probabilities are the topic probabilities of the page, of its parent and of its grandparent. If s is nil, all cosines are 0.
func (v *Vectorizer) Links(p *Page, s Subject, probability, parent, grandparent float64) []float64 {
	v.lexicon.read(p, s)
	var grams *Grams
	if s != nil {
		grams = s.Grams()
	}
	v.page(p, grams)
	v.shared[colProbability], v.shared[colParent], v.shared[colGrandparent] = probability, parent, grandparent
	v.compareBlocks(p)
	v.vectors = slices.Grow(v.vectors[:0], len(p.Links)*columns)[:len(p.Links)*columns]
	for i := range p.Links {
		row := v.vectors[i*columns : (i+1)*columns]
		copy(row, v.shared[:])
		v.link(p, &p.Links[i], grams, row)
		for c := range row {
			row[c] = float64(float32(row[c]))
		}
	}
	return v.vectors
}

// page computes the values that all links share.
func (v *Vectorizer) page(p *Page, grams *Grams) {
	row := v.shared[:]
	clear(row)
	slashes, _ := shape(p.URL)
	row[colDirectories] = float64(slashes)
	row[colPageWords], row[colPageCosine], row[colPageGrams] = v.compareURL(p.URL, grams)
	row[colTitleWords], row[colTitleCosine] = float64(p.Title.Len()), v.lexicon.compare(p.Title)
	row[colMainWords], row[colMainCosine] = float64(p.Main.Len()), v.lexicon.compare(p.Main)
	row[colBodyWords], row[colBodyCosine] = float64(p.Content().Len()), v.lexicon.compare(p.Content())
	row[colPageLinks] = float64(len(p.Links))
	if v.Languages != nil {
		row[colLanguage] = v.Languages.Probability(v.Language, p)
	}
}

// link computes a link's own values. The row already holds the shared ones.
func (v *Vectorizer) link(p *Page, l *Link, grams *Grams, row []float64) {
	slashes, depth := shape(l.URL)
	row[colDepth], row[colSlashes], row[colLength] = float64(depth), float64(slashes), float64(len(l.URL))
	row[colDirectories] -= float64(slashes)
	row[colRelative], row[colInMain] = indicator(l.Relative), indicator(l.InMain)
	row[colInternal] = indicator(weburl.Host(l.URL) == weburl.Host(p.URL))
	if p.Lines > 0 {
		row[colLine] = float64(l.Line) / float64(p.Lines)
	}
	row[colPosition] = p.Position(l)
	row[colTargetWords], row[colTargetCosine], row[colTargetGrams] = v.compareURL(l.URL, grams)
	row[colAnchorWords], row[colAnchorCosine] = float64(l.Anchor.Len()), v.lexicon.compare(l.Anchor)
	for i, n := range windows {
		row[colWindow+i] = v.lexicon.compare(p.Window(l, n))
	}
	if l.Block >= 0 && int(l.Block) < len(p.Blocks) {
		b := &p.Blocks[l.Block]
		row[colBlockWords], row[colBlockLinks] = float64(b.Words.Len()), float64(b.Links)
		row[colBlockCosine] = v.blocks[l.Block].cosine
	}
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// compareURL compares a URL with the query.
func (v *Vectorizer) compareURL(url string, grams *Grams) (words, bag, gram float64) {
	v.urlWords.read(url)
	ws := v.urlWords.words
	words, bag = float64(len(ws)), v.lexicon.compareWords(ws)
	if grams == nil {
		return words, bag, 0
	}
	v.grams.begin(grams, len(v.urlWords.text))
	for _, w := range ws {
		v.grams.word(v.urlWords.spell(w))
	}
	return words, bag, v.grams.cosine()
}

// compareBlocks compares each block that is the nearest one around a link. It goes from inner blocks outwards, and each block continues the count of
// its largest inner block. So a word is counted at most log(words) times, however deeply blocks are nested.
func (v *Vectorizer) compareBlocks(p *Page) {
	v.blocks = slices.Grow(v.blocks[:0], len(p.Blocks))[:len(p.Blocks)]
	for i := range v.blocks {
		v.blocks[i] = blockVector{heavy: -1}
	}
	for i := range p.Links {
		if b := p.Links[i].Block; b >= 0 && int(b) < len(v.blocks) {
			v.blocks[b].asked = true
		}
	}
	for i := range p.Blocks {
		parent := p.Blocks[i].Parent
		if parent < 0 || int(parent) >= i {
			continue
		}
		around := &v.blocks[parent]
		if around.heavy < 0 || p.Blocks[i].Words.Len() > p.Blocks[around.heavy].Words.Len() {
			around.heavy = int32(i)
		}
	}
	for i := range p.Blocks {
		if parent := p.Blocks[i].Parent; parent < 0 || int(parent) >= i || v.blocks[parent].heavy != int32(i) {
			v.comparePath(p, int32(i))
		}
	}
}

// comparePath compares a block, its largest inner block, and so on inwards. It compares the innermost first.
func (v *Vectorizer) comparePath(p *Page, from int32) {
	v.path = v.path[:0]
	for b := from; b >= 0; b = v.blocks[b].heavy {
		if v.blocks[b].asked {
			v.path = append(v.path, b)
		}
	}
	for i := len(v.path) - 1; i >= 0; i-- {
		v.blocks[v.path[i]].cosine = v.lexicon.compare(p.Blocks[v.path[i]].Words)
	}
}
