package ranker

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gannet/features"
)

// drawnModel is the text of a model of random trees over the named features.
func drawnModel(names []string, trees, leaves int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 0))
	var b strings.Builder
	fmt.Fprintf(&b, "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=%d\nobjective=lambdarank\n"+
		"feature_names=%s\ntree_sizes=%s\n\n", len(names)-1, strings.Join(names, " "), strings.Repeat("1 ", trees-1)+"1")
	for i := range trees {
		fmt.Fprintf(&b, "Tree=%d\n%s\n\n", i, drawnTree(rng, len(names), leaves))
	}
	return b.String() + "end of trees\n"
}

// drawnTree grows a tree as LightGBM does: a leaf drawn at random becomes the node that keeps it on its left.
func drawnTree(rng *rand.Rand, features, leaves int) string {
	left, right, place := make([]int, leaves-1), make([]int, leaves-1), map[int]*int{}
	for i := range leaves - 1 {
		leaf := rng.IntN(i + 1)
		if p := place[leaf]; p != nil {
			*p = i
		}
		left[i], right[i] = ^leaf, ^(i + 1)
		place[leaf], place[i+1] = &left[i], &right[i]
	}
	list := func(n int, draw func(int) any) string {
		return strings.Trim(fmt.Sprint(drawn(n, draw)), "[]")
	}
	return strings.Join([]string{
		fmt.Sprintf("num_leaves=%d\nnum_cat=0", leaves),
		"split_feature=" + list(leaves-1, func(int) any { return rng.IntN(features) }),
		"threshold=" + list(leaves-1, func(int) any { return rng.ExpFloat64() }),
		"decision_type=" + list(leaves-1, func(int) any { return 2 }),
		"left_child=" + list(leaves-1, func(i int) any { return left[i] }),
		"right_child=" + list(leaves-1, func(i int) any { return right[i] }),
		"leaf_value=" + list(leaves, func(int) any { return rng.NormFloat64() }),
		"leaf_count=" + list(leaves, func(int) any { return rng.IntN(100) }),
	}, "\n")
}

func drawn(n int, draw func(int) any) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = draw(i)
	}
	return out
}

// needs suffice for every strategy.
func needs(t testing.TB, seed uint64) Needs {
	t.Helper()
	return Needs{Query: query(), Seed: seed, Model: readModel(t, drawnModel(linkNames(), 20, 8, 1))}
}

func TestLearnedRefusesOtherModels(t *testing.T) {
	if _, err := NewLinks(Needs{}); !errors.Is(err, ErrNoModel) {
		t.Errorf("without a model: %v", err)
	}
	if _, err := NewLinks(Needs{Model: readModel(t, modelText(t, "nan"))}); err == nil || !strings.Contains(err.Error(), "f_a") {
		t.Errorf("a model of other features: %v does not name the first", err)
	}
}

func TestLearnedExplainsWithTheFeaturesValues(t *testing.T) {
	s, err := NewLinks(needs(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	src := source(t, .3, .4)
	var v features.Vectorizer
	row := v.Links(src.Page, query(), .3, 0, 0)
	reasons := s.Explain(src, 0)
	if len(reasons) < 3 || reasons[0].Measured != nil {
		t.Fatalf("%d reasons, want the bias and several features", len(reasons))
	}
	for i, r := range reasons[1:] {
		at := 0
		for at < len(linkNames()) && linkNames()[at] != r.Name {
			at++
		}
		if *r.Measured != row[at] {
			t.Errorf("%s is told to be %v, and is %v", r.Name, *r.Measured, row[at])
		}
		if i > 0 && abs(r.Value) > abs(reasons[i].Value) {
			t.Errorf("%s stands behind a smaller reason", r.Name)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }

// TestLearnedRanksPagesOfLinksAlone ranks what a sitemap is made to: a page without text and blocks.
func TestLearnedRanksPagesOfLinksAlone(t *testing.T) {
	s, err := NewLinks(Needs{Model: needs(t, 1).Model})
	if err != nil {
		t.Fatal(err)
	}
	src := &Source{Page: &features.Page{URL: "http://a.test/sitemap.xml", Links: []features.Link{
		{URL: "http://a.test/x"}, {URL: "http://a.test/a/long/way/down/to/the/page?q=1"},
	}}}
	scores := rank(s, src)
	if scores[0] == scores[1] {
		t.Errorf("two unlike URLs have one priority, %v", scores[0])
	}
	s.Rank(&Source{Page: &features.Page{URL: "http://a.test/"}}, nil)
}

func TestLearnedServesManyGoroutines(t *testing.T) {
	s, err := NewLinks(needs(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	src := source(t, .3, .4)
	want := rank(s, src)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 50 {
				if got := rank(s, src); !slices.Equal(got, want) {
					t.Errorf("%v, alone it was %v", got, want)
				}
			}
		})
	}
	group.Wait()
}
