package training

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// synthetic draws lists whose grades follow a known score of the first features, with noise. The other half of the features
// is unrelated. With bent the score is no sum of the features, so that only trees can learn all of it.
func synthetic(seed uint64, topics, rows int, noise float64, bent bool) *Set {
	rnd := rand.New(rand.NewPCG(seed, 7))
	s := &Set{Schema: "synthetic/1", Names: []string{"a", "b", "c", "noise1", "noise2", "noise3"}}
	for topic := range topics {
		list := List{Topic: fmt.Sprintf("topic%02d", topic)}
		for i := range rows {
			x := make([]float32, len(s.Names))
			for f := range x {
				x[f] = float32(rnd.NormFloat64() * float64(f+1))
			}
			score := float64(x[0]) - float64(x[1])/2 + rnd.NormFloat64()*noise
			if bent {
				score = -math.Abs(float64(x[0])) - math.Abs(float64(x[1])/2) + 2 + rnd.NormFloat64()*noise
			}
			list.Rows = append(list.Rows, Row{Grade: gradeOf(score), X: x, Note: fmt.Sprintf("http://t%d.test/%d", topic, i)})
		}
		s.Lists = append(s.Lists, list)
	}
	return s
}

func gradeOf(score float64) uint8 {
	switch {
	case score > 1.5:
		return Hub
	case score > 1:
		return Relevant
	case score > 0.5:
		return Tunnel
	}
	return Neither
}
