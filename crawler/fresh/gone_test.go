package fresh

import (
	"slices"
	"testing"

	"gannet/crawler/revisit"
)

// TestWhatAListNamedThatIsGivenUpIsMissed: one that is given up links to nothing, so that what it linked to is missed.
func TestWhatAListNamedThatIsGivenUpIsMissed(t *testing.T) {
	w := newSite()
	w.watch("0", Posting, "")
	hub, list := w.watch("hub", Listing, "0"), w.watch("list", Listing, "0")
	ids := w.fingerprints("hub list 0")
	if err := w.Observe(Visit{URL: hub.URL, Page: hub, Before: hub.Links, Found: Forgotten, At: w.now}); err != nil {
		t.Fatal(err)
	}
	before, at := list.Links, w.now.AddDate(0, 0, 1)
	list.Links, list.Visited = nil, at
	w.observeList(ids[1], list, before, nil, revisit.Visit{At: at})
	w.settle(at.AddDate(0, 0, 1))
	if !w.isMissed(ids[2]) {
		t.Error("a posting is not missed that only a list named which is given up")
	}
}

// TestACutListNamesWhatIsNew: a list that was cut keeps what it named before, and has a posting of another list besides. At its next visit it
// does not name that one, and the other list still does.
func TestACutListNamesWhatIsNew(t *testing.T) {
	w := newSite()
	for _, posting := range []string{"1", "2", "3"} {
		w.watch(posting, Posting, "")
	}
	a, _ := w.watch("a", Listing, "1 2"), w.watch("b", Listing, "3")
	ids := w.fingerprints("a 3")
	visit := func(links string, doubted bool) {
		before := slices.Clone(a.Links)
		if a.Links = slices.Sorted(slices.Values(w.fingerprints(links))); doubted {
			a.Links = slices.Sorted(slices.Values(append(a.Links, before...)))
		}
		if err := w.Observe(Visit{URL: a.URL, Page: a, Before: before, Found: Changed, Doubted: doubted, At: w.now}); err != nil {
			t.Fatal(err)
		}
	}
	visit("3", true)
	if n := w.records[ids[1]]; n.listings != 2 {
		t.Errorf("%d lists name the posting, want both", n.listings)
	}
	visit("1 2", false)
	if n := w.records[ids[1]]; n.listings != 1 || len(w.awaited) > 0 {
		t.Errorf("%d lists name the posting, want the other one; %d are missing", n.listings, len(w.awaited))
	}
}
