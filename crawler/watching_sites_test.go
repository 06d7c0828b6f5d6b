package crawler

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"gannet/crawler/revisit"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/store"
)

// TestAnotherSiteClosesNothing: five postings are named by no list of their site. A list of another site names them for three days. They
// stay open.
func TestAnotherSiteClosesNothing(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(float64) []int { return upTo(15, 11, 12, 13, 14, 15) }
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	s.board = func(at float64) []int {
		if at < 3 {
			return []int{11, 12, 13, 14, 15}
		}
		return nil
	}
	db := openDB(t)
	watchSite(t, s, db, frontier.NewMemory(), 20, asItIs)
	states := lives(t, db)
	for n := 1; n <= 15; n++ {
		if state := states[fmt.Sprint(n)]; state != "open" {
			t.Errorf("posting %d is %q; want it open, since its page shows it", n, state)
		}
	}
}

// TestAnotherSiteOpensNothing: a list of another site is the first to name five postings. Their own site names them for five days,
// then they end, and the pages of two stay. The other list names them on, or every second day. They close as they do if it stops at once.
func TestAnotherSiteOpensNothing(t *testing.T) {
	ending := []int{11, 12, 13, 14, 15}
	run := func(board func(float64) []int) (map[string]string, map[string]int) {
		s := &jobSite{begin: time.Unix(1_780_000_000, 0), board: board}
		s.list = func(at float64) []int {
			if at >= 1 && at < 6 {
				return upTo(15)
			}
			return upTo(10)
		}
		s.page = func(n int, at float64) (status, version int) {
			if n > 10 && n < 14 && at >= 6 {
				return 404, 1
			}
			return 200, 1
		}
		db := openDB(t)
		watchSite(t, s, db, frontier.NewMemory(), 40, asItIs)
		asks := make(map[string]int)
		for n := 1; n <= 15; n++ {
			asks[fmt.Sprint(n)] = len(s.asks(fmt.Sprintf("/job/%d", n)))
		}
		return lives(t, db), asks
	}
	states, asks := run(func(at float64) []int {
		if at < 1 {
			return ending
		}
		return nil
	})
	for name, board := range map[string]func(float64) []int{
		"that names them on": func(float64) []int { return ending },
		"that flaps": func(at float64) []int {
			if int(at)%2 == 0 {
				return ending
			}
			return nil
		},
	} {
		got, asked := run(board)
		if !maps.Equal(got, states) {
			t.Errorf("with a list of another site %s: %v; want %v", name, got, states)
		}
		for n, times := range asked {
			if times > asks[n]+1 {
				t.Errorf("with a list of another site %s: posting %s was requested %d times; want %d as without it", name, n, times, asks[n])
			}
		}
	}
	if states["12"] != "closed gone" || states["15"] != "closed unlisted and confirmed" {
		t.Errorf("without the other list: %v", states)
	}
}

// TestAListKeptByAnEarlierVersion: it names a posting of another site, whose list lacks it now. It is not missed. One of another host of the
// same site is.
func TestAListKeptByAnEarlierVersion(t *testing.T) {
	w := &jobsWatched{newWatching(&Revisits{Store: openDB(t), Options: revisit.DefaultOptions()}, true), time.Unix(1_780_000_000, 0)}
	var ids []uint64
	for _, url := range []string{"http://jobs.mill.test/1", "http://hill.test/1"} {
		x := &store.Watched{URL: url, Kind: store.WatchedPosting, Visited: w.now, Tried: w.now}
		w.recent[weburl.Fingerprint(url)] = x
		w.add(x)
		ids = append(ids, weburl.Fingerprint(url))
	}
	list := w.watch("list", store.WatchedList, "")
	before, at := union(ids, nil), w.now.AddDate(0, 0, 1)
	w.name(weburl.Fingerprint(list.URL), before)
	list.Visited = at
	if err := w.observeList(weburl.Fingerprint(list.URL), list, before, nil, revisit.Visit{At: at}); err != nil {
		t.Fatal(err)
	}
	w.suspectMissing(at.AddDate(0, 0, 9))
	if w.doubt[ids[0]]&unlisted == 0 {
		t.Error("a posting of the same site is not missed")
	}
	if w.doubt[ids[1]]&unlisted != 0 {
		t.Error("a posting of another site is missed")
	}
}
