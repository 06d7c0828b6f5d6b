package index

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/cockroachdb/pebble/v2"
)

// Pebble is an index on disk with a hot part in memory. The hot part is a Memory. It has the whole bucket of every prefix
// that was added to or looked up since the last Flush. Flush writes the hot part as one sorted table, which the database
// ingests, and empties it. Nothing else writes, and there is no log. A crash loses the documents after Stored; the caller
// adds them again. Before the first Flush there is no database.
//
// In the database, numbers in keys are big-endian and numbers in values little-endian:
//
//	5 bytes: a prefix, 36 bits of a key, then 4 zeros   its documents, ascending, 4 bytes each; none for a split bucket
//	ff ff ff ff ff 's', 4 bytes: n                      the split keys of 4096 documents from n·4096 on, 4 bytes each
//	ff ff ff ff ff 'v'                                  version, 1; the number of the last document, 8 bytes; then the
//	                                                    state that the caller gave
//
// In memory are 9 bytes for each pair in the hot part, and during a Flush 8 more for a sixteenth of them. A filter has 2 to 4
// bytes for each prefix on disk. Each document takes 4 bytes more. The cache comes on top. The filter is needed because most keys of a new document are in
// no other one, and to ask the database for them would be most of the cost. OpenPebble reads all prefixes to fill it.
type Pebble struct {
	dir       string
	o         PebbleOptions
	db        *database // nil before the first Flush
	hot       *Memory
	onDisk    filter // prefixes in the database
	stored    uint64
	state     []byte
	changed   map[uint32]bool // pages of split keys that the next Flush writes
	readsLeft int             // buckets that may still be read for this call
	readErr   error           // of a read from disk, until takeError returns it
	docs      []uint32
}

// PebbleOptions configure a Pebble. DefaultPebbleOptions has the usual values.
type PebbleOptions struct {
	// Hot is how many pairs of a document and a key are held in memory before IsFull.
	Hot int
	// Cache is how many bytes of blocks are held in memory.
	Cache int64
	// Reads is the greatest number of buckets that Candidates reads from disk; NoLimit reads all. Each read costs some 25 µs. A limit loses few
	// copies, because a copy finds its posting by the first few keys as well as by all. But candidates that share few keys may be missed.
	Reads int
}

// NoLimit is the value of PebbleOptions.Reads with which there is no limit on the buckets that are read.
const NoLimit = math.MaxInt

// DefaultPebbleOptions returns the usual options. With them, the part of the index in memory takes 36 MB, for 95,000 documents with 44 keys
// each, and the cache takes 16 MiB.
func DefaultPebbleOptions() PebbleOptions {
	return PebbleOptions{Hot: 1 << 22, Cache: 16 << 20, Reads: NoLimit}
}

// OpenPebble opens the index in a directory; a directory without one gives an empty index. If the error is ErrDamaged, the caller must
// remove the directory and add all documents again.
func OpenPebble(dir string, o PebbleOptions) (*Pebble, error) { return openPebble(dir, o, false) }

// ReadPebble opens the index in a directory for reading only. It changes nothing on the disk.
func ReadPebble(dir string) (*Pebble, error) { return openPebble(dir, DefaultPebbleOptions(), true) }

func openPebble(dir string, o PebbleOptions, readOnly bool) (*Pebble, error) {
	p := &Pebble{dir: dir, o: o, hot: NewMemory(), changed: map[uint32]bool{}, readsLeft: NoLimit}
	there, err := holdsDatabase(dir)
	if err == nil && there {
		if p.db, err = openDatabase(dir, o.Cache, readOnly); err == nil {
			p.hot.cold, err = p, p.load()
		}
	}
	if err != nil {
		if p.db != nil {
			err = errors.Join(err, p.db.close())
		}
		return nil, fmt.Errorf("index in %s: %w", dir, err)
	}
	return p, nil
}

