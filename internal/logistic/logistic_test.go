package logistic

import (
	"math"
	"testing"
)

// TestLearnMovesAgainstTheSlope compares a step with the slope of the loss, which is taken by differences.
func TestLearnMovesAgainstTheSlope(t *testing.T) {
	const rate, damping, truth = 0.1, 0.01, 0.75
	w := NewWordWeights(16)
	words := []uint32{3, 5, 8}
	w.weights[3], w.weights[5] = .5, -.25
	loss := func() float64 {
		p := Probability(w.AddTo(.125, words))
		return -truth*math.Log(p) - (1-truth)*math.Log(1-p)
	}
	const d = 1e-3
	low := loss()
	w.weights[5] += d
	slope := (loss() - low) / d
	w.weights[5] -= d
	w.Learn(words, Probability(w.AddTo(.125, words))-truth, rate, damping)
	want := -.25 - rate*slope/math.Sqrt(slope*slope+damping)
	if got := float64(w.weights[5]); math.Abs(got-want) > 1e-3 {
		t.Errorf("weight %v, want %v", got, want)
	}
	for range 200 {
		w.Learn(words, Probability(w.AddTo(.125, words))-truth, rate, damping)
	}
	if p := Probability(w.AddTo(.125, words)); math.Abs(p-truth) > .02 {
		t.Errorf("after 200 steps towards %v the probability is %v", truth, p)
	}
}
