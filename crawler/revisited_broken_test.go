package crawler

import (
	"strings"
	"testing"
	"time"

	"gannet/crawler/robots"
	"gannet/frontier"
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
	told := ""
	err := db.Postings().Changes(0, func(c *postings.Change) error {
		if c.Event == postings.EventAlarm {
			told += string(c.Alarm)
		}
		return nil
	})
	if err != nil || !strings.Contains(told, `"answers"`) {
		t.Errorf("the ledger tells %q, %v; want that the host does not answer", told, err)
	}
}