// load reads everything except the documents of prefixes.
func (p *Pebble) load() error {
	all, err := p.db.NewIter(nil)
	if err != nil {
		return damaged(err)
	}
	greatest := uint64(0)
	for ok := all.First(); ok && err == nil; ok = all.Next() {
		switch key := all.Key(); {
		case len(key) == prefixSize:
			p.onDisk.add(decodePrefix(key))
			if value := all.Value(); len(value) >= 4 {
				greatest = max(greatest, uint64(binary.LittleEndian.Uint32(value[len(value)-4:])))
			}
		case len(key) == len(metaKey('s', 0)) && key[prefixSize] == 's':
			err = p.loadSplitKeys(binary.BigEndian.Uint32(key[prefixSize+1:]), all.Value())
		case len(key) == len(metaKey('v')) && key[prefixSize] == 'v':
			value := all.Value()
			if len(value) < 9 || value[0] != pebbleVersion {
				err = damaged(errors.New("it is of another version"))
				break
			}
			p.stored, p.state = binary.LittleEndian.Uint64(value[1:]), append([]byte(nil), value[9:]...)
			p.hot.last = p.stored
		}
	}
	if other := all.Close(); err == nil && other != nil {
		err = damaged(other)
	}
	if err == nil && greatest > p.stored {
		err = damaged(fmt.Errorf("it has document %d and ends with %d", greatest, p.stored))
	}
	return err
}

func (p *Pebble) loadSplitKeys(page uint32, value []byte) error {
	if len(value) != 4*splitKeysPage || page > MaxDocument/splitKeysPage {
		return damaged(errors.New("split keys are cut short"))
	}
	for i := range uint32(splitKeysPage) {
		if k := binary.LittleEndian.Uint32(value[4*i:]); k != 0 {
			*p.hot.splitKeys.at(page*splitKeysPage + i) = k
		}
	}
	return nil
}

// Add implements Index: it makes a document findable by its keys.
func (p *Pebble) Add(doc uint64, keys []uint64, splitKey uint64) error {
	if err := p.hot.Add(doc, keys, splitKey); err != nil {
		return err
	}
	p.changed[uint32(doc)/splitKeysPage] = true
	return p.takeError()
}

// Candidates implements Index: it calls use for documents that share keys with the given ones.
func (p *Pebble) Candidates(keys []uint64, splitKey uint64, limit int, use func(doc uint64)) error {
	p.readsLeft = p.o.Reads
	err := p.hot.Candidates(keys, splitKey, limit, use)
	p.readsLeft = NoLimit // Add needs whole buckets
	return cmp.Or(err, p.takeError())
}

// takeError returns the error of an earlier read and clears it.
func (p *Pebble) takeError() error {
	err := p.readErr
	p.readErr = nil
	return err
}

// Stored returns the number of the last document that was in the index at the last Flush, or 0 before the first Flush.
func (p *Pebble) Stored() uint64 { return p.stored }

// State returns the state that the caller passed to the last Flush, or nil before the first.
func (p *Pebble) State() []byte { return p.state }

// IsFull reports whether the part of the index in memory has reached its size limit, so that Flush should be called.
func (p *Pebble) IsFull() bool { return p.hot.entries() >= p.o.Hot }

// Close implements Index: it closes the database. Documents that were added after the last Flush are lost.
func (p *Pebble) Close() error {
	if p.db == nil {
		return nil
	}
	if err := p.db.close(); err != nil {
		return fmt.Errorf("index in %s: close: %w", p.dir, err)
	}
	return nil
}

// fetch reads the bucket of a key from disk into the hot part, which does not have it yet. It reports whether there is such a bucket on disk.
func (p *Pebble) fetch(key uint64) bool {
	if p.readErr != nil || p.readsLeft <= 0 || !p.onDisk.has(prefixOf(key)) {
		return false
	}
	p.readsLeft--
	var prefix [prefixSize]byte
	value, closer, err := p.db.Get(appendPrefix(prefix[:0], key))
	if errors.Is(err, pebble.ErrNotFound) {
		return false
	}
	if err != nil {
		p.readErr = fmt.Errorf("index in %s: %w", p.dir, damaged(err))
		return false
	}
	p.docs = p.docs[:0]
	for i := 0; i+4 <= len(value); i += 4 {
		p.docs = append(p.docs, binary.LittleEndian.Uint32(value[i:])&^isList)
	}
	err = closer.Close()
	if err != nil || len(p.docs) > BucketSize || len(value)%4 != 0 || !p.hot.insertBucket(key, p.docs) {
		p.readErr = fmt.Errorf("index in %s: %w", p.dir, damaged(errors.Join(err, errors.New("a bucket is not sorted, or too large"))))
		return false
	}
	return true
}
