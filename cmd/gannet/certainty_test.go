package main

import (
	"strings"
	"testing"

	"gannet/crawldir"
)

// TestCertaintyOfAStoppedCrawl: one that is stopped at 64 pages has not judged them together, so the text does not say that 30 are enough.
func TestCertaintyOfAStoppedCrawl(t *testing.T) {
	if got := certainty(&crawldir.JudgeState{}); !strings.Contains(got, "not sure before 100 pages are kept, or 30 if nobody stops the crawl") {
		t.Error(got)
	}
}
