package crawler

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"gannet/frontier"
	"gannet/store"
	"gannet/store/postings"
)

// TestWatchOutlivesAWrongClock watches a site for three days, for a day by a clock that is wrong by years or by days, and for six days by
// the right one. It ends with the same states as without the wrong day, and makes no more than twice the requests. A clock that is behind
// changes no time of a life.
func TestWatchOutlivesAWrongClock(t *testing.T) {
	run := func(wrong time.Duration) (states map[string]string, asked int) {
		s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
		right := func(at float64) float64 { return at - float64(s.wrong)/float64(day) }
		s.list = func(at float64) []int {
			switch at = right(at); {
			case at < 2:
				return upTo(30)
			case at < 5:
				return upTo(30, 5)
			}
			return upTo(31, 5, 6)
		}
		s.page = func(n int, at float64) (status, version int) {
			at = right(at)
			if n == 5 && at >= 2 || n == 6 && at >= 5 || n == 31 && at < 5 {
				return 404, 1
			}
			return 200, 1
		}
		db, log := openDB(t), frontier.NewMemory()
		for _, phase := range []struct {
			shift time.Duration
			days  float64
		}{{0, 3}, {wrong, 1}, {0, 6}} {
			if s.now != nil {
				at := s.now().Add(phase.shift - s.wrong)
				s.now = func() time.Time { return at }
			}
			before := checked(t, db)
			s.wrong = phase.shift
			watchSite(t, s, db, log, phase.days, asItIs)
			for url, after := range checked(t, db) {
				if s.wrong < 0 && after.Before(before[url]) {
					t.Errorf("a clock behind by %v: %s was checked %v, and %v before", -wrong, url, after, before[url])
				}
			}
		}
		for _, answers := range s.asked {
			asked += len(answers)
		}
		err := db.Postings().Each(func(p *postings.Posting) error {
			if l := p.Life; l.First.Before(s.begin) || l.Last.After(s.now()) || l.Checked.After(s.now()) {
				t.Errorf("a clock wrong by %v: %s was first shown %v, last %v and checked %v", wrong, p.URL, l.First, l.Last, l.Checked)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return lives(t, db), asked
	}
	want, usual := run(0)
	for _, wrong := range []time.Duration{3650 * day, 5 * day, -2 * day, -3650 * day} {
		states, asked := run(wrong)
		if !maps.Equal(states, want) || asked > 2*usual {
			var differ []string
			for n := range want {
				if states[n] != want[n] {
					differ = append(differ, fmt.Sprintf("%s is %q, want %q", n, states[n], want[n]))
				}
			}
			t.Errorf("a clock wrong by %v: %d requests, %d without it; %q", wrong, asked, usual, differ)
		}
	}
}

// checked returns when postings were last checked, by URL.
func checked(t *testing.T, db *store.DB) map[string]time.Time {
	t.Helper()
	times := make(map[string]time.Time)
	err := db.Postings().Each(func(p *postings.Posting) error {
		times[p.URL] = p.Life.Checked
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return times
}
