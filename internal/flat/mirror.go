package flat

import "math/bits"

// Mirror copies a list that may change during the copy: first piece by piece, and then those elements that have changed since. So changes have to
// stop only for a short time. Whoever changes the list must hold a lock, and so must the Mirror's user, except during pauses. The zero Mirror copies
// nothing.
type Mirror[T any] struct {
	to    []T
	dirty []uint64 // a bit for each mirrorChunk elements of to that are still to be copied
}

const (
	mirrorChunk = 64      // elements
	mirrorPiece = 1 << 12 // elements copied between two pauses
)

// Begin begins the copy of a list of n elements. Nothing of it is copied yet.
func (m *Mirror[T]) Begin(n int) {
	m.to, m.dirty = make([]T, n, n+n/16), make([]uint64, n/mirrorChunk/64+1)
	for chunk := range (n + mirrorChunk - 1) / mirrorChunk {
		m.dirty[chunk/64] |= 1 << (chunk % 64)
	}
}

// Touch records that an element changes.
func (m *Mirror[T]) Touch(i int) {
	if i < len(m.to) {
		m.dirty[i/mirrorChunk/64] |= 1 << (i / mirrorChunk % 64)
	}
}

// Dirty returns about how many elements are still to be copied.
func (m *Mirror[T]) Dirty() (dirty int) {
	for _, word := range m.dirty {
		dirty += mirrorChunk * bits.OnesCount64(word)
	}
	return dirty
}

// Copy copies the elements that are still to be copied. It calls fill with a place for some elements and the number of the first one. It calls pause
// now and then; during a pause others may change the list, or begin again.
func (m *Mirror[T]) Copy(fill func(to []T, first int), pause func()) {
	left := mirrorPiece
	for at := 0; at < len(m.dirty); at++ {
		for at < len(m.dirty) && m.dirty[at] != 0 {
			bit := bits.TrailingZeros64(m.dirty[at])
			m.dirty[at] &^= 1 << bit
			first := (64*at + bit) * mirrorChunk
			fill(m.to[first:min(first+mirrorChunk, len(m.to))], first)
			if left -= mirrorChunk; left <= 0 {
				left = mirrorPiece
				pause()
			}
		}
	}
}

// End copies the rest of a list of n elements, which has not become shorter since Begin, and returns the copy.
func (m *Mirror[T]) End(n int, fill func(to []T, first int)) []T {
	m.Copy(fill, func() {})
	to, known := m.to, len(m.to)
	*m = Mirror[T]{}
	if n > known {
		to = append(to, make([]T, n-known)...)
		fill(to[known:], known)
	}
	return to
}
