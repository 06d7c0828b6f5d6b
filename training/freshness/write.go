package freshness

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Write writes the results as a table. For every figure it has the median over the webs, and the worst value in brackets.
func Write(w io.Writer, rows []Row) {
	fmt.Fprintln(w, "| schedule | requests a day | new, d | never read | ended, d | wrongly open | suspected | known | closings right | found | interval right | its width, d | wrong by a cut list |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, r := range rows {
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", r.Schedule,
			r.cell("%.0f", false, func(f *Figures) float64 { return f.Requests }),
			r.cell("%.2f", true, func(f *Figures) float64 { return f.New }),
			r.cell("%.1f %%", true, func(f *Figures) float64 { return 100 * f.Missed }),
			r.cell("%.2f", true, func(f *Figures) float64 { return f.Ended }),
			r.cell("%.2f %%", true, func(f *Figures) float64 { return 100 * f.WronglyOpen }),
			r.cell("%.2f %%", true, func(f *Figures) float64 { return 100 * f.Suspected }),
			r.cell("%.1f %%", false, func(f *Figures) float64 { return 100 * f.Known }),
			r.cell("%.4f", false, func(f *Figures) float64 { return f.Right }),
			r.cell("%.3f", false, func(f *Figures) float64 { return f.Found }),
			r.cell("%.4f", false, func(f *Figures) float64 { return f.Interval }),
			r.cell("%.2f", true, func(f *Figures) float64 { return f.Width }),
			r.cell("%.0f", true, func(f *Figures) float64 { return float64(f.WrongByCut) }))
	}
}

// cell writes the median and the worst value of a figure. highIsBad says that the highest value is the worst.
func (r *Row) cell(format string, highIsBad bool, figure func(*Figures) float64) string {
	values := make([]float64, len(r.Webs))
	for i := range r.Webs {
		values[i] = figure(&r.Webs[i])
	}
	slices.Sort(values)
	worst := values[0]
	if highIsBad {
		worst = values[len(values)-1]
	}
	middle, end := fmt.Sprintf(format, values[len(values)/2]), fmt.Sprintf(format, worst)
	if middle != end {
		middle += " (" + end + ")"
	}
	return strings.ReplaceAll(middle, "+Inf", "never")
}
