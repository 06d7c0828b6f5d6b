package index

import (
	"math"
	"math/bits"
	"slices"
)

// shard is a hash table from names of 32 bits to documents, ten to a line of the processor's cache. A name x belongs to
// the line x·homes/2³², its home, and of the rest of that division so many bits are kept that x can be told from them:
// 16 from 65,536 homes on, 24 before. So the table can grow by any factor without keeping x itself. A document whose home
// is full goes to one of the next lines; how far is kept too.
//
// A name with up to inlineDocs documents has them in the lines; with more, one list. The few names whose lines are all
// full are in a map with one value each.
type shard struct {
	lines   []line // homes, and reach-1 more
	low     [][lineSlots]uint8
	homes   uint64
	inverse uint64 // 2⁶⁴ / homes
	entries int    // values, those in the map too
	lists   lists
	spilled map[uint32]uint32
	freed   bool // slots have been freed
	hits    hits
	scratch []uint32
}

// line is 64 bytes.
type line struct {
	values [lineSlots]uint32 // a document, or isList and where the list is
	tags   [3]uint64         // 16 bits for each slot; the last 32 are the state
}

// The state of a line has 3 bits for each slot, 0 if it is free, else 1 more than how far its home is; and passed if a
// value did not find room here.
const (
	lineSlots  = 10
	stateShift = 32
	slotStates = 0o1111111111
	passed     = 1 << 31
	reach      = 7
)

const (
	inlineDocs = 4
	isList     = 1 << 31
	leastHomes = 1 << 8 // enough for 24 bits to tell names apart
	wideHomes  = 1 << 16
	growth     = 4 // a shard grows by a fourth
)

func (s *shard) init(homes int) {
	s.homes, s.entries, s.spilled, s.freed = uint64(homes), 0, nil, false
	s.lines, s.low = newLines(homes+reach-1), nil
	s.inverse = math.MaxUint64 / s.homes
	if homes < wideHomes {
		s.low = make([][lineSlots]uint8, homes+reach-1)
	}
}

// place gives a name's home and 24 bits of the rest.
func (s *shard) place(x uint32) (home int, rest uint32) {
	product := uint64(x) * s.homes
	return int(product >> 32), uint32(product) >> 8
}

// name is place undone: the least x for which x·homes is not below. Multiplying with the inverse comes one or two short.
func (s *shard) name(home int, rest uint32) uint32 {
	least := uint64(home)<<32 | uint64(rest)<<8
	x, _ := bits.Mul64(least, s.inverse)
	for x*s.homes < least {
		x++
	}
	return uint32(x)
}

func (l *line) state() uint32 { return uint32(l.tags[2] >> stateShift) }
func (l *line) setState(s uint32) {
	l.tags[2] = l.tags[2]<<stateShift>>stateShift | uint64(s)<<stateShift
}
func (l *line) away(slot int) int   { return int(l.state()>>(3*slot)&7) - 1 }
func (l *line) tag(slot int) uint16 { return uint16(l.tags[slot/4] >> (slot % 4 * 16)) }
func (l *line) isPassed() bool      { return l.state()&passed != 0 }
func (l *line) clear(slot int)      { l.setState(l.state() &^ (7 << (3 * slot))) }
func (l *line) setTag(slot int, t uint16) {
	shift := slot % 4 * 16
	l.tags[slot/4] = l.tags[slot/4]&^(0xffff<<shift) | uint64(t)<<shift
}

// hits are the slots of the name that was looked for last.
type hits struct {
	n  int
	at [inlineDocs]slotOf
}

type slotOf struct {
	line *line
	slot int
}

