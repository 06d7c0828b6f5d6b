package fresh

import (
	"strings"
	"testing"
)

// read has a listing be read whose links are given as target:text.
func (w *site) read(t *testing.T, x *Page, links string) {
	t.Helper()
	var list []Link
	for link := range strings.FieldsSeq(links) {
		target, text, _ := strings.Cut(link, ":")
		list = append(list, Link{"http://mill.test/" + target, text})
	}
	if err := w.ReadLinks(x, list); err != nil {
		t.Fatal(err)
	}
}

// TestPaginationJoinsPages: pages are of one listing if a number or an arrow leads from one to the other, which links back. A page to which pagination
// leads and that is no listing may be one.
func TestPaginationJoinsPages(t *testing.T) {
	w := newSite()
	a := w.watch("a", Listing, "1 a2 b")
	w.watch("a2", Listing, "3 a")
	w.watch("b", Listing, "2")
	h, ids := w.hosts["mill.test"], w.fingerprints("a a2 b")
	w.read(t, a, "1:Miller a2:Weiter b:2 a3:(3) 4:2020")
	if h.ofOneList(ids[0], ids[1]) || h.ofOneList(ids[0], ids[2]) {
		t.Error("a word joins pages, or a number that leads to a page without a link back")
	}
	if w.read(t, a, "a2:»"); !h.ofOneList(ids[0], ids[1]) {
		t.Error("pages are not of one listing that pagination joins")
	}
	if len(h.others) != 1 || h.others[0] != "http://mill.test/a3" {
		t.Errorf("%v may be next pages of listings, want the third", h.others)
	}
}

// TestFullnessIgnoresPagination: a listing that loses a posting, and gains the link to its next page, is not as long as before.
func TestFullnessIgnoresPagination(t *testing.T) {
	w := newSite()
	x := w.watch("a", Listing, "1 2 3 b")
	w.watch("a2", Listing, "")
	h, id := w.hosts["mill.test"], w.fingerprints("a")[0]
	for range 3 {
		h.observeLength(id, x.Links, w.fingerprints("1 2 b a2"))
	}
	if w.mayBeNewestOnly(h, id) {
		t.Error("a listing that has become shorter seems full")
	}
}
