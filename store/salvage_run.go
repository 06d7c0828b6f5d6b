package store

import (
	"encoding/json"
	"errors"
	"slices"

	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/boltfile"
	"gannet/store/internal/check"
	"gannet/store/internal/entry"
	"gannet/store/postings"
)

func salvageInto(from *boltfile.Scan, to string) (*Salvaged, error) {
	db, err := Options{NoSync: true}.Open(to)
	if err != nil {
		return nil, err
	}
	s := &salvager{db: db, scan: from, keptPages: -1, strays: make(map[stray]int)}
	if err := errors.Join(s.run(), db.bolt.Sync(), db.Close()); err != nil {
		return nil, err
	}
	return &s.result, nil
}

// salvager is a Salvage in progress.
type salvager struct {
	db     *DB
	scan   *boltfile.Scan
	tx     *bolt.Tx     // of the new file
	to     *pageBuckets // of tx
	sealed map[entry.Kind]*entry.Bucket
	room   int // bytes that may still be written in tx

	version    string        // of the damaged file, "" if it cannot be read
	unsealed   bool          // it has entries of format 1
	unnumbered []byte        // its value of keyUnnumbered, nil if that cannot be read
	keptPages  int           // by its own totals, -1 if these cannot be read
	strays     map[stray]int // postings and lives that its tree does not lead to: how new the state is that was taken
	result     Salvaged
}

// stray is an entry that belongs to the posting with a number.
type stray struct {
	kind   entry.Kind
	number uint64
}

// salvageRoom is how many bytes are written in one transaction.
const salvageRoom = 16 << 20

// run adds the entries of the damaged file, beginning with those whose place is the most certain.
func (s *salvager) run() error {
	steps := []func() error{
		func() error { return s.scan.Walk(s.readSystem) },
		s.nextTransaction,
		func() error { return s.scan.EachSealed(true, s.addSealed) },
		func() error { return s.eachUnsealed(s.scan.Walk) },
		func() error { return s.scan.EachSealed(false, s.addStray) },
		func() error { return s.eachUnsealed(s.scan.EachStray) },
		s.dropIncomplete,
		func() error { return s.to.setUnnumbered(s.unnumbered) },
		func() error { return s.tx.Commit() },
		s.finish,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			if s.tx != nil {
				_ = s.tx.Rollback() // it may be over
			}
			return err
		}
	}
	return nil
}

// readSystem reads the version and the totals of the damaged file.
func (s *salvager) readSystem(e boltfile.Entry) error {
	if e.Bucket != "system" {
		return nil
	}
	var t totals
	switch string(e.Key) {
	case keyVersion:
		s.version = string(e.Value)
	case keyUnsealed:
		s.unsealed = true
	case keyUnnumbered:
		s.unnumbered = slices.Clone(e.Value)
	case keyCounters:
		if json.Unmarshal(e.Value, &t) == nil {
			s.keptPages = t.Pages
		}
	}
	return nil
}

// eachUnsealed adds the entries of format 1 that each finds in the file. It does nothing if the file cannot have such entries.
func (s *salvager) eachUnsealed(each func(func(boltfile.Entry) error) error) error {
	if s.version == "2" && !s.unsealed {
		return nil
	}
	return each(s.addUnsealed)
}

// nextTransaction ends a transaction and begins the next.
func (s *salvager) nextTransaction() (err error) {
	if s.tx != nil {
		if err := s.tx.Commit(); err != nil {
			return err
		}
	}
	if s.tx, err = s.db.bolt.Begin(true); err != nil {
		return err
	}
	s.room, s.to = salvageRoom, openBuckets(s.tx)
	s.sealed = s.to.sealedBuckets()
	for _, b := range s.sealed {
		b.FillPercent = appendFill // most keys come in order
	}
	return nil
}

// addSealed puts a sealed entry into the new file, unless there is already an entry under its key.
func (s *salvager) addSealed(kind entry.Kind, k, sealed []byte) error {
	b := s.sealed[kind]
	if b.Has(k) {
		return nil
	}
	if kind == entry.Pages || kind == entry.Aliases {
		if ok, err := s.addURL(kind, k, b.Unseal(k, sealed)); err != nil || !ok {
			return err
		}
	}
	if err := b.Bucket.Put(k, sealed); err != nil {
		return err
	}
	if s.room -= len(k) + len(sealed); s.room > 0 {
		return nil
	}
	return s.nextTransaction()
}