// find looks for the slots of a name. deep says that there may be a value in the map.
func (s *shard) find(x uint32) (h *hits, deep bool) {
	h = &s.hits
	h.n = 0
	home, rest := s.place(x)
	want := uint64(rest>>8) * lanes
	for away := range reach {
		l := &s.lines[home+away]
		e0, e1, e2 := zeroLanes(l.tags[0]^want), zeroLanes(l.tags[1]^want), zeroLanes(l.tags[2]^want)<<stateShift
		if e0|e1|e2 != 0 {
			slots := (e0>>15&lanes)*gather4>>48&0xf | (e1>>15&lanes)*gather4>>48&0xf<<4 | (e2>>47&lanes)*gather4>>48&3<<8
			s.hit(l, home+away, away, uint16(slots), uint8(rest))
		}
		if !l.isPassed() {
			return h, false
		}
	}
	return h, h.n == 0
}

const (
	lanes   = 1<<48 | 1<<32 | 1<<16 | 1
	gather4 = 1<<48 | 1<<33 | 1<<18 | 1<<3 // brings the lowest bits of four lanes together
)

// hit adds those slots of a line, given as bits, that are the name's.
func (s *shard) hit(l *line, at, away int, slots uint16, low uint8) {
	h := &s.hits
	for ; slots != 0 && h.n < inlineDocs; slots &= slots - 1 {
		slot := bits.TrailingZeros16(slots)
		if l.away(slot) == away && (s.low == nil || s.low[at][slot] == low) {
			h.at[h.n] = slotOf{l, slot}
			h.n++
		}
	}
}

// zeroLanes gives the highest bit of each 16 bits that are 0.
func zeroLanes(x uint64) uint64 {
	const low = 0x7fff7fff7fff7fff
	return ^(x&low + low | x | low)
}

func (h *hits) value(i int) uint32 { return h.at[i].line.values[h.at[i].slot] }
func (h *hits) set(value uint32)   { h.at[0].line.values[h.at[0].slot] = value }

// get appends the documents of a name, ascending; split says that they are in the parts.
func (s *shard) get(x uint32, dst []uint32) (docs []uint32, split bool) {
	_, deep := s.find(x)
	return s.appendFound(x, deep, dst)
}

// appendFound is get for the name that find was just asked for.
func (s *shard) appendFound(x uint32, deep bool, dst []uint32) (docs []uint32, split bool) {
	switch h := &s.hits; {
	case deep:
		if v, ok := s.spilled[x]; ok {
			return s.appendDocs(dst, v)
		}
	case h.n == 1:
		return s.appendDocs(dst, h.value(0))
	case h.n > 1:
		for i := range h.n {
			dst = append(dst, h.value(i))
		}
		slices.Sort(dst[len(dst)-h.n:])
	}
	return dst, false
}

// appendDocs appends the documents that a value stands for.
func (s *shard) appendDocs(dst []uint32, value uint32) (docs []uint32, split bool) {
	if value&isList == 0 {
		return append(dst, value), false
	}
	return append(dst, s.lists.docs(value&^isList)...), value == isList|splitList
}

// put adds a document to the name that get was just asked for. docs are those it has, fewer than BucketSize.
func (s *shard) put(x, doc uint32, docs []uint32) {
	switch h := &s.hits; {
	case h.n == 0 && len(docs) > 0:
		v := s.spilled[x]
		if v&isList == 0 {
			v = s.lists.make(docs)
		}
		s.spilled[x] = isList | s.lists.add(v&^isList, doc)
	case h.n == 1 && h.value(0)&isList != 0:
		h.set(isList | s.lists.add(h.value(0)&^isList, doc))
	case s.isFull():
		s.grow()
		docs, _ = s.get(x, make([]uint32, 0, BucketSize)) // grow uses s.scratch
		s.put(x, doc, docs)
	case len(docs) == inlineDocs || !s.tryInsert(x, doc):
		s.gather(x, doc, docs)
	}
}

