package index

import "slices"

// shard is a hash table from names of 32 bits to documents, ten to a line of the processor's cache. A name x belongs to
// the line x·homes/2³², its home, and of the rest of that division so many bits are kept that x can be told from them:
// 16 from 65,536 homes on, 24 before. So the table can grow by any factor without keeping x itself. A document whose home
// is full goes to one of the next lines; how far is kept too.
//
// A name with up to inlineDocs documents has them in the lines; with more, one list.
type shard struct {
	lines   []line // homes, and reach-1 more
	high    [][lineSlots]uint8
	homes   uint64
	entries int
	lists   []list
}

// line is 64 bytes.
type line struct {
	values [lineSlots]uint32 // document + 1, or isList and a number; 0 if the slot is free
	rests  [lineSlots]uint16
	state  uint32 // 3 bits a slot: how far its home is; passed if a document did not find room here
}

type list struct {
	docs  []uint32 // ascending
	split bool     // the documents are in the parts
}

const (
	lineSlots  = 10
	inlineDocs = 4
	reach      = 8
	leastHomes = 1 << 8
	growth     = 4 // a shard grows by a fourth
	isList     = 1 << 31
	passed     = 1 << 31
	restBits   = 16 // from 2^restBits homes on, that many bits are enough
)

func (s *shard) init(homes int) {
	s.homes = uint64(homes)
	s.lines = make([]line, homes+reach-1)
	s.high = nil
	if homes < 1<<restBits {
		s.high = make([][lineSlots]uint8, homes+reach-1)
	}
	s.entries = 0
}

// place gives a name's home and 24 bits of the rest.
func (s *shard) place(x uint32) (home int, rest uint32) {
	product := uint64(x) * s.homes
	return int(product >> 32), uint32(product) >> 8
}

// name is place undone.
func (s *shard) name(home int, rest uint32) uint32 {
	return uint32((uint64(home)<<32 + uint64(rest)<<8 + s.homes - 1) / s.homes)
}

func (l *line) away(slot int) int { return int(l.state >> (3 * slot) & 7) }

// each hands on the slots of a name until use returns false.
func (s *shard) each(x uint32, use func(l *line, slot int) bool) {
	home, rest := s.place(x)
	for away := range reach {
		l := &s.lines[home+away]
		for slot, r := range l.rests {
			if r == uint16(rest>>8) && s.holds(home+away, slot, away, uint8(rest)) && !use(l, slot) {
				return
			}
		}
		if l.state&passed == 0 {
			return
		}
	}
}

// holds says whether a slot that agrees in 16 bits is that of a name in all.
func (s *shard) holds(at, slot, away int, low uint8) bool {
	l := &s.lines[at]
	return l.values[slot] != 0 && l.away(slot) == away && (s.high == nil || s.high[at][slot] == low)
}

// get appends the documents of a name, ascending; split says that they are in the parts.
func (s *shard) get(x uint32, dst []uint32) (docs []uint32, split bool) {
	start := len(dst)
	s.each(x, func(l *line, slot int) bool {
		v := l.values[slot]
		if v&isList == 0 {
			dst = append(dst, v-1)
			return true
		}
		at := &s.lists[v&^isList]
		dst, split = append(dst, at.docs...), at.split
		return false
	})
	if len(dst)-start > 1 && len(dst)-start <= inlineDocs {
		slices.Sort(dst[start:])
	}
	return dst, split
}

// put adds a document to a name that has docs, among which it belongs at place. docs may be overwritten.
func (s *shard) put(x, doc uint32, docs []uint32, place int) {
	switch {
	case len(docs) < inlineDocs:
		s.insert(x, doc+1)
	case len(docs) == inlineDocs:
		s.toList(x, list{docs: slices.Insert(append(make([]uint32, 0, 2*inlineDocs), docs...), place, doc)})
	default:
		at := s.list(x)
		at.docs = slices.Insert(at.docs, place, doc)
	}
}

// list gives the list of a name that has one.
func (s *shard) list(x uint32) (found *list) {
	s.each(x, func(l *line, slot int) bool {
		found = &s.lists[l.values[slot]&^isList]
		return false
	})
	return found
}

// toList puts a list in the place of a name's documents.
func (s *shard) toList(x uint32, made list) {
	s.each(x, func(l *line, slot int) bool {
		l.values[slot] = 0
		s.entries--
		return true
	})
	s.lists = append(s.lists, made)
	s.insert(x, isList|uint32(len(s.lists)-1))
}

// split empties a name's full list for good.
func (s *shard) split(x uint32) { *s.list(x) = list{split: true} }

// replaceLeast puts a document into a full list instead of its least.
func (s *shard) replaceLeast(x, doc uint32) {
	docs := s.list(x).docs
	place, _ := slices.BinarySearch(docs, doc)
	copy(docs, docs[1:place])
	docs[place-1] = doc
}

// insert puts a value into the next free slot from its home on. The table grows when nine tenths are taken, or none is
// free near enough.
func (s *shard) insert(x, value uint32) {
	if 10*s.entries >= 9*lineSlots*int(s.homes) {
		s.grow()
	}
	for !s.tryInsert(x, value) {
		s.grow()
	}
}

func (s *shard) tryInsert(x, value uint32) bool {
	home, rest := s.place(x)
	for away := range reach {
		l := &s.lines[home+away]
		for slot, v := range l.values {
			if v != 0 {
				continue
			}
			l.values[slot], l.rests[slot] = value, uint16(rest>>8)
			l.state = l.state&^(7<<(3*slot)) | uint32(away)<<(3*slot)
			if s.high != nil {
				s.high[home+away][slot] = uint8(rest)
			}
			s.entries++
			return true
		}
		l.state |= passed
	}
	return false
}

// insertRead inserts what a file tells, unless the name has more values than any has.
func (s *shard) insertRead(x, value uint32) bool {
	values, lists := 0, 0
	s.each(x, func(l *line, slot int) bool {
		values++
		if l.values[slot]&isList != 0 {
			lists++
		}
		return true
	})
	if lists > 0 || values >= inlineDocs || value&isList != 0 && values > 0 {
		return false
	}
	s.insert(x, value)
	return true
}

// grow makes the table larger by a fourth, or more where that does not do.
func (s *shard) grow() {
	old := *s
	for homes := int(s.homes); ; {
		homes += homes / growth
		s.init(homes)
		if old.values(func(x, value uint32) bool { return s.tryInsert(x, value) }) {
			return
		}
	}
}

// values hands on all names and values, in the order of the lines, until use returns false.
func (s *shard) values(use func(x, value uint32) bool) bool {
	for at := range s.lines {
		l := &s.lines[at]
		for slot, v := range l.values {
			if v == 0 {
				continue
			}
			rest := uint32(l.rests[slot]) << 8
			if s.high != nil {
				rest |= uint32(s.high[at][slot])
			}
			if !use(s.name(at-l.away(slot), rest), v) {
				return false
			}
		}
	}
	return true
}

func (s *shard) bytes() int {
	total := 64*cap(s.lines) + lineSlots*cap(s.high) + 32*cap(s.lists)
	for _, l := range s.lists {
		total += 4 * cap(l.docs)
	}
	return total
}
