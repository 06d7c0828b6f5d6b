package ranker

import (
	"cmp"
	"math"
	"slices"

	"gannet/ranker/evidence"
)

// Explain implements Strategy. The terms are a constant, the mean of six features, the model's score split by feature,
// and the single features. Of the last two the largest terms come first.
func (l *Learned) Explain(src *Source, link int) []Reason {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.evidence.Find(src.Page.Links[link].URL)
	if !ok {
		return nil
	}
	s := l.inputsOf(t)
	weights, names := l.weights.used, evidenceNames()
	reasons := []Reason{
		{Name: "any link", Value: 1, Weight: weights[constantInput]},
		{Name: "mean of six features", Value: s.inputs[meanInput], Weight: weights[meanInput]},
	}
	var single []Reason
	for i := range evidence.NumFeatures {
		if w, x := weights[featureInputs+i], s.inputs[featureInputs+i]; w != 0 && x != 0 {
			single = append(single, Reason{Name: "learned here: " + names[i], Value: x, Weight: w, Measured: &s.row[i]})
		}
	}
	return slices.Concat(reasons, l.explainModel(&s, names), largestFirst(single))
}

func largestFirst(reasons []Reason) []Reason {
	slices.SortStableFunc(reasons, func(x, y Reason) int {
		return cmp.Compare(math.Abs(y.Value*y.Weight), math.Abs(x.Value*x.Weight))
	})
	return reasons
}

// explainModel splits the model's score by feature. The input is a standard score, so the mean is subtracted and the
// rest divided by the deviation.
func (l *Learned) explainModel(s *scored, names []string) []Reason {
	weight := l.weights.used[modelInput]
	switch z := s.inputs[modelInput]; {
	case l.model == nil || z == 0:
		return nil
	case math.Abs(z) == evidence.MaxStandardScore:
		return []Reason{{Name: "model, further from the mean than counts", Value: z, Weight: weight}}
	}
	weight /= l.modelScale.Deviation()
	bias, contributions := l.model.Contributions(s.row[:])
	var byFeature []Reason
	for i := range evidence.NumFeatures {
		if c := contributions[i] + contributions[evidence.NumFeatures+i]; c != 0 { // of the feature and its standard score
			byFeature = append(byFeature, Reason{Name: "model: " + names[i], Value: c, Weight: weight, Measured: &s.row[i]})
		}
	}
	anyLink := Reason{Name: "model: any link", Value: bias - l.modelScale.Mean(), Weight: weight}
	return append([]Reason{anyLink}, largestFirst(byFeature)...)
}
