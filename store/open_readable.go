package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/boltfile"
	"gannet/store/internal/entry"
)

// These are arguments for OpenReadable: the buckets that readers of pages and readers of postings need.
var (
	// PageBuckets is an argument for OpenReadable: the buckets that are needed to read pages without their bodies and links.
	PageBuckets = []string{"pages", "aliases"}
	// BodyBuckets is an argument for OpenReadable: the buckets that are needed to read pages with their bodies and links.
	BodyBuckets = []string{"pages", "aliases", "bodies", "links"}
	// PostingBuckets is an argument for OpenReadable: the buckets that are needed to read postings.
	PostingBuckets = []string{"postings", "versions", "clusters", "members"}
)

// OpenReadable opens a store for reading even if it is damaged. It first reads the given buckets in full. If they are intact, lost is nil.
// Otherwise db is a temporary copy with everything that Salvage can recover, and lost says what is missing. The copy is deleted when it is
// closed.
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
	db.tempDir = dir
	return db, s, nil
}

// verify reads buckets of sealed entries in full.
func (d *DB) verify(buckets []string) error {
	return d.read(func(tx *bolt.Tx) error {
		if err := boltfile.Sound(tx); err != nil {
			return err
		}
		b := openBuckets(tx)
		if b.system == nil {
			return nil
		}
		all := b.sealedBuckets()
		for _, name := range buckets {
			bucket := all[entry.KindOf(name)]
			if bucket == nil {
				continue // there are no postings yet
			}
			if err := verifyBucket(bucket); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return b.verifyCount()
	})
}

// verifyBucket reads all entries of a bucket. An entry without a seal must at least be a whole value of its kind.
func verifyBucket(b *entry.Bucket) error {
	return b.Bucket.ForEach(func(k, sealed []byte) error {
		if !isWhole(b, k, sealed) {
			return fmt.Errorf("%x: %w", k, ErrEntry)
		}
		return nil
	})
}

// isWhole reports whether an entry is as it was written, or is a whole value of its kind if it has no seal.
func isWhole(b *entry.Bucket, k, sealed []byte) bool {
	value := b.Unseal(k, sealed)
	_, _, _, ok := entry.Unseal(sealed)
	return !entry.IsUnreadable(value) && (ok || validEntry(b.Kind, k, value))
}

// verifyCount compares the number of pages with the totals. If the tree no longer leads to an entry, this is the only trace of it.
func (b *pageBuckets) verifyCount() error {
	var t totals
	if err := t.read(b.system.Get([]byte(keyCounters))); err != nil {
		return err
	}
	if n := b.pages.Count(); n != t.Pages {
		return fmt.Errorf("%d pages of %d: %w", n, t.Pages, ErrEntry)
	}
	return nil
}
