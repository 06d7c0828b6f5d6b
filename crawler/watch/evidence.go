package watch

import "math"

// perAlarm is the evidence that is needed for an alarm if there is one fact a day. It includes the number of signals, because FalseAlarm holds for
// all of them together.
var perAlarm = math.Log(FalseAlarm * float64(signals))

const (
	priorBad   = .05 // share of bad facts before any is known
	priorDays  = 7   // of a host that is not known yet: days that are like independent facts
	mostHeight = 3   // times perAlarm: what one day may count, which may be the first of a lasting change
)

// heights sums up how high the evidence for a change rose on days without a change. If all facts were independent, the probability of a height would
// fall by the factor e for each unit (Wald, 1945). Facts that come in runs, such as those from the sections of a site, reach greater heights.
type heights struct{ Squares, Days float32 }

func (h *heights) add(height, keep float64) {
	h.Squares = float32(float64(h.Squares)*keep + height*height)
	h.Days = float32(float64(h.Days)*keep + 1)
}

// scale is the amount of evidence over which the probability falls by the factor e: the parameter of the exponential distribution that fits the
// squares of the heights. It is at least 1.
func (h *heights) scale() float64 {
	return max(1, math.Sqrt(float64((h.Squares/2+priorDays)/(h.Days+priorDays))))
}
