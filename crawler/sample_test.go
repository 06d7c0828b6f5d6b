package crawler_test

import (
	"slices"
	"testing"

	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// halving has the links with even fingerprints skipped, and would take them first.
type halving struct{ ranker.BreadthFirst }

func (halving) Rank(src *ranker.Source, scores []ranker.Score) {
	for i := range scores {
		if skips(weburl.Fingerprint(src.Page.Links[i].URL)) {
			scores[i] = ranker.Score{Priority: 1, Skip: true}
		}
	}
}

func skips(link uint64) bool { return link%2 == 0 }

func TestLinksThatAStrategySkipsAreNotFollowed(t *testing.T) {
	db, _ := crawled(t, halving{}, 0)
	links, pages := map[string][]uint64{}, 0
	err := db.EachWithoutBody(func(p *store.Page) error {
		links[p.URL] = p.Links
		pages++
		return nil
	})
	if err != nil || pages != 300 {
		t.Fatalf("%d pages, %v", pages, err)
	}
	err = db.EachWithoutBody(func(p *store.Page) error {
		print := weburl.Fingerprint(p.URL)
		if _, linked := slices.BinarySearch(links[p.Via], print); linked && skips(print) {
			t.Errorf("%s was followed from %s", p.URL, p.Via)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
