package crawler_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/ranker"
	"gannet/store"
)

// rebuilt crawls 300 pages in two runs, of which the second has lost the frontier of the first.
func rebuilt(t *testing.T, name string, times int) []string {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r := newRig(t, testweb.DefaultOptions(3))
	learns := name != "bfs"
	r.oneRun(t, db, frontier.NewMemory(), learner(t, name), learns, 150)
	lost := frontier.NewMemory()
	f, err := frontier.Open(lost, options(noPauses), r.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	for range times {
		c, err := crawler.New(r.parts(t, f, learner(t, name)), limits(func(l *crawler.Limits) { l.Workers = 1 }), 150)
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		if err := c.Rebuild(t.Context(), db, func(pages int) { told = pages }); err != nil || told != 150 {
			t.Fatalf("%d pages told: %v", told, err)
		}
	}
	if s := f.Stats(); s.Fetched != 150 || s.Queued < 300 {
		t.Errorf("rebuilt: %+v", s)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	r.oneRun(t, db, lost, learner(t, name), learns, 300)
	return r.urls()
}

// TestRebuiltFrontierGoesOnAsIfItHadNotBeenLost fetches what one run would have and no page twice, whether or not the
// rebuilding was itself interrupted and started over.
func TestRebuiltFrontierGoesOnAsIfItHadNotBeenLost(t *testing.T) {
	for name, times := range map[string]int{ranker.LearnedName: 1, "bfs": 2} {
		whole, got := resumed(t, name, name != "bfs", 300), rebuilt(t, name, times)
		twice := len(got) - len(slices.Compact(slices.Sorted(slices.Values(got))))
		if n := inPlace(whole, got); n < len(whole) || twice > 0 {
			t.Errorf("%s: of %d pages %d come in the order of one run, %d twice", name, len(whole), n, twice)
		}
	}
}

// forgetful is a keeper that cannot say what it has kept.
type forgetful struct{ brokenKeeper }

func (forgetful) Recall(string) (*store.Page, error) { return nil, errDisk }

// TestNothingIsFetchedAfterAStoreError: where it cannot be told whether a page is kept, it is not fetched.
func TestNothingIsFetchedAfterAStoreError(t *testing.T) {
	r, f := newRig(t, testweb.DefaultOptions(3)), memory(t, options(func(o *frontier.Options) { o.Delay = 0 }))
	p := r.parts(t, f, learner(t, "bfs"))
	p.Robots, p.Keeper = nil, forgetful{}
	c, err := crawler.New(p, limits(func(l *crawler.Limits) { l.Pages, l.Workers = 50, 4 }), 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Seed(r.web.Seeds(topicName, 5)); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); !errors.Is(err, errDisk) {
		t.Errorf("the crawl ended with %v", err)
	}
	if got := r.urls(); len(got) > 0 {
		t.Errorf("%d pages were fetched", len(got))
	}
}
