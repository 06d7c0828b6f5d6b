package crawler_test

import (
	"testing"

	"gannet/crawler"
	"gannet/internal/testweb"
	"gannet/ranker"
)

// TestACrawlEndsWhenItsHarvestRunsDry crawls a web in which one topic of many is wanted, with and without the end.
func TestACrawlEndsWhenItsHarvestRunsDry(t *testing.T) {
	crawl := func(untilDry bool) crawler.Progress {
		o := testweb.DefaultOptions(1).Sized(24, 1000)
		o.Topics = testweb.Topics()[:8]
		r := newRig(t, o)
		strategy, err := ranker.New("parent", ranker.Needs{})
		if err != nil {
			t.Fatal(err)
		}
		l := limits(func(l *crawler.Limits) { l.UntilDry = untilDry })
		return r.run(t, t.Context(), r.parts(t, memory(t, options(noPauses)), strategy), l, 0)
	}
	all, dry := crawl(false), crawl(true)
	if all.Ended != crawler.EndEmpty || dry.Ended != crawler.EndDry {
		t.Fatalf("ended: %q, and with UntilDry %q", all.Ended, dry.Ended)
	}
	if dry.Pages > all.Pages/2 || dry.Relevant < all.Relevant/2 {
		t.Errorf("%d of %d relevant pages by %d of %d pages", dry.Relevant, all.Relevant, dry.Pages, all.Pages)
	}
}
