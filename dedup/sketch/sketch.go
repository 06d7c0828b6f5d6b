// Package sketch owns the comparison of texts by their sketches: words, canonical forms, shingles, Fast Similarity
// Sketching and what is estimated from it.
//
// A text is cut into words, each word brought to its canonical form and hashed, and each run of ShingleWords words
// hashed again to a shingle. The similarity of two texts is the Jaccard similarity of their sets of shingles. A Sketch
// is of fixed size and estimates it; the bands of a sketch are what similar texts are found by. Sketches that were made
// by different values of Version cannot be compared.
package sketch

import (
	"encoding/binary"
	"math/bits"
)

// Version changes when the sketch of some text does.
const Version = 2

// ShingleWords is the length of a shingle in words, Textkernel's.
const ShingleWords = 6

// Size is the number of slots of a sketch, of 8 bits each.
const Size = 128

// Sketch is what is kept of a text in order to compare it. The zero Sketch is that of a text without words.
type Sketch struct {
	Slots    [Size]uint8 // 8 bits of the least shingle of each slot
	Shingles int         // how many different shingles the text has
	Short    bool        // the text has fewer than ShingleWords words, which are its one shingle
	Sample   Sample      // the least shingles; all of them if there are no more than Sketcher samples
}

// Jaccard estimates the Jaccard similarity of the two texts' shingles, from 0 to 1. Slots that agree by chance are
// taken off as in b-bit minwise hashing (Li and König 2010). Texts without words resemble nothing.
func (s *Sketch) Jaccard(o *Sketch) float64 {
	if s.Shingles == 0 || o.Shingles == 0 {
		return 0
	}
	const chance = 1.0 / 256
	equal := float64(equalBytes(&s.Slots, &o.Slots)) / Size
	return max(0, (equal-chance)/(1-chance))
}

// equalBytes counts the slots that agree, eight at a time.
func equalBytes(a, b *[Size]uint8) int {
	const low = 0x7f7f7f7f7f7f7f7f
	differ := 0
	for i := 0; i < Size; i += 8 {
		x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:])
		differ += bits.OnesCount64((x&low + low | x) &^ low)
	}
	return Size - differ
}

// Layout groups the slots of a sketch into bands: two texts are candidates if all Rows slots of one of their Bands
// agree, which at similarity J happens with probability 1-(1-J^Rows)^Bands.
type Layout struct{ Bands, Rows int }

// DefaultLayout finds nearly all pairs from J = .6 on.
var DefaultLayout = Layout{32, 4}

// AppendBands appends the sketch's super-shingles: for each band a hash of its slots and its number. A text without
// words has none.
func (s *Sketch) AppendBands(dst []uint64, l Layout) []uint64 {
	if s.Shingles == 0 {
		return dst
	}
	for band := range l.Bands {
		h := uint64(band+1) << 32
		for _, slot := range s.Slots[band*l.Rows : (band+1)*l.Rows] {
			h = h*bandBase + uint64(slot) + 1
		}
		dst = append(dst, mix(h))
	}
	return dst
}

const bandBase = 0xd6e8feb86659fd93

// Overlap compares the samples of two texts over the range of hashes that both cover: how many shingles of a, of b and
// of both lie there. both/inA estimates which share of a is in b. Shingles for which drop is true are left out; drop
// may be nil. Method: coordinated bottom-k samples (Cohen and Kaplan 2007).
func Overlap(a, b *Sketch, drop func(shingle uint32) bool) (inA, inB, both int) {
	var roomA, roomB [defaultSamples]uint32
	x, y := a.Sample.Append(roomA[:0]), b.Sample.Append(roomB[:0])
	limit := min(reach(x, a.Shingles), reach(y, b.Shingles))
	for len(x) > 0 || len(y) > 0 {
		m, n := first(x), first(y)
		least := min(m, n)
		if least > limit {
			break
		}
		if m == least {
			x = x[1:]
		}
		if n == least {
			y = y[1:]
		}
		if drop != nil && drop(uint32(least)) {
			continue
		}
		if m == least {
			inA++
		}
		if n == least {
			inB++
		}
		if m == n {
			both++
		}
	}
	return inA, inB, both
}

const beyond = 1 << 32

// first gives the first of a sample's values, or more than any value where there is none.
func first(sample []uint32) uint64 {
	if len(sample) > 0 {
		return uint64(sample[0])
	}
	return beyond
}

// reach is the greatest value up to which a sample has all of a text's shingles.
func reach(sample []uint32, shingles int) uint64 {
	if len(sample) >= shingles || len(sample) == 0 {
		return beyond - 1
	}
	return uint64(sample[len(sample)-1])
}
