package crawler_test

import (
	"bytes"
	"context"
	"path/filepath"

	"strings"
	"sync"
	"testing"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/dedup"
	"gannet/features"
	"gannet/internal/pageguard"
	"gannet/internal/testweb"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/extract"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/store"
)

// failing is a crawl of which one step panics on some pages.
type failing struct {
	*rig
	ranker.Strategy
	step   string
	mu     sync.Mutex // guards failed
	failed map[string]bool
}

// at panics over each tenth page, but no sitemap, if the step is the one that fails.
func (f *failing) at(step, url string) {
	if step == f.step && weburl.Fingerprint(url)%10 == 0 && !strings.HasSuffix(url, ".xml") {
		panic("no reader can read " + url)
	}
}

func (f *failing) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	f.at("fetch", url)
	return f.rig.Fetch(ctx, url)
}

func (f *failing) Rank(src *ranker.Source, scores []ranker.Score) {
	f.at("rank", src.Page.URL)
	f.Strategy.Rank(src, scores)
}

func (f *failing) kind(p *features.Page) (job.Kind, float64) {
	f.at("postings", p.URL)
	return job.Other, 1
}

func (f *failing) record(t *testing.T) func(url string, p *pageguard.Panic) {
	return func(url string, p *pageguard.Panic) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.failed[url] || !bytes.Contains(p.Stack, []byte("(*failing).at")) {
			t.Errorf("%s: %v\n%s", url, p, p.Stack)
		}
		f.failed[url] = true
	}
}

// crawl crawls with the step that fails.
func (f *failing) crawl(t *testing.T) crawler.Progress {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	underway, err := crawler.OpenUnderway(filepath.Join(t.TempDir(), "underway"))
	if err != nil {
		t.Fatal(err)
	}
	model, err := shipped.Verdict()
	if err != nil {
		t.Fatal(err)
	}
	same, err := dedup.NewDeduper(dedup.BatchOptions(model))
	if err != nil {
		t.Fatal(err)
	}
	keeper := crawler.NewStoreKeeper(db, nil)
	p := f.rig.parts(t, memory(t, options(noPauses)), f)
	p.Fetcher, p.Keeper, p.Underway, p.OnReaderFailure = f, keeper, underway, f.record(t)
	p.Jobs = &crawler.Jobs{Extract: &extract.Extractor{Kind: f.kind}, Dedup: same}
	read, judge := features.NewReader(), p.Judge
	p.Read = func(r *fetch.Response) (*features.Page, error) {
		f.at("read", r.URL)
		f.mu.Lock()
		defer f.mu.Unlock()
		return read.Read(r.URL, r.Body)
	}
	p.Judge = func(p *features.Page) float64 {
		f.at("judge", p.URL)
		return judge(p)
	}
	done := f.run(t, t.Context(), p, limits(func(l *crawler.Limits) { l.Workers, l.Pages = 4, 150 }), 0)
	keeper.Close()
	if err := underway.Close(); err != nil {
		t.Error(err)
	}
	for url := range f.failed {
		if kept := f.step == "postings" || f.step == "rank"; db.Has(url) != kept {
			t.Errorf("%s is kept: %v", url, !kept)
		}
	}
	return done
}

// TestAPageThatPanicsIsLeftOut: whatever step panics over a page, the crawl goes on with all others. A page whose postings or links cannot be
// read is kept.
func TestAPageThatPanicsIsLeftOut(t *testing.T) {
	for _, step := range []string{"fetch", "read", "judge", "postings", "rank"} {
		t.Run(step, func(t *testing.T) {
			f := &failing{rig: newRig(t, testweb.DefaultOptions(3)), Strategy: ranker.BreadthFirst{}, step: step, failed: make(map[string]bool)}
			p := f.crawl(t)
			if n := int64(len(f.failed)); n < 5 || p.Reasons[string(reason.ReaderFailed)] != n {
				t.Errorf("%d pages failed, %d are counted", n, p.Reasons[string(reason.ReaderFailed)])
			}
			if p.Ended != crawler.EndPages || p.Pages != 150 || p.Frontier.Leased > 0 {
				t.Errorf("ended: %s, %d pages, %d leases", p.Ended, p.Pages, p.Frontier.Leased)
			}
		})
	}
}
