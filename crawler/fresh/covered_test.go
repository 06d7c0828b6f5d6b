package fresh

import (
	"slices"
	"testing"
	"time"
)

// TestASitemapWithoutPostingsNeedNotBeFresh: a sitemap of other pages is requested only by its own rate. Once it links to a posting, Fresh requires
// its requests.
func TestASitemapWithoutPostingsNeedNotBeFresh(t *testing.T) {
	w := newSite()
	w.watch("1", Posting, "")
	w.watch("list", Listing, "1")
	sitemap := w.watch("sitemap", Sitemap, "about")
	for _, c := range []struct {
		links string
		needs bool
	}{{"about", false}, {"about 1", true}} {
		before := sitemap.Links
		sitemap.Links, w.now = slices.Sorted(slices.Values(w.fingerprints(c.links))), w.now.Add(2*time.Hour)
		if err := w.Observe(Visit{URL: sitemap.URL, Page: sitemap, Before: before, Found: Changed, At: w.now}); err != nil {
			t.Fatal(err)
		}
		if needed := w.needed(); needed >= 2 != c.needs {
			t.Errorf("with links to %q, Fresh needs %.2f requests a day, one of them for the listing", c.links, needed)
		}
		if needed := w.restarted("sitemap list 1").needed(); needed >= 2 != c.needs {
			t.Errorf("with links to %q, Fresh needs %.2f requests a day after a restart", c.links, needed)
		}
	}
}

// restarted returns what a further run knows that reads the pages in this order.
func (w *site) restarted(names string) *site {
	next := newSite()
	next.now, next.watched = w.now, w.watched
	for _, id := range w.fingerprints(names) {
		next.Add(next.watched[id])
		next.RestorePage(next.watched[id], w.policy.AppendPage(nil, id))
	}
	if err := next.RestoreSitemaps(); err != nil {
		panic(err)
	}
	return next
}

// needed returns how many requests a day Fresh needs.
func (w *site) needed() float64 {
	w.Next(w.now)
	return w.policy.Plan().Needed
}

// TestASitemapIsFreshOnceItsPageShowsAPosting: the sitemap was visited before the page to which it links was found to show a posting.
func TestASitemapIsFreshOnceItsPageShowsAPosting(t *testing.T) {
	for _, closed := range []bool{false, true} {
		w := newSite()
		w.watch("1", Posting, "")
		w.watch("list", Listing, "1")
		sitemap := w.watch("sitemap", Sitemap, "2")
		w.now = w.now.Add(2 * time.Hour)
		if err := w.Observe(Visit{URL: sitemap.URL, Page: sitemap, Before: sitemap.Links, Found: Unchanged, At: w.now}); err != nil {
			t.Fatal(err)
		}
		if err := w.Begin(&Page{URL: "http://mill.test/2", Kind: Posting, Visited: w.now}, nil, closed); err != nil {
			t.Fatal(err)
		}
		w.now = w.now.Add(2 * time.Hour) // it plans again
		if needed := w.needed(); needed >= 2 == closed {
			t.Errorf("the posting is closed: %v, Fresh needs %.2f requests a day", closed, needed)
		}
	}
}
