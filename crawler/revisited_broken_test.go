package crawler

import (
	"strings"
	"testing"
	"time"

	"gannet/crawler/robots"
	"gannet/frontier"
	"gannet/store"
	"gannet/store/postings"
)

// TestWatchTellsThatAHostIsDown: a host whose robots.txt is an error of the server is asked for nothing else. That is told, too.
func TestWatchTellsThatAHostIsDown(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(float64) []int { return upTo(25) }
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	s.down = func(at float64) bool { return at >= 12 && at < 15 }
	db := openDB(t)
	watchSite(t, s, db, frontier.NewMemory(), 16, func(p *Parts, _ *Limits) { p.Robots = robots.New("gannet") })
	if told := alarmsIn(t, db); !strings.Contains(told, `"answers"`) {
		t.Errorf("the ledger tells %q; want that the host does not answer", told)
	}
}

// alarmsIn returns the alarms in the ledger of a store.
func alarmsIn(t *testing.T, db *store.DB) (told string) {
	t.Helper()
	err := db.Postings().Changes(0, func(c *postings.Change) error {
		if c.Event == postings.EventAlarm {
			told += string(c.Alarm)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return told
}

// TestWatchTellsThatASitemapIsNone: where a form to log in stands in place of the sitemap, that is told, and nothing closes.
func TestWatchTellsThatASitemapIsNone(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(float64) []int { return upTo(3) }
	s.sitemap = func(float64) []int { return upTo(25) }
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	s.wall = func(at float64) bool { return at >= 12 && at < 15 }
	db := openDB(t)
	watchSite(t, s, db, frontier.NewMemory(), 16, func(p *Parts, _ *Limits) { p.Robots = robots.New("gannet") })
	if told := alarmsIn(t, db); !strings.Contains(told, `"links of lists"`) {
		t.Errorf("the ledger tells %q; want that the sitemap names nothing", told)
	}
}
