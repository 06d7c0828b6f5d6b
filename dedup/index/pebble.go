package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/cockroachdb/pebble/v2"
)

// Pebble is an index on disk with its hot part in memory: every bucket that was asked for or changed since the last
// flush, whole. A flush writes the changed ones in the order of their keys, in one batch; then the hot part is empty. The
// log is switched off: what a crash loses are the documents behind Last, which the caller adds again.
//
// In the database
//
//	8 bytes: a key, big-endian     its documents, ascending, 4 bytes each, big-endian; none for a split bucket
//	4 bytes: a document            its second key, 4 bytes
//	1 byte:  'l'                   the number of the last document, 8 bytes
//
// Most keys of a new document are in no other, and asking Pebble for those is most of the cost. So a filter in memory,
// about two bytes for each key on disk, knows them; opening an index reads all keys to make it.
type Pebble struct {
	db      *pebble.DB
	o       PebbleOptions
	hot     map[uint64]*bucket
	stored  filter // keys in the database
	seconds map[uint32]uint32
	order   []uint64
	fresh   []uint32 // documents whose second key is not written yet
	last    uint64
	ranking ranking
	idle    []*bucket
	key     [8]byte
}

// PebbleOptions of a Pebble. Zero values mean the defaults.
type PebbleOptions struct {
	Hot   int   // buckets held in memory; 1<<20, about 100 MB
	Cache int64 // bytes of blocks held in memory; 64 MiB
}

// bucket is a key's documents.
type bucket struct {
	docs   []uint32 // ascending
	split  bool     // they are in the parts
	dirty  bool
	stored bool // the database has the key
}

// OpenPebble opens the index in a directory, or makes one.
func OpenPebble(dir string, o PebbleOptions) (*Pebble, error) {
	if o.Hot <= 0 {
		o.Hot = 1 << 20
	}
	if o.Cache <= 0 {
		o.Cache = 64 << 20
	}
	db, err := openDB(dir, o.Cache)
	if err != nil {
		return nil, fmt.Errorf("index: open %s: %w; remove it and make it again from the store", dir, err)
	}
	p := &Pebble{db: db, o: o, hot: map[uint64]*bucket{}, seconds: map[uint32]uint32{}}
	if err := p.load(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return p, nil
}

// load reads the number of the last document and all keys.
func (p *Pebble) load() error {
	last, err := p.read([]byte{'l'}, 8)
	if err != nil || last == nil {
		return err
	}
	p.last = binary.BigEndian.Uint64(last)
	all, err := p.db.NewIter(nil)
	if err != nil {
		return fmt.Errorf("index: read: %w", err)
	}
	for ok := all.First(); ok; ok = all.Next() {
		if key := all.Key(); len(key) == 8 {
			p.stored.add(binary.BigEndian.Uint64(key))
		}
	}
	if err := all.Close(); err != nil {
		return fmt.Errorf("index: read: %w; remove the index and make it again from the store", err)
	}
	return nil
}

// read gives a value, to be used until the next call; nil if there is none. Its length is a multiple of size.
func (p *Pebble) read(key []byte, size int) ([]byte, error) {
	value, closer, err := p.db.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("index: read: %w; remove the index and make it again from the store", err)
	}
	value = slices.Clone(value)
	if err := closer.Close(); err != nil {
		return nil, fmt.Errorf("index: read: %w", err)
	}
	if len(value)%size != 0 || len(value) > 4*BucketSize {
		return nil, fmt.Errorf("index: a value of %d bytes: the index is damaged: make it again from the store", len(value))
	}
	return value, nil
}

// known gives a key's bucket, from memory if it is hot; nil if it has none.
func (p *Pebble) known(key uint64) (*bucket, error) {
	if b := p.hot[key]; b != nil || !p.stored.has(key) {
		return b, nil
	}
	value, err := p.read(binary.BigEndian.AppendUint64(p.key[:0], key), 4)
	if err != nil {
		return nil, err
	}
	b := p.newBucket()
	b.stored = value != nil
	b.split = b.stored && len(value) == 0
	for ; len(value) > 0; value = value[4:] {
		b.docs = append(b.docs, binary.BigEndian.Uint32(value))
	}
	p.hot[key] = b
	return b, nil
}

// bucket gives a key's bucket and makes it where there is none.
func (p *Pebble) bucket(key uint64) (*bucket, error) {
	b, err := p.known(key)
	if b == nil && err == nil {
		b = p.newBucket()
		p.hot[key] = b
	}
	return b, err
}

func (p *Pebble) newBucket() *bucket {
	n := len(p.idle)
	if n == 0 {
		return &bucket{}
	}
	b := p.idle[n-1]
	p.idle = p.idle[:n-1]
	*b = bucket{docs: b.docs[:0]}
	return b
}

