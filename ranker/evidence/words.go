package evidence

import "math"

// wordModel predicts the topic probability of a target's page from tokens: words of the URL and of the first anchors,
// the host and the directory. It is a logistic regression over hashed tokens that learns from every page fetched
// (AdaGrad; Duchi, Hazan and Singer, JMLR 12, 2011).
type wordModel struct {
	weights, squares []float32
	bias, biasSquare float64
}

const (
	maxTokens    = 16
	maxURLTokens = 8
	wordBits     = 18
	wordRate     = 0.15
	biasRate     = 0.3

	// Salts tell tokens with the same hash apart.
	urlSalt       = 0x55555555
	hostSalt      = 0x3C6EF372
	directorySalt = 0x1B873593
)

func newWordModel() wordModel {
	return wordModel{weights: make([]float32, 1<<wordBits), squares: make([]float32, 1<<wordBits)}
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
	z := m.bias
	for _, k := range t.tokens[:t.tokenCount] {
		z += float64(m.weights[k])
	}
	return z
}

// learn moves the weights towards the probability of the target's page.
func (m *wordModel) learn(t *target, probability float64) {
	g := logistic(m.score(t)) - probability
	m.biasSquare += g * g
	m.bias -= biasRate * g / math.Sqrt(m.biasSquare+1e-6)
	for _, k := range t.tokens[:t.tokenCount] {
		m.squares[k] += float32(g * g)
		m.weights[k] -= float32(wordRate * g / math.Sqrt(float64(m.squares[k])+0.1))
	}
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
