package crawler

import (
	"testing"
	"time"

	"gannet/crawler/fresh"
	"gannet/crawler/revisit"
	"gannet/internal/weburl"
	"gannet/job/life"
	"gannet/store"
)

// TestKindsArePackageFreshs: the numbers of what is watched are those of package fresh.
func TestKindsArePackageFreshs(t *testing.T) {
	for kind, want := range map[store.WatchedKind]fresh.Kind{
		store.WatchedPage: fresh.OnTopic, store.WatchedPosting: fresh.Posting, store.WatchedList: fresh.Listing,
		store.WatchedSitemap: fresh.Sitemap, store.WatchedFeed: fresh.Feed,
	} {
		if got := fresh.Kind(kind); got != want {
			t.Errorf("%v is %d in package fresh, want %d", kind, got, want)
		}
	}
}

// TestAListIsRequestedOnThoughItsPostingCloses: a list may have shown a posting itself.
func TestAListIsRequestedOnThoughItsPostingCloses(t *testing.T) {
	w, now := newWatching(&Revisits{Store: openDB(t), Options: revisit.DefaultOptions()}, true), time.Unix(1_780_000_000, 0)
	for kind, want := range map[store.WatchedKind]bool{store.WatchedList: true, store.WatchedPosting: false} {
		x := &store.Watched{URL: "http://mill.test/" + kind.String(), Kind: kind, Visited: now, Tried: now}
		w.hosts.Add(pageOf(x))
		w.settled(&store.Visit{Watched: x, Observed: life.Observation{At: now}}, store.VisitResult{Closed: true})
		if _, watched := w.policy.Kind(weburl.Fingerprint(x.URL)); watched != want {
			t.Errorf("a %v is requested again: %v, want %v", kind, watched, want)
		}
	}
}
