package sketch

import "math/bits"

// fillSlots computes the sketch of ascending hashes by Fast Similarity Sketching (Dahlgaard, Knudsen and Thorup, FOCS
// 2017, arXiv:1704.04370). In each round every hash is rehashed and falls into one of the slots, which keeps the least.
// Slots that an earlier round has filled do not change. Each of the last Size rounds fills one slot with the least of all
// hashes, so that none stays empty. A text of 3 kB takes two or three rounds.
func fillSlots(slots *[Size]uint8, hashes []uint64) {
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

// firstRound uses the hashes as they are. The slot is in the upper bits, so the first hash of a slot is the least.
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

// nextRound fills the empty slots into which a hash falls.
func nextRound(slots *[Size]uint8, hashes []uint64, round uint64, empty [2]uint64) [2]uint64 {
	var least [Size]uint64
	left := empty
	for _, h := range hashes {
		h = rehash(h, round)
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

// leastOf returns 8 bits of the least hash in a round.
func leastOf(hashes []uint64, round uint64) uint8 {
	least := ^uint64(0)
	for _, h := range hashes {
		least = min(least, rehash(h, round))
	}
	return uint8(least)
}

// rehash returns the value of a hash in a round.
func rehash(h, round uint64) uint64 { return mix(h + round*base) }
