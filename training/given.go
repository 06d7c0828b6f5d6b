package training

import (
	"context"
	"fmt"
	"io"
)

// Given is an existing order of links, such as that of a shipped model, as a Learner that learns nothing. So a new order can be compared
// with it on the same topics.
type Given struct {
	Title string                                     // what tables call it
	Score func(rows []float64, n int, out []float64) // of n rows, one after the other
}

// Name implements Learner.
func (g Given) Name() string { return g.Title }

// Learn implements Learner.
func (g Given) Learn(context.Context, *Set, *Set, Options) (Model, error) { return g, nil }

// Scores implements Model.
func (g Given) Scores(s *Set) ([]float64, error) {
	rows, scores := make([]float64, 0, s.Rows()*len(s.Names)), make([]float64, s.Rows())
	for i := range s.Lists {
		for j := range s.Lists[i].Rows {
			for _, v := range s.Lists[i].Rows[j].X {
				rows = append(rows, float64(v))
			}
		}
	}
	g.Score(rows, len(scores), scores)
	return scores, nil
}

// Importance implements Model.
func (g Given) Importance() []float64 { return nil }

// Trees implements Model.
func (g Given) Trees() int { return 0 }

// Write implements Model.
func (g Given) Write(io.Writer) error { return nil }

// Beside compares a new order of links with the shipped one, on topics from which neither has learned.
type Beside struct {
	MAP        float64 `json:"map"`        // of the shipped order
	Difference float64 `json:"difference"` // of the new order's MAP from that, mean over topics
	Error      float64 `json:"error"`      // standard error of the mean
}

// sure is the number of standard errors from which on a difference is not considered chance.
const sure = 2

func (b *Beside) String() string {
	text := fmt.Sprintf("the order that gannet ships has MAP %.3f on the same topics; the new one differs by %+.3f ± %.3f: ", b.MAP, b.Difference, b.Error)
	switch {
	case b.Difference > sure*b.Error:
		return text + "the new one is better, as far as lists of links tell. Crawls decide: measure both with `gannet eval`"
	case b.Difference < -sure*b.Error:
		return text + "the shipped one is better, so crawl without --model"
	}
	return text + "these topics are too few to tell which is better, so crawl without --model, or annotate crawls of more topics"
}

// beside measures the shipped order on the folds of a result. It returns nil if there is no shipped order.
func (st *Study) beside(ctx context.Context, r *Result) (*Beside, error) {
	if st.Shipped == nil || r == nil {
		return nil, nil
	}
	quiet := *st
	quiet.Step, quiet.Done = nil, nil
	shipped, err := quiet.CrossValidate(ctx, st.Shipped)
	if err != nil {
		return nil, err
	}
	b := &Beside{}
	b.MAP, _ = shipped.MeanSD(func(m Measures) float64 { return m.MAP })
	b.Difference, b.Error = r.Against(shipped)
	return b, nil
}
