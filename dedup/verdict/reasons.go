package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// reason is a group of measures that one sentence tells of.
type reason struct {
	measures []Measure
	tell     func(e *Evidence) string // "" where there is nothing to tell
}

// reasons tell of the evidence in the words of one who looks at two advertisements.
var reasons = []reason{
	{[]Measure{Overlap, Brief, Contained, Containing}, func(e *Evidence) string {
		if e[Contained] > e[Overlap]+0.2 {
			return fmt.Sprintf("%s of the shorter text stands in the longer", percent(e[Contained]))
		}
		return fmt.Sprintf("%s of the texts is equal", percent(e[Overlap]))
	}},
	{[]Measure{Residual, Left}, func(e *Evidence) string {
		return known(e[Residual], percent(e[Residual])+" of the texts is equal without what this employer or site repeats")
	}},
	{[]Measure{Title, SameTitle, TitleOfOne, TitleFits}, func(e *Evidence) string {
		if e[SameTitle] == 1 {
			return "same title"
		}
		return known(e[Title], "titles agree by "+percent(e[Title]))
	}},
	{[]Measure{Company, Names}, func(e *Evidence) string { return agreement(e[Company], "company") }},
	{[]Measure{Contact}, func(e *Evidence) string {
		return either(e[Contact], "a contact is shared", "no contact is shared")
	}},
	{[]Measure{Location, LocationOfOne, LocationFits}, func(e *Evidence) string { return agreement(e[Location], "place") }},
	{[]Measure{Number}, func(e *Evidence) string {
		return either(e[Number], "same number on the same site", "two numbers on one site")
	}},
	{[]Measure{Days}, func(e *Evidence) string {
		return known(e[Days], fmt.Sprintf("dates %.0f days apart", math.Exp2(e[Days])-1))
	}},
	{[]Measure{Salary}, func(e *Evidence) string {
		return either(e[Salary], "salaries overlap", "salaries differ")
	}},
}

func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

func known(x float64, s string) string {
	if math.IsNaN(x) {
		return ""
	}
	return s
}

func either(x float64, yes, no string) string {
	if x > 0 {
		return yes
	}
	return known(x, no)
}

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

// Reason is one ground of a verdict.
type Reason struct {
	Text   string  `json:"reason"`
	Weight float64 `json:"weight"` // what it adds to the log-odds of the answer that decided; negative: it spoke against the verdict
}

// Reasons tells why, the strongest ground first. Text and place answer two questions: where the text says "different",
// its grounds are given; else those of the place too.
func (m *Model) Reasons(e *Evidence, j Judgement) []Reason {
	var all []Reason
	for _, r := range reasons {
		text := r.tell(e)
		if text == "" {
			continue
		}
		weight := m.text.sum(r.measures, e)
		switch j.Label {
		case Different:
			weight = -weight
		case OtherLocation:
			weight = strongest(weight, -m.place.sum(r.measures, e))
		case Same:
			weight = strongest(weight, m.place.sum(r.measures, e))
		}
		all = append(all, Reason{text, weight})
	}
	slices.SortStableFunc(all, func(a, b Reason) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	return all
}

func strongest(a, b float64) float64 {
	if math.Abs(b) > math.Abs(a) {
		return b
	}
	return a
}

func (r *regression) sum(measures []Measure, e *Evidence) float64 {
	s := 0.0
	for _, m := range measures {
		s += r.share(int(m), e[m])
	}
	return s
}
