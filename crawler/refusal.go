package crawler

import "gannet/crawler/reason"

// refuse counts by a reason that the visit's link gives no page. The link of a page is asked and refused once a visit.
func (v *visit) refuse(why reason.Reason) {
	v.tally.countReason(why)
	v.refusal = why
}

// settleAsked counts the link of the visit if it was asked: it was requested, or refused without a request. The page that
// the keeper has is counted when the keeper answers.
func (v *visit) settleAsked(o outcome) {
	page := v.trail.kind == kindPage || v.trail.kind == kindListed || v.isList
	if !page || !v.requested && v.refusal == "" {
		return
	}
	v.tally.asked.Add(1)
	switch {
	case o.way == toKeeper && !v.isList || v.kept:
	case v.refusal != "":
		v.tally.countRefusal(v.refusal)
	default:
		v.tally.countRefusal(reason.Stopped)
	}
}
