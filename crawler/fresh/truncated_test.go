package fresh

import (
	"slices"
	"testing"

	"gannet/crawler/revisit"
)

// TestOneOfSeveralSitemapsContradicts: a listing has dropped three of its four postings, and one of two sitemaps still has them. The sitemap that is
// visited first and has none of them does not hide this.
func TestOneOfSeveralSitemapsContradicts(t *testing.T) {
	w := newSite()
	for _, posting := range []string{"1", "2", "3", "4"} {
		w.watch(posting, Posting, "")
	}
	list, other, sitemap := w.watch("list", Listing, "1 2 3 4"), w.watch("news.xml", Sitemap, "about"), w.watch("jobs.xml", Sitemap, "1 2 3 4")
	slices.Sort(sitemap.Links)
	before, at := list.Links, w.now.AddDate(0, 0, 1)
	list.Links, list.Visited = w.fingerprints("4"), at
	if err := w.observeList(list.ID(), list, before, nil, revisit.Visit{At: at}); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 3, 0} {
		if got := w.contradictions([]*Page{other, sitemap, sitemap}[i], at); got != want {
			t.Errorf("visit %d of a sitemap: %d lost postings are only in sitemaps, want %d", i+1, got, want)
		}
	}
}
