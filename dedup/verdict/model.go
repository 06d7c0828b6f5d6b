package verdict

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Label is a verdict on a pair.
type Label uint8

// The verdicts.
const (
	Different     Label = iota
	OtherLocation       // the same text and work, advertised for another place
	Same                // the same job
)

var labels = [...]string{"different", "same text other place", "same"}

func (l Label) String() string { return labels[l] }

// ParseLabel reads a verdict's name.
func ParseLabel(s string) (Label, error) {
	for i, name := range labels {
		if s == name {
			return Label(i), nil
		}
	}
	return 0, fmt.Errorf("no verdict %q: there are same, same text other place, different", s)
}

// Model decides by two logistic regressions: whether two postings are the same advertisement, in whatever place, and if
// so, whether they are for the same place. It is read-only and may be shared.
type Model struct {
	text, place regression
	limits      limits
}

// limits are the probabilities from which on the regressions' answer is yes.
type limits struct {
	Text  float64 `json:"text"`
	Place float64 `json:"place"`
}

// Judgement is the verdict on a pair with the probabilities it comes from.
type Judgement struct {
	Label        Label
	SameText     float64 // probability that it is the same advertisement
	SameLocation float64 // probability that it is the same place, if it is
}

// Judge gives the verdict on a pair.
func (m *Model) Judge(e *Evidence) Judgement {
	j := Judgement{SameText: m.text.probability(e), SameLocation: m.place.probability(e)}
	switch {
	case j.SameText < m.limits.Text:
	case j.SameLocation < m.limits.Place:
		j.Label = OtherLocation
	default:
		j.Label = Same
	}
	return j
}

// schema is written into model files. Another one means other measures.
const schema = "verdict/1"

// file is a model as JSON.
type file struct {
	Schema string     `json:"schema"`
	Limits limits     `json:"limits"`
	Text   regression `json:"text"`
	Place  regression `json:"place"`
}

// MarshalJSON writes the model.
func (m *Model) MarshalJSON() ([]byte, error) {
	return json.MarshalIndent(file{schema, m.limits, m.text, m.place}, "", " ")
}

// ErrSchema says that a verdict model was trained on other measures than this program's.
var ErrSchema = errors.New("verdict model of another version")

// Read reads a model. It refuses one of other measures than this program's, or with numbers that are not finite.
func Read(data []byte) (*Model, error) {
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("verdict model: %w", err)
	}
	if f.Schema != schema {
		return nil, fmt.Errorf("%w: its schema is %q, want %q", ErrSchema, f.Schema, schema)
	}
	for _, r := range []*regression{&f.Text, &f.Place} {
		if err := r.check(); err != nil {
			return nil, err
		}
	}
	if !(f.Limits.Text > 0 && f.Limits.Text < 1 && f.Limits.Place > 0 && f.Limits.Place < 1) {
		return nil, fmt.Errorf("verdict model: limits %g and %g must lie between 0 and 1", f.Limits.Text, f.Limits.Place)
	}
	return &Model{text: f.Text, place: f.Place, limits: f.Limits}, nil
}

// check says whether the regression's terms are the measures in their order.
func (r *regression) check() error {
	if len(r.Terms) != Measures {
		return fmt.Errorf("%w: it has %d terms, want %d", ErrSchema, len(r.Terms), Measures)
	}
	sum := r.Bias
	for i, t := range r.Terms {
		if t.Measure != names[i] {
			return fmt.Errorf("%w: its term %d is %q, want %q", ErrSchema, i+1, t.Measure, names[i])
		}
		if !(t.Deviation > 0) {
			return fmt.Errorf("verdict model: term %s has deviation %g, want more than 0", t.Measure, t.Deviation)
		}
		sum += t.Mean + t.Deviation + t.Weight + t.Missing
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return fmt.Errorf("verdict model: a number is not finite")
	}
	return nil
}
