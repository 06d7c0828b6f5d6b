package crawler

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gannet/crawler/watch"
	"gannet/frontier"
	"gannet/store"
)

// alarmedStore returns a store in which a host is under alarm for dates of posting, as of a time.
func alarmedStore(t *testing.T, host string, at time.Time) *store.DB {
	t.Helper()
	w := watch.New()
	for d := 30; d > 0; d-- {
		w.Record(host, at.Add(time.Duration(-d)*day), watch.Fact{Signal: watch.Dates, Good: 20})
	}
	if w.Record(host, at, watch.Fact{Signal: watch.Dates, Bad: 20}); !w.DoubtsPages(host) {
		t.Fatal("there is no alarm")
	}
	state, _ := w.AppendHost(nil, host)
	db := openDB(t)
	visit := &store.Visit{Watched: &store.Watched{URL: hostURL(host), Kind: store.WatchedHost, Tried: at, Facts: state}}
	if _, err := db.PutVisits([]*store.Visit{visit}); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestAFalseAlarmIsBounded: a host is under a false alarm for three weeks, while most of its postings end. Pages of these are asked ever less
// often and raise no other alarms, and the list is asked each day. When the alarm is over, all are known to have ended in a day and a half.
func TestAFalseAlarmIsBounded(t *testing.T) {
	const ended, over, end = 40, 22, 23.5
	var looks atomic.Int32
	var listed sync.Map // days on which the list was asked
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	gone := func(n int, at float64) bool { return n <= ended && at >= 6+float64(n)/4 }
	s.list = func(at float64) (list []int) {
		if at < over {
			listed.Store(int(at), true)
		}
		for n := range 60 {
			if !gone(n+1, at) {
				list = append(list, n+1)
			}
		}
		return list
	}
	s.page = func(n int, at float64) (status, version int) {
		if gone(n, at) && at < over {
			looks.Add(1)
		}
		switch {
		case gone(n, at) && n%2 == 0:
			return 404, 1
		case gone(n, at):
			return 200, -1
		case at >= over:
			return 200, 2
		}
		return 200, 1
	}
	s.posted = func(at float64) (date time.Time) {
		if at >= over {
			date = s.begin
		}
		return date
	}
	db := alarmedStore(t, "mill.test", s.begin)
	few := func(p *Parts, _ *Limits) { p.Revisits.Options.MaxAge = 3 * day }
	watchSite(t, s, db, frontier.NewMemory(), end, few)
	if n := looks.Load(); n < ended || n > ended*5 {
		t.Errorf("%d looks at postings that had ended under the alarm; want %d at most", n, ended*5)
	}
	for d := range over {
		if _, asked := listed.Load(d); !asked {
			t.Errorf("the list was not asked on day %d", d)
		}
	}
	told := alarmsIn(t, db)
	if strings.Count(told, `"over":true`) != 1 || strings.Count(told, `"signal"`) != 1 {
		t.Errorf("the ledger tells %q; want that the alarm is over, and no other one", told)
	}
	states := lives(t, db)
	for n := range ended {
		if state := states[fmt.Sprint(n+1)]; !strings.HasPrefix(state, "closed") {
			t.Errorf("posting %d is %q; want it closed", n+1, state)
		}
	}
}
