package crawler

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
