package store

import (
	"errors"
	"fmt"
	"runtime/debug"

	bolt "go.etcd.io/bbolt"

	"gannet/store/postings"
)

func (d *DB) read(f func(*bolt.Tx) error) error {
	return d.note(guard(d.path, func() error { return d.bolt.View(f) }))
}

func (d *DB) write(f func(*bolt.Tx) error) error {
	err := d.note(guard(d.path, func() error { return d.bolt.Update(f) }))
	if err == nil {
		d.noteOpen()
	} else {
		d.dropNote()
	}
	return err
}

// note notes that the file is damaged, if an error says so, and returns the error.
func (d *DB) note(err error) error {
	if errors.Is(err, ErrDamaged) {
		d.broken.Store(true)
	}
	return err
}

// view reads in one transaction. A file that was made but never written to has no buckets: read is not called.
func (d *DB) view(read func(*pageBuckets) error) error {
	return d.read(func(tx *bolt.Tx) error {
		b := openBuckets(tx)
		if b.system == nil {
			return nil
		}
		return read(b)
	})
}

// viewPostings is view for postings. read is not called if the file has no buckets of postings either.
func (d *DB) viewPostings(read func(*postings.Buckets) error) error {
	return d.view(func(b *pageBuckets) error {
		p := b.openPostings()
		if p == nil {
			return nil
		}
		return read(p)
	})
}

// guard runs what uses a bbolt file. Over a broken one bbolt panics, or reads where nothing is mapped. guard makes
// ErrDamaged of both.
func guard(path string, use func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("read %s: %v: %w", path, p, ErrDamaged)
		}
	}()
	if err = use(); errors.Is(err, ErrEntry) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return err
}
