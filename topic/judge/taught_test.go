package judge

import (
	"testing"

	"gannet/topic"
)

// TestAnswersTeachWhatKeywordsDoNot gives a keyword that no page has. A few answers show what the topic is, and each page that was
// answered keeps its answer.
func TestAnswersTeachWhatKeywordsDoNot(t *testing.T) {
	pages, about := crawlOf(t, 400, "hive", "honey")
	m, err := New(testModel(), []string{"telescope"}, testBackground(t)).Measure(pages)
	if err != nil {
		t.Fatal(err)
	}
	f1 := func(j *Judgement) float64 {
		hits, called, all := 0.0, 0.0, 0.0
		for i := range pages {
			said := j.Probabilities[i] >= 0.5
			if about[i] {
				all++
			}
			if said {
				called++
			}
			if said && about[i] {
				hits++
			}
		}
		return 2 * hits / (called + all)
	}
	if before := f1(m.Taught(nil)); before > 0.8 {
		t.Fatalf("F1 is %.2f without answers", before)
	}
	answers := make(map[int]bool)
	for i := range 40 {
		answers[i*9] = about[i*9]
	}
	answers[0], answers[1] = false, true // the person errs
	j := m.Taught(answers)
	if after := f1(j); after < 0.9 || j.Classifier == nil {
		t.Errorf("F1 is %.2f after 40 answers", after)
	}
	for i, yes := range answers {
		if p := j.Probabilities[i]; yes != (p == 1) || !yes && p != 0 {
			t.Errorf("page %d has the answer %v and the probability %.2f", i, yes, p)
		}
	}
}

// TestPagesElsewhereStayOffTopic has a crawl that is on topic but for a few pages, and nearly all answers are yes. The pages of the
// rest of the web are off topic still.
func TestPagesElsewhereStayOffTopic(t *testing.T) {
	all, about := crawlOf(t, 800, "hive", "honey")
	var pages, elsewhere []Page
	answers := make(map[int]bool)
	for i := range all {
		if !about[i] && i > 20 {
			elsewhere = append(elsewhere, all[i])
			continue
		}
		if i%5 == 0 {
			answers[len(pages)] = about[i]
		}
		pages = append(pages, all[i])
	}
	m, err := New(testModel(), []string{"hive", "honey"}, testBackground(t)).Measure(pages)
	if err != nil {
		t.Fatal(err)
	}
	j, wrong := m.Taught(answers), 0
	for i := range elsewhere {
		if j.Classifier.Score(topic.Vector{Terms: elsewhere[i].Bag.Terms}) >= 0.5 {
			wrong++
		}
	}
	if wrong > len(elsewhere)/20 {
		t.Errorf("%d of %d pages elsewhere seem on topic", wrong, len(elsewhere))
	}
	if called := m.Taught(answers).Classifier.Score(topic.Vector{Terms: pages[len(pages)-1].Bag.Terms}); called < 0.5 {
		t.Errorf("a page on topic has the probability %.2f", called)
	}
}

// BenchmarkTaught learns from the answers on a fifth of 1,000 pages.
func BenchmarkTaught(b *testing.B) {
	pages, about := crawlOf(b, 1000, "hive", "honey")
	m, err := New(testModel(), []string{"hive"}, testBackground(b)).Measure(pages)
	if err != nil {
		b.Fatal(err)
	}
	answers := make(map[int]bool)
	for i := 0; i < len(pages); i += 5 {
		answers[i] = about[i]
	}
	for b.Loop() {
		m.Taught(answers)
	}
}
