package fresh

import (
	"fmt"
	"strings"
	"testing"
)

// read takes in the pager of a list, whose links are given as target:text.
func (w *site) read(t *testing.T, x *Page, links string) {
	t.Helper()
	var list []Link
	for link := range strings.FieldsSeq(links) {
		target, text, _ := strings.Cut(link, ":")
		list = append(list, Link{"http://mill.test/" + target, text})
	}
	if err := w.ReadLinks(x, list, func(string, string) (bool, error) { return true, nil }); err != nil {
		t.Fatal(err)
	}
}

// TestPagersAreKnownByWhereTheyStand: a word that leads from several lists to other pages, some of them lists, is a pager, and its pages are
// of one list. A menu, which leads to the same pages everywhere, and titles of postings are none.
func TestPagersAreKnownByWhereTheyStand(t *testing.T) {
	w := newSite()
	for _, posting := range []string{"1", "2", "3", "b2"} {
		w.watch(posting, Posting, "b 3")
	}
	a, b := w.watch("a", Listing, "1 a2 news"), w.watch("b", Listing, "2 b2 news")
	second, news := w.watch("a2", Listing, "3 a news"), w.watch("news", Listing, "a b")
	h, ids := w.hosts["mill.test"], w.fingerprints("a a2 b b2 news")
	w.read(t, a, "1:Miller a2:Weiter news:News")
	if w.read(t, second, "a:Zurück news:News"); h.ofOneList(ids[0], ids[1]) || len(h.others) > 0 {
		t.Error("a word of one list is a pager")
	}
	w.read(t, b, "2:Miller b2:Weiter news:News")
	w.read(t, news, "a:A b:B")
	if w.read(t, a, "1:Miller a2:Weiter news:News"); !h.ofOneList(ids[0], ids[1]) {
		t.Error("pages are not of one list that a pager joins")
	}
	if h.ofOneList(ids[0], ids[4]) || h.ofOneList(ids[0], ids[2]) {
		t.Error("a menu joins lists")
	}
	for text, want := range map[string]bool{"Weiter": true, "2": true, "»": true, "Zurück": false, "Miller": false, "News": false} {
		if h.leadsOn(text) != want {
			t.Errorf("%s is a pager: %v", text, !want)
		}
	}
	if len(h.others) != 1 || h.others[0].url != "http://mill.test/b2" {
		t.Errorf("%v may be next pages of lists, want the one that seems to show a posting", h.others)
	}
}

// TestFullnessIgnoresPagers: a list that loses a posting, and gains the link to its next page, is not as long as before.
func TestFullnessIgnoresPagers(t *testing.T) {
	w := newSite()
	x := w.watch("a", Listing, "1 2 3 b")
	w.watch("a2", Listing, "")
	h, id := w.hosts["mill.test"], w.fingerprints("a")[0]
	for range 3 {
		h.observeLength(id, x.Links, w.fingerprints("1 2 b a2"))
	}
	if w.isFull(h, id) {
		t.Error("a list that has become shorter seems full")
	}
}

// TestAMiddlePageThatFoundNothingFirstIsAList: all postings of the second page of a list were found elsewhere before, and the host has many
// other pages. The word that leads from it to the third page, which is a list, is a pager. So the second page is looked through, too.
func TestAMiddlePageThatFoundNothingFirstIsAList(t *testing.T) {
	w := newSite()
	for _, posting := range []string{"1", "2", "3"} {
		w.watch(posting, Posting, "")
	}
	first := w.watch("first", Listing, "1 second")
	for n := range mostOthers {
		w.AddOther(fmt.Sprintf("http://mill.test/article%d", n), "An article")
	}
	url := w.keep("second", "first 2 third")
	w.AddOther(url, "Weiter")
	find := func(days int) bool {
		w.read(t, first, "1:Miller second:Weiter")
		if err := w.findListings(w.hosts["mill.test"], w.now.AddDate(0, 0, days)); err != nil {
			t.Fatal(err)
		}
		return w.IsListing(url)
	}
	if find(1) {
		t.Error("the second page is a list though nothing shows that the word is a pager")
	}
	third := &Page{URL: "http://mill.test/third", Kind: Listing, Visited: w.now, Tried: w.now, Links: w.fingerprints("second 3")}
	third.Via, third.Anchor = url, "Weiter"
	w.Add(third)
	if !find(2) {
		t.Error("the second page is no list")
	}
}
