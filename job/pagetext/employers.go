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
	unknown *Employers // for languages that it has not learned from
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

// ReadEmployers decodes a model that MarshalJSON has encoded.
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
	e.unknown = e.signs()
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

// signs returns the model without the weights of words and languages.
func (e *Employers) signs() *Employers {
	of := &Employers{weights: maps.Clone(e.weights)}
	maps.DeleteFunc(of.weights, func(f feature, _ float64) bool { return f.isWord() })
	of.unknown = of
	return of
}

// mostWeight is far above any weight that can be learned.
const mostWeight = 100

// MarshalJSON encodes the model, its weights grouped by the kind of feature.
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
	_, ok := e.weights[f]
	return ok
}

// rate sorts the names by their scores, the greatest first, and returns the probability of each.
func (e *Employers) rate(t *tally) []float64 {
	for i := range t.all {
		t.all[i].score = 0
	}
	t.eachFeature(func(i int, f valued) { t.all[i].score += e.weights[f.feature] * f.value })
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
	value float64
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
		t.all[i].eachFeature(t.sentence, func(kind featureKind, word string, value float64) {
			if value != 0 {
				use(i, valued{feature{kind, word}, value})
			}
		})
		if t.words != nil {
			c := t.words.commonness(t.all[i].value)
			use(i, valued{feature{ofShape, "words"}, 1})
			use(i, valued{feature{ofShape, "rarest"}, c.rarest.employers / 4})
			use(i, valued{feature{ofShape, "rarest small"}, c.rarest.small})
			use(i, valued{feature{ofShape, "known"}, is(c.rarest.employers > 0)})
			use(i, valued{feature{ofShape, "mean"}, c.mean.employers / 4})
			use(i, valued{feature{ofShape, "mean small"}, c.mean.small})
		}
		use(i, valued{feature{ofShape, "nested"}, t.all[i].nested})
		use(i, valued{feature{ofShape, "cohesion"}, t.all[i].cohesion})
		use(i, valued{feature{ofShape, "around"}, math.Log2(1 + float64(around[i]))})
		use(i, valued{feature{ofShape, "inside"}, math.Log2(1 + float64(inside[i]))})
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

// eachFeature calls add with the features of a name on a page with that number of sentences, except for those that depend on the page's other names.
func (n *named) eachFeature(sentences int, add func(kind featureKind, word string, value float64)) {
	for i, name := range signNames {
		add(ofSigns, name, is(n.signs&(1<<i) != 0))
	}
	words, behind := strings.Fields(n.key), sentences-n.first
	add(ofShape, "any", 1)
	add(ofShape, "sentences", math.Log2(float64(min(n.sentences, 8))))
	add(ofShape, "before", math.Log2(float64(n.first+1)))
	add(ofShape, "behind", math.Log2(float64(behind+1)))
	add(ofShape, "first", is(n.first <= 1))
	add(ofShape, "last", is(behind <= 1))
	add(ofShape, "capitals", is(isShouted(n.value)))
	add(ofShape, "abbreviation", is(isShouted(n.value) && len(n.value) <= abbreviation))
	add(ofShape, "digit", is(hasDigit(n.value)))
	add(ofShape, lengths[min(len(words), len(lengths)-1)], 1)
	for i, w := range words {
		add(wordWithin, w, is(!slices.Contains(words[:i], w)))
	}
	for _, f := range n.beside {
		add(f.kind, f.word, 1)
	}
}

// abbreviation is the number of letters of a short abbreviation.
const abbreviation = 4

// lengths are the features for the number of words in a name.
var lengths = [...]string{"no word", "1 word", "2 words", "3 words", "4 words", "5 words", "6 words or more"}

// is returns 1 for true and 0 for false.
func is(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
