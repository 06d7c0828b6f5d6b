// Package logistic owns what several logistic regressions share: the logistic function, and the weights of hashed words
// that learn from one example after another.
//
// The other regressions are different algorithms, so each stays where it is used. Package topic trains over sparse words
// by coordinate descent in the dual. Package verdict trains over few measures by Newton's method and bounds the signs.
// Command modelgen trains three kinds at once by L-BFGS. Package ranker tracks the covariance of its weights.
package logistic

import (
	"errors"
	"math"
	"slices"

	"gannet/internal/flat"
)

// Probability returns the probability that belongs to log-odds.
func Probability(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// WordWeights are the weights of hashed words. They learn by AdaGrad: a weight that has moved much moves less (Duchi,
// Hazan and Singer, JMLR 12, 2011).
type WordWeights struct {
	weights []float32
	squares []float32 // sums of the squared slopes
}

// NewWordWeights returns n weights of 0. A word is a number below n.
func NewWordWeights(n int) WordWeights {
	return WordWeights{weights: make([]float32, n), squares: make([]float32, n)}
}

// AddTo adds the weights of words to log-odds.
func (w *WordWeights) AddTo(logOdds float64, words []uint32) float64 {
	for _, word := range words {
		logOdds += float64(w.weights[word])
	}
	return logOdds
}

// AddPartTo is AddTo for words that are numbered from a base.
func (w *WordWeights) AddPartTo(logOdds float64, base uint32, words []uint16) float64 {
	weights := w.weights[base:]
	for _, word := range words {
		logOdds += float64(weights[word])
	}
	return logOdds
}

// Learn moves the weights of words against the slope of the loss, which is the predicted probability minus the true one.
// damping shortens the first steps of a weight.
func (w *WordWeights) Learn(words []uint32, slope, rate, damping float64) {
	for _, word := range words {
		w.squares[word] += float32(slope * slope)
		w.weights[word] -= float32(rate * slope / math.Sqrt(float64(w.squares[word])+damping))
	}
}

// At returns the weight of a word and its sum of squared slopes.
func (w *WordWeights) At(word uint32) (weight, squares float32) {
	return w.weights[word], w.squares[word]
}

// Set replaces the weight of a word and its sum of squared slopes.
func (w *WordWeights) Set(word uint32, weight, squares float32) {
	w.weights[word], w.squares[word] = weight, squares
}

// Clone copies the weights.
func (w *WordWeights) Clone() WordWeights {
	return WordWeights{slices.Clone(w.weights), slices.Clone(w.squares)}
}

// Code codes the weights. What is read must be as many as there are.
func (w *WordWeights) Code(c *flat.Coder) {
	n := len(w.weights)
	flat.Slice(c, &w.weights, (*flat.Coder).Float32)
	flat.Slice(c, &w.squares, (*flat.Coder).Float32)
	if len(w.weights) != n || len(w.squares) != n {
		c.Fail(errors.New("another number of words"))
	}
}
