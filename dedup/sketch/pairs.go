package sketch

// PairSlots is the number of values in a Pairs sketch.
const PairSlots = 64

// Pairs is a sketch of the pairs of successive words of a text, with 4 bits for each slot. With it, copies are found in which single words
// were changed throughout, so that they share few of the longer shingles. The method is one permutation hashing with optimal densification in
// its simple form: a slot without a pair takes the value of the next slot that has one (Shrivastava and Li 2014).
type Pairs [PairSlots / 2]uint8

// fill computes the sketch of a text's words.
func (p *Pairs) fill(words []uint64) {
	var least [PairSlots]uint64
	for i := range least {
		least[i] = noPair
	}
	for i := 1; i < len(words); i++ {
		h := (words[i-1]*base + words[i]) * base // words are hashes already
		slot := h >> (64 - 6)                    // 2⁶ = PairSlots
		least[slot] = min(least[slot], h<<6)
	}
	for i := range least {
		value := least[i]
		for next := 1; value == noPair && next < PairSlots; next++ {
			if value = least[(i+next)%PairSlots]; value != noPair {
				value += uint64(next) * base
			}
		}
		p[i/2] |= uint8(value>>8&15) << (i % 2 * 4)
	}
}

const noPair = ^uint64(0)

// Likeness estimates from two sketches the Jaccard similarity of the texts' pairs of successive words, from 0 to 1.
func (p *Pairs) Likeness(o *Pairs) float64 {
	equal := 0
	for i := range p {
		x := p[i] ^ o[i]
		if x&15 == 0 {
			equal++
		}
		if x>>4 == 0 {
			equal++
		}
	}
	const chance = 1.0 / 16
	return max(0, (float64(equal)/PairSlots-chance)/(1-chance))
}
