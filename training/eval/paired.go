package eval

import (
	"fmt"
	"math"
	"slices"
)

// Paired compares two strategies on the same topics and draws. A standard error is null if there are too few topics or draws to compute it.
type Paired struct {
	Against    string   `json:"against"`
	Difference float64  `json:"difference"`   // mean over topics of area minus the other's
	StdErr     *float64 `json:"stderr"`       // of that mean, if other topics were taken
	DrawErr    *float64 `json:"stderr_draws"` // of that mean, if the same topics were drawn again
	Better     int      `json:"better"`       // topics on which it is better
	Topics     int      `json:"topics"`
	Verdict    string   `json:"verdict"`
}

// Verdicts on a difference.
const (
	isBetter     = "better"
	isWorse      = "worse"
	noDifference = "no difference" // equal on all topics and draws
	notKnown     = "not known"     // within two standard errors; or one topic: others may differ
)

// areas holds the areas of one strategy: for each topic, one value for each draw. All strategies have the same topics and draws.
type areas map[string][]float64

// means returns the mean over draws of each topic.
func (a areas) means() map[string]float64 {
	out := make(map[string]float64, len(a))
	for topic, draws := range a {
		out[topic] = moments(draws).Mean
	}
	return out
}

// paired compares each strategy with the best of the others by mean area. It never compares with a ceiling.
func paired(all map[string]areas) map[string]Paired {
	out := make(map[string]Paired)
	for name, own := range all {
		best, at := "", math.Inf(-1)
		for _, other := range sortedKeys(all) {
			if mean := moments(values(all[other].means())).Mean; other != name && !slices.Contains(ceilings, other) && mean > at {
				best, at = other, mean
			}
		}
		if best != "" {
			out[name] = compareAreas(best, own, all[best])
		}
	}
	return out
}

// compareAreas compares the areas own with the areas other, which are those of the strategy against.
func compareAreas(against string, own, other areas) Paired {
	p := Paired{Against: against, Topics: len(own)}
	var means []float64
	var variances draws
	for _, topic := range sortedKeys(own) {
		var differences []float64
		for draw, area := range own[topic] {
			differences = append(differences, area-other[topic][draw])
		}
		m := moments(differences)
		means = append(means, m.Mean)
		if m.Mean > 0 {
			p.Better++
		}
		variances.add(m.SD, len(differences))
	}
	m := moments(means)
	p.Difference = m.Mean
	if len(means) > 1 {
		p.StdErr = pointer(m.SD / math.Sqrt(float64(len(means))))
	}
	if variances.several > 0 {
		p.DrawErr = pointer(math.Sqrt(variances.ofSum()) / float64(len(means)))
	}
	p.Verdict = p.judge()
	return p
}

// draws summarises how much differences vary between the draws of one topic.
type draws struct {
	ofMeans  float64 // sum of the variances of topics' means
	variance float64 // sum of the variances of single draws
	several  int     // topics of several draws, of which both are known
	single   int     // topics of one draw
}

// add adds a topic with n draws. deviation is the standard deviation of the topic's differences.
func (d *draws) add(deviation float64, n int) {
	if n < 2 {
		d.single++
		return
	}
	d.several++
	d.variance += deviation * deviation
	d.ofMeans += deviation * deviation / float64(n)
}

// ofSum returns the variance of the sum of all topics' means. A topic with one draw is assumed to vary like the mean of the others.
func (d *draws) ofSum() float64 {
	return d.ofMeans + float64(d.single)*d.variance/float64(d.several)
}

func pointer(x float64) *float64 { return &x }

// judge returns the verdict on the difference, based on the larger of the two standard errors. Draws of one topic cannot say what other topics
// would show.
func (p Paired) judge() string {
	if p.StdErr == nil {
		return notKnown
	}
	margin := 2 * *p.StdErr
	if p.DrawErr != nil {
		margin = max(margin, 2**p.DrawErr)
	}
	switch {
	case p.Difference > margin:
		return isBetter
	case p.Difference < -margin:
		return isWorse
	case margin == 0:
		return noDifference
	}
	return notKnown
}

// Errors returns both standard errors, over topics and over draws, as text.
func (p Paired) Errors() string { return "± " + errorText(p.StdErr) + ", ± " + errorText(p.DrawErr) }

func errorText(e *float64) string {
	if e == nil {
		return "–"
	}
	return fmt.Sprintf("%.3f", *e)
}
