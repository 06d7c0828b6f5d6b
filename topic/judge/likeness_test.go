package judge

import (
	"math"
	"testing"

	"gannet/internal/logistic"
)

// TestLikenessIsTheMostProbable holds likeness against a slow ascent to the most probable log-odds, and what it says of an answered
// page against a process without that answer.
func TestLikenessIsTheMostProbable(t *testing.T) {
	pages, about := crawlOf(t, 60, "hive", "honey")
	m, err := New(testModel(), []string{"hive"}, testBackground(t)).Measure(pages)
	if err != nil {
		t.Fatal(err)
	}
	answers := make(map[int]bool)
	for i := 0; i < 60; i += 4 {
		answers[i], answers[i+1] = about[i], about[i+1]
	}
	mean := make([]float64, len(pages))
	for i := range mean {
		mean[i] = 0.1 * float64(i%7)
	}
	odds := m.likeness(newTeaching(answers), mean)
	slow := slowLikeness(m, answers, mean)
	for i := range pages {
		if _, ok := answers[i]; !ok && math.Abs(odds[i]-slow[i]) > 0.01 {
			t.Errorf("page %d has the log-odds %.3f, slowly %.3f", i, odds[i], slow[i])
		}
	}
	for _, page := range []int{0, 1, 21, 40} {
		yes := answers[page]
		delete(answers, page)
		without := slowLikeness(m, answers, mean)[page]
		answers[page] = yes
		if math.Abs(odds[page]-without) > 0.1 {
			t.Errorf("answered page %d has the log-odds %.3f, without its answer %.3f", page, odds[page], without)
		}
	}
}

// slowLikeness finds the log-odds that are a sum of covariances by coordinate steps.
func slowLikeness(m *Measured, answers map[int]bool, mean []float64) []float64 {
	some := newTeaching(answers).pages
	covariances, alpha := m.pages.covariances(some), make([]float64, len(some))
	of := func(page int) float64 {
		sum := mean[page]
		for i, a := range alpha {
			sum += a * covariances[page][i]
		}
		return sum
	}
	for range 5000 {
		for i, page := range some { // at the maximum alpha is the answer less the probability
			answer := 0.0
			if answers[page] {
				answer = 1
			}
			alpha[i] += 0.2 * (answer - logistic.Probability(of(page)) - alpha[i])
		}
	}
	odds := make([]float64, len(mean))
	for page := range odds {
		odds[page] = of(page)
	}
	return odds
}

// TestManyAnswersAreThinned bounds what answers cost.
func TestManyAnswersAreThinned(t *testing.T) {
	answers := make(map[int]bool)
	for i := range 3 * mostLike {
		answers[i] = i%2 == 0
	}
	some := newTeaching(answers).some()
	if len(some) != mostLike || some[0] != 0 || some[mostLike-1] < 3*mostLike-3 {
		t.Errorf("%d pages up to %d", len(some), some[len(some)-1])
	}
}
