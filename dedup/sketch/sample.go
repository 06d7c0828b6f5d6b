package sketch

import (
	"encoding/binary"
	"math/bits"
)

// Sample is the least shingles of a text, ascending, each the upper SampleBits of its hash: their number, a parameter k,
// then the gaps between them in Rice's code (Rice 1979, of Golomb 1966), the least bit of a byte first: of a gap the part
// above k bits in unary, as zeros before a one, and the k bits. Hashes are uniform, so that their gaps are nearly
// geometrically distributed, for which the code is nearly the shortest. A text without words has an empty one.
type Sample []byte

// SampleBits is how many bits of a shingle a sample keeps. Of 28 two texts of 500 words have one more in common by
// accident in a thousand comparisons.
const SampleBits = 28

// maxSample is the greatest size of a sample, in shingles.
const maxSample = 255

// AppendSample appends a sample of up to 255 ascending values of SampleBits; nothing if there are none.
func AppendSample(dst Sample, values []uint32) Sample {
	if len(values) == 0 {
		return dst
	}
	values = values[:min(len(values), maxSample)]
	k := uint(max(1, bits.Len32(values[len(values)-1]/uint32(len(values)))) - 1) // 2ᵏ is best near ln 2 of the mean gap
	w := gaps{code: append(dst, byte(len(values)), byte(k)), k: k}
	last := uint32(0)
	for _, v := range values {
		w.write(v - last)
		last = v
	}
	if w.n > 0 {
		w.code = append(w.code, byte(w.pending))
	}
	return w.code
}

type gaps struct {
	code    Sample
	k       uint
	pending uint64
	n       uint // bits in pending, fewer than 8 between writes
}

func (w *gaps) write(gap uint32) {
	q, low := gap>>w.k, uint64(gap)&(1<<w.k-1)
	for ; q > 24; q -= 24 {
		w.bits(0, 24)
	}
	w.bits(1<<q|low<<(q+1), uint(q)+1+w.k)
}

// bits writes up to 56 bits.
func (w *gaps) bits(v uint64, n uint) {
	w.pending |= v << w.n
	w.n += n
	whole := w.n / 8
	w.code = binary.LittleEndian.AppendUint64(w.code, w.pending)[:len(w.code)+int(whole)]
	w.pending >>= 8 * whole
	w.n %= 8
}

// Len gives the number of shingles.
func (s Sample) Len() int {
	if len(s) < 2 {
		return 0
	}
	return int(s[0])
}

// Append appends the shingles. Of a damaged sample it appends what can be read.
func (s Sample) Append(dst []uint32) []uint32 {
	if len(s) < 2 {
		return dst
	}
	k, code, at := uint(s[1]), s[2:], 0
	value := uint64(0)
	for range s[0] {
		high := uint64(0)
		window := code.window(at)
		for window == 0 { // a gap of many means
			if at += 56; at >= 8*len(code) {
				return dst
			}
			high += 56
			window = code.window(at)
		}
		zeros := bits.TrailingZeros64(window)
		high += uint64(zeros)
		at += zeros + 1
		low := code.window(at) & (1<<k - 1)
		at += int(k)
		if value += high<<k + low; value >= 1<<32 || at > 8*len(code) {
			return dst
		}
		dst = append(dst, uint32(value))
	}
	return dst
}

// window gives 56 bits from a bit on, zeros behind the end.
func (s Sample) window(at int) uint64 {
	const all = 1<<56 - 1
	i := at >> 3
	if i+8 <= len(s) {
		return binary.LittleEndian.Uint64(s[i:]) >> (at & 7) & all
	}
	var end [8]byte
	if i < len(s) {
		copy(end[:], s[i:])
	}
	return binary.LittleEndian.Uint64(end[:]) >> (at & 7) & all
}
