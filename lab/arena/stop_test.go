package main

import (
	"strings"
	"testing"

	"gannet/ranker"
	"gannet/training/eval"
)

func TestSlopeEndsWhenTheShareStaysLow(t *testing.T) {
	s := &slope{every: 10, patience: 2, decay: .5, least: .3}
	// Shares of tens are 1, 0, 0, 0, 0: the moving average is 1, .5, .25, .125, and twice in a row below .3 after 40 pages.
	for n := 1; n <= 40; n++ {
		s.AddPage(n <= 10)
		if s.Over() != (n == 40) {
			t.Fatalf("over %v after %d pages", s.Over(), n)
		}
	}
}

func TestStopsTableTakesTheCheapestOfNoLessRecall(t *testing.T) {
	rule := func(family, setting string) stopRule { return stopRule{family: family, setting: setting} }
	dear, cheap, low := eval.Stop{Fetched: 200, Recall: .9}, eval.Stop{Fetched: 150, Recall: .8}, eval.Stop{Fetched: 10, Recall: .2}
	r := &eval.Report{
		Results: []eval.Result{{Strategy: ranker.LearnedName, Topic: "t", Relevant: 100, Stops: []eval.Stop{dear, low, cheap, low}}},
		Mean:    map[string]eval.Summary{ranker.LearnedName: {Loss: eval.MeanLoss{ToDry: 1.7, DryRecall: .8}}},
	}
	table := stopsTable(r, []stopRule{rule("a", "dear"), rule("a", "low"), rule("a", "cheap"), rule("b", "low")})
	for _, want := range []string{"| `--until-dry` | its own | 1.70 | 0.800 |", "| a | cheap | 1.50 | 0.800 |", "| b | none has this recall | – | – |"} {
		if !strings.Contains(table, want) {
			t.Errorf("no line %s in %s", want, table)
		}
	}
}
