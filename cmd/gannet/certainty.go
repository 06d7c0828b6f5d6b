package main

import (
	"fmt"

	"gannet/crawldir"
	"gannet/topic/judge"
)

// judgedBy returns how sure the verdicts of a crawl are, nil if its topic was not learned from seeds.
func judgedBy(crawl interface {
	Judge() (crawldir.JudgeState, bool, error)
}) *crawldir.JudgeState {
	if s, ok, err := crawl.Judge(); err == nil && ok {
		return &s
	}
	return nil
}

// certainty says how sure verdicts are, and what would make them surer.
func certainty(s *crawldir.JudgeState) string {
	surer := "surer with " + judge.SurerWith(s.Seeds, s.Keywords)
	if s.Pages == 0 {
		return fmt.Sprintf("learned from seeds and keywords alone: not sure before %d pages are kept, or %d if nobody stops the crawl",
			judge.NextRenewal(0), judge.LeastPages)
	}
	if s.Relevant == 0 {
		return fmt.Sprintf("no page of %d was surely on topic; %s", s.Pages, surer)
	}
	return fmt.Sprintf("%d of %d pages judged on topic: probably %.0f %% of them rightly, which is %.0f %% of all that are; %s",
		s.Relevant, s.Pages, 100*s.Precision, 100*s.Recall, surer)
}
