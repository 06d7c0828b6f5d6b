package sketch

import "slices"

// The hash of a shingle is a polynomial of the hashes of its words modulo 2⁶⁴, mixed. The hashes of words are uniform, so
// this is as good as hashing the words again. The step to the next word costs two multiplications instead of six.
const (
	base = 0x9e3779b97f4a7c15 // odd, so that no word loses bits; base-1 is 4 times an odd number, so that the order of words counts
	out  = base * base % (1 << 64) * base % (1 << 64) * base % (1 << 64) * base % (1 << 64) * base % (1 << 64)
)

// appendShingles appends the hash of each run of ShingleWords words. Fewer words make one shingle.
func appendShingles(dst, words []uint64) []uint64 {
	if len(words) == 0 {
		return dst
	}
	h := uint64(0)
	first := min(len(words), ShingleWords)
	for _, w := range words[:first] {
		h = h*base + w
	}
	if first < ShingleWords {
		return append(dst, mix(h+uint64(first)))
	}
	dst = slices.Grow(dst, len(words))
	dst = append(dst, mix(h))
	old := words[:len(words)-ShingleWords]
	for i, w := range words[ShingleWords:] {
		h = h*base + w - old[i]*out
		dst = append(dst, mix(h))
	}
	return dst
}

// mix is the finalizer of MurmurHash3, a bijection. Any bits of its result may be used.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// sortDistinct sorts k.hashes and removes repetitions. Hashes are uniform, so they are nearly sorted once they are
// distributed by their upper bits.
func (k *Sketcher) sortDistinct() []uint64 {
	n := len(k.hashes)
	if n < 2 {
		return k.hashes
	}
	width := uint(6)
	for 1<<width < n {
		width++
	}
	shift := 64 - width
	k.counts = slices.Grow(k.counts[:0], 1<<width)[:1<<width]
	k.spare = slices.Grow(k.spare[:0], n)[:n]
	clear(k.counts)
	for _, h := range k.hashes {
		k.counts[h>>shift]++
	}
	sum := uint32(0)
	for i, c := range k.counts {
		k.counts[i] = sum
		sum += c
	}
	for _, h := range k.hashes {
		at := k.counts[h>>shift]
		k.spare[at] = h
		k.counts[h>>shift] = at + 1
	}
	k.hashes, k.spare = k.spare, k.hashes
	insertionSort(k.hashes)
	k.hashes = slices.Compact(k.hashes)
	return k.hashes
}

// insertionSort sorts hashes that are nearly sorted. A text can be made so that many of its hashes have the same upper bits and are not nearly
// sorted. Then it soon falls back to another sort.
func insertionSort(hashes []uint64) {
	moves := 0
	for i := 1; i < len(hashes); i++ {
		h, j := hashes[i], i
		for ; j > 0 && hashes[j-1] > h; j-- {
			hashes[j] = hashes[j-1]
		}
		hashes[j] = h
		if moves += i - j; moves > 16*len(hashes) {
			slices.Sort(hashes)
			return
		}
	}
}
