package index

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// Flush writes the documents in memory to disk, together with state, which describes the caller after the documents added so far. It
// returns when both are durable; after a crash, either both are there or neither. If the disk fails, the error is pebbleguard.ErrWrite, and
// every later Flush fails, too.
func (p *Pebble) Flush(state []byte) (err error) {
	if p.db == nil {
		if p.db, err = openDatabase(p.dir, p.o.Cache, false); err != nil {
			return fmt.Errorf("index in %s: %w", p.dir, err)
		}
	}
	if err := p.db.ingest(func(set func(key, value []byte) error) error { return p.writeAll(set, state) }); err != nil {
		return fmt.Errorf("index in %s: %w", p.dir, err)
	}
	p.stored, p.state = p.hot.last, state
	hot := NewMemory()
	hot.cold, hot.last, hot.splitKeys = p, p.hot.last, p.hot.splitKeys
	freeShards(p.hot.shards)
	p.hot = hot
	clear(p.changed)
	return nil
}

// writeAll calls set with all that is to be on disk, in the order of the keys.
func (p *Pebble) writeAll(set func(key, value []byte) error, state []byte) error {
	if err := p.writeBuckets(set); err != nil {
		return err
	}
	if err := p.writeSplitKeys(set); err != nil {
		return err
	}
	value := binary.LittleEndian.AppendUint64([]byte{pebbleVersion}, p.hot.last)
	return set(metaKey('v'), append(value, state...))
}

// writeBuckets writes the buckets of the hot part.
func (p *Pebble) writeBuckets(set func(key, value []byte) error) error {
	var sorted []uint64
	var key, value []byte
	var docs []uint32
	for i := range p.hot.shards {
		s := &p.hot.shards[i]
		sorted = s.appendSorted(sorted[:0])
		for from := 0; from < len(sorted); {
			x := uint32(sorted[from] >> 32)
			docs = docs[:0]
			for ; from < len(sorted) && uint32(sorted[from]>>32) == x; from++ {
				docs, _ = s.appendDocs(docs, uint32(sorted[from]))
			}
			prefix := uint64(i)<<(64-shardBits) | uint64(x)<<(32-shardBits)
			key, value = appendPrefix(key[:0], prefix), value[:0]
			for _, doc := range docs {
				value = binary.LittleEndian.AppendUint32(value, doc)
			}
			if err := set(key, value); err != nil {
				return err
			}
			if !p.onDisk.has(prefix) {
				p.onDisk.add(prefix)
			}
		}
	}
	return nil
}

// writeSplitKeys writes the pages of split keys that have changed.
func (p *Pebble) writeSplitKeys(set func(key, value []byte) error) error {
	var value []byte
	for _, page := range slices.Sorted(maps.Keys(p.changed)) {
		value = value[:0]
		for i := range uint32(splitKeysPage) {
			value = binary.LittleEndian.AppendUint32(value, p.hot.splitKeys.of(page*splitKeysPage+i))
		}
		if err := set(metaKey('s', page), value); err != nil {
			return err
		}
	}
	return nil
}

// appendSorted appends the short keys of a shard in ascending order, each with its value in the lower 32 bits.
func (s *shard) appendSorted(dst []uint64) []uint64 {
	s.eachValue(func(x, value uint32) bool {
		dst = append(dst, uint64(x)<<32|uint64(value))
		return true
	})
	slices.Sort(dst)
	return dst
}

const (
	pebbleVersion = 1
	prefixSize    = 5 // bytes of an encoded prefix
)

// appendPrefix appends the prefix of a key.
func appendPrefix(dst []byte, key uint64) []byte {
	return append(dst, byte(key>>56), byte(key>>48), byte(key>>40), byte(key>>32), byte(key>>24)&0xf0)
}

// decodePrefix returns a key with an encoded prefix and zeros after it.
func decodePrefix(b []byte) uint64 {
	return uint64(b[0])<<56 | uint64(b[1])<<48 | uint64(b[2])<<40 | uint64(b[3])<<32 | uint64(b[4])<<24
}

// metaKey returns a key that sorts after all prefixes.
func metaKey(kind byte, n ...uint32) []byte {
	key := []byte{0xff, 0xff, 0xff, 0xff, 0xff, kind}
	for _, x := range n {
		key = binary.BigEndian.AppendUint32(key, x)
	}
	return key
}
