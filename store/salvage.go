package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// Salvaged is what Salvage got out of a damaged file.
type Salvaged struct {
	Pages    int // that are whole
	Postings int
	Lost     int  // pages that were kept and cannot be read
	AtLeast  bool // there may be more of them: the file's totals cannot be read
}

// LostPages says how many pages are lost.
func (s *Salvaged) LostPages() string {
	if s.AtLeast {
		return fmt.Sprintf("at least %d pages", s.Lost)
	}
	return fmt.Sprintf("%d pages", s.Lost)
}

// ErrNothing says that a file has nothing that could be got out.
var ErrNothing = errors.New("nothing in it can be read as a store: put back a copy of it, or crawl again in another directory")

// Salvage gets every page out of a damaged file that can still be read, with its postings and the facts about the crawl,
// and writes them into a new file, which must not be there. It reads the whole file and asks nothing of its order: a
// sealed record is found by its seal. Where a record is there in several states, the one that the file's tree leads to
// counts. Where the tree is broken a page may come back that had been taken out for its canonical page. The error is
// ErrNothing if there is not one page.
func Salvage(from, to string) (*Salvaged, error) {
	if _, err := os.Lstat(to); err == nil {
		return nil, fmt.Errorf("salvage %s: %s is there already: name another directory", from, to)
	}
	if db, err := OpenReadOnly(from); err == nil {
		defer db.Close() // a crawl cannot begin meanwhile
	} else if errors.Is(err, ErrInUse) || errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	file, err := os.Open(from)
	if err != nil {
		return nil, fmt.Errorf("salvage: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("salvage: %w", err)
	}
	s, err := salvageInto(newScan(file, info.Size()), to)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("salvage %s: %w", from, err), remove0(to))
	}
	return s, nil
}

// remove0 takes a file away that was begun.
func remove0(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func salvageInto(from *scan, to string) (*Salvaged, error) {
	db, err := Options{NoSync: true}.Open(to)
	if err != nil {
		return nil, err
	}
	w := &salvage{db: db, scan: from, kept: -1, stale: make(map[uint64]int)}
	if err := errors.Join(w.all(), db.bolt.Sync(), db.Close()); err != nil {
		return nil, err
	}
	return &w.result, nil
}

// salvage is a Salvage in progress.
type salvage struct {
	tables // of the new file, in the transaction
	db     *DB
	scan   *scan
	tx     *bolt.Tx
	room   int // bytes that may still be written in it

	version string         // of the damaged file, "" if it cannot be read
	marked  bool           // it has records of format 1
	kept    int            // pages by its own totals, -1 if these cannot be read
	stale   map[uint64]int // postings that its tree does not lead to: how often the state that was taken had been seen
	result  Salvaged
}

// salvageRoom is how many bytes are written in one transaction.
const salvageRoom = 16 << 20

// all takes records, those from the most certain places first.
func (w *salvage) all() error {
	steps := []func() error{
		func() error { return w.scan.walk(w.readSystem) },
		w.renew,
		func() error { return w.scan.eachSealed(true, w.take) },
		func() error { return w.ifBare(w.scan.walk) },
		func() error { return w.scan.eachSealed(false, w.takeStale) },
		func() error { return w.ifBare(w.scan.eachStray) },
		w.dropIncomplete,
		func() error { return w.tx.Commit() },
		w.settle,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			if w.tx != nil {
				_ = w.tx.Rollback() // it may be over
			}
			return err
		}
	}
	return nil
}

// readSystem takes the totals, and whether the file has records of format 1.
func (w *salvage) readSystem(p pair) error {
	if p.bucket != "system" {
		return nil
	}
	var c counters
	switch string(p.k) {
	case keyVersion:
		w.version = string(p.v)
	case keyBare:
		w.marked = true
	case keyCounters:
		if json.Unmarshal(p.v, &c) == nil {
			w.kept = c.Pages
		}
	}
	return nil
}

// ifBare takes the records of format 1 that a way through the file gives, if there may be any.
func (w *salvage) ifBare(each func(func(pair) error) error) error {
	if w.version == "2" && !w.marked {
		return nil
	}
	return each(w.takeBare)
}

