package crawler

// Refusals that are not also counted as reasons: the link stays, and the next run asks again.
const (
	refusedStopped = "stopped before the page was kept (asked again)"
	refusedBudget  = "page budget spent before the page was kept (asked again)"
	refusedFailed  = "the crawl failed before the page was kept (asked again)"
)

// refusedKiller is the refusal of a page that ended the process.
const refusedKiller = "page ended the process three times (dropped)"

// canonicalKept is the refusal of a page whose canonical page is kept.
const canonicalKept = "canonical page kept instead"

// refuse counts by a reason that the visit's link gives no page. The link of a page is asked and refused once a visit.
func (v *visit) refuse(reason string) {
	v.tally.countReason(reason)
	v.refusal = reason
}

// settleAsked counts the link of the visit if it was asked: it was requested, or refused without a request. The page that
// the keeper has is counted when the keeper answers.
func (v *visit) settleAsked(o outcome) {
	page := v.trail.kind == kindPage || v.trail.kind == kindListed
	if !page || !v.requested && v.refusal == "" {
		return
	}
	v.tally.asked.Add(1)
	switch {
	case o.way == toKeeper || v.kept:
	case v.refusal != "":
		v.tally.countRefusal(v.refusal)
	default:
		v.tally.countRefusal(refusedStopped)
	}
}
