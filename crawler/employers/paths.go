package employers

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/zeebo/xxh3"

	"gannet/crawler"
	"gannet/internal/logistic"
	"gannet/internal/weburl"
)

// paths learns from the searches that have ended which links lead to boards. It is a logistic regression over the features of a link, learned online
// with AdaGrad (Duchi, Hazan, Singer 2011). Before it has learned anything, it orders links as the crawl does, whose priority is one of the features, but
// puts those to other sites than the employer's behind the others.
type paths struct {
	weights map[uint64]*weight
}

type weight struct{ value, squares float64 }

// The rate of learning, and the weights of the priority and of links to other sites before anything is learned.
const learningRate, priorityWeight, foreignWeight = .5, 4, -2

var priorityFeature, foreignFeature = xxh3.HashString("priority"), xxh3.HashString("foreign")

func newPaths() *paths {
	return &paths{weights: map[uint64]*weight{priorityFeature: {value: priorityWeight}, foreignFeature: {value: foreignWeight}}}
}

// evidence holds the features of a link: the hashes of those that are present, each with the value 1, and the priority that the crawl's strategy gave
// the link.
type evidence struct {
	features []uint64
	priority float64
}

// score returns the log odds that a link leads to a board, up to a constant.
func (p *paths) score(e *evidence) float64 {
	sum := p.value(priorityFeature) * e.priority
	for _, f := range e.features {
		sum += p.value(f)
	}
	return sum
}

func (p *paths) value(feature uint64) float64 {
	if w := p.weights[feature]; w != nil {
		return w.value
	}
	return 0
}

// learn records whether a link has led to a board. share is the weight of this example.
func (p *paths) learn(e *evidence, led bool, share float64) {
	want := 0.0
	if led {
		want = 1
	}
	slope := (logistic.Probability(p.score(e)) - want) * share
	p.step(priorityFeature, slope*e.priority)
	for _, f := range e.features {
		p.step(f, slope)
	}
}

func (p *paths) step(feature uint64, slope float64) {
	w := p.weights[feature]
	if w == nil {
		w = &weight{}
		p.weights[feature] = w
	}
	w.squares += slope * slope
	w.value -= learningRate * slope / math.Sqrt(w.squares+1)
}

// setPriority sets the priority, limited to a fixed range, because the priority of a seed is infinite.
func (e *evidence) setPriority(priority float64) { e.priority = min(max(priority, -1), 2) }

// evidenceOf returns the features of a link of an employer with a home page: from its text, its URL, where it leads, how far it is from the home page, and
// whether it is on a listing.
func evidenceOf(url, home string, t crawler.Trail, onList bool, priority float64) *evidence {
	e := &evidence{}
	e.setPriority(priority)
	add := func(name, value string) { e.features = append(e.features, xxh3.HashString(name+" "+value)) }
	add("always", "")
	add("depth", strconv.Itoa(min(t.Depth, 5)))
	add("parent", strconv.Itoa(int(t.Parent*4)))
	host, from := weburl.Host(url), weburl.Host(t.Via)
	switch {
	case host == from:
		add("to", "host")
	case weburl.Site(host) == weburl.Site(from):
		add("to", "site")
		label, _, _ := strings.Cut(host, ".")
		add("label", label)
	default:
		add("to", "other")
	}
	if site := weburl.Site(host); site != siteOf(home) {
		e.features = append(e.features, foreignFeature)
		add("site", site) // platforms have many employers
	}
	if onList {
		add("on", "list")
	}
	for _, w := range wordsOf(t.Anchor) {
		add("text", w)
	}
	for _, w := range wordsOf(weburl.Path(url)) {
		add("path", w)
	}
	if len(wordsOf(t.Anchor)) == 0 {
		add("text", "")
	}
	return e
}

// mostWords bounds how many words of a text are used.
const mostWords = 12

// wordsOf returns the words of a text in lower case. For scripts that are written without spaces it returns pairs of characters.
func wordsOf(text string) (words []string) {
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		runes := []rune(w)
		switch {
		case unicode.In(runes[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			for i := 0; i+2 <= len(runes); i++ {
				words = append(words, string(runes[i:i+2]))
			}
		case len(runes) > 1:
			words = append(words, w)
		}
	}
	return words[:min(len(words), mostWords)]
}
