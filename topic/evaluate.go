package topic

import (
	"fmt"
	"math"
)

// Judgement says how often a classifier is right about labelled pages, if pages with a probability of at least 0.5 are called relevant.
type Judgement struct {
	Positives int     `json:"positives"`
	Negatives int     `json:"negatives"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

func (j Judgement) String() string {
	return fmt.Sprintf("P %.3f, R %.3f, F1 %.3f (%d positive and %d negative pages)",
		j.Precision, j.Recall, j.F1, j.Positives, j.Negatives)
}

// Evaluate measures the classifier on labelled pages, which must not be those that it was trained on. Precision, recall and F1 are 0 if no
// positive page is recognised.
func (c *Classifier) Evaluate(examples []Example) Judgement {
	var n counts
	var j Judgement
	for _, e := range examples {
		n.addDecision(c.Margin(e.Vector), e.Positive)
		if e.Positive {
			j.Positives++
		}
	}
	j.Negatives = len(examples) - j.Positives
	j.Precision, j.Recall, j.F1 = n.precision(), n.recall(), n.f1()
	return j
}

// counts are the numbers of right and wrong decisions, from which precision, recall and F1 are computed.
type counts struct {
	hits, misses, alarms int
	loss                 float64 // -log likelihood
}

// addDecision counts one decision. The threshold is probability 0.5, margin 0.
func (c *counts) addDecision(margin float64, positive bool) {
	switch relevant := margin >= 0; {
	case relevant && positive:
		c.hits++
	case relevant:
		c.alarms++
	case positive:
		c.misses++
	}
	if positive {
		margin = -margin
	}
	c.loss += math.Log1p(math.Exp(min(margin, 500)))
}

func (c counts) precision() float64 { return ratio(c.hits, c.hits+c.alarms) }
func (c counts) recall() float64    { return ratio(c.hits, c.hits+c.misses) }
func (c counts) f1() float64        { return ratio(2*c.hits, 2*c.hits+c.misses+c.alarms) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Measure is the mean of a value over the folds of a cross-validation, with the standard deviation.
type Measure struct {
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"sd"`
}

func (m Measure) String() string { return fmt.Sprintf("%.3f ± %.3f", m.Mean, m.Deviation) }

func measure(values []float64) Measure {
	var m Measure
	for _, v := range values {
		m.Mean += v / float64(len(values))
	}
	for _, v := range values {
		m.Deviation += (v - m.Mean) * (v - m.Mean) / float64(max(1, len(values)-1))
	}
	m.Deviation = math.Sqrt(m.Deviation)
	return m
}
