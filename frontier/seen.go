package frontier

// seen finds the record of a URL by the URL's 64-bit fingerprint. Two URLs with one fingerprint count as one URL: among n URLs that happens n²/2⁶⁵
// times, which is 0.000003 times among 10 million.
//
// The table is divided into shards. Each shard grows separately, by a quarter. Their first sizes differ, so that no two shards grow at the same time.
// A single table that doubles would need three times its size while its entries are moved.
type seen struct {
	shards [seenShards]seenShard
}

const (
	seenShardBits = 10
	seenShards    = 1 << seenShardBits
	seenTail      = 24 // places after the last home, for what collides there
)

// A seenShard is a hash table with linear probing. A greater fingerprint has a greater home place, so the whole table is sorted. A search therefore
// ends at the first greater fingerprint, even if the table is nearly full, and growing the table is one pass from the first place to the last.
type seenShard struct {
	places []seenPlace
	homes  uint32
	n      uint32
}

// seenPlace is 12 bytes: the halves of a fingerprint, and the record plus one. A free place has 0.
type seenPlace struct{ high, low, record uint32 }

func (p *seenPlace) fingerprint() uint64 { return uint64(p.high)<<32 | uint64(p.low) }

func (s *seenShard) home(fingerprint uint64) int {
	rest := fingerprint << seenShardBits >> 32
	return int(rest * uint64(s.homes) >> 32)
}

// find returns the record of a fingerprint.
func (s *seen) find(fingerprint uint64) (record uint32, ok bool) {
	shard := &s.shards[fingerprint>>(64-seenShardBits)]
	if shard.homes == 0 {
		return 0, false
	}
	i, ok := shard.search(fingerprint)
	if !ok {
		return 0, false
	}
	return shard.places[i].record - 1, true
}

// addFingerprint adds a fingerprint with its record. If the table has the fingerprint already, kept is the record that it has.
func (s *seen) addFingerprint(fingerprint uint64, record uint32) (kept uint32, added bool) {
	number := fingerprint >> (64 - seenShardBits)
	shard := &s.shards[number]
	if shard.homes == 0 {
		shard.grow(16 + uint32(number*4/seenShards))
	}
	i, ok := shard.search(fingerprint)
	if ok {
		return shard.places[i].record - 1, false
	}
	if uint64(shard.n)*8 >= uint64(shard.homes)*7 {
		shard.grow(shard.homes + shard.homes/4)
		i, _ = shard.search(fingerprint)
	}
	shard.put(i, seenPlace{uint32(fingerprint >> 32), uint32(fingerprint), record + 1})
	return record, true
}

// put inserts p at i, which search returned, and grows the shard if there is no free place.
func (s *seenShard) put(i int, p seenPlace) {
	for !s.insert(i, p) {
		s.grow(s.homes + s.homes/4)
		i, _ = s.search(p.fingerprint())
	}
}

// search returns the place of a fingerprint, or the place where it must be inserted.
func (s *seenShard) search(fingerprint uint64) (int, bool) {
	i := s.home(fingerprint)
	for ; i < len(s.places) && s.places[i].record != 0; i++ {
		if here := s.places[i].fingerprint(); here >= fingerprint {
			return i, here == fingerprint
		}
	}
	return i, false
}

// insert moves the entries from i to the next free place by one, and puts p at i. It returns false if no place is free.
func (s *seenShard) insert(i int, p seenPlace) bool {
	free := i
	for free < len(s.places) && s.places[free].record != 0 {
		free++
	}
	if free >= len(s.places) {
		return false
	}
	copy(s.places[i+1:free+1], s.places[i:free])
	s.places[i] = p
	s.n++
	return true
}

// grow moves all entries to a table with at least the given number of home places.
func (s *seenShard) grow(homes uint32) {
	for old := s.places; ; homes += homes/4 + 1 {
		s.homes, s.places = homes, make([]seenPlace, int(homes)+seenTail)
		if s.refill(old) {
			return
		}
	}
}

func (s *seenShard) refill(old []seenPlace) bool {
	next := 0
	for i := range old {
		if old[i].record == 0 {
			continue
		}
		next = max(next, s.home(old[i].fingerprint()))
		if next >= len(s.places) {
			return false
		}
		s.places[next] = old[i]
		next++
	}
	return true
}
