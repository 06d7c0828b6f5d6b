package template

import (
	"net/url"
	"slices"
	"testing"

	"gannet/job"
)

func TestPatternsOfWhatSurroundsValues(t *testing.T) {
	for _, c := range []struct {
		texts []string
		want  string
		ok    bool
	}{
		{[]string{"Job: ", "Job: "}, "^Job: ", true},
		{[]string{"12 Job: ", "7 Job: "}, " Job: ", true},
		{[]string{"No 12 - ", "No 12 - "}, `^No \d+ - `, true},
		{[]string{"red ", "blue "}, "", false},
		{[]string{"ab", "cb"}, "", false},
	} {
		if got, ok := leading(c.texts); ok != c.ok || ok && got != c.want {
			t.Errorf("before %q: %q %v, want %q %v", c.texts, got, ok, c.want, c.ok)
		}
	}
	for _, c := range []struct {
		texts []string
		want  string
		ok    bool
	}{
		{[]string{"", ""}, "$", true},
		{[]string{" (2024)", " (2024)"}, ` \(\d+\)$`, true},
		{[]string{" - Luka 1", " - Kambuz"}, " - ", true},
		{[]string{" | Port", ""}, `(?: \| Port$|$)`, true},
		{[]string{"x", "y"}, "", false},
	} {
		if got, ok := trailing(c.texts); ok != c.ok || ok && got != c.want {
			t.Errorf("behind %q: %q %v, want %q %v", c.texts, got, ok, c.want, c.ok)
		}
	}
}

func TestProcessingsCutValuesOut(t *testing.T) {
	l := &learner{field: job.Title}
	examples := []Example{{Want: &job.Posting{Title: "Cook"}}, {Want: &job.Posting{Title: "Mate"}}}
	all := l.processings(examples, [][]string{{"Job: Cook (Kiel)"}, {"Job: Mate (Oban)"}})
	var got []string
	for _, steps := range all[1:] {
		r := Rule{Post: steps}
		got = append(got, r.process("Job: Ship's pilot (Vigo)"))
	}
	if want := []string{"Ship's pilot", "Ship's pilot"}; !slices.Equal(got, want) {
		t.Errorf("cut %q, want %q", got, want)
	}
	if exact := l.processings(examples, [][]string{{"Cook"}, {"Mate"}}); len(exact) != 1 || exact[0] != nil {
		t.Errorf("values without surplus are processed by %v", exact)
	}
}

func TestSteps(t *testing.T) {
	step := func(do Operation, arg, with string, group int) Step {
		s := Step{Do: do, With: with, Group: group}
		if err := s.compile(arg); err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		step     Step
		in, want string
	}{
		{step(Keep, `\d+`, "", 0), "Ref 12 of 30", "12"},
		{step(Keep, `(\d+) of (\d+)`, "", 0), "Ref 12 of 30", "12"},
		{step(Keep, `(\d+) of (\d+)`, "", 2), "Ref 12 of 30", "30"},
		{step(Keep, `x`, "", 0), "Ref 12", ""},
		{step(Replace, `(\d)`, "<$1>", 0), "a1b2", "a<1>b<2>"},
		{step(TrimPrefix, "Ref ", "", 0), "Ref 12", "12"},
		{step(TrimSuffix, " EUR", "", 0), "12 EUR", "12"},
		{step(Date, "02.01.2006", "", 0), "03.04.2024", "2024-04-03T00:00:00Z"},
		{step(Date, "02.01.2006", "", 0), "soon", ""},
	} {
		if got := c.step.apply(c.in); got != c.want {
			t.Errorf("%s %q of %q: %q, want %q", c.step.Do, c.step.Arg, c.in, got, c.want)
		}
	}
}

func TestPatternsOfPaths(t *testing.T) {
	for _, c := range []struct {
		segments []string
		want     string
	}{
		{[]string{"jobs", "jobs"}, "jobs"},
		{[]string{"7", "81"}, `\d+`},
		{[]string{"jobs"}, "jobs"},
		{[]string{"cook-in-kiel"}, `[^/]*`},
		{[]string{"cook-in-kiel-71", "mate-in-oban-82"}, `[^/]*\d+`},
		{[]string{"cook-7.html", "mate-8.html"}, `[^/]*\d+\.html`},
		{[]string{"a1-job", "b2-job", "c3-job"}, `[^/]*`},
		{[]string{"a1-job", "b2-job", "c3-job", "d4-job"}, `[^/]*\d+-job`},
	} {
		if got := generalSegment(c.segments); got != c.want {
			t.Errorf("%q: %s, want %s", c.segments, got, c.want)
		}
	}
}

func TestAPatternOfAnotherKindIsLeftOut(t *testing.T) {
	parse := func(s string) *url.URL {
		u, err := url.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	jobs := []*url.URL{parse("http://a.test/jobs/1"), parse("http://a.test/jobs/2"), parse("http://a.test/view/job/3"), parse("http://a.test/view/job/4")}
	if n := len(generalPaths(jobs, nil)); n != 2 {
		t.Errorf("%d patterns for paths of two lengths", n)
	}
	got := generalPaths(jobs, []*url.URL{parse("http://a.test/jobs/9?page=2")})
	if len(got) != 1 || !got[0].MatchString("http://a.test/view/job/5") {
		t.Errorf("%v, want only the pattern that no list has", got)
	}
}

func TestHostsOfOneDomainBecomeItsPattern(t *testing.T) {
	for _, c := range []struct{ hosts, want []string }{
		{nil, []string{"*"}},
		{[]string{"jobs.a.co.uk"}, []string{"jobs.a.co.uk"}},
		{[]string{"de.a.co.uk", "jobs.a.co.uk"}, []string{"*.a.co.uk"}},
		{[]string{"a.test", "b.test"}, []string{"a.test", "b.test"}},
	} {
		if got := generalHosts(c.hosts); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.hosts, got, c.want)
		}
	}
}
