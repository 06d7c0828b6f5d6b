package pagetext

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"gannet/features"
	"gannet/job"
)

// EmployerExample is a training page on which the employer is named only in sentences, not in a field.
type EmployerExample struct {
	Page  *features.Page
	Lang  string // ISO 639-1
	Now   time.Time
	Words *Words                 // as of Reader
	Name  string                 // the employer's
	Is    func(name string) bool // whether a name is the employer's, perhaps in another form
}

// isNear reports whether a name contains the employer's name or is contained in it.
func (x *EmployerExample) isNear(name string) bool {
	a, b := fold(name), fold(x.Name)
	return strings.Contains(a, b) || strings.Contains(b, a)
}

// Settings of the learning.
const (
	leastPages = 10 // a word that fewer pages have is left out
	ridge      = 2  // the L2 penalty of weights
	signRidge  = 10 // of those of signs, towards firstWeights
	nearCounts = .5 // the weight of a page that has the right name in another form alone
)

// firstWeights are the weights of signs before learning, in log-odds. A sign that occurs in no example keeps its first weight.
var firstWeights = map[string]float64{
	"phrase": 3.3, "title": 1, "several words": .5, "weak phrase": 1.2, "preposition": .7, "subject": .8, "owner": .8, "we": 3, "legal form": 3, "kind": 2, "elsewhere": 2.5,
	"capital inside": .3, "inside a sentence": .3, "list": -1.2, "common": -2.5, "place": -1, "noun": -2.5, "requirement": -.8, "begins a sentence": -1,
}

// Minimiser is a numerical optimiser: it returns the weights for which a loss function is smallest, starting from the weights first. The
// function loss returns the loss for some weights and stores its gradient, unless gradient is nil.
type Minimiser func(loss func(weights, gradient []float64) float64, first []float64) ([]float64, error)

// LearnEmployers trains the model on pages by maximum likelihood. minimise is the numerical optimiser.
func LearnEmployers(pages iter.Seq2[EmployerExample, error], minimise Minimiser) (*Employers, error) {
	var l employerLearner
	for page, err := range pages {
		if err != nil {
			return nil, err
		}
		l.add(&page)
	}
	l.number()
	first := make([]float64, len(l.features))
	for i, f := range l.features {
		if f.kind == ofSigns {
			first[i] = firstWeights[f.word]
		}
	}
	best, err := minimise(func(w, gradient []float64) float64 { return l.loss(w, first, gradient) }, slices.Clone(first))
	if err != nil {
		return nil, fmt.Errorf("learning which names are employers', from %d pages: %w", len(l.choices), err)
	}
	e := &Employers{weights: map[feature]float64{}}
	for i, f := range l.features {
		e.weights[f] = best[i]
	}
	languages := map[string]float64{} // pages
	for _, c := range l.choices {
		languages[c.lang]++
	}
	for lang, n := range languages {
		if n >= leastPages {
			e.weights[feature{ofLanguage, lang}] = n / 1000
		}
	}
	e.index()
	return e, nil
}

// employerLearner collects the names of pages.
type employerLearner struct {
	choices  []choice
	features []feature
	numbers  map[feature]int
}

// choice is the names of one page.
type choice struct {
	lang  string
	names [][]valued
	right []bool
	some  bool // a name is right
	near  bool // a name is a part of the right one or more than it

	sparse [][]element
}

type element struct {
	feature int
	value   float64
}

// add reads a page.
func (l *employerLearner) add(page *EmployerExample) {
	if !page.Page.HasTree() {
		return
	}
	posting := &job.Posting{URL: page.Page.URL, Language: page.Lang, Provenance: map[job.Field]job.Provenance{}}
	r := (&Reader{Employers: &Employers{}, Words: page.Words}).newReader(page.Page.Tree(), posting, page.Now, nil)
	r.observe = func(t *tally) {
		c := choice{lang: page.Lang, names: make([][]valued, len(t.all))}
		t.eachFeature(func(i int, f valued) { c.names[i] = append(c.names[i], f) })
		near := false
		for i := range t.all {
			c.right = append(c.right, page.Is(t.all[i].value))
			near = near || page.isNear(t.all[i].value)
		}
		c.some, c.near = slices.Contains(c.right, true), near
		l.choices = append(l.choices, c)
	}
	r.read()
}

// number numbers the features that occur on enough pages.
func (l *employerLearner) number() {
	pages := map[feature]int{}
	for _, c := range l.choices {
		here := map[feature]bool{}
		for _, name := range c.names {
			for _, f := range name {
				if !here[f.feature] {
					here[f.feature] = true
					pages[f.feature]++
				}
			}
		}
	}
	l.numbers = map[feature]int{}
	for i := range l.choices {
		c := &l.choices[i]
		for _, name := range c.names {
			var row []element
			for _, f := range name {
				if f.isWord() && pages[f.feature] < leastPages {
					continue
				}
				n, ok := l.numbers[f.feature]
				if !ok {
					n = len(l.features)
					l.numbers[f.feature] = n
					l.features = append(l.features, f.feature)
				}
				row = append(row, element{n, f.value})
			}
			c.sparse = append(c.sparse, row)
		}
	}
}

// loss returns the negative log-likelihood with the penalty, and sets gradient if it is not nil.
func (l *employerLearner) loss(w, first, gradient []float64) (sum float64) {
	for i, f := range l.features {
		d, penalty := w[i]-first[i], float64(ridge)
		if f.kind == ofSigns {
			penalty = signRidge
		}
		sum += penalty / 2 * d * d
		if gradient != nil {
			gradient[i] = penalty * d
		}
	}
	for i := range l.choices {
		sum += l.choices[i].loss(w, gradient)
	}
	return sum
}

// loss adds a page's part to the gradient and returns its negative log-likelihood.
func (c *choice) loss(w, gradient []float64) float64 {
	counts := 1.
	if !c.some && c.near {
		counts = nearCounts
	}
	odds := make([]float64, len(c.sparse))
	all, right := 1., 0. // exponentials of scores; that of none is 1
	if !c.some {
		right = 1
	}
	for i, row := range c.sparse {
		score := 0.
		for _, e := range row {
			score += w[e.feature] * e.value
		}
		odds[i] = math.Exp(min(score, 50))
		all += odds[i]
		if c.right[i] {
			right += odds[i]
		}
	}
	if gradient != nil {
		for i, row := range c.sparse {
			pull := odds[i] / all
			if c.right[i] {
				pull -= odds[i] / right
			}
			for _, e := range row {
				gradient[e.feature] += counts * pull * e.value
			}
		}
	}
	return counts * (math.Log(all) - math.Log(right))
}
