package verdict

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Label is a verdict on a pair of postings.
type Label uint8

// These are the verdicts on a pair of postings.
const (
	// Different is a verdict on two postings: the postings advertise different jobs.
	Different Label = iota
	// OtherLocation is a verdict on two postings: the postings have the same text and work, but at different locations.
	OtherLocation
	// Same is a verdict on two postings: the postings advertise the same job.
	Same
)

var labels = [...]string{"different", "same text other place", "same"}

func (l Label) String() string { return labels[l] }

// ParseLabel returns the verdict with a name such as "same". An unknown name is an error.
func ParseLabel(s string) (Label, error) {
	for i, name := range labels {
		if s == name {
			return Label(i), nil
		}
	}
	return 0, fmt.Errorf("no verdict %q: there are same, same text other place, different", s)
}

// Model decides whether two postings are the same job, by three logistic regressions. The first says whether they are the same
// advertisement, at any location. The second says whether two postings of the same advertisement have the same role; it was trained only on
// such pairs, whose texts nearly always agree. The third says whether their locations are the same. A Model is immutable and safe for
// concurrent use.
type Model struct {
	text, role, location regression
	limits               limits
}

// limits are the least probabilities for which a regression's answer is yes.
type limits struct {
	Text     float64 `json:"text"`
	Role     float64 `json:"role"`
	Location float64 `json:"place"`
}

// Judgement is the verdict on a pair of postings, with the probabilities from which it follows.
type Judgement struct {
	Label        Label
	SameText     float64 // probability that the two are the same advertisement
	SameRole     float64 // probability that their roles are the same, if so
	SameLocation float64 // probability that their locations are the same, if so
}

// Judge returns the verdict on a pair of postings. Postings to which one list linked at the same time are never the same job, unless the
// list linked to one posting twice.
func (m *Model) Judge(e *Evidence) Judgement {
	j := Judgement{SameText: m.text.probability(e), SameRole: m.role.probability(e), SameLocation: m.location.probability(e)}
	switch {
	case j.SameText < m.limits.Text || j.SameRole < m.limits.Role:
	case j.SameLocation < m.limits.Location:
		j.Label = OtherLocation
	case e.ListedApart():
	default:
		j.Label = Same
	}
	return j
}

// schema of a model file. It changes when the measures do.
const schema = "verdict/6"

// file is the JSON of a model.
type file struct {
	Schema   string     `json:"schema"`
	Limits   limits     `json:"limits"`
	Text     regression `json:"text"`
	Role     regression `json:"role"`
	Location regression `json:"place"`
}

// MarshalJSON implements json.Marshaler: it writes the model in the form that Read reads.
func (m *Model) MarshalJSON() ([]byte, error) {
	return json.MarshalIndent(file{schema, m.limits, m.text, m.role, m.location}, "", " ")
}

// ErrSchema means that a model was trained on other measures than this version of the program has.
var ErrSchema = errors.New("verdict model of another version")

// Read decodes a model from JSON. The error is ErrSchema if the model has other measures. A number that is not finite is an error, too.
func Read(data []byte) (*Model, error) {
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("this is no verdict model: %w", err)
	}
	if f.Schema != schema {
		return nil, fmt.Errorf("%w: its schema is %q, want %q", ErrSchema, f.Schema, schema)
	}
	for _, r := range []*regression{&f.Text, &f.Role, &f.Location} {
		if err := r.check(); err != nil {
			return nil, err
		}
	}
	for _, limit := range []float64{f.Limits.Text, f.Limits.Role, f.Limits.Location} {
		if !(limit > 0 && limit < 1) {
			return nil, fmt.Errorf("verdict model: the limit %g must lie between 0 and 1", limit)
		}
	}
	return &Model{f.Text, f.Role, f.Location, f.Limits}, nil
}

// check returns an error if the terms are not the measures in their order, or if a number cannot be used.
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
