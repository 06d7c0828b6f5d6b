package ranker

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"

	"gannet/features"
	"gannet/internal/weburl"
)

// linkText is what the texts around a link say of its target, by the topic's own words.
type linkText struct {
	anchor, context, title float32 // margins of the topic classifier, without its bias
	shark                  float32 // Shark Search's anchor and context
	words                  int     // of the anchor
	tokens                 [maxAnchorTokens]uint32
}

const maxAnchorTokens = 6

// contextWords is the width of the context that the classifier judges.
const contextWords = 20

// texts are the linkTexts of a page's links, with the memory they are made in.
type texts struct {
	links []linkText
	sums  []float64
}

var freeTexts = sync.Pool{New: func() any { return new(texts) }}

// free gives the memory to the next page.
func (t *texts) free() { freeTexts.Put(t) }

// texts judges the texts around a page's links; those that are not followed it leaves as they are. It takes no lock.
func (m *Memory) texts(src *Source) *texts {
	page := src.Page
	t := freeTexts.Get().(*texts)
	titles, bodies := m.sums(page, t)
	t.links = slices.Grow(t.links[:0], len(page.Links))[:len(page.Links)]
	title := margin(titles, page.Title) + margin(bodies, page.Title)
	for i := range page.Links {
		if !src.Follows(i) {
			continue
		}
		l := &page.Links[i]
		context := page.Window(l, contextWords)
		anchor, near := m.shark.neighbourhood(src, i)
		text := &t.links[i]
		*text = linkText{
			anchor: margin(titles, l.Anchor) + margin(bodies, l.Anchor), context: margin(bodies, context), title: title,
			shark: float32(m.shark.Anchor*anchor + (1-m.shark.Anchor)*near),
			words: clip(page, l.Anchor).Len(),
		}
		for k := range min(text.words, maxAnchorTokens) {
			text.tokens[k] = page.Words[int(l.Anchor.Start)+k].Hash
		}
	}
	return t
}

// sums gives, for every word of a page, the sums of the classifier's weights of the words before it: as of a title's
// and as of a body's, so that any stretch of text is judged by two subtractions.
func (m *Memory) sums(page *features.Page, t *texts) (titles, bodies []float64) {
	n := len(page.Words) + 1
	t.sums = slices.Grow(t.sums[:0], 2*n)[:2*n]
	titles, bodies = t.sums[:n], t.sums[n:]
	if m.classifier == nil {
		clear(t.sums)
		return titles, bodies
	}
	titles[0], bodies[0] = 0, 0
	for i := range page.Words {
		title, body := m.classifier.Weight(page.Words[i].Hash)
		titles[i+1], bodies[i+1] = titles[i]+title, bodies[i]+body
	}
	return titles, bodies
}

// margin is the classifier's margin of a stretch of text, every word of which it takes to stand there once.
func margin(sums []float64, s features.Span) float32 {
	if s.Start < 0 || s.Start >= s.End || int(s.End) >= len(sums) {
		return 0
	}
	return float32((sums[s.End] - sums[s.Start]) / math.Sqrt(float64(s.Len())))
}

// clip gives the part of a span that the page has words for.
func clip(page *features.Page, s features.Span) features.Span {
	if s.Start < 0 || s.Start >= s.End || int(s.End) > len(page.Words) {
		return features.Span{}
	}
	return s
}

// readURL judges a target's URL by its words.
func (m *Memory) readURL(t *target, url string) {
	words := m.cutter.Words(weburl.Path(url))
	if m.classifier != nil && len(words) > 0 {
		sum := 0.0
		for _, w := range words {
			title, body := m.classifier.Weight(w)
			sum += title + body
		}
		t.url = float32(sum / math.Sqrt(float64(len(words))))
	}
	for _, w := range words[:min(len(words), maxURLTokens)] {
		t.addToken(w ^ urlSalt)
	}
	t.addToken(t.host ^ hostSalt)
	t.addToken(t.directory ^ directorySalt)
}

// Kinds of places.
const (
	hostname = 1 + iota
	directory
	tagPath
)

// place gives the number of a host or directory.
func (m *Memory) place(kind uint64, name string) uint32 {
	return m.placeKey(kind, xxh3.HashStringSeed(name, kind))
}

func (m *Memory) placeKey(kind, key uint64) uint32 {
	key ^= kind << 60
	i, ok := m.placeOf[key]
	if ok {
		return i
	}
	if last := len(m.free) - 1; last >= 0 {
		i, m.free = m.free[last], m.free[:last]
	} else {
		i = uint32(len(m.places))
		m.places = append(m.places, harvest{})
	}
	m.placeOf[key] = i
	return i
}

// pathKey tells links apart by their tag path, host by host.
func pathKey(host string, path uint32) uint64 { return xxh3.HashStringSeed(host, uint64(path)) }

// directoryOf gives a URL without scheme up to its last slash, or up to its query, which a script's pages share.
func directoryOf(url string) string {
	if i := strings.Index(url, "://"); i >= 0 {
		url = url[i+3:]
	}
	if i := strings.IndexByte(url, '?'); i >= 0 {
		return url[:i]
	}
	return url[:strings.LastIndexByte(url, '/')+1]
}

// Blocks with fewer links than this are part of the list around them, if that is not a whole page.
const (
	listLinks = 8
	pageLinks = 60
)

// listBlock gives the block whose links a link is one of: the nearest with several links, or the one around it where
// that has few.
func listBlock(page *features.Page, l *features.Link) int32 {
	if len(page.Blocks) == 0 {
		return 0
	}
	b := l.Block
	for page.Blocks[b].Parent >= 0 && page.Blocks[b].Links < 2 {
		b = page.Blocks[b].Parent
	}
	if around := page.Blocks[b].Parent; around >= 0 && page.Blocks[b].Links < listLinks && page.Blocks[around].Links <= pageLinks {
		return around
	}
	return b
}

func median(xs []float32) float32 {
	sorted := slices.Clone(xs)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}
