package evidence

import (
	"math"
	"slices"
	"sync"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/topic"
)

// linkText is the judgement of the texts around a link. Margins are those of the topic classifier, without its bias.
type linkText struct {
	anchor, context, title float32 // margins
	neighborhood           float32 // LinkScorer's score
	words                  int     // of the anchor
	tokens                 [maxAnchorTokens]uint32
	linkWords              linkWords
}

const maxAnchorTokens = 6

// contextWords is the width of the context that the classifier judges.
const contextWords = 20

// Texts holds how well the texts of each link of a page fit the topic. Call Free after its use.
type Texts struct {
	links []linkText
	sums  []float64
}

var freeTexts = sync.Pool{New: func() any { return new(Texts) }}

// Free releases the memory of t for the texts of another page.
func (t *Texts) Free() { freeTexts.Put(t) }

// Prepare judges in advance, for the next call of ReadTexts, how well the texts of a page's links fit the topic. It may run at the same time
// as any other method.
func (c *Collection) Prepare(src *Source) { src.texts = c.ReadTexts(src) }

// ReadTexts judges how well the texts of a page's links fit the topic, except for links that the crawl does not follow. It may run at the
// same time as any other method.
func (c *Collection) ReadTexts(src *Source) *Texts {
	if t := src.texts; t != nil {
		src.texts = nil
		return t
	}
	page := src.Page
	t := freeTexts.Get().(*Texts)
	titles, bodies := t.sumWeights(c.classifier, page)
	t.links = slices.Grow(t.links[:0], len(page.Links))[:len(page.Links)]
	title := margin(titles, page.Title) + margin(bodies, page.Title)
	for i := range page.Links {
		if !src.Follows(i) {
			continue
		}
		l := &page.Links[i]
		text := &t.links[i]
		*text = linkText{
			anchor:       margin(titles, l.Anchor) + margin(bodies, l.Anchor),
			context:      margin(bodies, page.Window(l, contextWords)),
			title:        title,
			neighborhood: float32(c.scorer.NeighborhoodScore(page, i)),
			words:        clip(page, l.Anchor).Len(),
		}
		for k := range min(text.words, maxAnchorTokens) {
			text.tokens[k] = page.Words[int(l.Anchor.Start)+k].Hash
		}
		text.linkWords.readText(page, l)
	}
	return t
}

// sumWeights returns running sums of the classifier's weights: for every word of a page, the sum over the words before it. There is one row of sums
// for titles and one for bodies. So the margin of any stretch of text takes two subtractions.
func (t *Texts) sumWeights(classifier *topic.Classifier, page *features.Page) (titles, bodies []float64) {
	n := len(page.Words) + 1
	t.sums = slices.Grow(t.sums[:0], 2*n)[:2*n]
	titles, bodies = t.sums[:n], t.sums[n:]
	if classifier == nil {
		clear(t.sums)
		return titles, bodies
	}
	titles[0], bodies[0] = 0, 0
	for i := range page.Words {
		title, body := classifier.Weight(page.Words[i].Hash)
		titles[i+1], bodies[i+1] = titles[i]+title, bodies[i]+body
	}
	return titles, bodies
}

// margin returns the classifier's margin for a stretch of text, as if each of its words occurred once.
func margin(sums []float64, s features.Span) float32 {
	if s.Start < 0 || s.Start >= s.End || int(s.End) >= len(sums) {
		return 0
	}
	return float32((sums[s.End] - sums[s.Start]) / math.Sqrt(float64(s.Len())))
}

// clip returns a span of the page's words. If the page does not have all of them, it returns an empty span.
func clip(page *features.Page, s features.Span) features.Span {
	if s.Start < 0 || s.Start >= s.End || int(s.End) > len(page.Words) {
		return features.Span{}
	}
	return s
}

// readURL judges the words of a new target's URL, and adds its first tokens.
func (c *Collection) readURL(t *target, url string) {
	words := c.cutter.Words(weburl.Path(url))
	if c.classifier != nil && len(words) > 0 {
		sum := 0.0
		for _, w := range words {
			title, body := c.classifier.Weight(w)
			sum += title + body
		}
		t.urlMargin = float32(sum / math.Sqrt(float64(len(words))))
	}
	t.linkWords.readURL(words)
	for _, w := range words[:min(len(words), maxURLTokens)] {
		t.addToken(w ^ urlSalt)
	}
	t.addToken(c.groupWord(t.host) ^ hostSalt)
	t.addToken(c.groupWord(t.directory) ^ directorySalt)
}
