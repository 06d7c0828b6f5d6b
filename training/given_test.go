package training

import (
	"context"
	"strings"
	"testing"
)

// TestANewOrderStandsBesideTheShippedOne: the shipped order of the test scores by one feature, forwards and backwards.
func TestANewOrderStandsBesideTheShippedOne(t *testing.T) {
	set := synthetic(1, 9, 200, .1, false)
	for _, test := range []struct {
		sign float64
		says string
	}{{-1, "the new one is better"}, {0, "the new one is better"}, {1, "differs by"}} {
		given := Given{Title: "shipped", Score: func(rows []float64, n int, out []float64) {
			for i := range out {
				out[i] = test.sign * rows[i*len(set.Names)]
			}
		}}
		st := &Study{Set: set, Options: DefaultOptions(), Folds: 3, Shipped: given}
		l, err := NewLearner("ranksvm")
		if err != nil {
			t.Fatal(err)
		}
		trained, err := st.Train(context.Background(), l)
		if err != nil {
			t.Fatal(err)
		}
		var summary strings.Builder
		if err := trained.Card.WriteSummary(&summary); err != nil || !strings.Contains(summary.String(), test.says) {
			t.Errorf("%v: %v\n%s", test.sign, err, summary.String())
		}
		// Beside itself no order is better.
		st.Shipped = given
		self, err := st.CrossValidate(context.Background(), given)
		if err != nil {
			t.Fatal(err)
		}
		b, err := st.beside(context.Background(), self)
		if err != nil || b.Difference != 0 || !strings.Contains(b.String(), "too few to tell") {
			t.Errorf("beside itself: %+v, %v", b, err)
		}
		if b.Difference = -1; !strings.Contains(b.String(), "crawl without --model") {
			t.Error(b)
		}
	}
}
