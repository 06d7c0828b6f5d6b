package verdict

import (
	"fmt"
	"maps"
	"slices"
)

// Example is a pair of postings whose verdict is known.
type Example struct {
	Evidence Evidence
	Label    Label
	Weight   float64 // 1 for an ordinary pair
	LikeText bool    // the two texts are nearly the same; if the jobs differ, the texts do not tell
}

// Options configure the training of a verdict model. Start from DefaultOptions.
type Options struct {
	Without []Measure // left out, for ablation
	// MaxConfused is the greatest share of training pairs with different locations that may be called the same job. It sets the limit of the
	// regression of locations.
	MaxConfused float64
}

// DefaultOptions returns the usual options. MaxConfused is only half of the share of errors that is allowed, because new pairs are harder
// than the training pairs.
func DefaultOptions() Options { return Options{MaxConfused: 0.01} }

// Train trains a model. There must be examples of every verdict. The same examples in the same order give the same model.
func Train(examples []Example, o Options) (*Model, error) {
	without := map[Measure]bool{Listed: true}
	for _, m := range o.Without {
		without[m] = true
	}
	text, err := fitOn(examples, func(e *Example) (positive, use bool) {
		return e.Label != Different, e.Label != Different || !e.LikeText
	}, without)
	if err != nil {
		return nil, fmt.Errorf("same advertisement or not: %w", err)
	}
	location, err := fitOn(examples, func(e *Example) (positive, use bool) { return e.Label == Same, e.Label != Different }, without)
	if err != nil {
		return nil, fmt.Errorf("same location or not: %w", err)
	}
	m := &Model{text: text, location: location, limits: limits{Text: 0.5, Role: 0.5, Location: 0.5}}
	m.limits.Text = bestLimit(slices.DeleteFunc(slices.Clone(examples), func(e Example) bool { return e.LikeText && e.Label == Different }), &m.text, func(e *Example) bool { return e.Label != Different })
	if err := m.fitRole(examples, without); err != nil {
		return nil, fmt.Errorf("same role or not: %w", err)
	}
	m.limits.Location = m.locationLimit(examples, o.MaxConfused)
	return m, nil
}

// fitRole trains the regression of roles on the pairs that pass for the same advertisement. Pairs with different locations are left out, since their
// titles may differ only by the town. If there is nothing to tell apart, all roles count as equal.
func (m *Model) fitRole(examples []Example, without map[Measure]bool) error {
	without = maps.Clone(without)
	for _, x := range []Measure{Location, LocationOfOne, LocationFits, Days, Contact, Company, Title, SameTitle, TitleOfOne, TitleFits,
		Overlap, Residual, Contained, Containing, Left, Unlike, Pairs, Shared, Lacking, Namesakes} {
		without[x] = true
	}
	var passed []Example
	kinds := map[Label]int{}
	for i := range examples {
		if e := &examples[i]; e.Label != OtherLocation && m.text.probability(&e.Evidence) >= m.limits.Text/4 {
			passed = append(passed, *e)
			kinds[e.Label]++
		}
	}
	if kinds[Same] == 0 || kinds[Different] == 0 {
		m.role = sureOf()
		return nil
	}
	var err error
	m.role, err = fitOn(passed, func(e *Example) (positive, use bool) { return e.Label == Same, true }, without)
	if err == nil {
		m.limits.Role = bestLimit(passed, &m.role, func(e *Example) bool { return e.Label == Same })
	}
	return err
}

// sureOf returns a regression that always says yes.
func sureOf() regression {
	r := regression{Bias: 20, Terms: make([]term, Measures)}
	for m := range r.Terms {
		r.Terms[m] = term{Measure: names[m], Deviation: 1}
	}
	return r
}

// fitOn trains a regression on the examples that pick chooses.
func fitOn(examples []Example, pick func(*Example) (positive, use bool), without map[Measure]bool) (regression, error) {
	var x []Evidence
	var y []bool
	var w []float64
	for i := range examples {
		e := &examples[i]
		positive, use := pick(e)
		if !use {
			continue
		}
		x, y, w = append(x, e.Evidence), append(y, positive), append(w, e.Weight)
	}
	return fit(x, y, w, without)
}

// scored is an example with the probability that a regression gives it.
type scored struct {
	p        float64
	positive bool
	weight   float64
}

// sortScored sorts by falling probability.
func sortScored(s []scored) {
	slices.SortStableFunc(s, func(a, b scored) int {
		switch {
		case a.p > b.p:
			return -1
		case a.p < b.p:
			return 1
		}
		return 0
	})
}

// Bounds of the limits. Beyond them a limit would depend on a few unusual pairs.
const (
	minLimit = 0.2
	maxLimit = 0.95
)

// bestLimit returns the limit of a regression with the highest F1 on the examples.
func bestLimit(examples []Example, r *regression, positive func(*Example) bool) float64 {
	var s []scored
	all := 0.0
	for i := range examples {
		e := &examples[i]
		if positive(e) {
			all += e.Weight
		}
		s = append(s, scored{r.probability(&e.Evidence), positive(e), e.Weight})
	}
	sortScored(s)
	best, limit, right, called := 0.0, 0.5, 0.0, 0.0
	for i, x := range s {
		called += x.weight
		if x.positive {
			right += x.weight
		}
		if i+1 < len(s) && s[i+1].p == x.p {
			continue
		}
		if f1 := 2 * right / (called + all); f1 > best {
			best, limit = f1, x.p
		}
	}
	return min(max(limit, minLimit), maxLimit)
}

// locationLimit returns the lowest limit from 0.5 on that calls at most a share of the pairs with another location the
// same job.
func (m *Model) locationLimit(examples []Example, maxConfused float64) float64 {
	var p []float64
	for i := range examples {
		if e := &examples[i]; e.Label == OtherLocation {
			if m.text.probability(&e.Evidence) >= m.limits.Text {
				p = append(p, m.location.probability(&e.Evidence))
			} else {
				p = append(p, 0)
			}
		}
	}
	slices.Sort(p)
	at := p[min(len(p)-1, int(float64(len(p))*(1-maxConfused)))]
	return min(max(at+1e-9, 0.5), maxLimit)
}
