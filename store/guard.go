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

// note returns err. If err says that the file is damaged, note remembers that.
func (d *DB) note(err error) error {
	if errors.Is(err, ErrDamaged) {
		d.broken.Store(true)
	}
	return err
}

// view calls read in one transaction. It does not call read if the file was created but never written to, because such a file has no buckets.
func (d *DB) view(read func(*pageBuckets) error) error {
	return d.read(func(tx *bolt.Tx) error {
		b := openBuckets(tx)
		if b.system == nil {
			return nil
		}
		return read(b)
	})
}

// viewPostings is view for postings. It does not call read if the file has no buckets for postings.
func (d *DB) viewPostings(read func(*postings.Buckets) error) error {
	return d.view(func(b *pageBuckets) error {
		p := b.openPostings()
		if p == nil {
			return nil
		}
		return read(p)
	})
}

// guard calls a function that uses a bbolt file. If the file is broken, bbolt panics or reads memory that is not mapped. guard turns both into
// ErrDamaged.
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
