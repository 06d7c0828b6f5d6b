package fresh

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gannet/crawler/revisit"
	"gannet/job/life"
)

// TestAPageThatAloneNamesPostingsIsAList: a page of a host with lists counts as one if it names three postings that no list names. One is
// enough for the next page of a list. An article that leads to a posting beside is none.
func TestAPageThatAloneNamesPostingsIsAList(t *testing.T) {
	w := newSite()
	for n := range 7 {
		w.watch(fmt.Sprint(n), Posting, "")
	}
	for _, page := range []string{"next 2 list", "article 3", "many 4 5 6", "about list 0"} {
		name, names, _ := strings.Cut(page, " ")
		if w.AddOther(w.keep(name, names)); len(w.hosts) > 0 && name == "next" {
			t.Error("a page of a host without lists was noted")
		}
	}
	w.watch("list", Listing, "0 1 next about")
	for page := range strings.FieldsSeq("next article many about") {
		w.AddOther("http://mill.test/" + page)
	}
	h := w.hosts["mill.test"]
	for range 2 {
		if err := w.findListings(h, w.now); err != nil {
			t.Fatal(err)
		}
	}
	var lists []string
	for _, f := range w.takeFacts() {
		lists = append(lists, fmt.Sprint(f.Page.URL, " as a listing: ", f.Page.Kind == Listing))
	}
	if got, want := fmt.Sprint(lists), "[http://mill.test/next as a listing: true http://mill.test/many as a listing: true]"; got != want {
		t.Errorf("%s are lists, want %s", got, want)
	}
	if got, want := fmt.Sprint(h.others), "[http://mill.test/article http://mill.test/about]"; got != want {
		t.Errorf("%s are none, want %s", got, want)
	}
}

// TestANewPageOfAListIsLookedAt: the new page of a list has one posting and seems to show it. It is looked at again within a day, and is a
// list once looks have shown that it is none.
func TestANewPageOfAListIsLookedAt(t *testing.T) {
	w := newSite()
	for n := range 3 {
		w.watch(fmt.Sprint(n), Posting, "")
	}
	list := w.watch("list", Listing, "0 1 2")
	h, ids := w.hosts["mill.test"], w.fingerprints("list next advert")
	before := list.Links
	list.Links, list.Visited = w.fingerprints("0 1 next advert"), w.now
	w.observeList(ids[0], list, before, nil, revisit.Visit{At: w.now})
	w.watch("next", Posting, "list 2")
	w.watch("advert", Posting, "list 2")
	w.read(t, list, "next:2 advert:Baker")
	isDue := func(id uint64) bool {
		_, reason, known := w.policy.Due(id)
		return known && reason == revisit.Suspected
	}
	find := func(days int) {
		if err := w.findListings(h, w.now.AddDate(0, 0, days)); err != nil {
			t.Fatal(err)
		}
	}
	if find(1); !isDue(ids[1]) || isDue(ids[2]) {
		t.Errorf("the next page is looked at: %v, an advertisement %v", isDue(ids[1]), isDue(ids[2]))
	}
	next := w.watched[ids[1]]
	at := w.now.AddDate(0, 0, 1)
	w.observePage(ids[1], Visit{Page: next, Found: NotShown}, revisit.Visit{At: at})
	w.read(t, list, "next:2")
	if find(2); w.IsListing(next.URL) {
		t.Error("it is a list after one look")
	}
	w.observePage(ids[1], Visit{Page: next, Found: NotShown}, revisit.Visit{At: at.AddDate(0, 0, 2)})
	w.Close(ids[1], at.AddDate(0, 0, 2))
	w.read(t, list, "next:2")
	if find(4); !w.IsListing(next.URL) {
		t.Error("it is no list after its posting has closed")
	}
}

// TestWhatFellOffCountsAnew: while a listing may show only the newest postings, one that it lacks counts as fallen off its end, not as gone.
// After that it counts from the visit on that excluded it.
func TestWhatFellOffCountsAnew(t *testing.T) {
	w := newSite()
	w.watch("1", Posting, "")
	list := w.watch("list", Listing, "1 2")
	h, ids := w.hosts["mill.test"], w.fingerprints("1 list")
	visit := func(days int, names string) (told string) {
		at := w.now.AddDate(0, 0, days)
		before := list.Links
		list.Links, list.Visited = w.fingerprints(names), at
		w.observeList(ids[1], list, before, nil, revisit.Visit{At: at})
		w.settle(at)
		for _, v := range w.takeFacts() {
			if v.Observed.What == life.Unlisted {
				told += fmt.Sprintf(" %v", v.Observed.FellOff)
			}
		}
		return told
	}
	var got []string
	for _, v := range []struct {
		days  int
		names string
	}{{1, "2 3"}, {2, "3 4"}, {20, "4 5"}, {21, "5"}, {22, "5 6"}, {23, "6"}, {24, "6"}} {
		got = append(got, visit(v.days, v.names))
	}
	if m := h.absent[ids[0]]; fmt.Sprint(got) != "[ true  true     false  false]" || m.newestOnly || !m.since.Equal(w.now.AddDate(0, 0, 23)) {
		t.Errorf("%q, %+v", got, m)
	}
}

// TestABoxOfSimilarPostings: the page of a posting that has closed became a listing, because only its box of similar postings linked to some. What
// the listing drops and this box still links to is requested, and is not reported as unlisted. What another listing links to is not requested.
func TestABoxOfSimilarPostings(t *testing.T) {
	for _, restarted := range []bool{false, true} {
		w := newSite()
		for name := range strings.FieldsSeq("1 2 3") {
			w.watch(name, Posting, "")
		}
		if restarted {
			w.restore("old", Listing, "1 2", life.PageState{})
		} else {
			old := w.watch("old", Posting, "1 2")
			w.Close(old.ID(), w.now)
			if err := w.makeListing(old.URL); err != nil {
				t.Fatal(err)
			}
		}
		list, at := w.watch("list", Listing, "1 2 3"), w.now.Add(time.Hour)
		w.watch("board", Listing, "2")
		before := list.Links
		list.Links, list.Visited = w.fingerprints("3"), at
		if err := w.observeList(list.ID(), list, before, nil, revisit.Visit{At: at}); err != nil {
			t.Fatal(err)
		}
		w.settle(at.Add(time.Minute))
		for i, want := range []revisit.Reason{revisit.Suspected, revisit.Aged, revisit.Aged} {
			id := w.fingerprints("1 2 3")[i]
			if _, why, _ := w.policy.Due(id); why != want || w.isMissed(id) {
				t.Errorf("restarted %v: posting %d is requested for %v, want %v; unlisted %v", restarted, i+1, why, want, w.isMissed(id))
			}
		}
	}
}

// TestHubsAfterARestart: a page that has led to three postings is a listing, unless its own posting was closed and a listing links to all of them,
// because then these are probably similar postings.
func TestHubsAfterARestart(t *testing.T) {
	for _, listed := range []bool{false, true} {
		w := newSite()
		w.restore("closed", Posting, "1 2 3", life.PageState{Closed: true, Checked: w.now})
		for _, name := range []string{"1", "2", "3"} {
			w.watch(name, Posting, "")
		}
		if listed {
			w.watch("list", Listing, "1 2 3")
		}
		if err := w.Lead("http://mill.test/closed", 3, true); err != nil || w.IsListing("http://mill.test/closed") == listed {
			t.Errorf("listed elsewhere: %v; it is a listing: %v; %v", listed, !listed, err)
		}
	}
}
