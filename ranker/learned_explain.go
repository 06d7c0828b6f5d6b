package ranker

import (
	"cmp"
	"math"
	"slices"

	"gannet/ranker/evidence"
)

// Explain implements Strategy: it returns the terms whose sum is the priority of a link, in the form that ReasonsOf describes.
func (l *Learned) Explain(src *Source, link int) []Reason {
	if _, reasons, ok := l.ReasonsOf(src.Page.Links[link].URL); ok {
		return reasons()
	}
	return nil
}

// ReasonsOf implements Learner: it returns the priority of a queued link, and a function that returns its terms. The first term is the
// priority of an average link of the crawl. Each further term is what one feature of this link adds to the priority or takes from it,
// compared with an average link, through all parts of the score together. The largest terms come first. ok is false if no link to the URL is
// queued.
func (l *Learned) ReasonsOf(url string) (priority float32, reasons func() []Reason, ok bool) {
	m, ok := l.measure(url)
	if !ok {
		return 0, nil, false
	}
	return m.priority, func() []Reason { return m.reasons(l.model) }, true
}

// measured is one target with the weights and the scales of its score. It shares nothing with the Learned that made it, so it can be split into terms
// while others rank links.
type measured struct {
	scored
	priority              float32
	weights               [numInputs]float64
	modelScale, meanScale evidence.Scale
	average               [evidence.RowLength]float64 // the row of an average link
}

// measure measures a queued link.
func (l *Learned) measure(url string) (*measured, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.evidence.Find(url)
	if !ok {
		return nil, false
	}
	m := &measured{scored: l.inputsOf(t), modelScale: l.modelScale, meanScale: l.meanScale}
	l.evidence.Average(m.average[:])
	copy(m.weights[:], l.weights.used)
	m.priority = float32(l.weights.score(m.inputs[:]))
	return m, true
}

// reasons splits the priority into terms.
func (m *measured) reasons(model Model) []Reason {
	var adds [evidence.NumFeatures + evidence.NumLocal]float64 // of each feature
	for i := range adds {
		adds[i] = m.weights[featureInputs+i] * m.inputs[featureInputs+i]
	}
	ofAverage := m.weights[constantInput] + m.addMean(adds[:]) + m.addModel(adds[:], model)
	byFeature := make([]Reason, 0, len(adds))
	for i, x := range adds {
		if x == 0 {
			continue
		}
		value := &m.row[i]
		if i >= evidence.NumFeatures {
			value = &m.row[evidence.ModelLength+i-evidence.NumFeatures]
		}
		byFeature = append(byFeature, Reason{Name: featureTerms[i], Value: x, Weight: 1, Measured: value})
	}
	return append([]Reason{{Name: termAnyLink, Value: ofAverage, Weight: 1}}, largestFirst(byFeature)...)
}

// addMean adds to each feature its share in the mean of the transferFeatures. It returns the share that an average link has.
func (m *measured) addMean(adds []float64) (ofAverage float64) {
	weight := m.weights[meanInput]
	slope, offset := m.meanScale.Linear(transferMean(m.row[:]))
	for _, f := range transferFeatures {
		adds[f] += weight * slope * m.row[evidence.NumFeatures+f] / float64(len(transferFeatures))
	}
	return weight * offset
}

// addModel adds to each feature its share in the model's score. It returns the score of an average link. The share of a feature is that of its value
// plus that of its standard score.
func (m *measured) addModel(adds []float64, model Model) (ofAverage float64) {
	weight := m.weights[modelInput]
	if model == nil || m.inputs[modelInput] == 0 {
		return 0
	}
	score, shares := scoreAndShares(model, m.row[:])
	average, usual := scoreAndShares(model, m.average[:])
	slope, offset := m.modelScale.Linear(score)
	for i := range evidence.NumFeatures {
		z := evidence.NumFeatures + i
		adds[i] += weight * slope * (shares[i] - usual[i] + shares[z] - usual[z])
	}
	return weight * (slope*average + offset)
}

// scoreAndShares returns a model's score for a row, and the share of each feature in it.
func scoreAndShares(model Model, row []float64) (score float64, shares []float64) {
	score, shares = model.Contributions(row[:evidence.ModelLength])
	for _, c := range shares {
		score += c
	}
	return score, shares
}

// largestFirst sorts reasons. It sorts small keys and moves each reason only once, because every page has some eighty reasons.
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