// renew begins a transaction, and ends the one before.
func (w *salvage) renew() (err error) {
	if w.tx != nil {
		if err := w.tx.Commit(); err != nil {
			return err
		}
	}
	if w.tx, err = w.db.bolt.Begin(true); err != nil {
		return err
	}
	w.room, w.tables = salvageRoom, open(w.tx)
	for _, b := range w.sealedBuckets() {
		b.FillPercent = 0.95 // most keys come in order
	}
	return nil
}

// take puts a sealed record into the new file.
func (w *salvage) take(kind byte, k, value []byte) error {
	b := w.sealedBuckets()[sealedKinds[kind]]
	if b.Bucket.Get(k) != nil {
		return nil
	}
	if kind == 'p' || kind == 'a' {
		p, _, err := decodeMeta(b.open(k, value))
		if err != nil {
			return nil
		}
		fp := key(Fingerprint(p.URL))
		if w.index.Get(fp) != nil || w.aliases.Get(fp) != nil {
			return nil // fetched again, or taken out for its canonical page
		}
		if kind == 'p' {
			if err := w.index.Put(fp, slices.Clone(k)); err != nil {
				return err
			}
		}
	}
	if err := b.Bucket.Put(k, value); err != nil {
		return err
	}
	if w.room -= len(k) + len(value); w.room > 0 {
		return nil
	}
	return w.renew()
}

// takeStale is take for a record that the tree does not lead to: of a posting's states, the one seen most often counts.
func (w *salvage) takeStale(kind byte, k, value []byte) error {
	if kind != 'j' || len(k) != 8 {
		return w.take(kind, k, value)
	}
	h, err := decodeHead(w.postings.open(k, value))
	if err != nil {
		return nil
	}
	n := binary.BigEndian.Uint64(k)
	if seen, ok := w.stale[n]; ok && seen < h.count {
		w.stale[n] = h.count
		return w.postings.Bucket.Put(k, value)
	} else if !ok && w.postings.Bucket.Get(k) == nil {
		w.stale[n] = h.count
	}
	return w.take(kind, k, value)
}

// takeBare seals a record of format 1 and takes it.
func (w *salvage) takeBare(p pair) error {
	if _, _, _, ok := openSeal(p.v); ok {
		return nil
	}
	kind := w.judge(p)
	if kind == 0 {
		return nil
	}
	room := append(make([]byte, sealFixed+len(p.k)), p.v...)
	copy(room[sealFixed:], p.k)
	k := room[sealFixed : sealFixed+len(p.k)]
	closeSeal(kind, k, room)
	return w.take(kind, k, room)
}

// dropIncomplete takes out pages without a body, and what belongs to no page.
func (w *salvage) dropIncomplete() error {
	var gone, empty [][]byte
	err := w.pages.ForEach(func(k, meta []byte) error {
		_, size, err := decodeMeta(meta)
		if err == nil && w.bodies.Get(k) == nil && size > 0 {
			gone = append(gone, slices.Clone(k))
		} else if w.bodies.Get(k) == nil {
			empty = append(empty, slices.Clone(k))
		}
		return nil
	})
	if err != nil {
		return err
	}
	incomplete := len(gone)
	for _, b := range []*sealed{w.bodies, w.links} {
		err := b.Bucket.ForEach(func(k, _ []byte) error {
			if w.pages.Bucket.Get(k) == nil {
				gone = append(gone, slices.Clone(k))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, k := range empty { // format 1 shows nothing of it
		if err := w.bodies.Put(k, nil); err != nil {
			return err
		}
	}
	for _, k := range gone {
		if err := remove(k, w.pages, w.bodies, w.links)(); err != nil {
			return err
		}
	}
	w.result.Lost = incomplete
	return nil
}

// settle has all that is derived from the records made, and takes out what does not fit together.
func (w *salvage) settle() error {
	w.tx = nil
	if _, err := w.db.Repair(func(string) error { return nil }); err != nil {
		return err
	}
	s, err := w.db.Stats()
	if err != nil {
		return err
	}
	w.result.Pages, w.result.Postings = s.Pages, s.Postings
	if w.result.AtLeast = w.kept < 0; w.kept >= 0 {
		w.result.Lost = max(0, w.kept-s.Pages)
	}
	if s.Pages == 0 && s.Aliases == 0 && w.kept != 0 {
		return ErrNothing
	}
	return nil
}
