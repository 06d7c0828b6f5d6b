package index

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/cockroachdb/pebble/v2"
)

// Pebble is an index on disk with its hot part in memory, a Memory that has whole the bucket of every name that was added
// to, or asked for, since the last Flush. A Flush writes the hot part to disk in the order of names, as one table that is
// taken in as it is, and empties it. Nothing else writes, and there is no log: what a crash loses are the documents behind
// Stored, which the caller adds again. Until the first Flush there is no database.
//
// In the database, after a Flush of documents up to Last, with numbers in keys big-endian and in values little-endian,
//
//	5 bytes: a name, 36 bits of a key, then 4 zeros   its documents, ascending, 4 bytes each; none for a split bucket
//	ff ff ff ff ff 's', 4 bytes: n                    the second keys of 4096 documents from n·4096 on, 4 bytes each
//	ff ff ff ff ff 'v'                                version, 1; the number of the last document, 8 bytes; then the
//	                                                  state that the caller gave
//
// Memory: 9 bytes for each of the Hot places, until a Flush 8 more for a sixteenth of them; 2 to 4 for each name on
// disk, in a filter, since most keys of a new document are in no other and asking Pebble for those would be most of the
// cost; 4 for each document; and the cache. Opening an index reads all names to make the filter.
type Pebble struct {
	dir    string
	o      PebbleOptions
	db     *database // nil before the first Flush
	hot    *Memory
	disk   filter // names in the database
	stored uint64
	state  []byte
	fresh  map[uint32]bool // pages of second keys that have changed
	reads  int             // that the question at hand still may
	err    error           // of reading the disk, until it is told
	docs   []uint32
}

// PebbleOptions of a Pebble. DefaultPebbleOptions has the defaults.
type PebbleOptions struct {
	// Hot is how many pairs of a document and a key are held in memory before IsFull.
	Hot int
	// Cache is how many bytes of blocks are held in memory.
	Cache int64
	// Reads is how many buckets Candidates reads from disk at most; NoLimit reads all. Each costs some 25 µs. A copy finds
	// its posting by the first few keys as well as by all. Candidates that share few keys may be missed.
	Reads int
}

// NoLimit of PebbleOptions.Reads.
const NoLimit = math.MaxInt

// DefaultPebbleOptions returns the defaults. The hot part takes 36 MB, of 120,000 documents with 35 keys each. The cache
// takes 16 MiB.
func DefaultPebbleOptions() PebbleOptions {
	return PebbleOptions{Hot: 1 << 22, Cache: 16 << 20, Reads: NoLimit}
}

// OpenPebble opens the index in a directory, or one that has yet to be written there. Of the errors ErrDamaged says to
// remove the directory and add all documents again.
func OpenPebble(dir string, o PebbleOptions) (*Pebble, error) { return openPebble(dir, o, false) }

// ReadPebble opens an index that will not be written to.
func ReadPebble(dir string) (*Pebble, error) { return openPebble(dir, DefaultPebbleOptions(), true) }

func openPebble(dir string, o PebbleOptions, readOnly bool) (*Pebble, error) {
	p := &Pebble{dir: dir, o: o, hot: NewMemory(), fresh: map[uint32]bool{}, reads: NoLimit}
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

// load reads all but the documents of names.
func (p *Pebble) load() error {
	all, err := p.db.NewIter(nil)
	if err != nil {
		return damaged(err)
	}
	greatest := uint64(0)
	for ok := all.First(); ok && err == nil; ok = all.Next() {
		switch key := all.Key(); {
		case len(key) == nameSize:
			p.disk.add(keyOf(key))
			if value := all.Value(); len(value) >= 4 {
				greatest = max(greatest, uint64(binary.LittleEndian.Uint32(value[len(value)-4:])))
			}
		case len(key) == len(metaKey('s', 0)) && key[nameSize] == 's':
			err = p.loadSeconds(binary.BigEndian.Uint32(key[nameSize+1:]), all.Value())
		case len(key) == len(metaKey('v')) && key[nameSize] == 'v':
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

func (p *Pebble) loadSeconds(page uint32, value []byte) error {
	if len(value) != 4*secondsPage || page > MaxDocument/secondsPage {
		return damaged(errors.New("second keys are cut short"))
	}
	for i := range uint32(secondsPage) {
		if second := binary.LittleEndian.Uint32(value[4*i:]); second != 0 {
			*p.hot.seconds.at(page*secondsPage + i) = second
		}
	}
	return nil
}

// Add is Index's.
func (p *Pebble) Add(doc uint64, keys []uint64, second uint64) error {
	if err := p.hot.Add(doc, keys, second); err != nil {
		return err
	}
	p.fresh[uint32(doc)/secondsPage] = true
	return p.told()
}

// Candidates is Index's.
func (p *Pebble) Candidates(keys []uint64, second uint64, most int, use func(doc uint64)) error {
	p.reads = p.o.Reads
	err := p.hot.Candidates(keys, second, most, use)
	p.reads = NoLimit // what is added to is had whole
	return cmp.Or(err, p.told())
}

func (p *Pebble) told() error {
	err := p.err
	p.err = nil
	return err
}

// Last is Index's.
func (p *Pebble) Last() uint64 { return p.hot.Last() }

// Stored gives the number of the last document as of the last Flush, and State what the caller gave that Flush.
func (p *Pebble) Stored() uint64 { return p.stored }

// State gives what the caller gave the last Flush, nil before the first.
func (p *Pebble) State() []byte { return p.state }

// IsFull says that the hot part is as large as it ought to be: it is time for a Flush.
func (p *Pebble) IsFull() bool { return p.hot.entries() >= p.o.Hot }

// Close ends the use of the index. What was added since the last Flush is not kept.
func (p *Pebble) Close() error {
	if p.db == nil {
		return nil
	}
	if err := p.db.close(); err != nil {
		return fmt.Errorf("index in %s: close: %w", p.dir, err)
	}
	return nil
}

// fetch brings the bucket of a key into the hot part and says whether there is one on disk. It is asked for keys that
// the hot part does not have.
func (p *Pebble) fetch(key uint64) bool {
	if p.err != nil || p.reads <= 0 || !p.disk.has(toldOf(key)) {
		return false
	}
	p.reads--
	var name [nameSize]byte
	value, closer, err := p.db.Get(appendName(name[:0], key))
	if errors.Is(err, pebble.ErrNotFound) {
		return false
	}
	if err != nil {
		p.err = fmt.Errorf("index in %s: %w", p.dir, damaged(err))
		return false
	}
	p.docs = p.docs[:0]
	for i := 0; i+4 <= len(value); i += 4 {
		p.docs = append(p.docs, binary.LittleEndian.Uint32(value[i:])&^isList)
	}
	err = closer.Close()
	if err != nil || len(p.docs) > BucketSize || len(value)%4 != 0 || !p.hot.place(key, p.docs) {
		p.err = fmt.Errorf("index in %s: %w", p.dir, damaged(errors.Join(err, errors.New("a bucket is broken"))))
		return false
	}
	return true
}
