package dedup

import (
	"runtime"
	"testing"
)

// TestSketchersOutliveCollections: a sketcher knows the forms of many words, which it would have to compute again.
func TestSketchersOutliveCollections(t *testing.T) {
	s := newSketchers()
	k := s.get()
	s.put(k)
	for range 3 {
		runtime.GC()
	}
	if s.get() != k {
		t.Error("a new sketcher after a collection of garbage")
	}
	for range 2 * cap(s) {
		s.put(k)
	}
	if len(s) != cap(s) {
		t.Errorf("%d sketchers are kept, of %d at most", len(s), cap(s))
	}
}
