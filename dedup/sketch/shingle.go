package sketch

import "slices"

// A shingle's hash is a polynomial in its words' hashes modulo 2⁶⁴, mixed. The words' hashes are uniform already, so
// that it is as good as hashing the words again, and going on by one word costs two multiplications instead of six.
const (
	base = 0x9e3779b97f4a7c15 // odd, so that no word loses bits; base-1 is 4 times an odd number, so order counts
	out  = base * base % (1 << 64) * base % (1 << 64) * base % (1 << 64) * base % (1 << 64) * base % (1 << 64)
)

// appendShingles appends the hash of each run of ShingleWords words; of fewer words, of what is there.
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

// mix is the end of MurmurHash3, a bijection after which any bits may be used.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// sortDistinct sorts k.hashes and leaves each hash once. Hashes are uniform: dealt out by their upper bits, they are
// nearly in order.
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
	insert(k.hashes)
	k.hashes = slices.Compact(k.hashes)
	return k.hashes
}

// insert sorts what is nearly in order. Where many hashes were made to share their upper bits, it gives up early.
func insert(hashes []uint64) {
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
