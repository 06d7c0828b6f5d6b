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

// Probability converts log-odds to a probability: 0 becomes one half.
func Probability(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// WordWeights has a weight for each of many hashed words, for a logistic regression that learns during the crawl. It learns by AdaGrad: the
// more a weight has moved, the smaller its steps (Duchi, Hazan and Singer, JMLR 12, 2011).
type WordWeights struct {
	weights []float32
	squares []float32 // sums of the squared slopes
}

// NewWordWeights returns weights of 0 for words with the numbers 0 to n-1.
func NewWordWeights(n int) WordWeights {
	return WordWeights{weights: make([]float32, n), squares: make([]float32, n)}
}

// AddTo returns logOdds plus the sum of the weights of the words.
func (w *WordWeights) AddTo(logOdds float64, words []uint32) float64 {
	for _, word := range words {
		logOdds += float64(w.weights[word])
	}
	return logOdds
}

// AddPartTo is like AddTo, but the numbers of the words are base plus the numbers in words.
func (w *WordWeights) AddPartTo(logOdds float64, base uint32, words []uint16) float64 {
	weights := w.weights[base:]
	for _, word := range words {
		logOdds += float64(weights[word])
	}
	return logOdds
}

// Learn changes the weights of words by one step of AdaGrad. slope is the predicted probability minus the true one, rate is the size of
// steps, and damping makes the first steps of a weight smaller.
func (w *WordWeights) Learn(words []uint32, slope, rate, damping float64) {
	for _, word := range words {
		w.squares[word] += float32(slope * slope)
		w.weights[word] -= float32(rate * slope / math.Sqrt(float64(w.squares[word])+damping))
	}
}

// At returns the weight of a word and the sum of its squared slopes, on which its next step depends.
func (w *WordWeights) At(word uint32) (weight, squares float32) {
	return w.weights[word], w.squares[word]
}

// Set sets the weight of a word and the sum of its squared slopes.
func (w *WordWeights) Set(word uint32, weight, squares float32) {
	w.weights[word], w.squares[word] = weight, squares
}

// Clone returns a copy of the weights.
func (w *WordWeights) Clone() WordWeights {
	return WordWeights{slices.Clone(w.weights), slices.Clone(w.squares)}
}

// Code writes the weights if c is an encoder, or reads them if c is a decoder. The number of weights must be the same in both cases.
func (w *WordWeights) Code(c *flat.Coder) {
	n := len(w.weights)
	c.Float32s(&w.weights)
	c.Float32s(&w.squares)
	if len(w.weights) != n || len(w.squares) != n {
		c.Fail(errors.New("another number of words"))
	}
}
