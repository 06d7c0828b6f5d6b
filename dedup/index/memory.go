package index

import (
	"fmt"
	"runtime"
	"slices"
)

// Memory is an index in memory: a hash table of 16 shards, each of which grows by itself and at another time, so that
// little more memory is taken than is filled: 8 bytes for each key of a document. Of a key it tells 36 bits apart, so
// that among 10 million documents one in eleven meets a candidate by accident.
type Memory struct {
	shards  *[shards]shard // apart, so that it can be given back when nothing refers to the Memory any more
	seconds seconds
	last    uint64
	found   []uint32
	ranking ranking
	touched uint64
	cold    *Pebble // whose hot part this is; or nil
}

const (
	shardBits = 4
	shards    = 1 << shardBits
)

// NewMemory makes an empty index.
func NewMemory() *Memory {
	m := &Memory{shards: new([shards]shard)}
	for i := range m.shards {
		m.shards[i].init(leastHomes + leastHomes*i/(growth*shards)) // so that shards do not grow all at once
	}
	runtime.AddCleanup(m, free, m.shards)
	return m
}

// free gives the tables back to the system.
func free(all *[shards]shard) {
	for i := range all {
		freeLines(all[i].lines)
		all[i].lines = nil
	}
}

// Add is Index's.
func (m *Memory) Add(doc uint64, keys []uint64, second uint64) error {
	defer runtime.KeepAlive(m)
	if err := checkNumber(doc); err != nil {
		return err
	}
	second32 := m.seconds.set(uint32(doc), second)
	for _, key := range keys {
		m.add(key, uint32(doc), second32)
	}
	m.last = max(m.last, doc)
	return nil
}

func checkNumber(doc uint64) error {
	if doc > MaxDocument {
		return fmt.Errorf("index: document %d: numbers end at %d", doc, uint64(MaxDocument))
	}
	return nil
}

// add puts a document into a key's bucket, or into the part of it where the bucket is split, or splits it.
func (m *Memory) add(key uint64, doc, second uint32) {
	s, x := m.shard(key)
	h, deep := s.find(x)
	if m.cold != nil && h.n == 0 && m.fetch(key) {
		h, deep = s.find(x)
	}
	if h.n == 0 && !deep && !s.isFull() && s.tryInsert(x, doc) {
		return // most keys are new
	}
	var split bool
	if m.found, split = s.appendFound(x, deep, m.found[:0]); split {
		m.addPart(key, doc, second)
		return
	}
	if _, there := search(m.found, doc); there {
		return
	}
	if len(m.found) < BucketSize {
		s.put(x, doc, m.found)
		return
	}
	docs := append([]uint32{doc}, m.found...) // addPart uses m.found
	s.split(x)
	for _, d := range docs {
		m.addPart(key, d, m.seconds.of(d))
	}
}

// addPart puts a document into the part of a split bucket, which keeps those of the greatest numbers.
func (m *Memory) addPart(key uint64, doc, second uint32) {
	key = partKey(key, second)
	s, x := m.shard(key)
	if m.cold != nil {
		m.fetch(key)
	}
	m.found, _ = s.get(x, m.found[:0])
	place, there := search(m.found, doc)
	switch {
	case there || place == 0 && len(m.found) >= BucketSize:
	case len(m.found) >= BucketSize:
		s.replaceLeast(x, doc)
	default:
		s.put(x, doc, m.found)
	}
}

// Candidates is Index's.
func (m *Memory) Candidates(keys []uint64, second uint64, most int, use func(doc uint64)) error {
	defer runtime.KeepAlive(m)
	m.touch(keys)
	second32 := fold(second)
	m.ranking.docs = m.ranking.docs[:0]
	for _, key := range keys {
		var split bool
		if m.ranking.docs, split = m.get(key, m.ranking.docs); split {
			m.ranking.docs, _ = m.get(partKey(key, second32), m.ranking.docs)
		}
	}
	m.ranking.rank(most, use)
	return nil
}

// get appends the documents of a key.
func (m *Memory) get(key uint64, dst []uint32) (docs []uint32, split bool) {
	s, x := m.shard(key)
	docs, split = s.get(x, dst)
	if m.cold != nil && len(docs) == len(dst) && !split && m.cold.fetch(key) {
		return s.get(x, dst)
	}
	return docs, split
}

// fetch brings the bucket of a key in from the cold part if it is not here.
func (m *Memory) fetch(key uint64) bool {
	s, x := m.shard(key)
	docs, split := s.get(x, m.found[:0])
	m.found = docs
	return len(docs) == 0 && !split && m.cold.fetch(key)
}

// place puts a whole bucket where there is none, a split one if it has no documents. It says whether the documents are a
// bucket's.
func (m *Memory) place(key uint64, docs []uint32) bool {
	s, x := m.shard(key)
	if !slices.IsSorted(docs) {
		return false
	}
	if n := len(docs); n == 0 {
		return s.insert(x, isList|splitList)
	} else if n > inlineDocs {
		return s.insert(x, isList|s.lists.add(s.lists.make(docs[:n-1]), docs[n-1]))
	}
	for _, doc := range docs {
		if !s.insert(x, doc) {
			return false
		}
	}
	return true
}

// entries gives the number of places taken.
func (m *Memory) entries() (n int) {
	for i := range m.shards {
		n += m.shards[i].entries
	}
	return n
}

// touch asks memory for the lines of all keys at once, since waiting for one after the other is most of the cost.
func (m *Memory) touch(keys []uint64) {
	for _, key := range keys {
		s, x := m.shard(key)
		home, _ := s.place(x)
		m.touched ^= s.lines[home].tags[2]
	}
}

// Last is Index's.
func (m *Memory) Last() uint64 { return m.last }

// Close does nothing: WriteTo keeps the index.
func (m *Memory) Close() error { return nil }

// shard gives a key's shard and the 32 bits that are its name there.
func (m *Memory) shard(key uint64) (*shard, uint32) {
	return &m.shards[key>>(64-shardBits)], uint32(key >> (32 - shardBits))
}

// Bytes gives the memory that the index takes, what the allocator rounds up to left out.
func (m *Memory) Bytes() int {
	total := m.seconds.bytes()
	for i := range m.shards {
		total += m.shards[i].bytes()
	}
	return total
}
