package training

import (
	"context"
	"io"
)

// constant learns nothing and gives all rows the same score. Measures are means over all orders of rows with equal scores. So its measures are what a
// random order has on average, and every learner has to beat them.
type constant struct{}

func (constant) Name() string { return "any order" }

func (constant) Learn(context.Context, *Set, *Set, Options) (Model, error) { return constant{}, nil }

func (constant) Scores(s *Set) ([]float64, error) { return make([]float64, s.Rows()), nil }

func (constant) Importance() []float64 { return nil }

func (constant) Trees() int { return 0 }

func (constant) Write(io.Writer) error { return nil }
