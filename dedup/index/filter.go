package index

import "math/bits"

// filter says whether a key was ever added. A "no" is always right, and a "yes" is wrong for a few in a thousand of the keys that were never added.
// It consists of Bloom filters with blocks of 512 bits, which fit a cache line (Putze, Sanders and Singler 2007). Each filter has room for twice as
// many keys as the one before. A key takes 16 to 32 bits.
type filter struct{ layers []layer }

type layer struct {
	blocks [][8]uint64
	room   int // keys that can still be added
}

const (
	firstRoom    = 1 << 20
	bitsPerKey   = 16
	filterProbes = 6
)

func (f *filter) add(key uint64) {
	n := len(f.layers)
	if n == 0 || f.layers[n-1].room == 0 {
		room := firstRoom << n
		f.layers = append(f.layers, layer{make([][8]uint64, room*bitsPerKey/512), room})
		n++
	}
	l := &f.layers[n-1]
	l.room--
	block, h := l.block(key)
	for range filterProbes {
		block[h>>6&7] |= 1 << (h & 63)
		h >>= 9
	}
}

func (f *filter) has(key uint64) bool {
	for i := range f.layers {
		if f.layers[i].has(key) {
			return true
		}
	}
	return false
}

func (l *layer) has(key uint64) bool {
	block, h := l.block(key)
	for range filterProbes {
		if block[h>>6&7]>>(h&63)&1 == 0 {
			return false
		}
		h >>= 9
	}
	return true
}

// block returns the block of a key, and 54 bits that select six bits of it.
func (l *layer) block(key uint64) (*[8]uint64, uint64) {
	at, _ := bits.Mul64(key, uint64(len(l.blocks)))
	h := key * 0x9e3779b97f4a7c15 // its low bits are 0, as those of a prefix are
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	return &l.blocks[at], h ^ h>>32
}
