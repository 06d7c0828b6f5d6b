package crawler_test

import (
	"path/filepath"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// TestClockSetBackBetweenRuns stops a crawl and goes on with it ten years before. No host waits for ten years, and none is
// asked sooner than without the change. No host exceeds its page budget, and no page is fetched twice.
func TestClockSetBackBetweenRuns(t *testing.T) {
	const back = 10 * 365 * 24 * time.Hour
	const perHost = 12
	r := newRig(t, testweb.DefaultOptions(11).Sized(40, 800))
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	log := frontier.NewMemory()
	run := func(long time.Duration) crawler.Progress {
		f, err := frontier.Open(log, options(func(o *frontier.Options) { o.PerHost, o.Delay = perHost, 5*time.Second }), r.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		keeper := crawler.NewStoreKeeper(db, nil)
		defer keeper.Close()
		p := r.parts(t, f, ranker.BreadthFirst{})
		p.Keeper = keeper
		held, err := db.Stats()
		if err != nil {
			t.Fatal(err)
		}
		return r.run(t, t.Context(), p, limits(func(l *crawler.Limits) { l.Time, l.Workers = long, 4 }), held.Pages)
	}
	run(time.Minute)
	stopped := r.clock.Now()
	asked := len(r.log.Requests())
	r.clock.Wait(t.Context(), -back, nil)
	if p := run(time.Hour); p.Frontier.Queued > 0 || p.Pages < 100 || asked < 50 {
		t.Errorf("%d requests by the first run; the second gave %d pages in %v and leaves %d links", asked, p.Pages, p.Elapsed, p.Frontier.Queued)
	}
	seen, last, pages := make(map[string]bool), make(map[string]time.Time), make(map[string]int)
	for i, q := range r.log.Requests() {
		start := q.Start
		if i >= asked {
			start = start.Add(back) // as if the clock had gone on
		}
		if before, known := last[q.Host]; known && start.Sub(before) < 5*time.Second {
			t.Errorf("%s is asked again after %v, %v after the first run", q.Host, start.Sub(before), start.Sub(stopped))
		}
		last[q.Host] = q.End
		if i >= asked {
			last[q.Host] = q.End.Add(back)
		}
		url := q.Host + q.Path
		if q.Path == "/robots.txt" {
			continue
		}
		if seen[url] {
			t.Errorf("%s is fetched twice", url)
		}
		seen[url] = true
	}
	if err := db.EachWithoutBody(func(p *store.Page) error { pages[weburl.Host(p.URL)]++; return nil }); err != nil {
		t.Fatal(err)
	}
	for host, n := range pages {
		if n > perHost {
			t.Errorf("%d pages of %s", n, host)
		}
	}
}
