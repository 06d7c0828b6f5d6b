// Package kind owns the classifier of page kinds: posting, list or neither. It uses only the page and its links, so it also works for unknown sites.
// On sites with a template, the URL decides instead (package template).
package kind

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"gannet/features"
	"gannet/job"
)

// kinds is the number of page kinds.
const kinds = 3

// unlikely is the topic probability below which a page in a known language gets the kind Other without being measured.
const unlikely = 0.003

// Model is the content of a classifier's file. It has two multinomial logistic regressions over the measures of a page. One is for pages in
// languages that the topic classifier knows. The other is for pages in other languages, for which the measures of topic and titles mean
// nothing. The measure Foreign says how much each of the two counts for a page.
type Model struct {
	Format  string     `json:"format"`
	Known   Regression `json:"known"`
	Foreign Regression `json:"foreign"`
	Titles  *Titles    `json:"titles"`
}

// Regression is a multinomial logistic regression over the measures of a page. So that the weight of a measure can change at certain values
// (knots), a measure may have several pieces: the measure itself, and for each knot the amount by which the measure exceeds it.
type Regression struct {
	Rows []Row         `json:"measures"`
	Bias [kinds]Number `json:"bias"` // of other, listing, detail
}

// Row holds the weights of one piece of a measure of a page, one weight for each kind of page.
type Row struct {
	Measure string        `json:"measure"`
	From    *Number       `json:"from,omitempty"` // the knot: the piece counts what exceeds it
	Weights [kinds]Number `json:"weights"`        // of other, listing, detail
}

// Number is a weight, which is written to JSON with four significant digits.
type Number float64

// MarshalJSON implements json.Marshaler: it writes the weight with four significant digits.
func (n Number) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%.4g", float64(n)), nil }

// Format is the name of the file format in which models of this version are stored.
const Format = "gannet kinds 2"

// These errors say that the file of a model cannot be used.
var (
	// ErrDamaged says that the file of a model cannot be read.
	ErrDamaged = errors.New("model of kinds is damaged")
	// ErrVersion says that another version of gannet wrote the file of a model.
	ErrVersion = errors.New("model of kinds is from another version of gannet")
)

// Classifier finds out the kind of a page: posting, list of postings, or neither. It is immutable and safe for concurrent use.
type Classifier struct {
	titles         *Titles
	known, foreign regression
}

// regression is a Regression whose measures are known by their numbers.
type regression struct {
	bias   [kinds]float64
	pieces []piece
}

type piece struct {
	measure int
	from    float64
	weights [kinds]float64
}

// Load returns the classifier whose model is in a file. The error is ErrDamaged or ErrVersion.
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

// New returns the classifier with this model.
func New(m *Model) (*Classifier, error) {
	known, err := m.Known.read()
	if err != nil {
		return nil, err
	}
	foreign, err := m.Foreign.read()
	return &Classifier{titles: m.Titles, known: known, foreign: foreign}, err
}

func (m *Regression) read() (r regression, err error) {
	names := Names()
	for k := range kinds {
		r.bias[k] = float64(m.Bias[k])
	}
	for _, row := range m.Rows {
		i := slices.Index(names, row.Measure)
		if i < 0 {
			return r, fmt.Errorf("measure %q: %w", row.Measure, ErrVersion)
		}
		p := piece{measure: i, from: math.Inf(-1)}
		if row.From != nil {
			p.from = float64(*row.From)
		}
		for k := range kinds {
			p.weights[k] = float64(row.Weights[k])
		}
		r.pieces = append(r.pieces, p)
	}
	return r, nil
}

// Kind returns the likeliest kind of a page, and the probability that it is right. about is the topic classifier's judgement of the page.
func (c *Classifier) Kind(p *features.Page, about Topic) (job.Kind, float64) {
	if about.Jobs*(1-about.foreign())+about.foreign() < unlikely || math.IsNaN(about.Jobs) {
		return job.Other, 1 - unlikely
	}
	v := Measure(p, about, c.titles)
	return c.Judge(p, &v)
}

// Judge returns the likeliest kind of the page p, and the probability that this kind is right. v must have been measured with this classifier's own list of job titles.
func (c *Classifier) Judge(p *features.Page, v *Vector) (job.Kind, float64) {
	kind, sure := best(c.Probabilities(v))
	if v[MarkedOnce]+v[MarkedOften] == 0 {
		if other := correct(p, v, c.titles, kind); other != kind {
			return other, correctSure
		}
	}
	if kind == job.Detail && v[MarkedOnce] == 0 && isContrary(p, v) {
		return job.Other, contrarySure
	}
	return kind, sure
}

// contrarySure is the probability that a page is rightly taken for something other than a posting by isContrary. It was measured on pages written for
// this purpose.
const contrarySure = .9

// ByModel returns the kind of page that the trained model finds most probable. The rules by which Judge corrects the model are not applied.
func (c *Classifier) ByModel(v *Vector) job.Kind {
	kind, _ := best(c.Probabilities(v))
	return kind
}

// Probabilities returns the probability of each kind, in the order neither, list, posting, for the measures of a page.
func (c *Classifier) Probabilities(v *Vector) (p [kinds]float64) {
	foreign := v[Foreign]
	if foreign < 1 {
		p = c.known.probabilities(v)
	}
	if foreign > 0 {
		other := *v
		other.SetForeign()
		for k, q := range c.foreign.probabilities(&other) {
			p[k] += foreign * (q - p[k])
		}
	}
	return p
}

func (r *regression) probabilities(v *Vector) [kinds]float64 {
	margin := r.bias
	for i := range r.pieces {
		p := &r.pieces[i]
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
