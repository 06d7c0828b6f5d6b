package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gannet/features"
	"gannet/topic"
)

// Sizes of the measurement.
const (
	seedsPerTopic = 10
	leastPages    = 50   // of a topic that is measured
	judged        = 8000 // pages of a web, at most
)

// measure compares a classifier learned from seeds with one learned from a third of the labelled pages. Both are tested on the same other pages. The
// background was learned without the web.
func measure(w *web, bg *topic.Background, seed uint64) (map[string]float64, error) {
	random := rand.New(rand.NewPCG(seed, 0x7365))
	pages := slices.Clone(w.pages)
	random.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	third := len(pages) / 3
	learning, judging := pages[:third], pages[third:][:min(judged, len(pages)-third)]
	figures, topics := map[string]float64{}, topicsOf(pages)
	for _, name := range topics {
		seeded, err := fromSeeds(w, learning, name, bg)
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", name, w.name, err)
		}
		labelled, err := topic.Train(examples(learning, name), topic.DefaultParams())
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", name, w.name, err)
		}
		for how, c := range map[string]*topic.Classifier{"seeds": seeded, "labelled": labelled} {
			auc, f1 := quality(c, judging, name)
			figures[w.name+"_"+how+"_auc"] += auc / float64(len(topics))
			figures[w.name+"_"+how+"_f1"] += f1 / float64(len(topics))
		}
	}
	figures[w.name+"_topics"] = float64(len(topics))
	for k, v := range figures {
		figures[k] = float64(int(v*1000+0.5)) / 1000
	}
	return figures, nil
}

// topicsOf returns the topics with enough pages.
func topicsOf(pages []page) []string {
	count := map[string]int{}
	for _, p := range pages {
		for t := range p.topics {
			count[t]++
		}
	}
	var names []string
	for t, n := range count {
		if n >= leastPages {
			names = append(names, t)
		}
	}
	slices.Sort(names)
	return names
}

// fromSeeds learns a classifier from the first pages of a topic and from its name.
func fromSeeds(w *web, pages []page, name string, bg *topic.Background) (*topic.Classifier, error) {
	var seeds []*features.Page
	for _, p := range pages {
		if !p.topics[name] || len(seeds) == seedsPerTopic {
			continue
		}
		read, err := w.read(p.url)
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, read)
	}
	return topic.FromSeeds([]string{strings.ReplaceAll(name, "_", " ")}, seeds, bg)
}

func examples(pages []page, name string) []topic.Example {
	all := make([]topic.Example, len(pages))
	for i, p := range pages {
		all[i] = topic.Example{Vector: p.vector, Positive: p.topics[name]}
	}
	return all
}

// quality returns a classifier's AUC and its F1 at probability 0.5.
func quality(c *topic.Classifier, pages []page, name string) (auc, f1 float64) {
	all := make(judgements, len(pages))
	for i, p := range pages {
		all[i] = judgement{c.Margin(p.vector), p.topics[name]}
	}
	return all.area(), all.f1()
}

// judgement is a classifier's margin on a page, and whether the page is on topic.
type judgement struct {
	margin   float64
	positive bool
}

type judgements []judgement

// f1 is the F1 of "on topic" at margin 0.
func (all judgements) f1() float64 {
	var hits, wrong float64
	for _, j := range all {
		switch {
		case j.positive && j.margin >= 0:
			hits++
		case j.positive != (j.margin >= 0):
			wrong++
		}
	}
	return 2 * hits / max(1, 2*hits+wrong)
}

// area is the area under the ROC curve; a tie counts half.
func (all judgements) area() float64 {
	sorted := slices.SortedFunc(slices.Values(all), func(a, b judgement) int { return cmp.Compare(a.margin, b.margin) })
	positives, below, above := 0.0, 0.0, 0.0
	for from := 0; from < len(sorted); {
		to, p := from, 0.0
		for ; to < len(sorted) && sorted[to].margin == sorted[from].margin; to++ {
			if sorted[to].positive {
				p++
			}
		}
		n := float64(to-from) - p
		above += p * (below + n/2)
		positives += p
		below += n
		from = to
	}
	return above / max(1, positives*below)
}
