package crawler_test

import (
	"testing"
	"time"

	"gannet/crawler"
	"gannet/ranker"
)

// TestLinksThatAStrategySkipsAreNotFollowed crawls by a strategy that draws ten links a page, and looks whether every
// page was come by through a link that was drawn.
func TestLinksThatAStrategySkipsAreNotFollowed(t *testing.T) {
	sample := ranker.NewSample(sharkOf(t), 3)
	db, _ := crawled(t, sample, -1)
	drawn, skipped := map[string]map[string]bool{}, 0
	h := crawler.NewHistory(db, sample)
	err := h.Each(time.Unix(1<<40, 0), func(told *crawler.Told) error {
		scores, _ := h.Rank(told)
		links := map[string]bool{}
		for i, score := range scores {
			if !score.Skip {
				links[told.Source.Page.Links[i].URL] = true
			} else if told.Source.Followed[i] {
				skipped++
			}
		}
		if via := told.Kept.Via; via != "" && drawn[via] != nil && !drawn[via][told.Kept.URL] && told.Kept.Canonical == "" {
			if s, err := crawler.Why(db, sample, told.Kept.URL); err != nil || s.Link == told.Kept.URL {
				t.Errorf("%s was come by from %s, which did not draw it (%v)", told.Kept.URL, via, err)
			}
		}
		drawn[told.Kept.URL] = links
		return nil
	})
	if err != nil || len(drawn) < 100 || skipped < 100 {
		t.Errorf("%d pages, %d links skipped: %v", len(drawn), skipped, err)
	}
}
