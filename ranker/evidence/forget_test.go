package evidence

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"gannet/features"
	"gannet/ranker/evidence/wildweb"
)

// TestForgetKeepsTheBestLinks sets the priorities of many links, and forgets half of the links.
func TestForgetKeepsTheBestLinks(t *testing.T) {
	for name, priority := range map[string]func(i int) float32{
		"different": func(i int) float32 { return float32(i * 7919 % 1000) },
		"alike":     func(int) float32 { return -1.5 },
		"two kinds": func(i int) float32 { return float32(i % 2) },
	} {
		a := New(nil, scorer{})
		for i := range 10 {
			a.AddFetched(crowd(i, 100)) // the page of one of its targets
			addLinks(a, crowd(i, 100))
		}
		var all []float32
		for i := range a.targets.n {
			a.targets.at(i).priority = priority(i)
			if !a.targets.at(i).fetched {
				all = append(all, priority(i))
			}
		}
		before := a.targets.n
		a.forget()
		slices.Sort(all)
		best := all[len(all)-a.targets.n:]
		var kept []float32
		for i := range a.targets.n {
			kept = append(kept, a.targets.at(i).priority)
		}
		slices.Sort(kept)
		if n := len(kept); n < before/2-1 || n > before/2+1 || !slices.Equal(kept, best) {
			t.Errorf("%s: %d of %d are kept, with priorities from %v to %v; those of as many best links are from %v to %v",
				name, n, before, kept[0], kept[n-1], best[0], best[n-1])
		}
		a.checkIndex(t)
	}
}

// TestMakeRoomBoundsTargets and their groups, in a crawl that never ends.
func TestMakeRoomBoundsTargets(t *testing.T) {
	a := New(nil, scorer{})
	a.MaxTargets = 1000
	for i := range 100 {
		src := crowd(i, 100)
		for k := range src.Page.Links {
			src.Page.Links[k].URL += "/" // each a directory
		}
		a.AddFetched(src)
		addLinks(a, src)
		if a.targets.n > a.MaxTargets || indexed(&a.targets) != a.targets.n || len(a.groupOf) > 2*a.MaxTargets || len(a.groups) > 2*a.MaxTargets {
			t.Fatalf("after %d pages: %d targets, %d of them in the index, %d groups for %d keys, limit %d",
				i, a.targets.n, indexed(&a.targets), len(a.groups), len(a.groupOf), a.MaxTargets)
		}
	}
	a.checkIndex(t)
}

// TestMakeRoomBoundsPages: endless pages that lead to few targets take no more memory than those targets may.
func TestMakeRoomBoundsPages(t *testing.T) {
	a := New(nil, scorer{})
	a.MaxTargets = 250
	for i := range 3000 {
		src := crowd(i, 100)
		src.Page.URL += fmt.Sprintf("from/%d", i)
		for k := range src.Page.Links {
			src.Page.Links[k].URL = fmt.Sprintf("http://example.org/to/%d", k)
		}
		a.AddFetched(src)
		addLinks(a, src)
		if held := len(a.edges) + len(a.lists) + len(a.sources); held > 4*edgesPerTarget*a.MaxTargets {
			t.Fatalf("after %d pages %d edges, %d lists and %d pages are kept", i, len(a.edges), len(a.lists), len(a.sources))
		}
	}
	a.checkIndex(t)
}

// TestForgetListsChangesNoVector: the lists and pages that it drops have no edges.
func TestForgetListsChangesNoVector(t *testing.T) {
	lean, full := New(nil, scorer{}), New(nil, scorer{})
	for i, src := range madeUp(wildweb.Pages(9, 300), 9) {
		lean.forgetLists()
		for _, a := range []*Collection{lean, full} {
			a.AddFetched(src)
		}
		if got, want := vectors(lean, src), vectors(full, src); !slices.Equal(got, want) {
			t.Fatalf("page %d: %v, and with all lists %v", i, got, want)
		}
	}
	if len(lean.lists) >= len(full.lists) || len(lean.sources) >= len(full.sources) {
		t.Errorf("%d of %d lists and %d of %d pages are left", len(lean.lists), len(full.lists), len(lean.sources), len(full.sources))
	}
}

// checkIndex checks the index and the edges of all targets.
func (a *Collection) checkIndex(t *testing.T) {
	t.Helper()
	for i := range a.targets.n {
		to := a.targets.at(i)
		edges := 0
		for e := to.firstEdge; e != 0; e = a.edges[e].next {
			edges++
		}
		if at, ok := a.targets.find(to.fingerprint); !ok || at != i || edges != int(to.edgeCount) {
			t.Fatalf("target %d is indexed as %d and has %d of %d edges", i, at, edges, to.edgeCount)
		}
	}
}

// TestAddLinksCountsAPageOnce: a page whose lease was lost after it was stored is added a second time.
func TestAddLinksCountsAPageOnce(t *testing.T) {
	once, twice := New(nil, scorer{}), New(nil, scorer{})
	src := madeUp(wildweb.Pages(3, 5), 3)[1]
	for _, a := range []*Collection{once, twice, twice} {
		a.AddFetched(src)
		addLinks(a, src)
	}
	if len(once.sources) != 1 || !reflect.DeepEqual(once.sources, twice.sources) || !reflect.DeepEqual(once.lists, twice.lists) {
		t.Errorf("pages %v and %v, lists %v and %v", once.sources, twice.sources, once.lists, twice.lists)
	}
	for i := range once.targets.n {
		if a, b := once.targets.at(i), twice.targets.at(i); a.pageCount != b.pageCount || a.edgeCount != b.edgeCount || a.page != b.page {
			t.Errorf("added once %+v, added twice %+v", a, b)
		}
	}
}

// vectors adds the links of a page, and returns their features.
func vectors(c *Collection, src *Source) (rows []float64) {
	for _, t := range addLinks(c, src) {
		row := make([]float64, RowLength)
		c.Vector(t, row)
		rows = append(rows, row...)
	}
	return rows
}

// crowd makes a page of many links without reading HTML.
func crowd(page, links int) *Source {
	p := &features.Page{URL: fmt.Sprintf("http://h%d.example/", page%50)}
	for i := range links {
		p.Links = append(p.Links, features.Link{URL: fmt.Sprintf("http://example.org/p%d/%d", page, i), Path: uint32(i % 20)})
	}
	return &Source{Page: p, Probability: float64(page%10) / 10}
}
