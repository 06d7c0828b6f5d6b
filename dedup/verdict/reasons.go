package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// group is measures that one reason sums up.
type group struct {
	measures []Measure
	text     func(e *Evidence) string // "" if they are missing
}

// groups phrase the evidence in words as a person would who compares two advertisements.
var groups = []group{
	{[]Measure{Overlap, Unlike, Contained, Containing}, func(e *Evidence) string {
		if math.IsNaN(e[Overlap]) {
			return ""
		}
		if e[Contained] > e[Overlap]+0.2 {
			return fmt.Sprintf("%s of the shorter text stands in the longer", percent(e[Contained]))
		}
		return fmt.Sprintf("%s of the texts is equal", percent(e[Overlap]))
	}},
	{[]Measure{Residual, Left, Shared}, func(e *Evidence) string {
		return textIf(e[Residual], percent(e[Residual])+" of the texts is equal without what this employer, this site or many ads repeat")
	}},
	{[]Measure{Title, SameTitle, TitleOfOne, TitleFits}, func(e *Evidence) string {
		if e[SameTitle] == 1 {
			return "same title"
		}
		return textIf(e[Title], "titles agree by "+percent(e[Title]))
	}},
	{[]Measure{Company, Names}, func(e *Evidence) string { return agreement(e[Company], "company") }},
	{[]Measure{Contact}, func(e *Evidence) string {
		return either(e[Contact], "a contact is shared", "no contact is shared")
	}},
	{[]Measure{Location, LocationOfOne, LocationFits}, func(e *Evidence) string { return agreement(e[Location], "place") }},
	{[]Measure{Number}, func(e *Evidence) string {
		return either(e[Number], "same number", "two numbers on one site")
	}},
	{[]Measure{Days}, func(e *Evidence) string {
		return textIf(e[Days], fmt.Sprintf("dates %.0f days apart", math.Exp2(e[Days])-1))
	}},
	{[]Measure{Salary}, func(e *Evidence) string {
		return either(e[Salary], "salaries overlap", "salaries differ")
	}},
	{[]Measure{OwnWords}, func(e *Evidence) string {
		return oneOf(e[OwnWords], "each title has a word of its own", "one title has a word more", "neither title has a word of its own")
	}},
	{[]Measure{Markers}, func(e *Evidence) string {
		return oneOf(e[Markers], "the titles name another rank, shift, contract or level", "one title alone names a rank, shift, contract or level",
			"the titles name the same rank, shift, contract or level")
	}},
	{[]Measure{Employers}, func(e *Evidence) string {
		return oneOf(e[Employers], "the companies share no word, and neither is an agency", "", "")
	}},
	{[]Measure{Pairs, Lacking}, func(e *Evidence) string {
		return textIf(e[Pairs], percent(e[Pairs])+" of the pairs of words is equal")
	}},
	{[]Measure{Namesakes}, func(e *Evidence) string {
		if !(e[Namesakes] > 0) {
			return ""
		}
		return fmt.Sprintf("%.0f different texts have the names that agree", math.Exp2(1+e[Namesakes]))
	}},
	{[]Measure{Verbatim, Renamed}, func(e *Evidence) string {
		return either(e[Verbatim], "a text of this length is repeated word by word", "no long text is repeated word by word")
	}},
	{[]Measure{Told, ToldByAll}, func(e *Evidence) string {
		return textIf(e[Told], "the texts have "+percent(e[Told])+" of the words in which the titles differ")
	}},
	{[]Measure{Adapted}, func(e *Evidence) string {
		return oneOf(e[Adapted], "each text has its own title", "the texts do not differ by their titles", "")
	}},
	{[]Measure{Said}, func(e *Evidence) string {
		return oneOf(e[Said], "each text names a place of its own", "one text names more places", "the texts name the same places")
	}},
	{[]Measure{Terms}, func(e *Evidence) string {
		return oneOf(e[Terms], "other hours or another type of employment", "one text names more hours", "same hours or type of employment")
	}},
}

func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

// textIf returns a text about a measure, and "" if the measure is missing.
func textIf(x float64, text string) string {
	if math.IsNaN(x) {
		return ""
	}
	return text
}

// either returns yes for a positive measure, else no.
func either(x float64, yes, no string) string {
	if x > 0 {
		return yes
	}
	return textIf(x, no)
}

// oneOf returns a text for a negative measure, one for 0 and one for a positive measure.
func oneOf(x float64, negative, zero, positive string) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x < 0:
		return negative
	case x > 0:
		return positive
	}
	return zero
}

// agreement describes in words how far two values agree.
func agreement(x float64, what string) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x >= 0.99:
		return "same " + what
	case x <= 0.01:
		return "other " + what
	}
	return what + " agrees by " + percent(x)
}

// Reason is one reason for or against a verdict, in words.
type Reason struct {
	Text   string  `json:"reason"`
	Weight float64 `json:"weight"` // what it adds to the log-odds of the verdict; negative if it speaks against it
}

// Reasons returns the reasons for a verdict, the strongest first. Each has the largest of its weights in the regressions about the text and
// the role; for verdicts other than Different, the regression about the location counts, too.
func (m *Model) Reasons(e *Evidence, j Judgement) []Reason {
	var all []Reason
	for _, g := range groups {
		text := g.text(e)
		if text == "" {
			continue
		}
		weight := stronger(m.text.sum(g.measures, e), m.role.sum(g.measures, e))
		switch j.Label {
		case Different:
			weight = -weight
		case OtherLocation:
			weight = stronger(weight, -m.location.sum(g.measures, e))
		case Same:
			weight = stronger(weight, m.location.sum(g.measures, e))
		}
		all = append(all, Reason{text, weight})
	}
	if e.ListedApart() && j.Label != Same {
		all = append(all, Reason{"one list linked to both at the same time", certain})
	}
	slices.SortStableFunc(all, func(a, b Reason) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	return all
}

// certain is the weight of a reason that is decisive by itself.
const certain = 20

// stronger returns the number with the greater absolute value.
func stronger(a, b float64) float64 {
	if math.Abs(b) > math.Abs(a) {
		return b
	}
	return a
}

// sum returns what some of the measures together add to the log-odds.
func (r *regression) sum(measures []Measure, e *Evidence) float64 {
	s := 0.0
	for _, m := range measures {
		s += r.share(int(m), e[m])
	}
	return s
}
