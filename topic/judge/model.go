package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// ErrModel says that a model's file is damaged or of another version.
var ErrModel = errors.New("not a model of judgement of this version")

// Model computes the probability that a page is relevant from its features. It was trained on topics of labelled webs.
type Model struct {
	Bias    float64
	Weights [NumFeatures]float64
	Low     [NumFeatures]float64 // features are clipped between Low and High, as nothing beyond was seen in training
	High    [NumFeatures]float64
}

// LogOdds returns the log-odds that the page with these features is on topic.
func (m *Model) LogOdds(row *[NumFeatures]float64) float64 {
	sum := m.Bias
	for i, x := range row {
		sum += m.Weights[i] * min(m.High[i], max(m.Low[i], x))
	}
	return sum
}

// file is the model as JSON.
type file struct {
	Format   string        `json:"format"`
	Bias     float64       `json:"bias"`
	Features []fileFeature `json:"features"`
}

type fileFeature struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

const format = "gannet judge 1"

// MarshalJSON implements json.Marshaler: it writes the model's weights with the names of the features.
func (m *Model) MarshalJSON() ([]byte, error) {
	f := file{Format: format, Bias: m.Bias}
	for i, name := range FeatureNames {
		f.Features = append(f.Features, fileFeature{name, m.Weights[i], m.Low[i], m.High[i]})
	}
	return json.MarshalIndent(f, "", " ")
}

// UnmarshalJSON implements json.Unmarshaler: it reads what MarshalJSON has written.
func (m *Model) UnmarshalJSON(data []byte) error {
	type plain file
	var f plain
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("%w: %w", ErrModel, err)
	}
	if f.Format != format || len(f.Features) != NumFeatures {
		return fmt.Errorf("%w: format %q with %d features", ErrModel, f.Format, len(f.Features))
	}
	m.Bias = f.Bias
	for i, feature := range f.Features {
		if feature.Name != FeatureNames[i] || math.IsNaN(feature.Weight) {
			return fmt.Errorf("%w: feature %q", ErrModel, feature.Name)
		}
		m.Weights[i], m.Low[i], m.High[i] = feature.Weight, feature.Low, feature.High
	}
	return nil
}
