package index

import (
	"math"
	"math/bits"
	"slices"
)

// shard is a hash table from short keys of 32 bits to documents, with lines of ten slots that each fill a cache line.
//
// A short key x belongs to the line x·homes/2³², its home. Of the remainder of that division a slot keeps as many bits
// as are needed to restore x: 16 from 65,536 homes on, 24 before. So the table can grow by any factor without keeping x
// itself. If the home is full, the value goes to one of the next lines, and its slot keeps the distance.
//
// A short key with up to inlineDocs documents has a slot for each. With more it has one slot, which refers to a list.
// The few short keys whose lines are all full are in the overflow, with one value each.
type shard struct {
	lines    []line // homes, and reach-1 more
	low      [][lineSlots]uint8
	homes    uint64
	inverse  uint64 // 2⁶⁴ / homes
	entries  int    // values, including those in the overflow
	lists    lists
	overflow map[uint32]uint32
	freed    bool // slots have been freed
	found    slots
	scratch  []uint32
}

// line is 64 bytes.
type line struct {
	values [lineSlots]uint32 // a document, or isList and the position of a list
	tags   [3]uint64         // 16 bits for each slot; the last 32 are the state
}

// The state of a line has 3 bits for each slot: 0 if the slot is free, else 1 more than the distance from the home. The
// bit passed is set if a value found no room in this line.
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
	minHomes   = 1 << 8 // enough for 24 bits to restore a short key
	wideHomes  = 1 << 16
	growth     = 4       // a large shard grows by a fourth, so that little memory is unused
	smallHomes = 1 << 14 // up to 1 MiB of lines. A small shard doubles, since to insert all values again costs more than memory
)

func (s *shard) init(homes int) {
	s.homes, s.entries, s.overflow, s.freed = uint64(homes), 0, nil, false
	s.lines, s.low = newLines(homes+reach-1), nil
	s.inverse = math.MaxUint64 / s.homes
	if homes < wideHomes {
		s.low = make([][lineSlots]uint8, homes+reach-1)
	}
}

// homeOf returns the home of a short key, and 24 bits of the remainder.
func (s *shard) homeOf(x uint32) (home int, rest uint32) {
	product := uint64(x) * s.homes
	return int(product >> 32), uint32(product) >> 8
}

// shortKey reverses homeOf: it returns the least x for which homeOf gives at least this home and rest. The product with the inverse is one or two too
// low, so it is corrected.
func (s *shard) shortKey(home int, rest uint32) uint32 {
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
func (l *line) distance(slot int) int { return int(l.state()>>(3*slot)&7) - 1 }
func (l *line) tag(slot int) uint16   { return uint16(l.tags[slot/4] >> (slot % 4 * 16)) }
func (l *line) isPassed() bool        { return l.state()&passed != 0 }
func (l *line) freeSlot(slot int)     { l.setState(l.state() &^ (7 << (3 * slot))) }
func (l *line) setTag(slot int, t uint16) {
	shift := slot % 4 * 16
	l.tags[slot/4] = l.tags[slot/4]&^(0xffff<<shift) | uint64(t)<<shift
}

// slots are the slots of a short key.
type slots struct {
	n           int
	at          [inlineDocs]slot
	mayOverflow bool // there is no slot, but perhaps a value in the overflow
}

type slot struct {
	line *line
	slot int
}

func (f *slots) value(i int) uint32    { return f.at[i].line.values[f.at[i].slot] }
func (f *slots) setValue(value uint32) { f.at[0].line.values[f.at[0].slot] = value }

// find returns the slots of a short key. They are valid until the next call, or until the table changes.
func (s *shard) find(x uint32) *slots {
	f := &s.found
	f.n, f.mayOverflow = 0, false
	home, rest := s.homeOf(x)
	want := uint64(rest>>8) * lanes
	for distance := range reach {
		l := &s.lines[home+distance]
		e0, e1, e2 := zeroLanes(l.tags[0]^want), zeroLanes(l.tags[1]^want), zeroLanes(l.tags[2]^want)<<stateShift
		if e0|e1|e2 != 0 {
			bitmap := (e0>>15&lanes)*gather4>>48&0xf | (e1>>15&lanes)*gather4>>48&0xf<<4 | (e2>>47&lanes)*gather4>>48&3<<8
			s.addMatches(l, home+distance, distance, uint16(bitmap), uint8(rest))
		}
		if !l.isPassed() {
			return f
		}
	}
	f.mayOverflow = f.n == 0
	return f
}

const (
	lanes   = 1<<48 | 1<<32 | 1<<16 | 1
	gather4 = 1<<48 | 1<<33 | 1<<18 | 1<<3 // moves the lowest bits of four lanes together
)

// addMatches adds to found those slots of a line that belong to the short key. bitmap marks the slots whose tag is equal.
func (s *shard) addMatches(l *line, at, distance int, bitmap uint16, low uint8) {
	f := &s.found
	for ; bitmap != 0 && f.n < inlineDocs; bitmap &= bitmap - 1 {
		i := bits.TrailingZeros16(bitmap)
		if l.distance(i) == distance && (s.low == nil || s.low[at][i] == low) {
			f.at[f.n] = slot{l, i}
			f.n++
		}
	}
}

// zeroLanes returns the highest bit of each group of 16 bits in x that is 0.
func zeroLanes(x uint64) uint64 {
	const low = 0x7fff7fff7fff7fff
	return ^(x&low + low | x | low)
}

// get appends the documents of a short key in ascending order. split means that the documents are in the parts of the bucket.
func (s *shard) get(x uint32, dst []uint32) (docs []uint32, split bool) {
	return s.appendFound(x, s.find(x), dst)
}

// appendFound does the same as get for a short key whose slots find has returned.
func (s *shard) appendFound(x uint32, f *slots, dst []uint32) (docs []uint32, split bool) {
	switch {
	case f.mayOverflow:
		if v, ok := s.overflow[x]; ok {
			return s.appendDocs(dst, v)
		}
	case f.n == 1:
		return s.appendDocs(dst, f.value(0))
	case f.n > 1:
		for i := range f.n {
			dst = append(dst, f.value(i))
		}
		slices.Sort(dst[len(dst)-f.n:])
	}
	return dst, false
}

// appendDocs appends the documents of a value.
func (s *shard) appendDocs(dst []uint32, value uint32) (docs []uint32, split bool) {
	if value&isList == 0 {
		return append(dst, value), false
	}
	return append(dst, s.lists.docs(value&^isList)...), value == isList|splitList
}
