package features

import (
	"math"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// plainQuery is a subject by its definition, over words and not their hashes.
type plainQuery struct {
	weights map[string]float64 // of unit length
	hashes  map[uint32]float64 // the same
}

func newPlainQuery(words ...string) plainQuery {
	q := plainQuery{map[string]float64{}, map[uint32]float64{}}
	square := 0.0
	for i, w := range words {
		q.weights[w] = float64(i + 1)
		square += float64((i + 1) * (i + 1))
	}
	for w := range q.weights {
		q.weights[w] /= math.Sqrt(square)
		q.hashes[HashWord(w)] = q.weights[w]
	}
	return q
}

// idf makes some words more telling than others, and some not at all.
func (plainQuery) idf(hash uint32) float64 { return float64(hash%64) / 8 }

func (q plainQuery) Weigh(hash uint32) (idf, weight float64) {
	return q.idf(hash), q.hashes[hash]
}

func (q plainQuery) Grams() *Grams {
	var words []Spelled
	for w, x := range q.weights {
		words = append(words, Spelled{w, x})
	}
	return NewGrams(words)
}

// cosine is the definition over maps.
func (q plainQuery) cosine(words []string) float64 {
	v := map[string]float64{}
	for _, w := range words {
		v[lower(w)] += q.idf(HashWord(w))
	}
	return plainCosine(v, q.weights)
}

func plainCosine(a, b map[string]float64) float64 {
	dot, aa, bb := 0.0, 0.0, 0.0
	for w, x := range a {
		dot += x * b[w]
		aa += x * x
	}
	for _, x := range b {
		bb += x * x
	}
	if dot == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}

// plainGrams counts the n-grams of words.
func plainGrams(weights map[string]float64) map[string]float64 {
	grams := map[string]float64{}
	for word, x := range weights {
		w := []rune(word)
		if len(w) < 4 {
			grams[word] += x
		}
		for n := 4; n <= 8; n++ {
			for i := 0; i+n <= len(w); i++ {
				grams[string(w[i:i+n])] += x
			}
		}
	}
	return grams
}

func (q plainQuery) gramCosine(words []string) float64 {
	counts := map[string]float64{}
	for _, w := range words {
		counts[lower(w)]++
	}
	return plainCosine(plainGrams(counts), plainGrams(q.weights))
}

var (
	encoded   = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	authority = regexp.MustCompile(`^[a-z]+://[^/?]*`)
)

// plainURLWords cuts a URL into words.
func plainURLWords(url string) []string {
	_, rest, _ := strings.Cut(url, "://")
	return plainWords(encoded.ReplaceAllStringFunc(rest, func(code string) string {
		return string([]byte{hex(code[1])*16 + hex(code[2])})
	}))
}

func plainHost(url string) string {
	_, host, _ := strings.Cut(authority.FindString(url), "://")
	return host
}

// plainBlock is a block as the DOM has it.
type plainBlock struct {
	words  int
	cosine float64
	links  int
}

// plainPage computes the vectors of a page's links, each value for itself.
type plainPage struct {
	*Page
	q      plainQuery
	words  []string
	nodes  []*html.Node
	blocks map[*html.Node]plainBlock
	links  map[*html.Node]int // in an element
	places map[*html.Node]int // in pre-order
}

func newPlainPage(p *Page, q plainQuery) *plainPage {
	pp := &plainPage{p, q, spanWords(p, Span{0, int32(len(p.Words))}), []*html.Node{p.Tree()}, map[*html.Node]plainBlock{}, map[*html.Node]int{}, map[*html.Node]int{}}
	for n := range p.Tree().Descendants() {
		pp.places[n] = len(pp.nodes)
		pp.nodes = append(pp.nodes, n)
	}
	for _, l := range p.Links {
		for a := pp.nodes[l.Node].Parent; a != nil; a = a.Parent {
			pp.links[a]++
		}
	}
	return pp
}

// around gives the nearest block around a link.
func (p *plainPage) around(l *Link) plainBlock {
	n := p.nodes[l.Node].Parent
	for n != nil && (roleOf(n.DataAtom)&isBlock == 0 || n.Namespace != "") {
		n = n.Parent
	}
	if n == nil { // in the head
		return plainBlock{p.Body.Len(), p.span(p.Body), len(p.Links)}
	}
	b, ok := p.blocks[n]
	if !ok {
		words := plainWords(plainText(n))
		b = plainBlock{len(words), p.q.cosine(words), p.links[n]}
		p.blocks[n] = b
	}
	return b
}

func (p *plainPage) span(s Span) float64 { return p.q.cosine(p.words[s.Start:s.End]) }

// window compares n words around an anchor and the anchor itself.
func (p *plainPage) window(l *Link, n int) float64 {
	from, to := l.Anchor.Start, l.Anchor.End
	for range n / 2 {
		from = max(from-1, p.Body.Start)
	}
	for range n - n/2 {
		to = min(to+1, p.Body.End)
	}
	return p.q.cosine(p.words[from:to])
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// vector gives the features of a link by name.
func (p *plainPage) vector(l *Link) map[string]float64 {
	block := p.around(l)
	path, _, _ := strings.Cut(authority.ReplaceAllString(l.URL, ""), "?")
	own, target := plainURLWords(p.URL), plainURLWords(l.URL)
	slashes := strings.Count(l.URL, "/") - 2
	return map[string]float64{
		"url_depth":        float64(len(strings.FieldsFunc(path, func(r rune) bool { return r == '/' }))),
		"url_slashes":      float64(slashes),
		"url_length":       float64(len(l.URL)),
		"url_relative":     truth(isRelative(strings.TrimSpace(l.Href))),
		"url_internal":     truth(plainHost(l.URL) == plainHost(p.URL)),
		"url_directories":  float64(strings.Count(p.URL, "/") - 2 - slashes),
		"link_line":        float64(l.Line) / float64(p.Lines),
		"link_position":    float64(p.places[p.nodes[l.Node]]) / float64(len(p.nodes)),
		"link_in_main":     truth(l.Anchor.Start >= p.Main.Start && l.Anchor.Start < p.Main.End),
		"url_words":        float64(len(target)),
		"page_url_words":   float64(len(own)),
		"anchor_words":     float64(l.Anchor.End - l.Anchor.Start),
		"title_words":      float64(p.Title.End - p.Title.Start),
		"body_words":       float64(p.Body.End - p.Body.Start),
		"main_words":       float64(p.Main.End - p.Main.Start),
		"block_words":      float64(block.words),
		"page_links":       float64(len(p.Links)),
		"block_links":      float64(block.links),
		"url_grams":        p.q.gramCosine(target),
		"page_url_grams":   p.q.gramCosine(own),
		"url_cosine":       p.q.cosine(target),
		"page_url_cosine":  p.q.cosine(own),
		"anchor_cosine":    p.span(l.Anchor),
		"window5_cosine":   p.window(l, 5),
		"window10_cosine":  p.window(l, 10),
		"window20_cosine":  p.window(l, 20),
		"window40_cosine":  p.window(l, 40),
		"block_cosine":     block.cosine,
		"page_probability": 0.75, "parent_probability": 0.5, "grandparent_probability": 0.25,
	}
}

// shared gives the features that all links of a page share and that take long.
func (p *plainPage) shared() map[string]float64 {
	return map[string]float64{
		"page_language": 0,
		"title_cosine":  p.span(p.Title), "body_cosine": p.span(p.Body), "main_cosine": p.span(p.Main),
	}
}

// fataler is a test of testing or of rapid.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkVectors compares a page's vectors with the slow ones.
func checkVectors(t fataler, v *Vectorizer, p *Page, q plainQuery) {
	t.Helper()
	got := v.Links(p, q, 0.75, 0.5, 0.25)
	if len(got) != len(p.Links)*len(LinkFeatures()) {
		t.Fatalf("%s: %d values for %d links", p.URL, len(got), len(p.Links))
	}
	plain := newPlainPage(p, q)
	shared := plain.shared()
	if v.Languages != nil {
		shared["page_language"] = v.Languages.Probability(v.Language, p)
	}
	for i := range p.Links {
		want := plain.vector(&p.Links[i])
		for c, f := range LinkFeatures() {
			x, ok := want[f.Name]
			if !ok {
				x, ok = shared[f.Name]
			}
			y := got[i*columns+c]
			if !ok || math.Abs(y-x) > 1e-6*max(1, math.Abs(x)) || y != float64(float32(y)) {
				t.Fatalf("%s: link %d, %s: %s is %v, want %v (known: %v)", p.URL, i, p.Links[i].URL, f.Name, y, x, ok)
			}
		}
	}
}

// flat is a subject that knows some common words.
type flat struct{ grams *Grams }

func (f flat) Weigh(word uint32) (idf, weight float64) {
	if word%16 == 0 {
		return 2, 0.1
	}
	return 1 + float64(word%8), 0
}

func (f flat) Grams() *Grams { return f.grams }
