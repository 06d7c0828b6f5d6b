package fresh

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

func (w *site) isListCovered(id uint64) bool {
	list := w.hosts["mill.test"].list(id)
	return list != nil && list.covered
}

// TestOneOfTwoListsIsCovered: of two lists that name the same postings one is covered by the other, and a feed always is. A list that
// alone names a posting is not, nor one whose other list was not visited for Fresh.
func TestOneOfTwoListsIsCovered(t *testing.T) {
	now := time.Unix(1_780_000_000, 0)
	w := newSite()
	url := func(n int) string { return fmt.Sprintf("http://mill.test/%d", n) }
	for n := range 4 {
		w.Add(&Page{URL: url(n), Kind: Posting, Visited: now})
	}
	list := func(name string, kind Kind, links ...int) *Page {
		x := &Page{URL: "http://mill.test/" + name, Kind: kind, Visited: now}
		for _, n := range links {
			x.Links = append(x.Links, weburl.Fingerprint(url(n)))
		}
		return x
	}
	lists := []*Page{list("a", Listing, 0, 1, 2), list("b", Listing, 1, 2), list("c", Listing, 2, 3), list("feed", Feed, 1)}
	visit := func(at time.Time) (covered string) {
		for _, x := range lists {
			x.Visited = at
			w.observeList(weburl.Fingerprint(x.URL), x, x.Links, nil, revisit.Visit{At: at})
		}
		for _, x := range lists {
			if w.scheduled(x).Covered {
				covered += " " + strings.TrimPrefix(x.URL, "http://mill.test/")
			}
		}
		return covered
	}
	for _, x := range lists {
		w.Add(x)
	}
	if got := visit(now); got != " b feed" {
		t.Errorf("%s are covered, want b and the feed", got)
	}
	lists = lists[1:]
	if got := visit(now.Add(25 * time.Hour)); got != " feed" {
		t.Errorf("%s are covered, want the feed alone: the list that named the others was not asked for a day", got)
	}
	w.unlink(weburl.Fingerprint(lists[0].URL), lists[0].Links)
	if n := w.records[weburl.Fingerprint(url(2))]; n.listings != 2 || n.by[1] != 0 && n.by[0] != 0 {
		t.Errorf("%+v; want two lists, one of which is known", n)
	}
}

// TestAListIsAskedAgainWhenTheOneThatCoveredItIsGone: it does not wait for its own next visit, which may be weeks away.
func TestAListIsAskedAgainWhenTheOneThatCoveredItIsGone(t *testing.T) {
	for _, how := range []string{"gone", "no longer watched"} {
		w := newSite()
		for n := range 2 {
			w.watch(fmt.Sprint(n), Posting, "")
		}
		a, b := w.watch("a", Listing, "0 1"), w.watch("b", Listing, "0 1")
		ids := w.fingerprints("a b")
		for i, x := range []*Page{a, b} {
			if err := w.observeList(ids[i], x, x.Links, nil, revisit.Visit{At: w.now}); err != nil {
				t.Fatal(err)
			}
		}
		if !w.isListCovered(ids[0]) || w.isListCovered(ids[1]) {
			t.Fatalf("a is covered: %v, b: %v", w.isListCovered(ids[0]), w.isListCovered(ids[1]))
		}
		before, what := b.Links, Dropped
		if how == "gone" {
			what, b.Links, b.Failures = Changed, nil, EnoughDenials
		}
		if err := w.Observe(Visit{URL: b.URL, Page: b, Before: before, Found: what, At: w.now.Add(time.Hour)}); err != nil || w.isListCovered(ids[0]) {
			t.Errorf("after b is %s a is still covered, %v", how, err)
		}
	}
}

// TestAListingIsRequestedForPostingsThatAreFoundLater: a listing is covered while another one links to its only posting that is recrawled. A
// listing without one is not.
func TestAListingIsRequestedForPostingsThatAreFoundLater(t *testing.T) {
	w := newSite()
	list := w.watch("list", Listing, "1 2")
	w.watch("other", Listing, "1")
	id := weburl.Fingerprint(list.URL)
	for _, covered := range []bool{false, true} {
		w.observeList(id, list, list.Links, nil, revisit.Visit{At: w.now})
		if w.isListCovered(id) != covered {
			t.Fatalf("a listing is covered: %v, want %v", w.isListCovered(id), covered)
		}
		w.watch("1", Posting, "")
	}
	if err := w.Begin(&Page{URL: "http://mill.test/2", Kind: Posting, Visited: w.now}, false); err != nil || w.isListCovered(id) {
		t.Errorf("the list is covered, though it alone names a posting; %v", err)
	}
}

// TestWhatAListNamedThatIsGivenUpIsMissed: one that is given up links to nothing, so that what it linked to is missed.
func TestWhatAListNamedThatIsGivenUpIsMissed(t *testing.T) {
	w := newSite()
	w.watch("0", Posting, "")
	hub, list := w.watch("hub", Listing, "0"), w.watch("list", Listing, "0")
	ids := w.fingerprints("hub list 0")
	if err := w.Observe(Visit{URL: hub.URL, Page: hub, Before: hub.Links, Found: Dropped, At: w.now}); err != nil {
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
