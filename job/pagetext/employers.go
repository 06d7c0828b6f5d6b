package pagetext

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Employers is a model that finds the employer among the names in a page's sentences. It is a conditional logit (McFadden 1974): one of the
// names is the employer's, or none is, each with a probability in proportion to the exponential of its score. The score of a name is the
// sum of its features' weights; that of none is 0. It is safe for concurrent use.
type Employers struct {
	weights map[feature]float64
	words   [len(featureKinds)]map[string]float64     // the same weights by kind, since words alone are found in less time
	fixed   [len(signNames) + len(shapeNames)]float64 // the weights of signs and shapes, by their numbers
	unknown *Employers                                // for languages that it has not learned from
}

// feature is a property of a name that the model weighs: a sign, the form of its letters, its place on the page, a word of the name or a word beside
// it.
type feature struct {
	kind featureKind
	word string // folded
}

type featureKind uint8

const (
	ofSigns featureKind = iota
	ofShape
	wordBefore
	wordAfter
	wordWithin
	ofLanguage // ISO 639-1; its weight is the number of pages in thousands, and is used for no name
)

// featureKinds are the names of the kinds in a model's file.
var featureKinds = [...]string{ofSigns: "sign", ofShape: "shape", wordBefore: "before", wordAfter: "after", wordWithin: "within", ofLanguage: "language"}

// isWord reports whether a feature is a word. A model does not know all words.
func (f feature) isWord() bool { return f.kind >= wordBefore }

// ReadEmployers decodes a model from the JSON in which MarshalJSON has encoded it.
func ReadEmployers(data []byte) (*Employers, error) {
	var file map[string]map[string]float64
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("model of employers: %w", err)
	}
	e := &Employers{weights: map[feature]float64{}}
	for kind, name := range featureKinds {
		for word, weight := range file[name] {
			if math.IsNaN(weight) || math.Abs(weight) > mostWeight {
				return nil, fmt.Errorf("model of employers: weight %v of %q", weight, word)
			}
			e.weights[feature{featureKind(kind), word}] = weight
		}
		delete(file, name)
	}
	for unknown := range maps.Keys(file) {
		return nil, fmt.Errorf("model of employers: unknown kind of feature %q", unknown)
	}
	e.index()
	return e, nil
}

// Knows reports whether the model was trained on pages in a language. Only for such pages does it use the words of names and the words
// beside them.
func (e *Employers) Knows(lang string) bool {
	return e != nil && e.uses(feature{ofLanguage, lang})
}

// WithoutWords returns a copy of the model without the weights of words. It rates names in the same way as the full model does in a
// language that it was not trained on.
func (e *Employers) WithoutWords() *Employers {
	if e == nil {
		return nil
	}
	return e.unknown
}

// index sets words, fixed and unknown, which follow from the weights.
func (e *Employers) index() {
	for i, name := range signNames {
		e.fixed[i] = e.weights[feature{ofSigns, name}]
	}
	for i, name := range shapeNames {
		e.fixed[len(signNames)+i] = e.weights[feature{ofShape, name}]
	}
	for f, weight := range e.weights {
		if e.words[f.kind] == nil {
			e.words[f.kind] = map[string]float64{}
		}
		e.words[f.kind][f.word] = weight
	}
	e.unknown = &Employers{weights: maps.Clone(e.weights), fixed: e.fixed}
	maps.DeleteFunc(e.unknown.weights, func(f feature, _ float64) bool { return f.isWord() })
	copy(e.unknown.words[:], e.words[:wordBefore])
	e.unknown.unknown = e.unknown
}

// mostWeight is far above any weight that can be learned.
const mostWeight = 100

// MarshalJSON encodes the model as JSON, its weights grouped by the kind of feature.
func (e *Employers) MarshalJSON() ([]byte, error) {
	file := map[string]map[string]float64{}
	for f, weight := range e.weights {
		kind := featureKinds[f.kind]
		if file[kind] == nil {
			file[kind] = map[string]float64{}
		}
		file[kind][f.word] = math.Round(weight*1000) / 1000
	}
	return json.MarshalIndent(file, "", " ")
}

// uses reports whether the model needs a feature: it has a weight, or the model is being learned.
func (e *Employers) uses(f feature) bool {
	if e.weights == nil {
		return true
	}
	_, ok := e.words[f.kind][f.word]
	return ok
}

// rate sorts the names by their scores, the greatest first, and returns the probability of each.
func (e *Employers) rate(t *tally) []float64 {
	for i := range t.all {
		t.all[i].score = 0
	}
	t.eachFeature(func(i int, f valued) { t.all[i].score += e.weight(&f) * f.value })
	t.likeliest(func(n *named) float64 { return n.score })
	if len(t.all) == 0 {
		return nil
	}
	most := max(0, t.all[0].score)
	sum := math.Exp(-most) // of none
	sure := make([]float64, len(t.all))
	for i := range t.all {
		sure[i] = math.Exp(t.all[i].score - most)
		sum += sure[i]
	}
	for i := range sure {
		sure[i] /= sum
	}
	return sure
}

// beside returns those words next to a name for which the model has weights.
func (e *Employers) beside(m *mention) (words []feature) {
	const quotes = " «„“\"‚‘»”’"
	before := strings.TrimRight(m.sentence[:m.from], quotes)
	after, _ := nextWord(strings.TrimLeft(m.sentence[m.to:], quotes))
	for _, f := range []feature{{wordBefore, besideWord(before[strings.LastIndexByte(before, ' ')+1:])}, {wordAfter, besideWord(after)}} {
		if e.uses(f) {
			words = append(words, f)
		}
	}
	return words
}

