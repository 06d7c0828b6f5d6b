package ranker

import (
	"bytes"
	"testing"

	"gannet/ranker/evidence/wildweb"
)

// TestKeptStrategiesGoOnTheSame restores each strategy that can be kept in the middle of a crawl. From then on it knows what the
// first one knows, bit by bit. What is asked between two lessons changes nothing.
func TestKeptStrategiesGoOnTheSame(t *testing.T) {
	ache := func() Keepable {
		a := NewAche()
		a.Start, a.Every, a.maxLinks = 10, 5, 60
		return a
	}
	for name, newStrategy := range map[string]func() Keepable{
		"ache":        ache,
		"parent-mean": func() Keepable { return ParentMean() },
		"blend":       func() Keepable { return Blend(NewShark(query())) },
	} {
		pages := madeUp(wildweb.BreadthFirst(wildweb.Pages(7, 80)), 7)
		lived, restored := newStrategy(), newStrategy()
		for i, src := range pages {
			for _, s := range []Keepable{lived, restored} {
				if s == lived || i > 40 {
					s.Learn(src)
					s.Revised()
					rank(s, src)
				}
			}
			before := stateOf(t, lived)
			next := pages[(i+20)%len(pages)]
			lived.Preview(next, make([]Score, len(next.Page.Links)))
			lived.Revise(next.Page.URL)
			if !bytes.Equal(stateOf(t, lived), before) {
				t.Fatalf("%s: after %d pages a question changes what is known", name, i+1)
			}
			if i == 40 {
				if err := restored.Restore(bytes.NewReader(before), int64(len(before))); err != nil {
					t.Fatal(name, err)
				}
			}
			if i >= 40 && !bytes.Equal(stateOf(t, restored), before) {
				t.Fatalf("%s: page %d: the restored strategy knows something else", name, i+1)
			}
		}
		state := stateOf(t, lived)
		if err := newStrategy().Restore(bytes.NewReader(state[:len(state)/2]), int64(len(state)/2)); err == nil {
			t.Error(name, "half of a state was restored")
		}
	}
}
