package ranker

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"gannet/internal/weburl"
	"gannet/ranker/evidence/wildweb"
)

// relearned returns a strategy that learned pages while nobody asked for priorities, and the priorities that it gave then.
func relearned(t *testing.T, sources []*Source) (*Learned, map[uint64]float32) {
	t.Helper()
	l := learned(drawnModel(evidenceNames()))
	l.BeginRelearning()
	for i, src := range sources {
		l.Learn(src)
		for _, s := range rank(l, src) {
			if s != (Score{}) {
				t.Fatalf("page %d: a link got %+v", i, s)
			}
		}
	}
	l.EndRelearning()
	priorities := make(map[uint64]float32)
	for _, r := range l.Revised() {
		priorities[r.Fingerprint] = r.Priority
	}
	return l, priorities
}

// TestRelearning: all links have the priorities in the end that Revise returns. Two that relearned the same pages know the same, and go on
// to learn the same.
func TestRelearning(t *testing.T) {
	sources := madeUp(wildweb.BreadthFirst(wildweb.Pages(7, 300)), 7)
	l, priorities := relearned(t, sources[:200])
	same, _ := relearned(t, sources[:200])
	for i, src := range sources[:200] {
		for k := range src.Page.Links {
			url := src.Page.Links[k].URL
			got, ok := priorities[weburl.Fingerprint(url)]
			if src.Follows(k) && !ok {
				t.Fatalf("page %d: no priority for %s", i, url)
			}
			if now, waits := l.Revise(url); waits && now != got {
				t.Errorf("%s has %v, as of now %v", url, got, now)
			}
		}
	}
	for _, src := range sources[200:] {
		l.Learn(src)
		same.Learn(src)
		if a, b := rank(l, src), rank(same, src); !slices.Equal(a, b) {
			t.Fatalf("%s: %v and %v", src.Page.URL, a, b)
		}
	}
	if !bytes.Equal(stateOf(t, l), stateOf(t, same)) {
		t.Error("they know other things")
	}
}

// TestRelearningOrdersLikeLearning: the links that one would fetch next, the other would fetch soon.
func TestRelearningOrdersLikeLearning(t *testing.T) {
	sources := madeUp(wildweb.BreadthFirst(wildweb.Pages(7, 300)), 7)
	_, priorities := relearned(t, sources)
	slow, links := learned(drawnModel(evidenceNames())), make(map[string]bool)
	for _, src := range sources {
		slow.Learn(src)
		rank(slow, src)
		for i := range src.Page.Links {
			links[src.Page.Links[i].URL] = true
		}
	}
	type waiting struct{ fast, slow float32 }
	var all []waiting
	for url := range links {
		if priority, ok := slow.Revise(url); ok {
			all = append(all, waiting{priorities[weburl.Fingerprint(url)], priority})
		}
	}
	slices.SortFunc(all, func(a, b waiting) int { return cmp.Compare(b.slow, a.slow) })
	best := all[:len(all)/10]
	slices.SortFunc(all, func(a, b waiting) int { return cmp.Compare(b.fast, a.fast) })
	limit, soon := all[len(all)/5].fast, 0
	for _, w := range best {
		if w.fast >= limit {
			soon++
		}
	}
	t.Logf("%d links, the best %d: %d are among the best fifth", len(all), len(best), soon)
	if soon < len(best)*9/10 {
		t.Errorf("%d of the best %d links are among the best fifth", soon, len(best))
	}
}

// TestRelearningForgetsTheWorst: with room for few links, each link that was forgotten has a priority nevertheless.
func TestRelearningForgetsTheWorst(t *testing.T) {
	sources := madeUp(wildweb.BreadthFirst(wildweb.Pages(7, 300)), 7)
	l := learned(drawnModel(evidenceNames()))
	l.SetMaxTargets(400)
	l.BeginRelearning()
	known := make(map[uint64]bool)
	for _, src := range sources {
		l.Learn(src)
		rank(l, src)
	}
	l.EndRelearning()
	for _, r := range l.Revised() {
		known[r.Fingerprint] = true
	}
	waiting := make(map[string]bool)
	for _, src := range sources {
		for i := range src.Page.Links {
			url := src.Page.Links[i].URL
			if src.Follows(i) && !known[weburl.Fingerprint(url)] {
				t.Fatalf("no priority for %s", url)
			}
			if _, ok := l.Revise(url); ok {
				waiting[url] = true
			}
		}
	}
	if len(known) < 2*len(waiting) {
		t.Errorf("of %d links %d are still known: too few were forgotten", len(known), len(waiting))
	}
}