// besideWord folds a word without the punctuation around it. A name at the end of a sentence has "" behind it.
func besideWord(s string) string {
	const longest = 24 // bytes; scripts without spaces have whole clauses there
	s = strings.Trim(s, `.,;:()"`)
	if len(s) > longest {
		return ""
	}
	return fold(s)
}

// valued is a feature with its value.
type valued struct {
	feature
	number int // in Employers.fixed, unless the feature is a word
	value  float64
}

// weight returns the weight of a feature.
func (e *Employers) weight(f *valued) float64 {
	if f.isWord() {
		return e.words[f.kind][f.word]
	}
	return e.fixed[f.number]
}

// The shapes of names, by their numbers. Those for the number of words in a name end the list.
const (
	anyShape = iota
	manySentences
	sentencesBefore
	sentencesBehind
	inFirst
	inLast
	inCapitals
	shortCapitals
	withDigit
	withWords
	rarestWord
	rarestSmall
	knownWord
	meanWords
	meanSmall
	nestedName
	cohesionOfName
	aroundName
	insideName
	wordsOfName
)

// shapeNames are the shapes' names in a model's file, in their order.
var shapeNames = [...]string{
	"any", "sentences", "before", "behind", "first", "last", "capitals", "abbreviation", "digit", "words", "rarest", "rarest small", "known", "mean", "mean small",
	"nested", "cohesion", "around", "inside", "no word", "1 word", "2 words", "3 words", "4 words", "5 words", "6 words or more",
}

// eachFeature calls use with every feature of every name.
func (t *tally) eachFeature(use func(name int, f valued)) {
	byKey := make(map[string]int, len(t.all))
	for i := range t.all {
		byKey[t.all[i].key] = i
	}
	around := make([]int, len(t.all)) // sentences of longer names that have the name inside
	inside := make([]int, len(t.all)) // sentences of the shorter names that it has inside
	for i := range t.all {
		t.all[i].nested, t.all[i].cohesion = 0, 1
	}
	for i := range t.all {
		n := &t.all[i]
		for part := range parts(n.key) {
			k, ok := byKey[part]
			if !ok {
				continue
			}
			inside[i] += t.all[k].sentences
			around[k] += n.sentences
			t.all[k].nested = max(t.all[k].nested, min(1, float64(n.sentences)/float64(t.all[k].sentences)))
			if strings.Contains(part, " ") {
				n.cohesion = min(n.cohesion, float64(n.sentences)/float64(t.all[k].sentences))
			}
		}
	}
	for i := range t.all {
		t.all[i].eachFeature(t.sentence, func(f valued) { use(i, f) })
		shape := func(number int, value float64) { use(i, ofShapes(number, value)) }
		if t.words != nil {
			c := t.words.commonness(t.all[i].value)
			shape(withWords, 1)
			shape(rarestWord, c.rarest.employers/4)
			shape(rarestSmall, c.rarest.small)
			shape(knownWord, is(c.rarest.employers > 0))
			shape(meanWords, c.mean.employers/4)
			shape(meanSmall, c.mean.small)
		}
		shape(nestedName, t.all[i].nested)
		shape(cohesionOfName, t.all[i].cohesion)
		shape(aroundName, math.Log2(1+float64(around[i])))
		shape(insideName, math.Log2(1+float64(inside[i])))
	}
}

// parts yields the runs of whole words that are shorter than s, which has single spaces.
func parts(s string) func(yield func(string) bool) {
	const most = 12 // words
	return func(yield func(string) bool) {
		words := strings.Count(s, " ") + 1
		if words < 2 || words > most {
			return
		}
		for from := 0; from < len(s); from++ {
			if from > 0 && s[from-1] != ' ' {
				continue
			}
			for to := from + 1; to <= len(s); to++ {
				if (to == len(s) || s[to] == ' ') && to-from < len(s) && !yield(s[from:to]) {
					return
				}
			}
		}
	}
}

// ofShapes returns the feature of a shape.
func ofShapes(number int, value float64) valued {
	return valued{feature{ofShape, shapeNames[number]}, len(signNames) + number, value}
}

// eachFeature calls add with the features of a name on a page with that number of sentences that are not 0, except for those that depend on the
// page's other names.
func (n *named) eachFeature(sentences int, add func(valued)) {
	for i, name := range signNames {
		if n.signs&(1<<i) != 0 {
			add(valued{feature{ofSigns, name}, i, 1})
		}
	}
	shape := func(number int, value float64) {
		if value != 0 {
			add(ofShapes(number, value))
		}
	}
	words, behind, capitals := strings.Fields(n.key), sentences-n.first, isShouted(n.value)
	shape(anyShape, 1)
	shape(manySentences, math.Log2(float64(min(n.sentences, 8))))
	shape(sentencesBefore, math.Log2(float64(n.first+1)))
	shape(sentencesBehind, math.Log2(float64(behind+1)))
	shape(inFirst, is(n.first <= 1))
	shape(inLast, is(behind <= 1))
	shape(inCapitals, is(capitals))
	shape(shortCapitals, is(capitals && len(n.value) <= abbreviation))
	shape(withDigit, is(hasDigit(n.value)))
	shape(min(wordsOfName+len(words), len(shapeNames)-1), 1)
	for i, w := range words {
		if !slices.Contains(words[:i], w) {
			add(valued{feature: feature{wordWithin, w}, value: 1})
		}
	}
	for _, f := range n.beside {
		add(valued{feature: f, value: 1})
	}
}

// abbreviation is the number of letters of a short abbreviation.
const abbreviation = 4

// is returns 1 for true and 0 for false.
func is(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
