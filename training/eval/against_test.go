package eval

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

func TestReportsOfTwoRevisionsArePaired(t *testing.T) {
	report := func(web string, areas ...float64) *Report {
		r := &Report{Web: web, Classifier: Labelled, Seed: 1, Results: []Result{}}
		for i, a := range areas {
			r.Results = append(r.Results, Result{Strategy: "learned", Topic: string(rune('a' + i/2)), Draw: i % 2, Area: a, Curve: []float64{}})
		}
		return r
	}
	dir := t.TempDir()
	kept := func(name string, r *Report) *Report { // as written and read
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := r.WriteJSON(f); err != nil {
			t.Fatal(err)
		}
		read, err := ReadReport(path)
		if err != nil {
			t.Fatal(err)
		}
		return read
	}
	one, two := kept("one", report("one", .5, .6, .7, .8)), kept("two", report("two", .1, .2))
	before, other := report("one", .4, .6, .7, .7), report("three", .9, .9)
	p := Against("learned", []*Report{one, two}, []*Report{before, other})
	if p.Topics != 2 || math.Abs(p.Difference-.05) > 1e-12 || p.Better != 2 {
		t.Errorf("%+v", p)
	}
	if p = Against("bfs", []*Report{one}, []*Report{before}); p.Topics != 0 {
		t.Errorf("a strategy that no crawl had: %+v", p)
	}
}
