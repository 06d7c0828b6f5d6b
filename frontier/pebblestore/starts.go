package pebblestore

import "math/bits"

// starts has a bit for each record at which a group of links begins. A group can therefore be found by its key, which is several times faster than
// searching the database for the last key before a record.
type starts struct{ words []uint64 }

func (s *starts) addStart(record uint32) {
	for int(record/64) >= len(s.words) {
		s.words = append(s.words, 0)
	}
	s.words[record/64] |= 1 << (record % 64)
}

// groupOf returns the first record of the group that a record is in.
func (s *starts) groupOf(record uint32) (first uint32, ok bool) {
	for at, back := int(record/64), 0; at >= 0 && back <= group/64; at, back = at-1, back+1 {
		if at >= len(s.words) {
			continue
		}
		word := s.words[at]
		if back == 0 {
			word &= 2<<(record%64) - 1
		}
		if word != 0 {
			return uint32(at*64 + 63 - bits.LeadingZeros64(word)), true
		}
	}
	return 0, false
}
