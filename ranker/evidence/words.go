package evidence

import (
	"math"

	"gannet/internal/logistic"
)

// wordModel predicts the topic probability of a target's page from tokens: words of the URL and of the first anchors,
// the host and the directory. It is a logistic regression over hashed tokens that learns from every page fetched.
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

	// Salts tell tokens with the same hash apart.
	urlSalt       = 0x55555555
	hostSalt      = 0x3C6EF372
	directorySalt = 0x1B873593
)

func newWordModel() wordModel {
	return wordModel{weights: logistic.NewWordWeights(1 << wordBits)}
}

// addToken adds a token if there is room.
func (t *target) addToken(word uint32) {
	if int(t.tokenCount) < maxTokens {
		t.tokens[t.tokenCount] = word * 0x9E3779B1 >> (32 - wordBits)
		t.tokenCount++
	}
}

// score returns the log-odds of the target.
func (m *wordModel) score(t *target) float64 {
	return m.weights.AddTo(m.bias, t.tokens[:t.tokenCount])
}

// learn moves the weights towards the probability of the target's page.
func (m *wordModel) learn(t *target, probability float64) {
	g := logistic.Probability(m.score(t)) - probability
	if m.shared != nil {
		m.learnShared(t, g)
		return
	}
	m.biasSquare += g * g
	m.bias -= biasRate * g / math.Sqrt(m.biasSquare+1e-6)
	m.weights.Learn(t.tokens[:t.tokenCount], g, wordRate, wordDamping)
}
