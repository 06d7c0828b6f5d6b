package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// The buckets that readers of pages and of postings need, for OpenReadable.
var (
	PageRecords    = []string{"pages", "aliases"}
	BodyRecords    = []string{"pages", "aliases", "bodies", "links"}
	PostingRecords = []string{"postings", "versions", "clusters", "members"}
)

// OpenReadable opens a store for reading although it may be damaged. It reads the named buckets in full first. If they
// are whole, lost is nil; otherwise the store is a copy of what Salvage gets out, in the system's directory for temporary
// files, until it is closed, and lost says what that is.
func OpenReadable(path string, buckets []string) (db *DB, lost *Salvaged, err error) {
	db, err = OpenReadOnly(path)
	if err == nil {
		if err = db.verify(buckets); err == nil {
			return db, nil, nil
		}
		err = errors.Join(err, db.Close())
	}
	if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrEntry) {
		return nil, nil, err
	}
	return openCopy(path)
}

func openCopy(path string) (*DB, *Salvaged, error) {
	dir, err := os.MkdirTemp("", "gannet-salvage-")
	if err != nil {
		return nil, nil, err
	}
	file := filepath.Join(dir, filepath.Base(path))
	s, err := Salvage(path, file)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	db, err := OpenReadOnly(file)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	db.copy = dir
	return db, s, nil
}

// verify reads buckets of sealed records in full.
func (d *DB) verify(buckets []string) error {
	return d.read(func(tx *bolt.Tx) error {
		if err := sound(tx); err != nil {
			return err
		}
		t := open(tx)
		if t.system == nil {
			return nil
		}
		all := t.sealedBuckets()
		for _, name := range buckets {
			b := all[name]
			if b == nil {
				continue // there are no postings yet
			}
			err := b.Bucket.ForEach(func(k, value []byte) error {
				record := b.open(k, value)
				if _, _, _, sealed := openSeal(value); string(record) == string(unreadable) || !sealed && !d.readable(b.kind, k, record) {
					return fmt.Errorf("%s: %x: %w", name, k, ErrEntry)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return t.complete()
	})
}

// complete compares the number of pages with the totals: records that the tree no longer leads to leave no trace in it.
func (t *tables) complete() error {
	var c counters
	if err := c.read(t.system.Get([]byte(keyCounters))); err != nil {
		return err
	}
	if n := entries(t.pages); n != c.Pages {
		return fmt.Errorf("%d pages of %d: %w", n, c.Pages, ErrEntry)
	}
	return nil
}
