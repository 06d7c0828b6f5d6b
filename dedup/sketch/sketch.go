// Package sketch owns the comparison of texts by sketches: words, canonical forms, shingles, and Fast Similarity
// Sketching.
//
// A text is split into words. Each word is brought to its canonical form and hashed. Each run of ShingleWords words is
// hashed again to a shingle. The similarity of two texts is the Jaccard similarity of their sets of shingles. A Sketch
// estimates it in fixed size. Similar texts are found by the bands of their sketches. Sketches of different values of
// Version cannot be compared.
package sketch

import (
	"encoding/binary"
	"math/bits"
)

// Version is the version of the algorithm that makes sketches. It changes whenever some text gets another sketch than before.
const Version = 5

// ShingleWords is the number of words in a shingle.
const ShingleWords = 6

// Size is the number of values (slots) in a sketch, of 8 bits each.
const Size = 128

// Sketch represents a text by a few hashes of its shingles (runs of ShingleWords words), for comparisons with other texts. The zero Sketch
// is that of a text without words.
type Sketch struct {
	Slots      [Size]uint8 // 8 bits of the least shingle of each slot
	Shingles   int         // number of different shingles of the text
	Short      bool        // the text has fewer than ShingleWords words, which make one shingle
	Pairs      Pairs       // of successive words, for copies in which single words are changed
	Vocabulary Vocabulary  // the different words
	Sample     Sample      // the least shingles; all of them if there are no more than Options.Samples
}

// Jaccard estimates the Jaccard similarity of the shingles of two texts, from 0 to 1. It subtracts the slots that agree by
// chance, as b-bit minwise hashing does (Li and König 2010). A text without words has similarity 0 to all texts.
func (s *Sketch) Jaccard(o *Sketch) float64 {
	if s.Shingles == 0 || o.Shingles == 0 {
		return 0
	}
	const chance = 1.0 / 256
	equal := float64(equalBytes(&s.Slots, &o.Slots)) / Size
	return max(0, (equal-chance)/(1-chance))
}

// equalBytes counts the equal slots, eight at a time.
func equalBytes(a, b *[Size]uint8) int {
	const low = 0x7f7f7f7f7f7f7f7f
	differ := 0
	for i := 0; i < Size; i += 8 {
		x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:])
		differ += bits.OnesCount64((x&low + low | x) &^ low)
	}
	return Size - differ
}

// Layout says how the slots of a sketch are grouped into bands (locality-sensitive hashing). Two texts are candidates for a comparison if
// all Rows slots of at least one of their Bands are equal. For texts of similarity J the probability of that is 1-(1-J^Rows)^Bands.
type Layout struct{ Bands, Rows int }

// DefaultLayout finds nearly all pairs with a similarity of .6 or more.
var DefaultLayout = Layout{32, 4}

// AppendBands appends to dst one hash for each band, made from the band's number and its slots. For a text without words it appends
// nothing.
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

// Sampled is the hash of a shingle from the samples of two texts, with the texts in which it occurs.
type Sampled struct {
	Shingle  uint32
	InA, InB bool
}

// Counts has the numbers of sampled shingles in text A, in text B, and in both.
type Counts struct{ InA, InB, Both int }

// Add counts one sampled shingle of the two texts.
func (c *Counts) Add(s Sampled) {
	if s.InA {
		c.InA++
	}
	if s.InB {
		c.InB++
	}
	if s.InA && s.InB {
		c.Both++
	}
}

// AppendUnion appends to dst the sampled shingles of a and b in ascending order, up to the largest hash that both samples cover. If Counts
// counts them, Both/InA estimates which share of a is in b. The method is coordinated bottom-k sampling (Cohen and Kaplan 2007).
func AppendUnion(dst []Sampled, a, b *Sketch) []Sampled {
	var roomA, roomB [defaultSamples]uint32
	x, y := a.Sample.Append(roomA[:0]), b.Sample.Append(roomB[:0])
	limit := min(coveredUpTo(x, a.Shingles), coveredUpTo(y, b.Shingles))
	for len(x) > 0 || len(y) > 0 {
		var s Sampled
		if len(y) == 0 || len(x) > 0 && x[0] <= y[0] {
			s.Shingle, s.InA = x[0], true
		}
		if len(x) == 0 || len(y) > 0 && y[0] <= x[0] {
			s.Shingle, s.InB = y[0], true
		}
		if uint64(s.Shingle) > limit {
			break
		}
		if s.InA {
			x = x[1:]
		}
		if s.InB {
			y = y[1:]
		}
		dst = append(dst, s)
	}
	return dst
}

const noValue = 1 << 32 // more than any value of a sample

// coveredUpTo returns the greatest value up to which a sample has all shingles of its text.
func coveredUpTo(sample []uint32, shingles int) uint64 {
	if len(sample) >= shingles || len(sample) == 0 {
		return noValue - 1
	}
	return uint64(sample[len(sample)-1])
}
