// Package chart draws results as lines over a number axis: as SVG for documents, as text for a terminal.
package chart

import (
	"math"
	"strconv"
	"strings"
)

// Series is one line of a chart. X[i] and Y[i] are a point; surplus values are ignored. A point that is not finite interrupts the line.
type Series struct {
	Name string
	X, Y []float64
}

// Lines is a line chart of several series.
type Lines struct {
	Title, XLabel, YLabel string
	Series                []Series
	// Color lets WriteText use ANSI colours, for terminals that show them.
	Color bool
}

// point is a point of a line in the picture's own units.
type point struct{ x, y float64 }

// runs returns the finite stretches of a series.
func (s *Series) runs() [][]point {
	var runs [][]point
	open := false
	for i := range min(len(s.X), len(s.Y)) {
		if !finite(s.X[i]) || !finite(s.Y[i]) {
			open = false
			continue
		}
		if !open {
			runs, open = append(runs, nil), true
		}
		last := len(runs) - 1
		runs[last] = append(runs[last], point{s.X[i], s.Y[i]})
	}
	return runs
}

func finite(v float64) bool { return !math.IsNaN(v) && math.Abs(v) < math.MaxFloat64/4 }

// axis is a range of values with its ticks.
type axis struct{ low, high, step float64 }

// axes returns both axes, or false if there is nothing to show.
func (l *Lines) axes() (x, y axis, ok bool) {
	lowX, highX := math.Inf(1), math.Inf(-1)
	lowY, highY := lowX, highX
	for i := range l.Series {
		for _, run := range l.Series[i].runs() {
			for _, p := range run {
				lowX, highX = min(lowX, p.x), max(highX, p.x)
				lowY, highY = min(lowY, p.y), max(highY, p.y)
			}
		}
	}
	if lowX > highX {
		return axis{0, 1, .2}, axis{0, 1, .2}, false
	}
	return newAxis(lowX, highX, 6, false), newAxis(lowY, highY, 5, true), true
}

// newAxis chooses about the given number of round ticks. An axis begins at zero unless its values are far from it. If
// widen is set, it ends at a tick.
func newAxis(low, high float64, ticks int, widen bool) axis {
	switch {
	case low > 0 && low < high/2:
		low = 0
	case high < 0 && high > low/2:
		high = 0
	}
	if high-low <= math.Abs(low)*1e-12 || high-low < 1e-300 { // one value, as far as a picture can show
		room := max(math.Abs(low)/2, .5)
		low, high = low-room, high+room
	}
	step := roundStep((high - low) / float64(ticks))
	a := axis{low, high, step}
	if widen {
		a.low, a.high = math.Floor(low/step+1e-9)*step, math.Ceil(high/step-1e-9)*step
	}
	return a
}

// roundStep returns the next of 1, 2, 5, 10, ... times a power of ten.
func roundStep(raw float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if raw <= m*power*(1+1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// ticks returns the values to mark.
func (a axis) ticks() []float64 {
	var ticks []float64
	first := math.Ceil(a.low/a.step - 1e-9)
	for i := 0; i < 50; i++ {
		v := (first + float64(i)) * a.step
		if v > a.high+a.step*1e-6 {
			break
		}
		ticks = append(ticks, v)
	}
	return ticks
}

// share returns the position of a value on the axis, from 0 to 1.
func (a axis) share(v float64) float64 {
	share := (v - a.low) / (a.high - a.low)
	if !(share > 0) { // NaN too, where the range is too small for its numbers
		return 0
	}
	return min(share, 1)
}

// label writes the value of a tick, with as many decimals as the step needs and with commas between thousands.
func (a axis) label(v float64) string {
	size := math.Max(math.Abs(a.low), math.Abs(a.high))
	if size >= 1e7 || size < 1e-4 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	if math.Abs(v) < a.step/1e6 {
		v = 0 // not -0 and not a rounding error
	}
	decimals := max(0, int(math.Ceil(-math.Log10(a.step)-1e-9)))
	return commas(strconv.FormatFloat(v, 'f', decimals, 64))
}

// commas puts commas between the thousands of a number.
func commas(number string) string {
	whole, fraction, found := strings.Cut(number, ".")
	digits := strings.TrimPrefix(whole, "-")
	var b strings.Builder
	b.WriteString(whole[:len(whole)-len(digits)])
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	if found {
		b.WriteString("." + fraction)
	}
	return b.String()
}
