package main

import (
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/topic/judge"
)

// TestCertaintyOfAStoppedCrawl: one that is stopped at 64 pages has not judged them together, so the text does not say that 30 are enough.
func TestCertaintyOfAStoppedCrawl(t *testing.T) {
	if got := certainty(&crawldir.JudgeState{}); !strings.Contains(got, "uncertain until the crawl has kept 100 pages, or 30 if it ends by itself") {
		t.Error(got)
	}
}

func TestCertaintyIsTwoNumbersOfPages(t *testing.T) {
	for want, s := range map[string]crawldir.JudgeState{
		"80 of 300 pages were judged on topic; by estimate 60 of these 80 are on topic, and 20 of the other 220": {Pages: 300, Certainty: judge.Certainty{Relevant: 80, Precision: .75, Recall: .75}},
		"80 of 90 pages were judged on topic; by estimate 40 of these 80 are on topic, and 10 of the other 10":   {Pages: 90, Certainty: judge.Certainty{Relevant: 80, Precision: .5, Recall: .1}},
		"9 of 30 pages were judged on topic; by estimate 0 of these 9 are on topic, and 21 of the other 21":      {Pages: 30, Certainty: judge.Certainty{Relevant: 9}},
	} {
		if got := certainty(&s); !strings.HasPrefix(got, want+"; the estimate is surer with") {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}
