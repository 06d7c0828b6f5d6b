package training

import (
	"context"
	"io"
)

// constant learns nothing and gives all rows one score. Measures are means over the orders of ties. So its measures are
// the expectation of a random order, which every learner has to beat.
type constant struct{}

func (constant) Name() string { return "any order" }

func (constant) Learn(context.Context, *Set, *Set, Options) (Model, error) { return constant{}, nil }

func (constant) Scores(s *Set) ([]float64, error) { return make([]float64, s.Rows()), nil }

func (constant) Importance() []float64 { return nil }

func (constant) Trees() int { return 0 }

func (constant) Write(io.Writer) error { return nil }
