package ranker

import (
	"cmp"
	"math"
	"slices"

	"gannet/ranker/evidence"
)

// Explain implements Strategy. See ReasonsOf.
func (l *Learned) Explain(src *Source, link int) []Reason {
	if _, reasons, ok := l.ReasonsOf(src.Page.Links[link].URL); ok {
		return reasons()
	}
	return nil
}

// ReasonsOf implements Learner. The terms are a constant, the mean of six features, the model's score split by feature,
// and the single features. Of the last two the largest terms come first.
func (l *Learned) ReasonsOf(url string) (priority float32, reasons func() []Reason, ok bool) {
	m, ok := l.measure(url)
	if !ok {
		return 0, nil, false
	}
	return m.priority, func() []Reason { return m.reasons(l.model) }, true
}

// measured is one target with the weights and the scale of its score. It shares nothing with the Learned it came from, so
// it is split into terms while others rank links.
type measured struct {
	scored
	priority        float32
	weights         [numInputs]float64
	mean, deviation float64 // of the model's scores
}

// measure measures a queued link.
func (l *Learned) measure(url string) (*measured, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.evidence.Find(url)
	if !ok {
		return nil, false
	}
	m := &measured{scored: l.inputsOf(t)}
	copy(m.weights[:], l.weights.used)
	m.priority = float32(l.weights.score(m.inputs[:]))
	m.mean, m.deviation = l.modelScale.Mean(), l.modelScale.Deviation()
	return m, true
}

// reasons splits the priority into terms.
func (m *measured) reasons(model Model) []Reason {
	reasons := []Reason{
		{Name: termAnyLink, Value: 1, Weight: m.weights[constantInput]},
		{Name: termMean, Value: m.inputs[meanInput], Weight: m.weights[meanInput]},
	}
	single := make([]Reason, 0, evidence.NumFeatures+evidence.NumLocal)
	for i := range evidence.NumFeatures {
		if w, x := m.weights[featureInputs+i], m.inputs[featureInputs+i]; w != 0 && x != 0 {
			single = append(single, Reason{Name: learnedHereNames[i], Value: x, Weight: w, Measured: &m.row[i]})
		}
	}
	for i := range evidence.NumLocal {
		if w, x := m.weights[localInputs+i], m.inputs[localInputs+i]; w != 0 && x != 0 {
			single = append(single, Reason{Name: localNames[i], Value: x, Weight: w, Measured: &m.row[evidence.ModelLength+i]})
		}
	}
	return slices.Concat(reasons, m.modelReasons(model), largestFirst(single))
}

// largestFirst sorts reasons. It sorts small keys, and moves each reason once: every page has some eighty.
func largestFirst(reasons []Reason) []Reason {
	type key struct {
		size float64
		at   int
	}
	keys := make([]key, len(reasons))
	for i := range reasons {
		keys[i] = key{math.Abs(reasons[i].Value * reasons[i].Weight), i}
	}
	slices.SortFunc(keys, func(x, y key) int { return cmp.Or(cmp.Compare(y.size, x.size), cmp.Compare(x.at, y.at)) })
	unsorted := slices.Clone(reasons)
	for i, k := range keys {
		reasons[i] = unsorted[k.at]
	}
	return reasons
}

// modelReasons splits the model's score by feature. The input is a standard score, so the mean is subtracted and the
// rest divided by the deviation.
func (m *measured) modelReasons(model Model) []Reason {
	weight := m.weights[modelInput]
	switch z := m.inputs[modelInput]; {
	case model == nil || z == 0:
		return nil
	case math.Abs(z) == evidence.MaxStandardScore:
		return []Reason{{Name: termFarFromMean, Value: z, Weight: weight}}
	}
	weight /= m.deviation
	bias, contributions := model.Contributions(m.row[:evidence.ModelLength])
	byFeature := make([]Reason, 0, evidence.NumFeatures)
	for i := range evidence.NumFeatures {
		if c := contributions[i] + contributions[evidence.NumFeatures+i]; c != 0 { // of the feature and its standard score
			byFeature = append(byFeature, Reason{Name: modelNames[i], Value: c, Weight: weight, Measured: &m.row[i]})
		}
	}
	anyLink := Reason{Name: termModelAny, Value: bias - m.mean, Weight: weight}
	return append([]Reason{anyLink}, largestFirst(byFeature)...)
}
