package training

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"gannet/training/lightgbm/lightgbmtest"
)

// crawls draws lists of the size of a training: 40 topics of 2500 links with 35 features.
func crawls() *Set {
	rnd := rand.New(rand.NewPCG(1, 1))
	s := &Set{Schema: "bench/1"}
	for f := range 35 {
		s.Names = append(s.Names, fmt.Sprint("f", f))
	}
	for topic := range 40 {
		list := List{Topic: fmt.Sprint(topic)}
		for range 2500 {
			x, score := make([]float32, 35), 0.0
			for f := range x {
				x[f] = float32(rnd.NormFloat64())
				score += float64(x[f]) / float64(f+1)
			}
			list.Rows = append(list.Rows, Row{Grade: gradeOf(score + rnd.NormFloat64()), X: x})
		}
		s.Lists = append(s.Lists, list)
	}
	return s
}

// BenchmarkLearn trains once on 80,000 rows, with 20,000 to stop by.
func BenchmarkLearn(b *testing.B) {
	s := crawls()
	topics := s.Topics()
	train, valid := s.Only(topics[8:]), s.Only(topics[:8])
	o := optionsWith(func(o *Options) { o.Library = lightgbmtest.Open(b) })
	for _, l := range learners {
		b.Run(l.Name(), func(b *testing.B) {
			for b.Loop() {
				if _, err := l.Learn(context.Background(), train, valid, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMeasure(b *testing.B) {
	s := crawls()
	scores := make([]float64, s.Rows())
	rnd := rand.New(rand.NewPCG(2, 2))
	for i := range scores {
		scores[i] = rnd.NormFloat64()
	}
	b.Run("MAP", func(b *testing.B) {
		var o order
		for b.Loop() {
			o.meanAveragePrecision(s, scores)
		}
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			Measure(s, scores)
		}
	})
}