// gather puts the documents of the name that find was just asked for, which is not in the map, and one more into one
// value.
func (s *shard) gather(x, doc uint32, docs []uint32) {
	value := doc
	if len(docs) > 0 {
		value = isList | s.lists.add(s.lists.make(docs), doc)
	}
	for _, at := range s.hits.at[:s.hits.n] {
		at.line.clear(at.slot)
		s.entries--
		s.freed = true
	}
	if !s.tryInsert(x, value) {
		s.spill(x, value)
	}
}

// spill puts a value into the map.
func (s *shard) spill(x, value uint32) {
	if s.spilled == nil {
		s.spilled = map[uint32]uint32{}
	}
	s.spilled[x] = value
	s.entries++
}

// split empties for good the full list of the name that get was just asked for.
func (s *shard) split(x uint32) {
	s.lists.drop(s.list(x))
	if s.hits.n == 1 {
		s.hits.set(isList | splitList)
	} else {
		s.spilled[x] = isList | splitList
	}
}

// list gives the list of the name that get was just asked for.
func (s *shard) list(x uint32) uint32 {
	if s.hits.n == 1 {
		return s.hits.value(0) &^ isList
	}
	return s.spilled[x] &^ isList
}

// replaceLeast puts a document into the full list of the name that get was just asked for, instead of its least.
func (s *shard) replaceLeast(x, doc uint32) {
	docs := s.lists.docs(s.list(x))
	place, _ := slices.BinarySearch(docs, doc)
	copy(docs, docs[1:place])
	docs[place-1] = doc
}

// tryInsert puts a value into the next free slot from its home on, if one is near enough.
func (s *shard) tryInsert(x, value uint32) bool {
	home, rest := s.place(x)
	lines := s.lines[home : home+reach]
	for away := range lines {
		l := &lines[away]
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
		l.tags[2] |= uint64(away+1) << (stateShift + bit)
		if s.low != nil {
			s.low[home+away][slot] = uint8(rest)
		}
		s.entries++
		return true
	}
	return false
}

// insert puts a value that comes from another table, or a file, and says whether a table can have it.
func (s *shard) insert(x, value uint32) bool {
	if s.isFull() {
		s.grow()
	}
	docs, split := s.get(x, s.scratch[:0])
	s.scratch = docs
	switch {
	case split || len(docs) > inlineDocs || len(docs) > 0 && value&isList != 0:
		return false
	case value&isList == 0:
		s.put(x, value, docs)
	case !s.tryInsert(x, value):
		s.spill(x, value)
	}
	return true
}

// isFull says that nine tenths are taken.
func (s *shard) isFull() bool { return 10*s.entries >= 9*lineSlots*int(s.homes) }

// grow makes the table larger by a fourth. Once slots were freed, a name may have been put into the map for want of one
// that is there now.
func (s *shard) grow() {
	old := *s
	s.init(wholePages(int(s.homes+s.homes/growth)+reach-1) - reach + 1)
	old.values(func(x, value uint32) bool {
		known := false
		if s.freed {
			_, known = s.spilled[x]
		}
		return !known && s.tryInsert(x, value) || s.insert(x, value)
	})
	freeLines(old.lines)
}

// values hands on all names and values until use returns false; those of the lines nearly in the order of their names.
func (s *shard) values(use func(x, value uint32) bool) {
	for at := range s.lines {
		l := &s.lines[at]
		state := l.state() & (1<<(3*lineSlots) - 1)
		for slot := 0; state != 0; slot, state = slot+1, state>>3 {
			away := int(state&7) - 1
			if away < 0 {
				continue
			}
			rest := uint32(l.tag(slot)) << 8
			if s.low != nil {
				rest |= uint32(s.low[at][slot])
			}
			if !use(s.name(at-away, rest), l.values[slot]) {
				return
			}
		}
	}
	for x, v := range s.spilled {
		if !use(x, v) {
			return
		}
	}
}

func (s *shard) bytes() int {
	return 64*cap(s.lines) + lineSlots*cap(s.low) + s.lists.bytes() + 16*len(s.spilled)
}
