package crawler_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/internal/testweb"
	"gannet/store"
)

// lateKeeper answers for each page after a pause of real time that is drawn at random. Of every three pages it keeps two.
type lateKeeper struct {
	random *rand.Rand
	in     chan func()

	mu   sync.Mutex // guards urls
	urls []string   // of the pages that it was given
}

func newLateKeeper(t *testing.T, seed uint64) *lateKeeper {
	k := &lateKeeper{random: rand.New(rand.NewPCG(seed, 1)), in: make(chan func(), 1000)}
	t.Cleanup(func() { close(k.in) })
	go func() {
		for answer := range k.in {
			time.Sleep(time.Duration(k.random.IntN(3)) * time.Millisecond)
			answer()
		}
	}()
	return k
}

func (k *lateKeeper) Keep(p *store.Page, done func(store.Result, error)) {
	k.mu.Lock()
	k.urls = append(k.urls, p.URL)
	r := store.Result{Outcome: store.Stored, Seq: uint64(len(k.urls))}
	k.mu.Unlock()
	if r.Seq%3 == 0 {
		r = store.Result{Outcome: store.Duplicate}
	}
	k.in <- func() { done(r, nil) }
}

func (k *lateKeeper) KeepSitemap(_ *store.Lesson, done func(error)) {
	k.in <- func() { done(nil) }
}

func (*lateKeeper) Recall(string) (*store.Page, error) { return nil, nil }

// TestCrawlsOfFrozenWebsAreRepeatable: in virtual time two crawls request and keep the same pages in the same order, however long keeping takes,
// until the page budget is spent.
func TestCrawlsOfFrozenWebsAreRepeatable(t *testing.T) {
	crawl := func(seed uint64) (kept, requested []string) {
		r, k := newRig(t, testweb.DefaultOptions(3)), newLateKeeper(t, seed)
		p := r.parts(t, memory(t, options(asUsual)), learner(t, "learned"))
		p.Keeper = k
		finished(t, t.Context(), p, limits(func(l *crawler.Limits) { l.Pages, l.Workers = 200, 16 }), 0, r.web.Seeds(topicName, 10))
		return k.urls, r.urls()
	}
	kept, requested := crawl(1)
	if len(kept) != 299 {
		t.Errorf("%d pages were given to the keeper, want 299, of which it keeps 200", len(kept))
	}
	for seed := range uint64(3) {
		keptAgain, requestedAgain := crawl(seed + 2)
		if !slices.Equal(kept, keptAgain) {
			t.Errorf("other pages were kept: %d and %d", len(kept), len(keptAgain))
		}
		if !slices.Equal(requested, requestedAgain) {
			t.Errorf("other pages were requested: %d and %d", len(requested), len(requestedAgain))
		}
	}
}
