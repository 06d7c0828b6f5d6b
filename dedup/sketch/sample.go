package sketch

import (
	"encoding/binary"
	"math/bits"
)

// Sample is the part of a text's shingles that have the smallest hashes, in ascending order. It stores the upper SampleBits bits of each
// hash. The sample of a text without words is empty.
//
// A sample begins with a byte for the number of shingles and a byte for a parameter k. The gaps between successive hashes follow in Rice's
// code (Rice 1979, after Golomb 1966), the lowest bit of a byte first. The part of a gap above k bits is in unary code, as zeros before a
// one; then come the k bits. Because hashes are uniform, their gaps are nearly geometrically distributed, and for such gaps the code is
// nearly the shortest.
type Sample []byte

// SampleBits is how many bits of a shingle's hash a Sample stores. With 28 bits, one in a thousand pairs of texts of 500 words seems to
// share a shingle by chance.
const SampleBits = 28

// maxSample is the greatest size of a sample, in shingles.
const maxSample = 255

// AppendSample appends to dst a Sample of up to 255 values in ascending order, each of SampleBits bits. If there are no values, it appends
// nothing.
func AppendSample(dst Sample, values []uint32) Sample {
	if len(values) == 0 {
		return dst
	}
	values = values[:min(len(values), maxSample)]
	k := uint(max(1, bits.Len32(values[len(values)-1]/uint32(len(values)))) - 1) // 2ᵏ is best near ln 2 times the mean gap
	w := gapWriter{code: append(dst, byte(len(values)), byte(k)), k: k}
	last := uint32(0)
	for _, v := range values {
		w.writeGap(v - last)
		last = v
	}
	if w.n > 0 {
		w.code = append(w.code, byte(w.pending))
	}
	return w.code
}

// gapWriter writes gaps in Rice's code.
type gapWriter struct {
	code    Sample
	k       uint
	pending uint64
	n       uint // bits in pending, fewer than 8 between writes
}

func (w *gapWriter) writeGap(gap uint32) {
	q, low := gap>>w.k, uint64(gap)&(1<<w.k-1)
	for ; q > 24; q -= 24 {
		w.writeBits(0, 24)
	}
	w.writeBits(1<<q|low<<(q+1), uint(q)+1+w.k)
}

// writeBits writes up to 56 bits.
func (w *gapWriter) writeBits(v uint64, n uint) {
	w.pending |= v << w.n
	w.n += n
	whole := w.n / 8
	w.code = binary.LittleEndian.AppendUint64(w.code, w.pending)[:len(w.code)+int(whole)]
	w.pending >>= 8 * whole
	w.n %= 8
}

// Append appends the stored hashes to dst. From a damaged Sample it appends those that can be read.
func (s Sample) Append(dst []uint32) []uint32 {
	if len(s) < 2 {
		return dst
	}
	k, code, at := uint(s[1]), s[2:], 0
	value := uint64(0)
	for range s[0] {
		high := uint64(0)
		window := code.window(at)
		for window == 0 { // the gap is many times the mean
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

// window returns the 56 bits that begin at a bit. After the end they are 0.
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
