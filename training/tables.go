package training

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gannet/internal/numeric"
)

// columns are the measures a table shows.
var columns = []struct {
	name string
	of   func(Measures) float64
}{
	{"MAP", func(m Measures) float64 { return m.MAP }},
	{"NDCG", func(m Measures) float64 { return m.NDCG }},
	{"NDCG@10", func(m Measures) float64 { return m.NDCG10 }},
	{"NDCG@100", func(m Measures) float64 { return m.NDCG100 }},
}

// WriteTable writes results as a Markdown table: mean ± standard deviation over folds. reference is the index of the result with which the
// others are compared; the last columns have the difference of their MAP from its MAP, as mean ± standard error over topics.
func WriteTable(w io.Writer, results []*Result, reference int) error {
	var b strings.Builder
	b.WriteString("| |")
	for _, c := range columns {
		fmt.Fprintf(&b, " %s |", c.name)
	}
	fmt.Fprintf(&b, " MAP against %s | trees |\n|---|%s---|---|\n", results[reference].label(), strings.Repeat("---|", len(columns)))
	for i, r := range results {
		fmt.Fprintf(&b, "| %s |", r.label())
		for _, c := range columns {
			mean, sd := r.MeanSD(c.of)
			fmt.Fprintf(&b, " %.3f ± %.3f |", mean, sd)
		}
		if i == reference {
			b.WriteString(" |")
		} else {
			mean, se := r.Against(results[reference])
			fmt.Fprintf(&b, " %+.3f ± %.3f |", mean, se)
		}
		fmt.Fprintf(&b, " %s |\n", r.treeRange())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Result) label() string {
	if r.Variant != "" {
		return r.Variant
	}
	return r.Learner
}

func (r *Result) treeRange() string {
	low, high := slices.Min(r.Trees), slices.Max(r.Trees)
	switch {
	case high == 0:
		return ""
	case low == high:
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d-%d", low, high)
}

// Against returns the mean difference between the MAPs of two results, over the topics that both have, and its standard error.
func (r *Result) Against(other *Result) (mean, se float64) {
	var differences []float64
	for _, topic := range sortedKeys(r.Topics) {
		if o, ok := other.Topics[topic]; ok {
			differences = append(differences, r.Topics[topic].MAP-o.MAP)
		}
	}
	mean, sd := numeric.MeanSD(differences)
	return mean, sd / math.Sqrt(float64(len(differences)))
}

// summaryFeatures is how many features a summary names.
const summaryFeatures = 20

// WriteSummary writes the measures of a new model and its most important features.
func (c *Card) WriteSummary(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %d links of %d topics", c.Learner, c.Data.Rows, len(c.Data.Topics))
	if c.Trees > 0 {
		fmt.Fprintf(&b, ", %d trees", c.Trees)
	}
	b.WriteString("\n")
	if v := c.Validation; v != nil {
		fmt.Fprintf(&b, "%d folds:", v.Folds)
		for _, column := range columns {
			fmt.Fprintf(&b, " %s %.3f ± %.3f", column.name, v.Mean[column.name], v.SD[column.name])
		}
		b.WriteString("\n")
		if v.Shipped != nil {
			fmt.Fprintf(&b, "%s\n", v.Shipped)
		}
	} else {
		b.WriteString("not validated\n")
	}
	b.WriteString("\n")
	c.importance(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// importance appends the most important features as a table of Markdown.
func (c *Card) importance(b *strings.Builder) {
	b.WriteString("| | feature | share | gain |\n|---|---|---|---|\n")
	for i, f := range c.ranked() {
		if i == summaryFeatures {
			return
		}
		fmt.Fprintf(b, "| %d | %s | %.3f | %.4g |\n", i+1, f.Name, f.Share, f.Gain)
	}
}
