package index

import (
	"fmt"
	"runtime"
	"slices"
)

// Memory is an Index in memory: a hash table of 16 shards, which grow at different times so that little memory is unused. Each key of a
// document takes 8 bytes. Only prefixes of keys are compared, so among 10 million documents one in eleven gets a candidate by chance.
type Memory struct {
	shards    *[shards]shard // apart, so that a cleanup can free them when nothing refers to the Memory any more
	splitKeys splitKeys
	last      uint64 // the greatest number of a document
	docs      []uint32
	ranking   ranking
	touched   uint64
	cold      *Pebble // has the buckets that are not here; nil if there is none
}

const (
	shardBits = 4
	shards    = 1 << shardBits
)

// NewMemory returns an empty index in memory.
func NewMemory() *Memory {
	m := &Memory{shards: new([shards]shard)}
	for i := range m.shards {
		m.shards[i].init(minHomes + minHomes*i/(growth*shards)) // sizes differ so that not all grow at once
	}
	runtime.AddCleanup(m, freeShards, m.shards)
	return m
}

// freeShards gives the tables back to the system.
func freeShards(all *[shards]shard) {
	for i := range all {
		freeLines(all[i].lines)
		all[i].lines = nil
	}
}

// Add implements Index: it makes a document findable by its keys.
func (m *Memory) Add(doc uint64, keys []uint64, splitKey uint64) error {
	defer runtime.KeepAlive(m)
	if doc > MaxDocument {
		return fmt.Errorf("index: document %d: numbers end at %d", doc, uint64(MaxDocument))
	}
	kept := m.splitKeys.setOnce(uint32(doc), splitKey)
	for _, key := range keys {
		m.addKey(key, uint32(doc), kept)
	}
	m.last = max(m.last, doc)
	return nil
}

// addKey puts a document into the bucket of a key. If the bucket is split, the document goes into its part of the bucket. If the bucket is full, it
// is split.
func (m *Memory) addKey(key uint64, doc, splitKey uint32) {
	s, x := m.shard(key)
	f := s.find(x)
	if m.cold != nil && f.n == 0 && m.fetch(key) {
		f = s.find(x)
	}
	if f.n == 0 && !f.mayOverflow && !s.isFull() && s.tryInsert(x, doc) {
		return // most keys are new
	}
	var split bool
	if m.docs, split = s.appendFound(x, f, m.docs[:0]); split {
		m.addToPart(key, doc, splitKey)
		return
	}
	if _, there := searchDocs(m.docs, doc); there {
		return
	}
	if len(m.docs) < BucketSize {
		s.put(x, doc, f, m.docs)
		return
	}
	docs := append([]uint32{doc}, m.docs...) // a copy, because addToPart uses m.docs
	s.markSplit(x, f)
	for _, d := range docs {
		m.addToPart(key, d, m.splitKeys.of(d))
	}
}

// addToPart puts a document into a part of a split bucket. A full part keeps the documents with the greatest numbers. If by chance the part has the
// same prefix as another split bucket, the document cannot be found by this key.
func (m *Memory) addToPart(key uint64, doc, splitKey uint32) {
	key = partKey(key, splitKey)
	s, x := m.shard(key)
	if m.cold != nil {
		m.fetch(key)
	}
	f := s.find(x)
	var split bool
	m.docs, split = s.appendFound(x, f, m.docs[:0])
	position, there := searchDocs(m.docs, doc)
	switch {
	case split || there || position == 0 && len(m.docs) >= BucketSize:
	case len(m.docs) >= BucketSize:
		s.replaceLeast(x, doc, f)
	default:
		s.put(x, doc, f, m.docs)
	}
}

// Candidates implements Index: it calls use for documents that share keys with the given ones.
func (m *Memory) Candidates(keys []uint64, splitKey uint64, limit int, use func(doc uint64)) error {
	defer runtime.KeepAlive(m)
	m.touch(keys)
	folded := foldSplitKey(splitKey)
	m.ranking.docs = m.ranking.docs[:0]
	for _, key := range keys {
		var split bool
		if m.ranking.docs, split = m.appendBucket(m.ranking.docs, key); split {
			m.ranking.docs, _ = m.appendBucket(m.ranking.docs, partKey(key, folded))
		}
	}
	m.ranking.rank(limit, use)
	return nil
}

// appendBucket appends the documents of a key.
func (m *Memory) appendBucket(dst []uint32, key uint64) (docs []uint32, split bool) {
	s, x := m.shard(key)
	docs, split = s.get(x, dst)
	if m.cold != nil && len(docs) == len(dst) && !split && m.cold.fetch(key) {
		return s.get(x, dst)
	}
	return docs, split
}

// fetch reads the bucket of a key from the cold part if it is not here.
func (m *Memory) fetch(key uint64) bool {
	s, x := m.shard(key)
	docs, split := s.get(x, m.docs[:0])
	m.docs = docs
	return len(docs) == 0 && !split && m.cold.fetch(key)
}

// insertBucket inserts the bucket of a key that has no bucket here. An empty list of documents means that the bucket is split. It reports whether the
// documents can be those of a bucket.
func (m *Memory) insertBucket(key uint64, docs []uint32) bool {
	s, x := m.shard(key)
	if !slices.IsSorted(docs) {
		return false
	}
	if n := len(docs); n == 0 {
		return s.insert(x, isList|splitList)
	} else if n > inlineDocs {
		return s.insert(x, isList|s.lists.insertDoc(s.lists.newList(docs[:n-1]), docs[n-1]))
	}
	for _, doc := range docs {
		if !s.insert(x, doc) {
			return false
		}
	}
	return true
}

// entries returns how many values the shards have.
func (m *Memory) entries() (n int) {
	for i := range m.shards {
		n += m.shards[i].entries
	}
	return n
}

// touch reads from the lines of all keys at once, because waiting for one line after the other is most of the cost of a lookup.
func (m *Memory) touch(keys []uint64) {
	for _, key := range keys {
		s, x := m.shard(key)
		home, _ := s.homeOf(x)
		m.touched ^= s.lines[home].tags[2]
	}
}

// Close implements index.Index. It does nothing, because the index is only in memory.
func (m *Memory) Close() error { return nil }

// shard returns the shard of a key, and the short key by which the shard knows it.
func (m *Memory) shard(key uint64) (*shard, uint32) {
	return &m.shards[key>>(64-shardBits)], uint32(key >> (32 - shardBits))
}
