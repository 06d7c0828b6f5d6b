package judge

import "testing"

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
