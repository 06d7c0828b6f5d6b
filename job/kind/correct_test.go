package kind

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"gannet/job"
)

// repeat joins copies of a format, each with its number.
func repeat(format string, n int) string {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, format, i)
	}
	return all.String()
}

func TestListsThatLookLikePostings(t *testing.T) {
	const prose = "Weave linen with us by the river and mend the looms when they stop at night. "
	const whole = "<h2>Weaver %d</h2><p>" + prose + "</p><h3>Responsibilities</h3><p>" + prose + "</p><h3>Requirements</h3><p>A calm hand</p><p>Apply now</p>"
	c := shipped(t)
	for name, test := range map[string]struct {
		body string
		want job.Kind
	}{
		"several whole advertisements":    {"<h1>Join the mill</h1>" + repeat(whole, 4), job.Listing},
		"one advertisement, twice":        {"<h1>Weaver</h1>" + repeat(whole, 2), job.Detail},
		"two, below a name for both":      {"<h1>Open positions</h1>" + repeat(whole, 2), job.Listing},
		"one, below a name for more":      {"<h1>Open positions</h1>" + repeat(whole, 1), job.Detail},
		"a request to apply for each job": {"<h1>Open positions</h1>" + repeat("<p><b>Loom clerk %d</b></p><p>Hybrid</p><p>Apply now</p>", 12), job.Listing},
	} {
		p := read(t, "<html><body><main>"+test.body+"</main></body></html>")
		if kind, _ := c.Kind(p, Topic{Jobs: .9, Known: 1}); kind != test.want {
			t.Errorf("%s: %v, want %v", name, kind, test.want)
		}
	}
}

func TestLinksBelowAHeading(t *testing.T) {
	const row = "<li><a href=/%[1]d>Sales clerk %[1]d</a> Oldtown</li>"
	c := shipped(t)
	for name, test := range map[string]struct {
		body string
		want bool
	}{
		"titles below their name":   {"<h2>Lediga tjänster</h2>" + repeat(row, 3), true},
		"two of them":               {"<h2>Lediga tjänster</h2>" + repeat(row, 2), false},
		"titles below another name": {"<h2>Our looms</h2>" + repeat(row, 3), false},
		"a menu below the name":     {"<h2>Lediga tjänster</h2><a href=/0>Contact</a> <a href=/1>Privacy</a> <a href=/2>News</a> <a href=/3>Imprint</a>", false},
		"titles far below":          {"<h2>Lediga tjänster</h2><p>" + strings.Repeat("Linen by the river. ", 10) + "</p>" + repeat(row, 3), false},
		"one title again and again": {"<h2>Lediga tjänster</h2>" + strings.Repeat("<li><a href=/1>Sales clerk</a></li>", 4), false},
	} {
		if got := isHeadedList(read(t, "<html><body>"+test.body+"</body></html>"), c.titles); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestRepeatedLinksOfCards(t *testing.T) {
	const card = "<div><b>Loom clerk %[1]d</b><p>Oldtown %[1]d</p><a href=/%[1]d>Apply</a></div>"
	surely := Vector{JobsOdds: 3}
	for name, test := range map[string]struct {
		body string
		want bool
	}{
		"cards that ask to apply": {repeat(card, 3), true},
		"two of them":             {repeat(card, 2), false},
		"cards of articles":       {repeat("<div><b>Linen %d</b><p>A story</p><a href=/news/1>Read more</a></div>", 4), false},
		"cards of jobs":           {repeat("<div><b>Clerk %d</b><p>Oldtown</p><a href=/jobs/1>Read more</a></div>", 4), true},
		"a menu":                  {repeat("<a href=/jobs/%d>Apply</a> ", 4), false},
	} {
		if got := repeatsCalls(read(t, "<html><body>"+test.body+"</body></html>"), &surely); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	v := Vector{JobsOdds: 3}
	if kind := correct(read(t, repeat(card, 3)), &v, &Titles{known: newTable(16)}, job.Other); kind != job.Listing {
		t.Errorf("cards that ask to apply: %v", kind)
	}
}

// TestLinkedCards: cards that are links, on a page named for jobs. Without one of its measures, or with one against it, it stays what it was taken for.
func TestLinkedCards(t *testing.T) {
	const several, long = 4.0, 6.0 // logarithms
	list := map[int]float64{titleMany: 1, headMany: 1, groupSize: several, groupTitles: .6, TitledHeads: several, titleTitled: .9, labels: 5, parts: 1}
	without := func(i int, x float64) map[int]float64 {
		v := maps.Clone(list)
		v[i] = x
		return v
	}
	const jobs, one = "<title>Jobs at Orbis</title><body><h1>Jobs at Orbis</h1>", "<title>Loom clerk</title><body><h1>Loom clerk</h1>"
	for name, test := range map[string]struct {
		page string
		v    map[int]float64
		want job.Kind
	}{
		"cards of jobs":                    {jobs, list, job.Listing},
		"the page is named for one":        {one, list, job.Detail},
		"its title is not of several":      {jobs, without(titleMany, 0), job.Detail},
		"nor its heading":                  {jobs, without(headMany, 0), job.Detail},
		"few links":                        {jobs, without(groupSize, 1), job.Detail},
		"links that are no titles of jobs": {jobs, without(groupTitles, .1), job.Detail},
		"few headings":                     {jobs, without(TitledHeads, 1), job.Detail},
		"the text of an advertisement":     {jobs, without(LongestText, long), job.Detail},
		"parts of an advertisement":        {jobs, without(parts, 3), job.Detail},
	} {
		var v Vector
		for i, x := range test.v {
			v[i] = x
		}
		if kind := correct(read(t, test.page+"<p>Text</p>"), &v, &Titles{known: newTable(16)}, job.Detail); kind != test.want {
			t.Errorf("%s: %v, want %v", name, kind, test.want)
		}
	}
}

func TestCombinationsOfMeasures(t *testing.T) {
	p := read(t, "<html><body><p>Text</p></body></html>")
	few, many := 1.0, 4.0 // logarithms
	for name, test := range map[string]struct {
		from, want job.Kind
		v          map[int]float64
	}{
		"cards of a board's home page":     {job.Detail, job.Listing, map[int]float64{TitledHeads: many, TitledLinks: many}},
		"cards below an advertisement":     {job.Detail, job.Detail, map[int]float64{TitledHeads: many, TitledLinks: many, headTitled: .9}},
		"links of a page named for jobs":   {job.Other, job.Listing, map[int]float64{titleMany: 1, groupSize: many, groupTitles: .6, groupJobs: 1}},
		"links of a page named for wool":   {job.Other, job.Other, map[int]float64{groupSize: many, groupTitles: .6, groupJobs: 1}},
		"one job below a form of searches": {job.Listing, job.Detail, map[int]float64{titleTitled: .9, LongestText: 6, labels: 3, groupSize: few}},
		"a list whose title is a job's":    {job.Listing, job.Listing, map[int]float64{titleTitled: .9, LongestText: 6, labels: 3, groupSize: many}},
	} {
		var v Vector
		for i, x := range test.v {
			v[i] = x
		}
		if kind := correct(p, &v, &Titles{known: newTable(16)}, test.from); kind != test.want {
			t.Errorf("%s: %v, want %v", name, kind, test.want)
		}
	}
}
