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
	}
}

// needed returns how many requests a day Fresh needs.
func (w *site) needed() float64 {
	w.Next(w.now)
	return w.policy.Plan().Needed
}
