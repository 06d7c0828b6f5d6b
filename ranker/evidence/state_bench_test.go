package evidence

import (
	"io"
	"testing"

	"gannet/internal/flat"
)

// full returns a Collection with as many targets, edges and lists as there can be.
func full() *Collection {
	c := New(nil, nil)
	c.targets = listOf(make([]target, DefaultMaxTargets))
	c.edges, c.lists = make([]edge, 4*DefaultMaxTargets), make([]linkList, 2*DefaultMaxTargets)
	c.sources = make([]sourcePage, DefaultMaxTargets/4)
	c.groups, c.groupKeys = make([]harvest, DefaultMaxTargets/2), make([]uint64, DefaultMaxTargets/2)
	for i := range c.targets.n {
		c.targets.at(i).fingerprint, c.targets.at(i).tokenCount = uint64(i), 12
	}
	return c
}

// BenchmarkState ends the copy of a full Collection after ten pages were learned from: nothing is learned meanwhile.
func BenchmarkState(b *testing.B) {
	c := full()
	for b.Loop() {
		b.StopTimer()
		c.PrepareState(func() {})
		for i := range 1000 {
			c.SetPriority(Target(i*499), 1)
		}
		b.StartTimer()
		c.State()
	}
}

// BenchmarkPrepareState does the rest of the copy, with pauses.
func BenchmarkPrepareState(b *testing.B) {
	c := full()
	for b.Loop() {
		c.PrepareState(func() {})
	}
}

// BenchmarkWriteState encodes a copy, beside the crawl.
func BenchmarkWriteState(b *testing.B) {
	s := full().State()
	for b.Loop() {
		w := flat.NewWriter(io.Discard)
		s.Code(w)
		if err := w.Flush(); err != nil {
			b.Fatal(err)
		}
	}
}
