// Package closing owns what a page's own words say of the end of its posting. A closing is a statement about this posting: a clause of
// a subject and a predicate of grammar.txt. It stands at a place of the page where it can speak of the posting. Each statement
// has a weight: how much of its clause the grammar explains. Markup, HTTP statuses and last days are not its matter.
package closing

import (
	"time"

	"gannet/features"
	"gannet/job"
)

// Bounds of statements.
const (
	longestLine   = 300 // bytes of a line with a statement; longer ones are prose
	longestButton = 40  // bytes of a line that is a control to apply
	most          = 3   // statements on the page of one posting; a page with more lists ended ones
)

// strong is the weight from which on a statement is believed although the page has a control to apply.
const strong = 3

// Own is what is known about the posting of a page. Words of the posting's title and company are never taken for a statement that the posting
// has closed.
type Own struct{ Title, Company, Language string }

// Verdict is what a page says about whether its posting has closed.
type Verdict struct {
	Says    job.State // Closed, Suspected if a page that takes applications may say so, "" if it names no end
	Applies bool      // the page has a control to apply
	// Day is the last day that a statement names, such as "closed on 3 May", at midnight in UTC; zero without one. A day to come is a
	// deadline, and no end.
	Day time.Time
	// ApplyURL is where the control to apply leads, absolute; "" if it is no link to another page.
	ApplyURL string
}

// Read finds out from the words of a page whether its posting has closed. Relative dates are relative to now. If the page has no DOM, it
// does not matter where on the page a statement is.
func Read(p *features.Page, own Own, now time.Time) Verdict {
	r := &reader{rules: shared(), page: p, own: own, now: now}
	var v Verdict
	best, found, inMain := 0, 0, false
	for i := int(p.Body.Start); i < int(p.Body.End) && found <= most; i++ {
		if !r.rules.begin(p.Words[i].Hash) {
			continue
		}
		if r.isControl(i) {
			v.Applies = true
			if !inMain { // the first one in the main content, or else the first
				url, main := r.applyURL(i)
				if url != "" && (main || v.ApplyURL == "") {
					v.ApplyURL, inMain = url, main
				}
			}
		}
		s, ok := r.statementAt(i)
		if !ok {
			continue
		}
		if !s.day.IsZero() {
			v.Day = s.day
		}
		if s.weight > 0 {
			found, best = found+1, max(best, s.weight)
			i = s.end - 1
		}
	}
	switch {
	case found == 0 || found > most:
		if found > most {
			v.Day = time.Time{}
		}
	case best >= strong || !v.Applies:
		v.Says = job.Closed
	default:
		v.Says = job.Suspected
	}
	return v
}