// second gives the second key of a document, 0 if it is new.
func (p *Pebble) second(doc uint32) (uint32, error) {
	if s, ok := p.seconds[doc]; ok || uint64(doc) > p.last {
		return s, nil
	}
	value, err := p.read(binary.BigEndian.AppendUint32(nil, doc), 4)
	if err != nil || value == nil {
		return 0, err
	}
	return binary.BigEndian.Uint32(value), nil
}

// Add is Index's.
func (p *Pebble) Add(doc uint64, keys []uint64, second uint64) error {
	if err := checkNumber(doc); err != nil {
		return err
	}
	second32, err := p.second(uint32(doc))
	if err != nil {
		return err
	}
	if second32 == 0 {
		second32 = fold(second)
		p.seconds[uint32(doc)] = second32
		p.fresh = append(p.fresh, uint32(doc))
	}
	p.last = max(p.last, doc)
	for _, key := range keys {
		if err := p.add(key, uint32(doc), second32); err != nil {
			return err
		}
	}
	return p.flushIfFull()
}

// add puts a document into a key's bucket, or into the part of it where the bucket is split, or splits it.
func (p *Pebble) add(key uint64, doc, second uint32) error {
	b, err := p.bucket(key)
	if err != nil {
		return err
	}
	if b.split {
		return p.addPart(key, doc, second)
	}
	b.insert(doc)
	if len(b.docs) <= BucketSize {
		return nil
	}
	docs := b.docs
	*b = bucket{split: true, dirty: true, stored: b.stored}
	for _, d := range docs {
		s, err := p.second(d)
		if err != nil {
			return err
		}
		if err := p.addPart(key, d, s); err != nil {
			return err
		}
	}
	return nil
}

// addPart puts a document into the part of a split bucket, which keeps those of the greatest numbers.
func (p *Pebble) addPart(key uint64, doc, second uint32) error {
	b, err := p.bucket(partKey(key, second))
	if err != nil {
		return err
	}
	b.insert(doc)
	if n := len(b.docs) - BucketSize; n > 0 {
		b.docs = slices.Delete(b.docs, 0, n)
	}
	return nil
}

// insert adds a document unless it is there.
func (b *bucket) insert(doc uint32) {
	if place, there := search(b.docs, doc); !there {
		b.docs = slices.Insert(b.docs, place, doc)
		b.dirty = true
	}
}

// Candidates is Index's.
func (p *Pebble) Candidates(keys []uint64, second uint64, most int, use func(doc uint64)) error {
	second32 := fold(second)
	p.ranking.docs = p.ranking.docs[:0]
	for _, key := range keys {
		b, err := p.known(key)
		if err == nil && b != nil && b.split {
			b, err = p.known(partKey(key, second32))
		}
		if err != nil {
			return err
		}
		if b == nil {
			continue
		}
		p.ranking.docs = append(p.ranking.docs, b.docs...)
	}
	p.ranking.rank(most, use)
	return p.flushIfFull()
}

// Last is Index's.
func (p *Pebble) Last() uint64 { return p.last }

func (p *Pebble) flushIfFull() error {
	if len(p.hot) < p.o.Hot {
		return nil
	}
	return p.Flush()
}

// Flush writes the hot part to disk and empties it.
func (p *Pebble) Flush() error {
	batch := p.db.NewBatch()
	defer batch.Close()
	if err := p.write(batch); err != nil {
		return fmt.Errorf("index: write: %w", err)
	}
	if err := p.db.Apply(batch, pebble.NoSync); err != nil {
		return fmt.Errorf("index: write: %w; is the disk full?", err)
	}
	for _, b := range p.hot {
		p.idle = append(p.idle, b)
	}
	clear(p.hot)
	clear(p.seconds)
	p.fresh = p.fresh[:0]
	return nil
}

// write puts what is new into a batch.
func (p *Pebble) write(batch *pebble.Batch) error {
	p.order = p.order[:0]
	for k, b := range p.hot {
		if b.dirty {
			p.order = append(p.order, k)
		}
	}
	slices.Sort(p.order)
	var key, value []byte
	for _, k := range p.order {
		b := p.hot[k]
		key, value = binary.BigEndian.AppendUint64(key[:0], k), value[:0]
		for _, doc := range b.docs {
			value = binary.BigEndian.AppendUint32(value, doc)
		}
		if err := batch.Set(key, value, nil); err != nil {
			return err
		}
		if !b.stored {
			p.stored.add(k)
			b.stored = true
		}
	}
	for _, doc := range p.fresh {
		key, value = binary.BigEndian.AppendUint32(key[:0], doc), binary.BigEndian.AppendUint32(value[:0], p.seconds[doc])
		if err := batch.Set(key, value, nil); err != nil {
			return err
		}
	}
	return batch.Set([]byte{'l'}, binary.BigEndian.AppendUint64(nil, p.last), nil)
}

// Close writes the hot part and closes the database.
func (p *Pebble) Close() error {
	err := p.Flush()
	if err == nil {
		err = p.db.Flush()
	}
	if err = errors.Join(err, p.db.Close()); err != nil {
		return fmt.Errorf("index: close: %w", err)
	}
	return nil
}
