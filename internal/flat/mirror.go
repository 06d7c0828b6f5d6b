package flat

import "math/bits"

// Mirror copies a list that may change during the copy: first in pieces, and at the end those elements that have changed since. So changes
// are blocked only for a short time. The code that changes the list must hold a lock, and so must the caller of the Mirror's methods; only the
// function pause, which Copy calls, may release it. The zero Mirror is ready for a call of Begin.
type Mirror[T any] struct {
	to    []T
	dirty []uint64 // a bit for each mirrorChunk elements of to that are still to be copied
}

const (
	mirrorChunk = 64      // elements
	mirrorPiece = 1 << 12 // elements copied between two pauses
)

// Begin starts the copy of a list of n elements. It copies nothing yet.
func (m *Mirror[T]) Begin(n int) {
	m.to, m.dirty = make([]T, n, n+n/16), make([]uint64, n/mirrorChunk/64+1)
	for chunk := range (n + mirrorChunk - 1) / mirrorChunk {
		m.dirty[chunk/64] |= 1 << (chunk % 64)
	}
}

// Touch records that the element i changes, so that it must be copied again.
func (m *Mirror[T]) Touch(i int) {
	if i < len(m.to) {
		m.dirty[i/mirrorChunk/64] |= 1 << (i / mirrorChunk % 64)
	}
}

// Dirty returns roughly how many elements must still be copied.
func (m *Mirror[T]) Dirty() (dirty int) {
	for _, word := range m.dirty {
		dirty += mirrorChunk * bits.OnesCount64(word)
	}
	return dirty
}

// Copy copies the elements that must still be copied. It calls fill(to, first) to copy the elements from number first on into to. It calls
// pause now and then; during this call the list may change, or a new copy may begin.
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

// End copies the remaining elements and returns the whole copy. n is the present length of the list, which must not have become shorter since
// Begin. The function fill is used as in Copy.
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
