// Package kind owns the classifier of page kinds: posting, list or neither. It uses only the page and its links, so it also works for unknown sites.
// On sites with a template, the URL decides instead (package template).
package kind

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"gannet/features"
	"gannet/job"
)

// kinds is the number of page kinds.
const kinds = 3

// unlikely is the topic probability below which a page gets the kind Other without being measured.
const unlikely = 0.003

// Model is the file of a classifier, a multinomial logistic regression over the measures of a page. A measure may have several pieces. The first
// piece is the measure itself. Each other piece is the amount by which the measure exceeds a knot, so that its weight can change there.
type Model struct {
	Format string        `json:"format"`
	Rows   []Row         `json:"measures"`
	Bias   [kinds]Number `json:"bias"` // of other, listing, detail
	Titles *Titles       `json:"titles"`
}

// Row holds the weights of one piece of a measure.
type Row struct {
	Measure string        `json:"measure"`
	From    *Number       `json:"from,omitempty"` // the knot: the piece counts what exceeds it
	Weights [kinds]Number `json:"weights"`        // of other, listing, detail
}

// Number is a weight, written with four digits.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%.4g", float64(n)), nil }

// Format is the format of a model's file in this version.
const Format = "gannet kinds 1"

// Errors in a model's file.
var (
	ErrDamaged = errors.New("model of kinds is damaged")
	ErrVersion = errors.New("model of kinds is from another version of gannet")
)

// Classifier classifies pages. It is immutable, and any number of goroutines may use it.
type Classifier struct {
	titles *Titles
	bias   [kinds]float64
	pieces []piece
}

type piece struct {
	measure int
	from    float64
	weights [kinds]float64
}

// Load reads a model's file.
func Load(file []byte) (*Classifier, error) {
	var m Model
	if err := json.Unmarshal(file, &m); err != nil || m.Titles == nil || m.Titles.known == nil {
		return nil, ErrDamaged
	}
	if m.Format != Format {
		return nil, ErrVersion
	}
	return New(&m)
}

// New returns the classifier of a model.
func New(m *Model) (*Classifier, error) {
	index := map[string]int{}
	for i, n := range Names() {
		index[n] = i
	}
	c := &Classifier{titles: m.Titles}
	for k := range kinds {
		c.bias[k] = float64(m.Bias[k])
	}
	for _, r := range m.Rows {
		i, known := index[r.Measure]
		if !known {
			return nil, fmt.Errorf("measure %q: %w", r.Measure, ErrVersion)
		}
		p := piece{measure: i, from: math.Inf(-1)}
		if r.From != nil {
			p.from = float64(*r.From)
		}
		for k := range kinds {
			p.weights[k] = float64(r.Weights[k])
		}
		c.pieces = append(c.pieces, p)
	}
	return c, nil
}

// Kind returns a page's kind and the probability that it is right. jobs is the probability that the page is about jobs.
func (c *Classifier) Kind(p *features.Page, jobs float64) (job.Kind, float64) {
	if jobs < unlikely || math.IsNaN(jobs) {
		return job.Other, 1 - unlikely
	}
	v := Measure(p, jobs, c.titles)
	kind, sure := c.Judge(&v)
	if v[MarkedOnce]+v[MarkedOften] == 0 {
		if other := correct(p, &v, c.titles, kind); other != kind {
			return other, correctSure
		}
	}
	if kind == job.Detail && v[MarkedOnce] == 0 && isContrary(p, &v) {
		return job.Other, contrarySure
	}
	return kind, sure
}

// contrarySure is the probability that a page is rightly taken for something other than a posting by isContrary. It was measured on pages written for
// this purpose.
const contrarySure = .9

// Judge does what Kind does for a page that was measured with the titles of this classifier.
func (c *Classifier) Judge(v *Vector) (job.Kind, float64) { return best(c.Probabilities(v)) }

// Probabilities returns the probabilities of the kinds other, list and posting.
func (c *Classifier) Probabilities(v *Vector) [kinds]float64 {
	margin := c.bias
	for i := range c.pieces {
		p := &c.pieces[i]
		x := v[p.measure]
		if !math.IsInf(p.from, -1) {
			x = max(0, x-p.from)
		}
		for k := range kinds {
			margin[k] += p.weights[k] * x
		}
	}
	top := max(margin[0], margin[1], margin[2])
	sum := 0.0
	for k := range margin {
		margin[k] = math.Exp(margin[k] - top)
		sum += margin[k]
	}
	for k := range margin {
		margin[k] /= sum
	}
	return margin
}

func best(p [kinds]float64) (job.Kind, float64) {
	top := job.Other
	for k := range kinds {
		if p[k] > p[top] {
			top = job.Kind(k)
		}
	}
	return top, p[top]
}