// addURL enters a page into the index. ok is false if the page was fetched again, or deleted for its canonical page.
func (s *salvager) addURL(kind entry.Kind, k, value []byte) (ok bool, err error) {
	p, _, err := decodePage(value)
	if err != nil {
		return false, nil
	}
	fp := entry.URLKey(p.URL)
	if s.to.index.Get(fp) != nil || s.to.aliases.Has(fp) {
		return false, nil
	}
	if kind == entry.Pages {
		err = s.to.index.Put(fp, slices.Clone(k))
	}
	return err == nil, err
}

// addStray adds a sealed entry to which the tree does not lead. If a posting or its life exists in several states, the newest one is used.
func (s *salvager) addStray(kind entry.Kind, k, sealed []byte) error {
	if kind != entry.Postings && kind != entry.Lives || len(k) != 8 {
		return s.addSealed(kind, k, sealed)
	}
	b := s.sealed[kind]
	count, ok := postings.Newness(kind, b.Unseal(k, sealed))
	if !ok {
		return nil
	}
	n := stray{kind, entry.Number(k)}
	if taken, ok := s.strays[n]; ok && taken < count {
		s.strays[n] = count
		return b.Bucket.Put(k, sealed)
	} else if !ok && !b.Has(k) {
		s.strays[n] = count
	}
	return s.addSealed(kind, k, sealed)
}

// addUnsealed seals an entry of format 1 and adds it.
func (s *salvager) addUnsealed(e boltfile.Entry) error {
	if _, _, _, ok := entry.Unseal(e.Value); ok {
		return nil
	}
	kind := kindOfUnsealed(e)
	if kind == 0 {
		return nil
	}
	buf := append(make([]byte, entry.FixedSize+len(e.Key)), e.Value...)
	entry.Seal(kind, e.Key, buf)
	return s.addSealed(kind, buf[entry.FixedSize:entry.FixedSize+len(e.Key)], buf)
}

// dropIncomplete deletes pages without a body, and entries that belong to no page.
func (s *salvager) dropIncomplete() error {
	var gone, empty [][]byte
	err := s.to.pages.ForEach(func(k, value []byte) error {
		if s.to.bodies.Get(k) != nil {
			return nil
		}
		if _, size, err := decodePage(value); err == nil && size > 0 {
			gone = append(gone, slices.Clone(k))
		} else {
			empty = append(empty, slices.Clone(k))
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.result.Lost = len(gone)
	for _, b := range s.to.byPage()[1:] {
		err := b.Bucket.ForEach(func(k, _ []byte) error {
			if !s.to.pages.Has(k) {
				gone = append(gone, slices.Clone(k))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, k := range empty { // format 1 has no entry for an empty body
		if err := s.to.bodies.Put(k, nil); err != nil {
			return err
		}
	}
	for _, k := range gone {
		if err := check.Delete(k, s.to.byPage()...)(); err != nil {
			return err
		}
	}
	return nil
}

// salvagedCursors is added to the cursors after a salvage, so that no new event or page gets the cursor of a lost one.
const salvagedCursors = 1 << 32

// beginLedgerAnew drops all events, because some may be lost and readers must not miss any.
func (s *salvager) beginLedgerAnew() error {
	return s.db.writeBatch(func(b *batch) error {
		b.totals.ChangeBytes = 0
		return errors.Join(b.openPostings().FoldLedger(salvagedCursors), b.foldRewrites(salvagedCursors))
	})
}

// finish writes the entries that follow from others, and deletes entries that do not fit together.
func (s *salvager) finish() error {
	s.tx = nil
	if _, err := s.db.Repair(func(string) error { return nil }); err != nil {
		return err
	}
	if err := s.beginLedgerAnew(); err != nil {
		return err
	}
	kept, err := s.db.Stats()
	if err != nil {
		return err
	}
	s.result.Pages, s.result.Postings = kept.Pages, kept.Postings
	if s.result.AtLeast = s.keptPages < 0; s.keptPages >= 0 {
		s.result.Lost = max(0, s.keptPages-kept.Pages)
	}
	if kept.Pages == 0 && kept.Aliases == 0 && s.keptPages != 0 {
		return ErrNothing
	}
	return nil
}
