package verdict

import (
	"fmt"
	"slices"
)

// Example is a pair whose verdict is known.
type Example struct {
	Evidence Evidence
	Label    Label
	Weight   float64 // 1 for an ordinary pair
}

// Options of training. DefaultOptions has the defaults.
type Options struct {
	Without []Measure // left out, for ablation
	// MaxConfused is the share of training pairs with another location that may be called the same job. It sets the limit
	// of the second regression.
	MaxConfused float64
}

// DefaultOptions returns the defaults. MaxConfused is half of what is allowed, because new pairs are harder.
func DefaultOptions() Options { return Options{MaxConfused: 0.01} }

// Train learns a model. There must be examples of each verdict. The same examples in the same order give the same model.
func Train(examples []Example, o Options) (*Model, error) {
	without := map[Measure]bool{}
	for _, m := range o.Without {
		without[m] = true
	}
	text, err := fitOn(examples, func(l Label) (positive, use bool) { return l != Different, true }, without)
	if err != nil {
		return nil, fmt.Errorf("same advertisement or not: %w", err)
	}
	location, err := fitOn(examples, func(l Label) (positive, use bool) { return l == Same, l != Different }, without)
	if err != nil {
		return nil, fmt.Errorf("same location or not: %w", err)
	}
	m := &Model{text: text, location: location, limits: limits{Text: 0.5, Location: 0.5}}
	m.limits.Text = m.bestTextLimit(examples)
	m.limits.Location = m.locationLimit(examples, o.MaxConfused)
	return m, nil
}

// fitOn trains a regression on the examples that pick chooses.
func fitOn(examples []Example, pick func(Label) (positive, use bool), without map[Measure]bool) (regression, error) {
	var x []Evidence
	var y []bool
	var w []float64
	for _, e := range examples {
		positive, use := pick(e.Label)
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

// bestTextLimit returns the limit with the highest F1 on the examples.
func (m *Model) bestTextLimit(examples []Example) float64 {
	var s []scored
	all := 0.0
	for i := range examples {
		e := &examples[i]
		if e.Label != Different {
			all += e.Weight
		}
		s = append(s, scored{m.text.probability(&e.Evidence), e.Label != Different, e.Weight})
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
