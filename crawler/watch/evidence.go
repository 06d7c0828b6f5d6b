package watch

import "math"

// perAlarm is the evidence that one fact a day would need to raise an alarm. All signals share FalseAlarm.
var perAlarm = math.Log(FalseAlarm * float64(signals))

const (
	priorBad   = .05 // share of bad facts before any is known
	priorDays  = 7   // of a host that is not known yet: days that are like independent facts
	mostHeight = 3   // times perAlarm: what one day may count, which may be the first of a lasting change
)

// heights are how much evidence for a change the days without one have reached. If all facts were independent, the
// probability of a height would fall by e for each unit (Wald, 1945). Facts in runs, as from the sections of a site, reach
// more.
type heights struct{ Squares, Days float32 }

func (h *heights) add(height, keep float64) {
	h.Squares = float32(float64(h.Squares)*keep + height*height)
	h.Days = float32(float64(h.Days)*keep + 1)
}

// scale is how much evidence the probability falls by e over: the parameter of the exponential distribution that fits the
// squares of the heights. It is at least 1.
func (h *heights) scale() float64 {
	return max(1, math.Sqrt(float64((h.Squares/2+priorDays)/(h.Days+priorDays))))
}
