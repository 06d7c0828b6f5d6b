package store

import (
	"errors"
	"fmt"
	"runtime/debug"

	bolt "go.etcd.io/bbolt"
)

// ErrEntry says that one entry cannot be read. What a transaction answers names the file. Repair takes such entries out.
var ErrEntry = errors.New("damaged")

func (d *DB) read(f func(*bolt.Tx) error) error {
	return guard(d.path, func() error { return d.bolt.View(f) })
}

func (d *DB) write(f func(*bolt.Tx) error) error {
	return guard(d.path, func() error { return d.bolt.Update(f) })
}

// guard runs what uses a bbolt file. Over a broken one bbolt panics, or reads where nothing is mapped; that is
// ErrDamaged here.
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
