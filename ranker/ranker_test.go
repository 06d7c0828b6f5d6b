package ranker

import (
	"math"
	"testing"

	"gannet/features"
	"gannet/topic"
)

const pageHTML = `<html><head><title>Bees</title></head><body>
<p>All about keeping <a href="/honey">honey and hive</a> in the garden.</p>
<p>Our beekeepers sell honey <a href="/shop">here</a> on every market day of the week.</p>
<p>Unrelated words stand around this one so that nothing near it helps at all, <a href="/terms">terms</a> of our
service and many other things that nobody reads to the end of the page.</p>
</body></html>`

func source(t *testing.T, probability, inherited float64) *Source {
	t.Helper()
	page, err := features.NewReader().Read("http://example.org/", []byte(pageHTML))
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Links) != 3 {
		t.Fatalf("%d links, want 3", len(page.Links))
	}
	return &Source{Page: page, Depth: 2, Probability: probability, Inherited: inherited}
}

func rank(s Strategy, src *Source) []Score {
	scores := make([]Score, len(src.Page.Links))
	s.Rank(src, scores)
	return scores
}

func query() *topic.Query { return topic.NewQuery([]string{"honey", "hive"}, nil) }

func TestEveryPriorityIsTheSumOfItsReasons(t *testing.T) {
	for _, name := range Names() {
		s, err := New(name, needs(t, 7))
		if err != nil {
			t.Fatal(err)
		}
		if s.Name() != name {
			t.Errorf("New(%q) gave %q", name, s.Name())
		}
		src := source(t, .3, .4)
		for i, score := range rank(s, src) {
			var sum float64
			for _, r := range s.Explain(src, i) {
				sum += r.Value * r.Weight
			}
			if math.Abs(sum-float64(score.Priority)) > 1e-6 {
				t.Errorf("%s: link %d has priority %v, its reasons give %v", name, i, score.Priority, sum)
			}
		}
	}
}

func TestNewRefusesUnknownNames(t *testing.T) {
	if _, err := New("deepest", Needs{}); err == nil {
		t.Fatal("no error for an unknown strategy")
	}
}

func TestBreadthFirstPrefersSmallDepth(t *testing.T) {
	near, far := source(t, 0, 0), source(t, 1, 1)
	near.Depth = 1
	if rank(BreadthFirst{}, near)[0].Priority <= rank(BreadthFirst{}, far)[0].Priority {
		t.Error("a link of depth 2 does not go before one of depth 3")
	}
}

func TestRandomDependsOnSeedAndURLAlone(t *testing.T) {
	a := rank(Random{Seed: 1}, source(t, 0, 0))
	b := rank(Random{Seed: 1}, source(t, .9, .9))
	c := rank(Random{Seed: 2}, source(t, 0, 0))
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("link %d: %v and %v for one seed", i, a[i], b[i])
		}
		if a[i] == c[i] {
			t.Errorf("link %d: %v for two seeds", i, a[i])
		}
		if a[i].Priority < 0 || a[i].Priority >= 1 {
			t.Errorf("link %d: %v is not in [0, 1)", i, a[i].Priority)
		}
	}
}

// The names of the tests below are the steps of figure 2 of Hersovici et al. (1998).

func TestSharkRelevantPagePassesOnItsOwnRelevance(t *testing.T) {
	if got := rank(NewShark(query()), source(t, .8, .1))[0].Inherited; math.Abs(float64(got)-.4) > 1e-6 {
		t.Errorf("inherited %v, want d*relevance = .4", got)
	}
}

func TestSharkIrrelevantPagePassesOnWhatItInherited(t *testing.T) {
	if got := rank(NewShark(query()), source(t, .2, .5))[0].Inherited; math.Abs(float64(got)-.25) > 1e-6 {
		t.Errorf("inherited %v, want d*inherited = .25", got)
	}
}

func TestSharkAnchorOnTopicMakesItsContextCountInFull(t *testing.T) {
	src := source(t, 1, 0)
	reasons := NewShark(query()).Explain(src, 0)
	if anchor, context := reasons[1].Value, reasons[2].Value; anchor <= 0 || context != 1 {
		t.Errorf("anchor %v, context %v: want an anchor above 0 and a context of 1", anchor, context)
	}
}

func TestSharkOtherAnchorsAreJudgedByTheirContext(t *testing.T) {
	src := source(t, 1, 0)
	shark := NewShark(query())
	near, far := shark.Explain(src, 1), shark.Explain(src, 2)
	if near[1].Value != 0 || near[2].Value <= 0 || near[2].Value >= 1 {
		t.Errorf("a link beside the topic's words: anchor %v, context %v", near[1].Value, near[2].Value)
	}
	if far[1].Value != 0 || far[2].Value != 0 {
		t.Errorf("a link far from the topic's words: anchor %v, context %v", far[1].Value, far[2].Value)
	}
	scores := rank(shark, src)
	if !(scores[0].Priority > scores[1].Priority && scores[1].Priority > scores[2].Priority) {
		t.Errorf("order of priorities: %v", scores)
	}
}
