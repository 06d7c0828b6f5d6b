package dedup

import (
	"runtime"

	"gannet/dedup/sketch"
)

// sketchers lends sketchers to goroutines. It keeps one for each processor, with the forms of words that the sketcher knows. A sync.Pool would lose
// them at each collection of garbage.
type sketchers chan *sketch.Sketcher

func newSketchers() sketchers { return make(sketchers, runtime.GOMAXPROCS(0)) }

func (s sketchers) get() *sketch.Sketcher {
	select {
	case k := <-s:
		return k
	default:
		return sketch.New(sketch.DefaultOptions())
	}
}

func (s sketchers) put(k *sketch.Sketcher) {
	select {
	case s <- k:
	default: // there are enough
	}
}
