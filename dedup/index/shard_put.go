package index

import (
	"math/bits"
	"slices"
)

// put adds a document to a short key. f is what find returned for the short key, and docs are its documents, which must be fewer than BucketSize.
func (s *shard) put(x, doc uint32, f *slots, docs []uint32) {
	switch {
	case f.n == 0 && len(docs) > 0:
		v := s.overflow[x]
		if v&isList == 0 {
			v = s.lists.newList(docs)
		}
		s.overflow[x] = isList | s.lists.insertDoc(v&^isList, doc)
	case f.n == 1 && f.value(0)&isList != 0:
		f.setValue(isList | s.lists.insertDoc(f.value(0)&^isList, doc))
	case s.isFull():
		s.grow()
		f = s.find(x)
		docs, _ = s.appendFound(x, f, make([]uint32, 0, BucketSize)) // grow uses s.scratch
		s.put(x, doc, f, docs)
	case len(docs) == inlineDocs || !s.tryInsert(x, doc):
		s.gather(x, doc, f, docs)
	}
}

// gather replaces the slots of a short key by one value for docs and doc. The short key is not in the overflow.
func (s *shard) gather(x, doc uint32, f *slots, docs []uint32) {
	value := doc
	if len(docs) > 0 {
		value = isList | s.lists.insertDoc(s.lists.newList(docs), doc)
	}
	for _, at := range f.at[:f.n] {
		at.line.freeSlot(at.slot)
		s.entries--
		s.freed = true
	}
	if !s.tryInsert(x, value) {
		s.addOverflow(x, value)
	}
}

// addOverflow puts a value into the overflow.
func (s *shard) addOverflow(x, value uint32) {
	if s.overflow == nil {
		s.overflow = map[uint32]uint32{}
	}
	s.overflow[x] = value
	s.entries++
}

// markSplit frees the full list of a short key, and marks its bucket as split for good.
func (s *shard) markSplit(x uint32, f *slots) {
	s.lists.freeList(s.listOf(x, f))
	if f.n == 1 {
		f.setValue(isList | splitList)
	} else {
		s.overflow[x] = isList | splitList
	}
}

// listOf returns the list of a short key that has one.
func (s *shard) listOf(x uint32, f *slots) uint32 {
	if f.n == 1 {
		return f.value(0) &^ isList
	}
	return s.overflow[x] &^ isList
}

// replaceLeast puts a document into the full list of a short key, in place of the one with the lowest number.
func (s *shard) replaceLeast(x, doc uint32, f *slots) {
	docs := s.lists.docs(s.listOf(x, f))
	position, _ := slices.BinarySearch(docs, doc)
	copy(docs, docs[1:position])
	docs[position-1] = doc
}

// tryInsert puts a value into the first free slot within reach of its home. It reports whether there is one.
func (s *shard) tryInsert(x, value uint32) bool {
	home, rest := s.homeOf(x)
	lines := s.lines[home : home+reach]
	for distance := range lines {
		l := &lines[distance]
		state := l.state()
		free := ^(state | state>>1 | state>>2) & slotStates
		if free == 0 {
			l.setState(state | passed)
			continue
		}
		bit := bits.TrailingZeros32(free)
		slot := bit * 11 >> 5 // bit / 3
		l.values[slot] = value
		l.setTag(slot, uint16(rest>>8))
		l.tags[2] |= uint64(distance+1) << (stateShift + bit)
		if s.low != nil {
			s.low[home+distance][slot] = uint8(rest)
		}
		s.entries++
		return true
	}
	return false
}

// insert adds a value that comes from another table or from disk. It reports whether the value is one that a table can have.
func (s *shard) insert(x, value uint32) bool {
	if s.isFull() {
		s.grow()
	}
	f := s.find(x)
	docs, split := s.appendFound(x, f, s.scratch[:0])
	s.scratch = docs
	switch {
	case split || len(docs) > inlineDocs || len(docs) > 0 && value&isList != 0:
		return false
	case value&isList == 0:
		s.put(x, value, f, docs)
	case !s.tryInsert(x, value):
		s.addOverflow(x, value)
	}
	return true
}

// isFull reports whether nine tenths of the slots are taken.
func (s *shard) isFull() bool { return 10*s.entries >= 9*lineSlots*int(s.homes) }

// grow makes the table larger. If slots were freed, a short key with one value in the overflow may find a free slot within reach by now;
// its other values must nevertheless stay in the overflow.
func (s *shard) grow() {
	old, more := *s, s.homes/growth
	if s.homes < smallHomes {
		more = s.homes
	}
	s.init(wholePages(int(s.homes+more)+reach-1) - reach + 1)
	old.eachValue(func(x, value uint32) bool {
		known := false
		if s.freed {
			_, known = s.overflow[x]
		}
		return !known && s.tryInsert(x, value) || s.insert(x, value)
	})
	freeLines(old.lines)
}

// eachValue calls use with every short key and value until use returns false. The values in lines come nearly in the order of their short keys, and
// those of the overflow come last.
func (s *shard) eachValue(use func(x, value uint32) bool) {
	for at := range s.lines {
		l := &s.lines[at]
		state := l.state() & (1<<(3*lineSlots) - 1)
		for slot := 0; state != 0; slot, state = slot+1, state>>3 {
			distance := int(state&7) - 1
			if distance < 0 {
				continue
			}
			rest := uint32(l.tag(slot)) << 8
			if s.low != nil {
				rest |= uint32(s.low[at][slot])
			}
			if !use(s.shortKey(at-distance, rest), l.values[slot]) {
				return
			}
		}
	}
	for x, v := range s.overflow {
		if !use(x, v) {
			return
		}
	}
}
