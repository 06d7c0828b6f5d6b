package flat

import "math/bits"

// Mirror copies a list that changes meanwhile: piece by piece first, then what has changed since. So changes have to stop only
// shortly. Whoever changes the list holds a lock, and so does the Mirror's user, but for pauses. The zero Mirror copies nothing.
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

// Dirty returns how many elements are still to be copied, about.
func (m *Mirror[T]) Dirty() (dirty int) {
	for _, word := range m.dirty {
		dirty += mirrorChunk * bits.OnesCount64(word)
	}
	return dirty
}

// Copy has fill copy what is to be copied: elements from the first one on. It calls pause now and then. Others may change the
// list there, and begin again.
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
