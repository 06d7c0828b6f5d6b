package fresh

import (
	"errors"
	"testing"
	"time"
)

// TestWhatCannotBeReadStaysAsItIs: a page that cannot be read is the cause of an error. A closed posting stays closed, and pages that may be listings
// stay so, so that a later visit finds them.
func TestWhatCannotBeReadStaysAsItIs(t *testing.T) {
	w := newSite()
	for _, name := range []string{"1", "2", "old"} {
		w.watch(name, Posting, "")
	}
	list := w.watch("list", Listing, "1 old first second")
	for _, page := range []string{"first", "second"} {
		w.AddOther(w.keep(page, "list 2"))
	}
	ids, at := w.fingerprints("list old"), w.now.AddDate(0, 0, 2)
	w.Close(ids[1], w.now)
	failure := errors.New("no disk")
	for _, fails := range []error{failure, nil} {
		w.fails = fails
		if err := w.linked(list.Links, at); !errors.Is(err, fails) {
			t.Errorf("%v in place of %v", err, fails)
		}
		if isClosed := w.records[ids[1]].isClosed(); isClosed != (fails != nil) {
			t.Errorf("with the error %v, the posting is closed: %v", fails, isClosed)
		}
		h := w.hosts["mill.test"]
		if err := w.findListings(h, at.AddDate(0, 0, len(w.facts))); !errors.Is(err, fails) {
			t.Errorf("%v in place of %v", err, fails)
		}
		if h.looked = (time.Time{}); fails != nil && len(h.others) != 2 {
			t.Errorf("%v are pages that may be listings, want both", h.others)
		}
		if fails == nil && (!w.IsListing("http://mill.test/first") || len(h.others) > 0 && h.others[0] != "http://mill.test/second") {
			t.Errorf("the first page is no listing; %v are left", h.others)
		}
	}
}

// TestADoubtedFeedIsNoListing: a feed whose host is to be doubted links to a new posting. This does not keep the posting open for ever, because no
// visit of a feed shows what it no longer links to.
func TestADoubtedFeedIsNoListing(t *testing.T) {
	w := newSite()
	w.watch("1", Posting, "")
	w.watch("list", Listing, "1")
	feed := w.watch("feed", Feed, "")
	feed.Links = w.fingerprints("1")
	if err := w.Observe(Visit{URL: feed.URL, Page: feed, Found: Changed, Doubted: true, At: w.now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if n := w.records[feed.Links[0]].listings; n != 1 {
		t.Errorf("%d listings link to the posting, want the one", n)
	}
}

// TestRulesAreSwitchedOffOneByOne: a second call leaves off what the first has switched off. A rule that is off makes no listing after
// a restart either.
func TestRulesAreSwitchedOffOneByOne(t *testing.T) {
	w := newSite()
	w.Disable(1 << RequestPages)
	w.Disable(1 << Leads)
	w.watch("1", Posting, "")
	if w.obeys(RequestPages) || w.obeys(Leads) {
		t.Error("a rule is on again")
	}
	if err := w.Lead(w.keep("about", "1"), 1, true); err != nil || w.IsListing("http://mill.test/about") {
		t.Errorf("a page that led to the only posting is a listing: %v", err)
	}
}

// TestAFeedThatWasASitemapLeavesItsListing: an earlier version took it for a sitemap, and joined it with a listing that links to it.
func TestAFeedThatWasASitemapLeavesItsListing(t *testing.T) {
	w := newSite()
	w.watch("1", Posting, "")
	list, feed := w.watch("list", Listing, "1"), w.watch("feed", Sitemap, "1")
	h := w.hosts["mill.test"]
	w.join(h, list.ID(), feed.ID())
	feed.Kind = Feed
	if err := w.Observe(Visit{URL: feed.URL, Page: feed, Before: feed.Links, Found: Changed, At: w.now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if pages := h.pagesOf(list.ID()); len(pages) != 1 || h.lists[feed.ID()] != nil {
		t.Errorf("%v are pages of the listing, and the feed is a listing: %v", pages, h.lists[feed.ID()] != nil)
	}
}
