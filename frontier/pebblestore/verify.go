package pebblestore

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"gannet/frontier"
	"gannet/internal/pebbleguard"
	"gannet/internal/weburl"
)

// Verify reads the whole frontier in dir, without changing it, and returns an error if a crawl could not continue with this frontier. The error
// is fs.ErrNotExist if there is no such directory, or else one of Open's errors. Verify takes no lock, so no crawl may begin in the directory
// meanwhile.
func Verify(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("frontier in %s: not a directory: %w", dir, ErrDamaged)
	}
	d, err := openReadOnly(dir)
	if err != nil {
		return err
	}
	err = d.verify()
	closing := d.fault.Close(d.db.Close)
	if err != nil {
		return err
	}
	if closing != nil {
		return fmt.Errorf("frontier in %s: %w", dir, explain(closing))
	}
	return nil
}

// openReadOnly opens the database in dir without a lock.
func openReadOnly(dir string) (*DB, error) {
	d := &DB{dir: dir, fault: pebbleguard.New(), recent: recent{limit: recentSize}}
	o := options(unlocked{vfs.Default}, d.fault)
	o.ReadOnly = true
	var err error
	if d.db, err = openWhole(dir, vfs.Default, d.fault, o); err != nil {
		return nil, fmt.Errorf("frontier in %s: %w", dir, explain(err))
	}
	return d, nil
}

// Peek opens the frontier in dir for reading, and calls use with a store that ignores writes. It takes no lock, so no crawl may begin in the
// directory meanwhile.
func Peek(dir string, use func(frontier.Store) error) error {
	d, err := openReadOnly(dir)
	if err != nil {
		return err
	}
	err = use(reading{d})
	return errors.Join(err, d.fault.Close(d.db.Close))
}

func (d *DB) verify() error {
	value, closer, err := d.db.Get([]byte{keyVersion})
	if errors.Is(err, pebble.ErrNotFound) {
		return d.empty()
	}
	if err != nil {
		return fmt.Errorf("frontier in %s: %w", d.dir, explain(err))
	}
	defer closer.Close()
	if string(value) != format {
		return fmt.Errorf("frontier in %s: %w (its format is %q)", d.dir, ErrFormat, value)
	}
	f, err := frontier.Open(reading{d}, frontier.DefaultOptions(), time.Now())
	if err != nil {
		if !errors.Is(err, ErrDamaged) { // its parts contradict each other
			err = fmt.Errorf("frontier in %s: %w", d.dir, damaged(err))
		}
		return err
	}
	if err := d.verifyStrings(); err != nil {
		return fmt.Errorf("frontier in %s: %w", d.dir, damaged(err))
	}
	return f.Close()
}

// empty returns an error unless nothing was ever written to the frontier.
func (d *DB) empty() error {
	it, err := d.db.NewIter(nil)
	if err != nil {
		return fmt.Errorf("frontier in %s: %w", d.dir, explain(err))
	}
	defer it.Close()
	if it.First() || it.Error() != nil {
		return fmt.Errorf("frontier in %s: %w (its format is missing)", d.dir, ErrDamaged)
	}
	return nil
}

// verifyStrings compares the fingerprint of every link with its URL.
func (d *DB) verifyStrings() error {
	return d.each(keyMeta, func(key, metas []byte) error {
		first := number(key)
		value, closer, err := d.db.Get(numbered(keyStrings, first))
		if err != nil {
			return fmt.Errorf("link %d: %w", first, err)
		}
		defer closer.Close()
		for i := uint32(0); len(metas) >= metaSize; i, metas = i+1, metas[metaSize:] {
			url, _, err := d.stringsAt(value, i)
			if err != nil {
				return fmt.Errorf("link %d: %w", first+i, err)
			}
			r := reader{metas}
			if r.fixed64() != weburl.Fingerprint(url) {
				return fmt.Errorf("link %d: %w", first+i, errValue)
			}
		}
		return nil
	})
}

// reading is a store that ignores writes.
type reading struct{ *DB }

// Append implements frontier.Store. It writes nothing, because the store is opened only for reading.
func (reading) Append(*frontier.Batch) error { return nil }

// Close implements frontier.Store. It does nothing, because the function that opened the database closes it.
func (reading) Close() error { return nil }

// unlocked is a file system without locks, because locking a directory would write to it.
type unlocked struct{ vfs.FS }

// Lock implements vfs.FS. It takes no lock, because the database is only read.
func (unlocked) Lock(string) (io.Closer, error) { return io.NopCloser(nil), nil }

// Unwrap implements vfs.FS: it returns the file system below this one.
func (u unlocked) Unwrap() vfs.FS { return u.FS }
