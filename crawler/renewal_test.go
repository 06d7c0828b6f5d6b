package crawler_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/features"
	"gannet/internal/testweb"
	"gannet/ranker"
)

// slowRenewal is due at 10 pages, and prepared when prepare is closed. It judges all pages as 0.25.
type slowRenewal struct {
	prepare                  chan struct{}
	prepared, renewed, atEnd atomic.Bool
	judged                   *atomic.Int64 // pages so far
	swapped                  atomic.Int64  // the same when Renew was called
}

func (r *slowRenewal) Due(kept int) bool             { return kept >= 10 && !r.renewed.Load() }
func (r *slowRenewal) DueAtEnd(int) bool             { return !r.renewed.Load() }
func (r *slowRenewal) Remember(*features.Page, bool) {}

func (r *slowRenewal) Relevance(string, float32) (page, parent float32, ok bool) { return 0, 0, false }

func (r *slowRenewal) Prepare(ctx context.Context) error {
	select {
	case <-r.prepare:
		r.prepared.Store(true)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Minute):
		return errors.New("the crawl stands still while a renewal is prepared")
	}
}

func (r *slowRenewal) Renew(_ context.Context, atEnd bool) (*crawler.Renewed, error) {
	r.renewed.Store(true)
	r.atEnd.Store(atEnd)
	r.swapped.Store(r.judged.Load())
	return &crawler.Renewed{Judge: func(*features.Page) float64 { return 0.25 }}, nil
}

// crawlInWallTime crawls 60 pages while a renewal is prepared. watch is called with the number of pages judged before.
func crawlInWallTime(t *testing.T, watch func(before int64, r *slowRenewal, v crawler.JudgedPage)) *slowRenewal {
	t.Helper()
	web := newRig(t, testweb.DefaultOptions(3))
	p := web.parts(t, memory(t, options(noPauses)), ranker.Parent{})
	r := &slowRenewal{prepare: make(chan struct{}), judged: new(atomic.Int64)}
	p.Clock, p.Renewal = crawler.Wall{}, r
	p.Watch = func(v crawler.JudgedPage) { watch(r.judged.Add(1)-1, r, v) }
	done := web.run(t, t.Context(), p, limits(func(l *crawler.Limits) { l.Pages, l.Workers, l.SitemapURLs = 60, 1, 0 }), 0)
	if done.Pages != 60 {
		t.Errorf("%d pages", done.Pages)
	}
	return r
}

// TestACrawlGoesOnWhileARenewalIsPrepared: it is prepared only once 40 pages were judged.
func TestACrawlGoesOnWhileARenewalIsPrepared(t *testing.T) {
	r := crawlInWallTime(t, func(before int64, r *slowRenewal, v crawler.JudgedPage) {
		if before == 40 {
			close(r.prepare)
			for !r.prepared.Load() {
				time.Sleep(time.Millisecond)
			}
		}
		if swapped := r.renewed.Load(); swapped != (v.Probability == 0.25) {
			t.Errorf("page %d has probability %v, new verdicts: %v", before, v.Probability, swapped)
		}
	})
	if !r.prepared.Load() || r.swapped.Load() <= 40 {
		t.Errorf("prepared %v, new verdicts at %d pages", r.prepared.Load(), r.swapped.Load())
	}
}

// TestAPreparationEndsWithTheCrawl: pages are then judged at once.
func TestAPreparationEndsWithTheCrawl(t *testing.T) {
	r := crawlInWallTime(t, func(int64, *slowRenewal, crawler.JudgedPage) {})
	if r.prepared.Load() || !r.renewed.Load() || !r.atEnd.Load() {
		t.Errorf("prepared %v, renewed %v, at the end %v", r.prepared.Load(), r.renewed.Load(), r.atEnd.Load())
	}
}

// wrapped counts what it ranks.
type wrapped struct {
	ranker.Strategy
	pages *atomic.Int64
}

func (w wrapped) Rank(src *ranker.Source, scores []ranker.Score) {
	w.pages.Add(1)
	w.Strategy.Rank(src, scores)
}

// strategyRenewal is due at 10 pages and brings a new strategy.
type strategyRenewal struct{ slowRenewal }

func (r *strategyRenewal) Prepare(context.Context) error { return nil }

func (r *strategyRenewal) Renew(context.Context, bool) (*crawler.Renewed, error) {
	r.renewed.Store(true)
	return &crawler.Renewed{Judge: func(*features.Page) float64 { return 0.25 }, Strategy: ranker.Parent{}}, nil
}

// TestWrapStrategyHoldsAfterARenewal: the wrapper ranks the pages before a renewal, and those after it by its new strategy.
func TestWrapStrategyHoldsAfterARenewal(t *testing.T) {
	web := newRig(t, testweb.DefaultOptions(3))
	p := web.parts(t, memory(t, options(noPauses)), ranker.BreadthFirst{})
	r := &strategyRenewal{}
	p.Renewal = r
	c, err := crawler.New(p, limits(func(l *crawler.Limits) { l.Pages, l.Workers, l.SitemapURLs = 40, 1, 0 }), 0)
	if err != nil {
		t.Fatal(err)
	}
	var made []string
	var pages atomic.Int64
	c.WrapStrategy(func(s ranker.Strategy) ranker.Strategy {
		made = append(made, s.Name())
		return wrapped{s, &pages}
	})
	if err := c.Seed(web.web.Seeds(topicName, 5)); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !r.renewed.Load() || !slices.Equal(made, []string{"bfs", "parent"}) || pages.Load() < 30 {
		t.Errorf("renewed %v, wrapped %v, which ranked %d pages", r.renewed.Load(), made, pages.Load())
	}
}
