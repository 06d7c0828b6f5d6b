package crawler

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gannet/crawler/reason"
	"gannet/frontier"
)

// TestWatchAsksAgainWhatListsName: a link that fails at first is asked again while its list names it, also if the list does not change
// and if the crawl was stopped in between. Attempts become ever rarer. One that is gone for good, and one that the list names no more, are
// asked no more.
func TestWatchAsksAgainWhatListsName(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(at float64) []int {
		if at < 2 {
			return upTo(10)
		}
		return upTo(10, 4)
	}
	s.page = func(n int, at float64) (status, version int) {
		switch {
		case n == 1 && at < 1:
			return 404, 1
		case n == 2 && at < 12:
			return 503, 1
		case n == 3, n == 4:
			return 404, 1
		case n == 5:
			return 410, 1
		}
		return 200, 1
	}
	db, log := openDB(t), frontier.NewMemory()
	watchSite(t, s, db, log, .5, asItIs)
	watchSite(t, s, db, log, 29.5, asItIs)
	for _, n := range []int{1, 2} {
		if url := fmt.Sprintf("http://mill.test/job/%d", n); !db.Has(url) {
			t.Errorf("posting %d was not read; it was answered with %v", n, s.asks(strings.TrimPrefix(url, "http://mill.test")))
		}
	}
	for n, want := range map[int][2]int{3: {7, 9}, 4: {3, 6}, 5: {1, 1}} {
		if got := len(s.asks(fmt.Sprintf("/job/%d", n))); got < want[0] || got > want[1] {
			t.Errorf("posting %d was asked for %d times, want %d", n, got, want)
		}
	}
}

func TestMayPass(t *testing.T) {
	for _, why := range []reason.Reason{"status 404", "status 403", "status 503", "DNS", "timeout", "robots.txt unreachable"} {
		if !mayPass(why) {
			t.Errorf("%s may not pass", why)
		}
	}
	for _, why := range []reason.Reason{"status 410", "content type", "robots.txt", "unreadable page", "out of scope: host", ""} {
		if mayPass(why) {
			t.Errorf("%s may pass", why)
		}
	}
}
