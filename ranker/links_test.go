package ranker

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"gannet/features"
)

// needs suffice for every strategy.
func needs(t testing.TB, seed uint64) Needs {
	t.Helper()
	return Needs{Query: query(), Seed: seed, Links: readModel(drawnModel(linkNames()))}
}

func TestLinksRefusesOtherModels(t *testing.T) {
	if _, err := NewLinks(Needs{}); !errors.Is(err, ErrNoModel) {
		t.Errorf("without a model: %v", err)
	}
	if _, err := NewLinks(Needs{Links: readModel(drawnModel([]string{"f_a", "f_b"}))}); err == nil || !strings.Contains(err.Error(), "f_a") {
		t.Errorf("a model of other features: %v does not name the first", err)
	}
}

func TestLinksExplainsWithTheFeaturesValues(t *testing.T) {
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
			t.Errorf("%s is explained with the value %v, not %v", r.Name, *r.Measured, row[at])
		}
		if i > 0 && abs(r.Value) > abs(reasons[i].Value) {
			t.Errorf("%s stands behind a smaller reason", r.Name)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }

// TestLinksRanksPagesOfLinksAlone ranks what a sitemap is made to: a page without text and blocks.
func TestLinksRanksPagesOfLinksAlone(t *testing.T) {
	s, err := NewLinks(Needs{Links: needs(t, 1).Links})
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

func TestLinksServesManyGoroutines(t *testing.T) {
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
