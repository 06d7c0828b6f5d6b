package crawler

import (
	"context"
	"math"
	"testing"
	"time"

	"gannet/crawler/revisit"
	"gannet/crawler/robots"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/store"
)

// watchedAnew is what a crawl has in memory that goes on with a store.
func watchedAnew(t *testing.T, kept WatchStore) *watching {
	t.Helper()
	w := newWatching(&Revisits{Store: kept, Options: revisit.DefaultOptions()}, true)
	if err := w.load(context.Background(), .5, time.Now()); err != nil {
		t.Fatal(err)
	}
	return w
}

// dueAt returns when something is due by the plan that is made at a time.
func dueAt(t *testing.T, w *watching, url string, now time.Time) time.Time {
	t.Helper()
	w.setDiscovery(0)
	w.setDiscovery(1)
	w.policy.Wake(now)
	due, _, ok := w.policy.Due(weburl.Fingerprint(url))
	if !ok {
		t.Fatalf("%s is not due", url)
	}
	return due
}

// earlierStore is a store of a version that kept no rates.
type earlierStore struct{ WatchStore }

func (s earlierStore) EachWatched(use func(*store.Watched) error) error {
	return s.WatchStore.EachWatched(func(x *store.Watched) error {
		if _, rates := ratesOf(x.URL); rates {
			return nil
		}
		x.Facts = nil
		return use(x)
	})
}

// TestWatchKnowsRatesAfterARestart: a list that changes every two hours is requested again when it would have been without the restart, and
// so is a sitemap. Without what was kept they would not.
func TestWatchKnowsRatesAfterARestart(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(at float64) []int { return upTo(20 + int(at*12)) }
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	s.sitemap = func(at float64) []int { return upTo(20 + int(at*4)) }
	db := openDB(t)
	c := crawlOf(t, s, db, frontier.NewMemory(), 10, func(p *Parts, _ *Limits) { p.Robots = robots.New("gannet") })
	now := s.now().Add(2 * time.Hour)
	again, unknown := watchedAnew(t, db), watchedAnew(t, earlierStore{db})
	for _, url := range []string{"http://mill.test/", "http://mill.test/sitemap.xml"} {
		x, err := db.Watched(weburl.Fingerprint(url))
		if err != nil {
			t.Fatal(err)
		}
		want := dueAt(t, c.watched, url, now).Sub(x.Visited)
		got, prior := dueAt(t, again, url, now).Sub(x.Visited), dueAt(t, unknown, url, now).Sub(x.Visited)
		t.Logf("%s: %v, after a restart %v, and %v if nothing was kept", url, want, got, prior)
		if off := math.Abs(float64(got-want)) / float64(want); off > .03 {
			t.Errorf("%s is due %v after its last visit, want %v", url, got, want)
		}
		if off := math.Abs(float64(prior-want)) / float64(want); off < .2 {
			t.Errorf("%s is due %v after its last visit though nothing is known of it: the test shows nothing", url, prior)
		}
	}
}
