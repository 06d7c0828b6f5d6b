package crawler_test

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/ranker"
	"gannet/store"
)

// TestReplayedLessonsGiveTheSamePriorities crawls with many workers, sitemaps, pages that must not be kept and pages that name
// another one. A new strategy that is given what is kept must then give each link the same priority, bit by bit.
func TestReplayedLessonsGiveTheSamePriorities(t *testing.T) {
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r, log := newTimedRig(t, testweb.DefaultOptions(7), crawler.RandomLatency(time.Second, 1)), frontier.NewMemory()
	lived, replayed := learner(t, ranker.LearnedName).(ranker.Learner), learner(t, ranker.LearnedName).(ranker.Learner)
	crawl := func(s ranker.Strategy, run bool) {
		f, err := frontier.Open(log, options(noPauses), r.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		p := r.parts(t, f, s)
		keeper := crawler.NewStoreKeeper(db, nil)
		defer keeper.Close()
		p.Keeper = keeper
		c, err := crawler.New(p, limits(func(l *crawler.Limits) { l.Pages, l.Workers, l.Depth = 250, 8, 6 }), 0)
		if err != nil {
			t.Fatal(err)
		}
		if !run {
			if err := c.Teach(t.Context(), db, func(int) {}); err != nil {
				t.Fatal(err)
			}
			return
		}
		if err := c.Seed(r.web.Seeds(topicName, 5)); err != nil {
			t.Fatal(err)
		}
		if err := c.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	crawl(lived, true)
	crawl(replayed, false)
	links, sitemaps := 0, 0
	for _, v := range r.visits {
		for _, l := range v.Page.Links {
			was, known := lived.Revise(l.URL)
			is, again := replayed.Revise(l.URL)
			if known != again || math.Float32bits(was) != math.Float32bits(is) {
				t.Fatalf("%s had priority %v (%v), and has %v (%v) after a replay", l.URL, was, known, is, again)
			}
			if known {
				links++
			}
		}
	}
	if err := db.Lessons(0, func(l *store.Lesson) error {
		if l.Sitemap != nil {
			sitemaps++
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if links < 500 || sitemaps == 0 {
		t.Errorf("%d links and %d sitemaps compared, want many", links, sitemaps)
	}
}
