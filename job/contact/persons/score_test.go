package persons

import (
	"math/rand/v2"
	"testing"
)

// TestScoresAreSumsOfWeights: a score is made of sums that are kept for each word, and equals the sum of the weights of all features.
func TestScoresAreSumsOfWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	m := &Model{scale: .01, weights: make([]int8, size)}
	for i := range m.weights {
		m.weights[i] = int8(rng.IntN(256) - 128)
	}
	text := "Kontakt: Frau Dr. Eva Sommer-Łącka, eva.sommer@example.org\nAcme Ltd, Ms. O'Neil MCDONALD call Eva\n\nor sommer. J. van der Berg X"
	mail := len("Kontakt: Frau Dr. Eva Sommer-Łącka, ")
	var r reading
	scored := 0
	for range 2 { // the second reading has the memory of the first
		r.read(text, []Contact{{Start: mail, End: mail + len("eva.sommer@example.org"), Mail: true}})
		for range 2 { // the second time all sums are known
			for i, w := range r.words {
				if !w.shape.mayBeName() {
					continue
				}
				scored++
				if got, want := m.score(&r, i), m.weight(r.features(i, nil)); got != want {
					t.Errorf("word %d, %q: score %g, its features have %g", i, text[w.start:w.end], got, want)
				}
			}
		}
	}
	if scored == 0 {
		t.Error("no word was scored")
	}
}
