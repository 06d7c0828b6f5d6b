package sketch

import "math/bits"

// fill makes the sketch of a set of hashes that ascend: Fast Similarity Sketching (Dahlgaard, Knudsen and Thorup, FOCS
// 2017, arXiv:1704.04370). In round i every hash is hashed anew and thrown into one of the slots, where the least stays;
// what an earlier round has filled is not touched. The last Size rounds fill one slot each with the least of all, so
// that no slot is left empty. A text of 3 kB is through after two or three rounds.
func fill(slots *[Size]uint8, hashes []uint64) {
	empty := firstRound(slots, hashes)
	for round := uint64(1); empty != [2]uint64{}; round++ {
		if round >= Size {
			slot := round - Size
			if empty[slot>>6]>>(slot&63)&1 != 0 {
				slots[slot] = leastOf(hashes, round)
				empty[slot>>6] &^= 1 << (slot & 63)
			}
			continue
		}
		empty = nextRound(slots, hashes, round, empty)
	}
}

// firstRound takes the hashes as they are: the slot is in the upper bits, so the least of a slot is its first.
func firstRound(slots *[Size]uint8, hashes []uint64) (empty [2]uint64) {
	empty = [2]uint64{^uint64(0), ^uint64(0)}
	last := uint64(Size)
	for _, h := range hashes {
		if slot := h >> slotShift; slot != last {
			last = slot
			slots[slot&(Size-1)] = uint8(h)
			empty[slot>>6] &^= 1 << (slot & 63)
		}
	}
	return empty
}

const slotShift = 64 - 7 // 2⁷ = Size

// nextRound fills those of the empty slots that a hash falls into.
func nextRound(slots *[Size]uint8, hashes []uint64, round uint64, empty [2]uint64) [2]uint64 {
	var least [Size]uint64
	left := empty
	for _, h := range hashes {
		h = again(h, round)
		slot := h >> slotShift
		if empty[slot>>6]>>(slot&63)&1 == 0 {
			continue
		}
		if left[slot>>6]>>(slot&63)&1 != 0 || h < least[slot] {
			least[slot] = h
			left[slot>>6] &^= 1 << (slot & 63)
		}
	}
	for i, bitmap := range [2]uint64{empty[0] &^ left[0], empty[1] &^ left[1]} {
		for ; bitmap != 0; bitmap &= bitmap - 1 {
			slot := i<<6 + bits.TrailingZeros64(bitmap)
			slots[slot] = uint8(least[slot])
		}
	}
	return left
}

// leastOf gives 8 bits of the least hash of a round.
func leastOf(hashes []uint64, round uint64) uint8 {
	least := ^uint64(0)
	for _, h := range hashes {
		least = min(least, again(h, round))
	}
	return uint8(least)
}

// again hashes a hash for a round.
func again(h, round uint64) uint64 { return mix(h + round*base) }
