// Package verdict owns the decision whether two postings are the same job: the evidence it weighs, the model, a pair of
// logistic regressions, its training and its reasons in words. It knows numbers alone; package dedup measures them.
package verdict

import "math"

// Measure names one number of the evidence. All but Days lie between 0 and 1, or -1 and 1 where they may disagree.
type Measure uint8

// The measures of a pair. What cannot be measured, since one of the two lacks it, is NaN.
const (
	Overlap       Measure = iota // resemblance of the texts: equal shingles of all shingles (Broder)
	Residual                     // the overlap without shingles that are frequent with this employer or on this site
	Contained                    // share of the shorter text, by shingles, that is in the longer
	Containing                   // share of the longer text that is in the shorter
	Left                         // containment of the shorter without the frequent shingles
	Brief                        // 1 - 1/(number of shingles of the shorter text)^½: how much the overlap is worth
	Title                        // agreement of the titles' words
	SameTitle                    // 1 where the normal titles are equal
	TitleOfOne                   // share of the shorter title that is in the longer
	TitleFits                    // 1 where the longer title has all of the shorter, 0 where each has words of its own
	Company                      // agreement of the companies' words
	Names                        // where one has no text: the lesser of the agreements of title and company, 0 if one is missing
	Contact                      // 1 where a mail address, telephone or domain is shared, else 0
	Location                     // agreement of the places' words
	LocationOfOne                // share of the shorter place that is in the longer
	LocationFits                 // as TitleFits: a town is in its region, but two towns are not in each other
	Number                       // 1 where the site's own names of the two are equal, -1 where one site has two names
	Site                         // 1 where both are of one site
	Days                         // days between the postings' dates, as log2(1+days)
	Salary                       // 1 where the salaries overlap, else 0
	Measures      = int(Salary) + 1
)

// Evidence is what was measured of a pair.
type Evidence [Measures]float64

// names stand in model files.
var names = [Measures]string{
	"overlap", "residual", "contained", "containing", "left", "brief", "title", "same_title", "title_of_one", "title_fits", "company", "names", "contact",
	"place", "place_of_one", "place_fits", "number", "site", "days", "salary",
}

func (m Measure) String() string { return names[m] }

// Missing is the value of what could not be measured.
func Missing() float64 { return math.NaN() }

// Families groups the measures for ablation.
var Families = map[string][]Measure{
	"overlap":     {Overlap, Brief},
	"residual":    {Residual, Left},
	"containment": {Contained, Containing},
	"title":       {Title, SameTitle, TitleOfOne, TitleFits},
	"company":     {Company, Names},
	"contact":     {Contact},
	"place":       {Location, LocationOfOne, LocationFits},
	"number":      {Number, Site},
	"dates":       {Days},
	"salary":      {Salary},
}

// direction says which way a measure may speak: 1 for the same job, -1 against, 0 either way. Likeness never speaks against.
// Without this, measures that go together share out opposite weights, which fits the training pairs and no others.
func direction(m Measure) int {
	switch m {
	case Days:
		return -1
	case Brief, Site:
		return 0
	}
	return 1
}
