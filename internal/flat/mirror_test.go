package flat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMirrorHasTheListAtTheEnd changes a list in every pause, makes it longer, and begins again once.
func TestMirrorHasTheListAtTheEnd(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 20_000} {
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		list := make([]int, n)
		for i := range list {
			list[i] = i
		}
		var m Mirror[int]
		fill := func(to []int, first int) { copy(to, list[first:]) }
		pauses := 0
		change := func() {
			for range 50 {
				if len(list) > 0 {
					i := rng.IntN(len(list))
					list[i] = -rng.Int()
					m.Touch(i)
				}
				list = append(list, rng.Int())
			}
			if pauses++; pauses == 3 {
				list = list[:len(list)/2]
				m.Begin(len(list))
			}
		}
		m.Begin(n)
		for range 3 {
			m.Copy(fill, change)
			change()
		}
		if got := m.End(len(list), fill); !slices.Equal(got, list) {
			t.Errorf("%d elements: the copy differs", n)
		}
		if got := m.End(len(list), fill); !slices.Equal(got, list) {
			t.Errorf("%d elements: the copy without a beginning differs", n)
		}
	}
}
