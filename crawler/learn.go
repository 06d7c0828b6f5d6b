package crawler

import (
	"gannet/frontier"
)

// learn lets a Learner learn from the page, and gives other links the priorities that follow from it.
func (v *visit) learn() {
	learner := v.learner()
	if learner == nil {
		return
	}
	learner.Learn(v.trail.sourceOf(v.page, v.probability))
	revised := learner.Revised()
	orders := make([]frontier.Order, len(revised))
	for i, r := range revised {
		orders[i] = frontier.Order(r)
	}
	v.checkFrontier(v.frontier.Reorder(v.clock.Now(), orders))
}

// yieldIfDemoted yields to other links if a Learner has lowered the priority of the visit's link while it waited.
func (v *visit) yieldIfDemoted() outcome {
	learner := v.learner()
	if learner == nil || v.lease.Priority == seedPriority {
		return next
	}
	priority, ok := learner.Revise(v.lease.URL)
	if !ok || priority >= v.lease.Priority {
		return next
	}
	return outcome{way: yieldLease, priority: priority}
}
