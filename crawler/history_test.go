package crawler_test

import (
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/features"
	"gannet/internal/testweb"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
)

// witness notes what a strategy is told and what it says of every page's links.
type witness struct {
	ranker.Strategy

	mu     sync.Mutex // guards told and scores
	told   map[string]ranker.Source
	scores map[string]map[string]float32 // page → link → the priority pushed
}

func (w *witness) Rank(src *ranker.Source, scores []ranker.Score) {
	w.Strategy.Rank(src, scores)
	w.mu.Lock()
	defer w.mu.Unlock()
	said := make(map[string]float32)
	for i, l := range src.Page.Links {
		if p, ok := said[l.URL]; src.Followed[i] && (!ok || p < scores[i].Priority) {
			said[l.URL] = scores[i].Priority
		}
	}
	w.told[src.Page.URL], w.scores[src.Page.URL] = *src, said
}

func witnessing(s ranker.Strategy) *witness {
	return &witness{Strategy: s, told: make(map[string]ranker.Source), scores: make(map[string]map[string]float32)}
}

// as returns the witness as a Learner, if its strategy is one.
func (w *witness) as(s ranker.Strategy) ranker.Strategy {
	if l, ok := s.(ranker.Learner); ok {
		return struct {
			*witness
			learning
		}{w, l}
	}
	return w
}

// crawled is a crawl of 300 pages of the generated web that was kept, with what its strategy said.
func crawled(t *testing.T, s ranker.Strategy, sitemap int) (*store.DB, *witness) {
	t.Helper()
	w := witnessing(s)
	return crawledBy(t, w.as(s), sitemap, 300), w
}

// crawledBy is a crawl of the generated web by a strategy.
func crawledBy(t *testing.T, s ranker.Strategy, sitemap, pages int) *store.DB {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	r := newRig(t, testweb.DefaultOptions(3))
	p := r.parts(t, memory(t, options(noPauses)), s)
	keeper := crawler.NewStoreKeeper(db, nil)
	p.Keeper = keeper
	r.run(t, t.Context(), p, limits(func(l *crawler.Limits) { l.Pages, l.Workers, l.SitemapURLs = pages, 1, sitemap }), 0)
	keeper.Close()
	return db
}

// learning is what a Learner has beyond a Strategy.
type learning interface {
	Learn(*ranker.Source)
	Preview(*ranker.Source, []ranker.Score)
	Revise(string) (float32, bool)
	Revised() []ranker.Revision
	ReasonsOf(string) (float32, func() []ranker.Reason, bool)
}

func sharkOf(t *testing.T) *ranker.Shark {
	t.Helper()
	return ranker.NewShark(topic.NewQuery(testweb.New(testweb.DefaultOptions(3)).Keywords(topicName), nil))
}

func TestHistoryTellsWhatTheStrategyWasTold(t *testing.T) {
	db, w := crawled(t, sharkOf(t), 1000)
	shark := sharkOf(t)
	h := crawler.NewHistory(db, shark)
	n := 0
	var last time.Time
	err := h.Each(time.Unix(1<<40, 0), func(told *crawler.ReplayedPage) error {
		if told.Kept.Fetched.Before(last) {
			t.Errorf("%s comes after a page fetched later", told.Kept.URL)
		}
		last = told.Kept.Fetched
		n++
		if told.Missing != "" {
			t.Errorf("%s: %s is missing on the way", told.Kept.URL, told.Missing)
		}
		want, ranked := w.told[told.Kept.URL]
		got := *told.Source
		if !ranked {
			return nil
		}
		links := func(p *features.Page) (urls []string) {
			for _, l := range p.Links {
				urls = append(urls, l.URL)
			}
			return urls
		}
		if a, b := links(got.Page), links(want.Page); !reflect.DeepEqual(a, b) {
			t.Errorf("%s has links %v, had %v", told.Kept.URL, a, b)
		}
		got.Page, want.Page = nil, nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: told\n%+v, was\n%+v", told.Kept.URL, got, want)
		}
		return nil
	})
	if err != nil || n != 300 {
		t.Errorf("%d pages, %v", n, err)
	}
}

