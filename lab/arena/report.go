package main

import (
	"fmt"
	"os"
	"strings"

	"gannet/ranker"
	"gannet/training/eval"
)

// writeTable writes one row for each strategy and program, what the rule of --until-dry would have done to each crawl, and how other stop
// rules compare with it on the crawls of ranker.LearnedName.
func writeTable(path string, r *eval.Report, rules []stopRule) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d topics, %d draws. ", topicsOf(r), r.Draws)
	b.WriteString("The figures are means over topics of the means over draws; ± is twice the larger standard error.\n\n" +
		"| order | area | of " + ranker.LearnedName + ", paired | harvest at R | recall at R | at 5 R | to 50 % | to 90 % | reach 90 % | pages | recall then | of " + ranker.LearnedName + " then | it needs |\n" +
		"|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, name := range names(r) {
		area, m := r.Mean[name].Area.Mean, measure(r, name)
		difference := "–"
		if name != ranker.LearnedName {
			p := r.Compare(name, ranker.LearnedName)
			difference = fmt.Sprintf("%+.3f ± %s", p.Difference, margin(p))
		}
		fmt.Fprintf(&b, "| %s | %.3f | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f %% | %.1f | %.2f | %.2f | %.2f |\n",
			name, area, difference, m.harvest, m.atR, m.atEnd, m.to50, m.to90, 100*m.reached, m.pages, m.atStop, m.learned, m.needs)
	}
	b.WriteString("\nIf `--until-dry` ended the crawls:\n\n| order | share of crawls that it ends | pages | recall |\n|---|---|---|---|\n")
	for _, name := range names(r) {
		l := r.Mean[name].Loss
		fmt.Fprintf(&b, "| %s | %.0f %% | %.2f | %.2f |\n", name, 100*l.Dry, l.ToDry, l.DryRecall)
	}
	if _, ok := r.Mean[ranker.LearnedName]; ok {
		b.WriteString(stopsTable(r, rules))
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

// names returns what was compared, in the order of the report.
func names(r *eval.Report) (list []string) {
	seen := make(map[string]bool)
	for _, x := range r.Results {
		if !seen[x.Strategy] {
			seen[x.Strategy] = true
			list = append(list, x.Strategy)
		}
	}
	return list
}

func topicsOf(r *eval.Report) int {
	topics := make(map[string]bool)
	for _, x := range r.Results {
		topics[x.Topic] = true
	}
	return len(topics)
}

// margin is twice the larger standard error of a difference.
func margin(p eval.Paired) string {
	worst := -1.0
	for _, e := range []*float64{p.StdErr, p.DrawErr} {
		if e != nil {
			worst = max(worst, 2**e)
		}
	}
	if worst < 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", worst)
}

// measures are means over topics of an order's means over draws. Fetches are given as a multiple of R, the number of relevant pages.
type measures struct {
	harvest    float64 // share of relevant pages among the first R fetched
	atR, atEnd float64 // recall after R and 5 R fetches
	to50, to90 float64 // fetches until this recall, 5 for a crawl that does not get there
	reached    float64 // share of crawls that reach a recall of .9
	pages      float64 // fetches when the crawl ended or the budget was spent
	atStop     float64 // recall then
	learned    float64 // recall of ranker.LearnedName after as many fetches
	needs      float64 // fetches of ranker.LearnedName until it has the recall atStop
}

func measure(r *eval.Report, name string) measures {
	var order []string
	byTopic := make(map[string][]measures)
	for _, x := range r.Results {
		if x.Strategy == name {
			if byTopic[x.Topic] == nil {
				order = append(order, x.Topic)
			}
			byTopic[x.Topic] = append(byTopic[x.Topic], of(x, learned(r, x)))
		}
	}
	var topics []measures
	for _, topic := range order { // always in the same order, so that sums of fractions are equal
		topics = append(topics, mean(byTopic[topic]))
	}
	return mean(topics)
}

// learned returns the crawl by ranker.LearnedName on the same topic and draw, or x itself if there is none.
func learned(r *eval.Report, x eval.Result) eval.Result {
	for _, other := range r.Results {
		if other.Strategy == ranker.LearnedName && other.Topic == x.Topic && other.Draw == x.Draw {
			return other
		}
	}
	return x
}

func of(x, learned eval.Result) measures {
	last := len(x.Curve) - 1
	fetches := func(i int) float64 { return 5 * float64(i) / float64(last) }
	m := measures{atR: x.Curve[last/5], atEnd: x.Curve[last], to50: 5, to90: 5, pages: float64(x.Fetched) / float64(x.Relevant)}
	if fetched := min(1, m.pages); fetched > 0 {
		m.harvest = m.atR / fetched
	}
	stop := min(last, int(m.pages/5*float64(last)+.5))
	m.atStop, m.learned = x.Curve[stop], learned.Curve[stop]
	m.needs = 5
	for i := last; i >= 0; i-- {
		if learned.Curve[i] >= m.atStop {
			m.needs = fetches(i)
		}
		if x.Curve[i] >= .5 {
			m.to50 = fetches(i)
		}
		if x.Curve[i] >= .9 {
			m.to90, m.reached = fetches(i), 1
		}
	}
	return m
}

func mean(all []measures) (m measures) {
	n := float64(len(all))
	for _, x := range all {
		m.harvest, m.atR, m.atEnd = m.harvest+x.harvest/n, m.atR+x.atR/n, m.atEnd+x.atEnd/n
		m.to50, m.to90 = m.to50+x.to50/n, m.to90+x.to90/n
		m.reached, m.pages = m.reached+x.reached/n, m.pages+x.pages/n
		m.atStop, m.learned, m.needs = m.atStop+x.atStop/n, m.learned+x.learned/n, m.needs+x.needs/n
	}
	return m
}
