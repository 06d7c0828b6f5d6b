package main

import (
	"fmt"
	"strings"

	"gannet/ranker"
	"gannet/training/eval"
)

// slope is a stop rule of the same form as SB-CLASSIFIER's. After every fixed number of pages it computes the share of relevant ones among them. It
// ends the crawl when an exponential moving average of these shares has been below a bound a given number of times in a row.
type slope struct {
	every, patience int
	decay, least    float64

	pages, relevant, before, below int
	mean                           float64
}

// AddPage implements eval.StopRule.
func (s *slope) AddPage(relevant bool) {
	s.pages++
	if relevant {
		s.relevant++
	}
	if s.pages%s.every != 0 {
		return
	}
	share := float64(s.relevant-s.before) / float64(s.every)
	s.before = s.relevant
	if s.pages == s.every {
		s.mean = share
	}
	s.mean += s.decay * (share - s.mean)
	if s.below++; s.mean >= s.least {
		s.below = 0
	}
}

// Over implements eval.StopRule.
func (s *slope) Over() bool { return s.below >= s.patience }

// fixed ends a crawl after a fixed number of pages.
type fixed struct{ left int }

func (f *fixed) AddPage(bool) { f.left-- }
func (f *fixed) Over() bool   { return f.left <= 0 }

// stopRule is a rule with one setting. Rules of a family differ by their settings.
type stopRule struct {
	family, setting string
	begin           func() eval.StopRule
}

// stopRules returns each rule with many settings, so that a setting with the same recall can be compared.
func stopRules() (rules []stopRule) {
	for pages := 100; pages <= 10_000; pages += max(10, pages/10) {
		rules = append(rules, stopRule{"so many pages", fmt.Sprint(pages), func() eval.StopRule { return &fixed{pages} }})
	}
	for _, every := range []int{20, 50, 100, 200, 1000} {
		for _, decay := range []float64{.05, .2, 1} {
			for _, patience := range []int{1, 3, 15} {
				for least := .01; least < .5; least *= 1.3 {
					rules = append(rules, stopRule{"slope", fmt.Sprintf("every %d, decay %g, %d times below %.3f", every, decay, patience, least),
						func() eval.StopRule { return &slope{every: every, patience: patience, decay: decay, least: least} }})
				}
			}
		}
	}
	return rules
}

// begins returns functions that make the rules, as eval.Options needs them.
func begins(rules []stopRule) (all []func() eval.StopRule) {
	for _, r := range rules {
		all = append(all, r.begin)
	}
	return all
}

// stopsTable compares stop rules on the crawls by ranker.LearnedName. It compares the rule of --until-dry with one setting of each other rule: among
// those with no less recall, the one that needs the fewest pages. The settings are chosen on these same crawls, which favours the other rules.
func stopsTable(r *eval.Report, rules []stopRule) string {
	dry := r.Mean[ranker.LearnedName].Loss
	var b strings.Builder
	fmt.Fprintf(&b, "\nWhen `learned` is to end, at no less recall than by `--until-dry`:\n\n| rule | setting | pages | recall |\n|---|---|---|---|\n"+
		"| `--until-dry` | its own | %.2f | %.3f |\n", dry.ToDry, dry.DryRecall)
	for first := 0; first < len(rules); {
		best, found := eval.Stop{}, -1
		var pages float64
		at := first
		for ; at < len(rules) && rules[at].family == rules[first].family; at++ {
			p, recall := stopAt(r, at)
			if recall >= dry.DryRecall && (found < 0 || p < pages) {
				pages, best.Recall, found = p, recall, at
			}
		}
		if found < 0 {
			fmt.Fprintf(&b, "| %s | none has this recall | – | – |\n", rules[first].family)
		} else {
			fmt.Fprintf(&b, "| %s | %s | %.2f | %.3f |\n", rules[first].family, rules[found].setting, pages, best.Recall)
		}
		first = at
	}
	return b.String()
}

// stopAt returns two means over topics of a rule's means over draws: the fetches for each relevant page, and the recall.
func stopAt(r *eval.Report, rule int) (pages, recall float64) {
	topics := make(map[string][]measures)
	var order []string
	for _, x := range r.Results {
		if x.Strategy != ranker.LearnedName {
			continue
		}
		if topics[x.Topic] == nil {
			order = append(order, x.Topic)
		}
		s := x.Stops[rule]
		topics[x.Topic] = append(topics[x.Topic], measures{pages: float64(s.Fetched) / float64(x.Relevant), atStop: s.Recall})
	}
	var all []measures
	for _, t := range order {
		all = append(all, mean(topics[t]))
	}
	m := mean(all)
	return m.pages, m.atStop
}