// TestWhyGivesThePriorityOfTheCrawl asks for every fourth page of a crawl and holds the answer against the highest priority
// that the crawl had given its link.
func TestWhyGivesThePriorityOfTheCrawl(t *testing.T) {
	db, w := crawled(t, sharkOf(t), 1000)
	shark := sharkOf(t)
	asked, elsewhere := 0, 0
	err := db.EachWithoutBody(func(p *store.Page) error {
		if p.Via == "" {
			if _, err := crawler.Explain(db, shark, p.URL, func(int) {}); err == nil || !strings.Contains(err.Error(), "is a seed") {
				t.Errorf("seed %s: %v", p.URL, err)
			}
			return nil
		}
		if p.Seq%4 != 0 {
			return nil
		}
		s, err := crawler.Explain(db, shark, p.URL, func(int) {})
		if err != nil {
			elsewhere++
			return nil
		}
		if s.Decisive.Missing != "" {
			return nil
		}
		asked++
		if want := w.scores[s.Decisive.Kept.URL][s.Link]; s.Priority != want {
			t.Errorf("%s: priority %v, was %v on %s", p.URL, s.Priority, want, s.Decisive.Kept.URL)
		}
		if s.Decisive.Kept.URL != p.Via && s.Link == p.URL {
			t.Errorf("%s: %s decided, the crawl came by %s", p.URL, s.Decisive.Kept.URL, p.Via)
		}
		var sum float64
		for _, r := range s.Reasons {
			sum += r.Value * r.Weight
		}
		if math.Abs(sum-float64(s.Priority)) > 1e-6 {
			t.Errorf("%s: priority %v, reasons give %v", p.URL, s.Priority, sum)
		}
		return nil
	})
	if err != nil || asked < 50 || elsewhere > 20 {
		t.Errorf("%d pages told of, %d not, %v", asked, elsewhere, err)
	}
}

// TestWhyTeachesALearnerAgain asks for pages of a crawl whose strategy learns from all links found so far. Without
// sitemaps, and on a web where all pages may be kept, it comes to know just what it knew.
func TestWhyTeachesALearnerAgain(t *testing.T) {
	db, w := crawled(t, ranker.Blend(sharkOf(t)), 0)
	asked := 0
	err := db.EachWithoutBody(func(p *store.Page) error {
		if p.Via == "" || p.Seq%60 != 0 {
			return nil
		}
		s, err := crawler.Explain(db, ranker.Blend(sharkOf(t)), p.URL, func(int) {})
		if err != nil {
			return nil
		}
		asked++
		if want := w.scores[s.Decisive.Kept.URL][s.Link]; s.Priority != want {
			t.Errorf("%s: priority %v, was %v on %s", p.URL, s.Priority, want, s.Decisive.Kept.URL)
		}
		return nil
	})
	if err != nil || asked < 3 {
		t.Errorf("%d pages told of, %v", asked, err)
	}
}

// TestTeachingGivesWhatTheStrategyWasGiven teaches a learner the pages of a crawl again. Sitemaps led to many of them, which are not
// kept. So what the probabilities before a page were only its lesson can say.
func TestTeachingGivesWhatTheStrategyWasGiven(t *testing.T) {
	db, crawl := crawled(t, ranker.Blend(sharkOf(t)), 1000)
	again := witnessing(ranker.Blend(sharkOf(t)))
	if err := crawler.NewTeacherSince(db, again.as(again.Strategy), nil, crawler.NoLimit, 0, 0).Teach(t.Context(), math.MaxUint64); err != nil {
		t.Fatal(err)
	}
	of := func(w *witness) map[string][3]float64 {
		known := make(map[string][3]float64)
		for url, s := range w.told {
			if db.Has(url) {
				known[url] = [3]float64{float64(s.Depth), s.Parent, s.Grandparent}
			}
		}
		return known
	}
	if got, want := of(again), of(crawl); len(want) < 200 || !reflect.DeepEqual(got, want) {
		t.Errorf("of %d and %d pages another depth, or other probabilities before them, were told", len(got), len(want))
	}
}
