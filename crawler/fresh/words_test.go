package fresh

import "testing"

// TestFullnessIgnoresPaginationLinks: a list that loses a posting, and gains the link to its next page, is not as long as before.
func TestFullnessIgnoresPaginationLinks(t *testing.T) {
	w := newSite()
	x := w.watch("a", Listing, "1 2 3 b")
	w.watch("a2", Listing, "")
	h, id := w.hosts["mill.test"], w.fingerprints("a")[0]
	for range 3 {
		w.observeLength(h, id, x.Links, w.fingerprints("1 2 b a2"))
	}
	if w.isFull(h, id) {
		t.Error("a list that has become shorter seems full")
	}
}
