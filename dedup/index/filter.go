package index

import "math/bits"

// filter tells of keys that were never added, of all but a few in a thousand. It consists of Bloom filters whose 512-bit
// blocks fit a line of the cache (Putze, Sanders and Singler 2007), each for twice as many keys as the one before, at
// 16 to 32 bits a key.
type filter struct{ layers []layer }

type layer struct {
	blocks [][8]uint64
	room   int // keys that it can still take
}

const (
	leastRoom    = 1 << 20
	bitsPerKey   = 16
	filterProbes = 6
)

func (f *filter) add(key uint64) {
	n := len(f.layers)
	if n == 0 || f.layers[n-1].room == 0 {
		room := leastRoom << n
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

// block gives a key's block and 54 bits that say which bits of it.
func (l *layer) block(key uint64) (*[8]uint64, uint64) {
	at, _ := bits.Mul64(key, uint64(len(l.blocks)))
	h := key * 0x9e3779b97f4a7c15 // of whose lower bits none is set, those of the key being cut off
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	return &l.blocks[at], h ^ h>>32
}
