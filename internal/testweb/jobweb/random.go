package jobweb

import (
	"math/rand/v2"

	"github.com/zeebo/xxh3"
)

// random is a stream of numbers drawn from the web's seed, a name and a number.
type random struct{ *rand.Rand }

func (w *Web) draw(name string, n int) *random {
	return &random{rand.New(rand.NewPCG(w.seed^xxh3.HashString(name), uint64(n)))}
}

// drawFor returns the stream of numbers for the page at a URL.
func (w *Web) drawFor(name, url string) *random { return w.draw(name, int(xxh3.HashString(url))) }

func (r *random) between(low, high int) int { return low + r.IntN(high-low+1) }

func (r *random) chance(p float64) bool { return r.Float64() < p }

func (r *random) pick(list []string) string { return list[r.IntN(len(list))] }

// skewed draws a number below n, small ones more often.
func (r *random) skewed(n int) int {
	u := r.Float64()
	return int(u * u * float64(n))
}
