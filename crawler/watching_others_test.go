package crawler

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
	"gannet/job/life"
	"gannet/store"
)

// jobsWatched watches pages of a host: postings by number, and lists by name that name some of them and other pages.
type jobsWatched struct {
	*watching
	now time.Time
}

func (w *jobsWatched) fingerprints(names string) (ids []uint64) {
	for name := range strings.FieldsSeq(names) {
		ids = append(ids, weburl.Fingerprint("http://mill.test/"+name))
	}
	return ids
}

func (w *jobsWatched) watch(name string, kind store.WatchedKind, names string) *store.Watched {
	x := &store.Watched{URL: "http://mill.test/" + name, Kind: kind, Visited: w.now, Tried: w.now, Links: w.fingerprints(names)}
	w.recent[weburl.Fingerprint(x.URL)] = x
	w.add(x)
	return x
}

// TestAPageThatAloneNamesPostingsIsAList: a page of a host with lists counts as one if it names three postings that no list names, or one
// if it is the next page of a list. One that leads to a posting beside is none.
func TestAPageThatAloneNamesPostingsIsAList(t *testing.T) {
	db := openDB(t)
	w := &jobsWatched{newWatching(&Revisits{Store: db, Options: revisit.DefaultOptions()}, true), time.Unix(1_780_000_000, 0)}
	for n := range 7 {
		w.watch(fmt.Sprint(n), store.WatchedPosting, "")
	}
	for _, page := range []string{"next 2 list", "article 3", "many 4 5 6", "about list 0"} {
		name, names, _ := strings.Cut(page, " ")
		p := &store.Page{URL: "http://mill.test/" + name, Status: 200, Fetched: w.now, Links: w.fingerprints(names)}
		if _, err := db.Put([]*store.Page{p}); err != nil {
			t.Fatal(err)
		}
		if w.addOther(p.URL); len(w.hosts) > 0 && name == "next" {
			t.Error("a page of a host without lists was noted")
		}
	}
	w.watch("list", store.WatchedList, "0 1 next about")
	for _, name := range []string{"next", "article", "many", "about"} {
		w.addOther("http://mill.test/" + name)
	}
	h := w.hosts["mill.test"]
	for range 2 {
		if err := w.findLists(h, w.now); err != nil {
			t.Fatal(err)
		}
	}
	var lists []string
	for _, v := range w.takeTold() {
		lists = append(lists, fmt.Sprint(v.Watched.URL, v.Watched.Kind))
	}
	if got, want := fmt.Sprint(lists), "[http://mill.test/next3 http://mill.test/many3]"; got != want {
		t.Errorf("%s are lists, want %s", got, want)
	}
	if got, want := fmt.Sprint(h.others), "[http://mill.test/article http://mill.test/about]"; got != want {
		t.Errorf("%s are none, want %s", got, want)
	}
}

// TestWhatFellOffCountsAnew: what lists lack is told as fallen off as long as the list may show the newest alone, and it is never given up.
// After that it counts from the visit on that excluded it.
func TestWhatFellOffCountsAnew(t *testing.T) {
	w := &jobsWatched{newWatching(&Revisits{Options: revisit.DefaultOptions()}, true), time.Unix(1_780_000_000, 0)}
	w.watch("1", store.WatchedPosting, "")
	list := w.watch("list", store.WatchedList, "1 2")
	h, ids := w.hosts["mill.test"], w.fingerprints("1 list")
	visit := func(days int, names string) (told string) {
		at := w.now.AddDate(0, 0, days)
		before := list.Links
		list.Links, list.Visited = w.fingerprints(names), at
		w.observeList(ids[1], list, before, revisit.Visit{At: at})
		w.suspectMissing(at)
		for _, v := range w.takeTold() {
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
	if m := h.unlisted[ids[0]]; fmt.Sprint(got) != "[ true  true     false  false]" || m.fellOff || !m.since.Equal(w.now.AddDate(0, 0, 23)) {
		t.Errorf("%q, %+v", got, m)
	}
}
