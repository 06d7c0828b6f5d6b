package evidence

import (
	"math"

	"gannet/internal/flat"
	"gannet/internal/logistic"
)

// wordModel predicts the topic probability of a target's page from tokens. It is a logistic regression over hashed tokens that learns from every page fetched.
type wordModel struct {
	weights          logistic.WordWeights
	bias, biasSquare float64
	shared           *sharedWords // nil if all is learned here
}

const (
	maxTokens    = 16
	maxURLTokens = 8
	wordBits     = 18
	wordRate     = 0.15
	wordDamping  = 0.1
	biasRate     = 0.3

	// Salts make different tokens of the same hash.
	urlSalt       = 0x55555555
	hostSalt      = 0x3C6EF372
	directorySalt = 0x1B873593
)

func newWordModel(tokens int) wordModel {
	return wordModel{weights: logistic.NewWordWeights(tokens)}
}

// addToken adds a token if there is room.
func (t *target) addToken(word uint32) {
	if int(t.tokenCount) < maxTokens {
		t.tokens[t.tokenCount] = word * 0x9E3779B1 >> (32 - wordBits)
		t.tokenCount++
	}
}

// score returns the log-odds that a target with these tokens is relevant.
func (m *wordModel) score(tokens []uint32) float64 { return m.weights.AddTo(m.bias, tokens) }

// learn moves the weights towards the probability of the target's page.
func (m *wordModel) learn(tokens []uint32, probability float64) {
	g := logistic.Probability(m.score(tokens)) - probability
	if m.shared != nil {
		m.learnShared(tokens, g)
		return
	}
	m.biasSquare += g * g
	m.bias -= biasRate * g / math.Sqrt(m.biasSquare+1e-6)
	m.weights.Learn(tokens, g, wordRate, wordDamping)
}

func (m *wordModel) code(f *flat.Coder) {
	m.weights.Code(f)
	f.Float64(&m.bias)
	f.Float64(&m.biasSquare)
}
