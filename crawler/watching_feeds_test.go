package crawler

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gannet/crawler/robots"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/store"
)

func withRobots(p *Parts, _ *Limits) { p.Robots = robots.New("gannet") }

// TestWatchTakesAnEarlierFeedForOne: an earlier version watched a feed as a sitemap, which names all. Now what falls off its end closes
// nothing, and it takes no part in what lists lack.
func TestWatchTakesAnEarlierFeedForOne(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0), feedRobots: true}
	s.list = func(float64) []int { return upTo(20) }
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	s.feed = func(at float64) []int { return upTo(20 + int(at*4))[15+int(at*4):] }
	db, log := openDB(t), frontier.NewMemory()
	watchSite(t, s, db, log, 1, withRobots)
	id := weburl.Fingerprint("http://mill.test/feed")
	x, err := db.Watched(id)
	if err != nil {
		t.Fatal(err)
	}
	x.Kind = store.WatchedSitemap
	if _, err := db.PutVisits([]*store.Visit{{Watched: x}}); err != nil {
		t.Fatal(err)
	}
	last := s.now()
	s.now = func() time.Time { return last }
	c := crawlOf(t, s, db, log, 4, withRobots)
	if x, err = db.Watched(id); err != nil || x.Kind != store.WatchedFeed {
		t.Errorf("it is watched as %+v, %v", x, err)
	}
	if c.watched.hosts.IsListing("http://mill.test/feed") {
		t.Error("lists wait for it")
	}
	for n, state := range lives(t, db) {
		if state != "open" && state != "unknown" {
			t.Errorf("posting %s is %s", n, state)
		}
	}
}

// TestWatchTrustsLastmod: every posting is changed once. Where the sitemap says so, it is read again soon. A sitemap that calls every
// posting new at all times is believed for a few requests, and one that never says anything is asked nothing more for it.
func TestWatchTrustsLastmod(t *testing.T) {
	const n, days = 60, 12
	changed := func(n int) float64 { return 1 + float64(n)/8 } // the day on which a posting changes
	ways := map[string]func(int, float64) float64{
		"true": func(n int, at float64) float64 {
			if at >= changed(n) {
				return changed(n)
			}
			return -1
		},
		"always now": func(_ int, at float64) float64 { return at },
		"tomorrow":   func(_ int, at float64) float64 { return at + 3 },
		"never new":  func(int, float64) float64 { return -1 },
	}
	looks, read := make(map[string]int), make(map[string]int)
	for name, lastmod := range ways {
		s := &jobSite{begin: time.Unix(1_780_000_000, 0), lastmod: lastmod}
		s.list = func(float64) []int { return upTo(n) }
		s.sitemap = s.list
		s.page = func(n int, at float64) (status, version int) {
			if at >= changed(n) {
				return 200, 2
			}
			return 200, 1
		}
		watchSite(t, s, openDB(t), frontier.NewMemory(), days, withRobots)
		for i := 1; i <= n; i++ {
			asks := s.asks(fmt.Sprintf("/job/%d", i))
			looks[name] += len(asks) - 1
			if strings.Count(fmt.Sprint(asks), "200") > 1 {
				read[name]++
			}
		}
	}
	t.Log("visits of known postings:", looks, "and of these found changed:", read)
	if read["true"] < n*9/10 || looks["true"] > n*13/10 {
		t.Errorf("a true lastmod showed %d of %d changes with %d visits", read["true"], n, looks["true"])
	}
	if looks["always now"] > n/3 || looks["never new"]+looks["tomorrow"] > 0 {
		t.Errorf("lastmod that is not true cost %v visits", looks)
	}
}
