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

// knownFromSeeds is what --json says of a topic that was learned from seeds.
type knownFromSeeds struct {
	crawldir.JudgeState
	SurerWith string `json:"surer_with"`
}

// judgeJSON returns what --json says of verdicts, nil if the topic was not learned from seeds.
func judgeJSON(s *crawldir.JudgeState) *knownFromSeeds {
	if s == nil {
		return nil
	}
	return &knownFromSeeds{*s, surerWith(s)}
}

// surerWith says what would make verdicts surer.
func surerWith(s *crawldir.JudgeState) string {
	if s.Pages == 0 {
		return fmt.Sprintf("%d kept pages, or %d if nobody stops the crawl", judge.NextRenewal(0), judge.LeastPages)
	}
	return judge.SurerWith(s.Seeds, s.Keywords)
}

// certainty says how sure verdicts are, and what would make them surer.
func certainty(s *crawldir.JudgeState) string {
	if s.Pages == 0 {
		return fmt.Sprintf("learned from seeds and keywords alone: uncertain until the crawl has kept %d pages, or %d if it ends by itself",
			judge.NextRenewal(0), judge.LeastPages)
	}
	if s.Relevant == 0 {
		return fmt.Sprintf("no page of %d was surely on topic; a verdict is surer with %s", s.Pages, surerWith(s))
	}
	right := s.Precision * float64(s.Relevant)
	missed := float64(s.Pages - s.Relevant)
	if s.Recall > 0 {
		missed = min(missed, right*(1/s.Recall-1))
	}
	return fmt.Sprintf("%d of %d pages were judged on topic; by estimate %.0f of these %d are on topic, and %.0f of the other %d; the estimate is surer with %s",
		s.Relevant, s.Pages, right, s.Relevant, missed, s.Pages-s.Relevant, surerWith(s))
}
