package index

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// Flush writes the hot part, and a state of the caller's that belongs to the documents added so far: after a crash there
// is all of it or nothing. It waits until it is on the disk. If the disk refuses, the error is pebbleguard.ErrWrite, and
// so is that of all that follows.
func (p *Pebble) Flush(state []byte) (err error) {
	if p.db == nil {
		if p.db, err = openDatabase(p.dir, p.o.Cache, false); err != nil {
			return fmt.Errorf("index in %s: %w", p.dir, err)
		}
	}
	if err := p.db.ingest(func(set func(key, value []byte) error) error { return p.write(set, state) }); err != nil {
		return fmt.Errorf("index in %s: %w", p.dir, err)
	}
	p.stored, p.state = p.hot.last, state
	hot := NewMemory()
	hot.cold, hot.last, hot.seconds = p, p.hot.last, p.hot.seconds
	free(p.hot.shards)
	p.hot = hot
	clear(p.fresh)
	return nil
}

// write hands out what is to be on disk, in the order of keys.
func (p *Pebble) write(set func(key, value []byte) error, state []byte) error {
	var order []uint64
	var key, value []byte
	var docs []uint32
	for i := range p.hot.shards {
		s := &p.hot.shards[i]
		order = s.sorted(order[:0])
		for from := 0; from < len(order); {
			x := uint32(order[from] >> 32)
			docs = docs[:0]
			for ; from < len(order) && uint32(order[from]>>32) == x; from++ {
				docs, _ = s.appendDocs(docs, uint32(order[from]))
			}
			k := uint64(i)<<(64-shardBits) | uint64(x)<<(32-shardBits)
			key, value = appendName(key[:0], k), value[:0]
			for _, doc := range docs {
				value = binary.LittleEndian.AppendUint32(value, doc)
			}
			if err := set(key, value); err != nil {
				return err
			}
			if !p.disk.has(k) {
				p.disk.add(k)
			}
		}
	}
	for _, page := range slices.Sorted(maps.Keys(p.fresh)) {
		value = value[:0]
		for i := range uint32(secondsPage) {
			value = binary.LittleEndian.AppendUint32(value, p.hot.seconds.of(page*secondsPage+i))
		}
		if err := set(metaKey('s', page), value); err != nil {
			return err
		}
	}
	value = binary.LittleEndian.AppendUint64(append(value[:0], pebbleVersion), p.hot.last)
	return set(metaKey('v'), append(value, state...))
}

// sorted appends the names of a shard with their values, names above, both ascending.
func (s *shard) sorted(order []uint64) []uint64 {
	s.values(func(x, value uint32) bool {
		order = append(order, uint64(x)<<32|uint64(value))
		return true
	})
	slices.Sort(order)
	return order
}

const (
	pebbleVersion = 1
	nameSize      = 5
	told          = 64 - shardBits - 32 // bits of a key that Memory does not tell apart
)

// toldOf gives as much of a key as Memory tells apart.
func toldOf(key uint64) uint64 { return key >> told << told }

func appendName(dst []byte, key uint64) []byte {
	return append(dst, byte(key>>56), byte(key>>48), byte(key>>40), byte(key>>32), byte(key>>24)&0xf0)
}

// keyOf gives the key of a name.
func keyOf(name []byte) uint64 {
	return uint64(name[0])<<56 | uint64(name[1])<<48 | uint64(name[2])<<40 | uint64(name[3])<<32 | uint64(name[4])<<24
}

// metaKey gives a key behind all names.
func metaKey(kind byte, n ...uint32) []byte {
	key := []byte{0xff, 0xff, 0xff, 0xff, 0xff, kind}
	for _, x := range n {
		key = binary.BigEndian.AppendUint32(key, x)
	}
	return key
}
