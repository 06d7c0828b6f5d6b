package crawler_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
)

// learner makes a strategy again, as every run of a crawl does.
func learner(t *testing.T, name string) ranker.Strategy {
	t.Helper()
	s, err := ranker.New(name, ranker.Needs{Query: topic.NewQuery(testweb.New(testweb.DefaultOptions(3)).Keywords(topicName), nil)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// resumed crawls 300 pages in several runs, each with a frontier and a strategy of its own, and gives what was fetched.
func resumed(t *testing.T, name string, teach bool, ends ...int) []string {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r, log := newRig(t, testweb.DefaultOptions(3)), frontier.NewMemory()
	for _, end := range ends {
		r.oneRun(t, db, log, learner(t, name), teach, end)
	}
	return r.urls()
}

func (r *rig) oneRun(t *testing.T, db *store.DB, log frontier.Store, s ranker.Strategy, teach bool, end int) {
	t.Helper()
	f, err := frontier.Open(log, options(noPauses), r.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	held, err := db.Stats()
	if err != nil {
		t.Fatal(err)
	}
	p := r.parts(t, f, s)
	p.Robots = nil // whose cache is a run's own, and asking again would take a host's turn
	keeper := crawler.NewStoreKeeper(db, nil)
	defer keeper.Close()
	p.Keeper = keeper
	c, err := crawler.New(p, limits(func(l *crawler.Limits) { l.Pages, l.Workers, l.SitemapURLs = end, 1, 0 }), held.Pages)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	if teach {
		if err := c.Teach(t.Context(), db, func(pages int) { told = pages }); err != nil {
			t.Fatal(err)
		}
		if told != held.Pages {
			t.Errorf("%d of %d pages kept were told of", told, held.Pages)
		}
	}
	if err := c.Seed(r.web.Seeds(topicName, 5)); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.clock.Wait(t.Context(), time.Hour, nil)
}

// TestInterruptedCrawlGoesOnAsIfItHadNotBeen fetches what one run would have, in its order. That a strategy which was
// told nothing takes another way shows that there is something to be told.
func TestInterruptedCrawlGoesOnAsIfItHadNotBeen(t *testing.T) {
	for _, name := range []string{ranker.LearnedName, "parent-mean", "blend"} {
		whole, parts := resumed(t, name, true, 150), resumed(t, name, true, 30, 75, 150)
		forgetful := resumed(t, name, false, 30, 75, 150)
		if len(whole) < 150 || !slices.Equal(whole, parts) {
			t.Errorf("%s: of %d pages %d come in the order of one run", name, len(whole), inPlace(whole, parts))
		}
		if n := inPlace(whole, forgetful); n > 140 {
			t.Errorf("%s: even told nothing, %d of 150 pages come in the order of one run", name, n)
		}
	}
}

func inPlace(a, b []string) (n int) {
	for i := range a {
		if i < len(b) && a[i] == b[i] {
			n++
		}
	}
	return n
}
