package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Version is the format's number. Files of this one and of all before are read.
const Version = 2

// ErrInUse says that another process has the file open. ErrFormat says that the file is no store, or one of another
// version, or, with ErrDamaged, that it is damaged where it says what it is.
var (
	ErrInUse  = errors.New("another process has it open: wait for it, or stop it")
	ErrFormat = errors.New("not a store this program can read")
)

// Options are the choices of opening. The zero value is right for a crawl.
type Options struct {
	// NoSync leaves it to the system when a batch reaches the disk. A crash of the process loses nothing, a crash of
	// the machine may leave a file that cannot be opened: for replays and tests.
	NoSync bool
	// Wait is how long to wait for another process to close the file. Default: 1 s.
	Wait time.Duration
}

const (
	keyVersion  = "version"
	keyCounters = "counters"
	keyBare     = "bare" // there since the file was of format 1, whose records have no seals
)

var buckets = []string{"system", "pages", "bodies", "links", "index", "canonicals", "aliases", "hosts", "meta",
	"postings", "versions", "posting index", "clusters", "members", "records"}

// Open opens a store for writing and makes it if there is none. It walks over the file's pages first, about a second a
// GB. Errors are one line with the remedy; errors.Is finds ErrInUse, ErrFormat and ErrDamaged in them.
func Open(path string) (*DB, error) { return Options{}.Open(path) }

// OpenReadOnly opens a store that exists. Several processes may read it at once, none while one writes.
func OpenReadOnly(path string) (*DB, error) { return Options{}.OpenReadOnly(path) }

// Open is Open with options.
func (o Options) Open(path string) (*DB, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return o.create(path)
	case err != nil:
		return nil, fmt.Errorf("open store: %w", err)
	case info.Size() == 0:
		return o.create(path) // made by a process that was killed before bbolt wrote to it
	}
	d, err := o.OpenReadOnly(path)
	if err != nil {
		return nil, err // checked here, because bbolt reads a cut file's free list before it can be asked
	}
	if err := errors.Join(d.read(sound), d.Close()); err != nil { // writing over a broken tree may never end
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return o.create(path)
}

// OpenReadOnly is OpenReadOnly with options.
func (o Options) OpenReadOnly(path string) (*DB, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	if info.Size() < 2*int64(os.Getpagesize()) { // bbolt's two header pages
		return nil, cutOff(path, info.Size(), 2*int64(os.Getpagesize()))
	}
	d := &DB{path: path}
	err = guard(path, func() error {
		if d.bolt, err = bolt.Open(path, 0o644, &bolt.Options{ReadOnly: true, Timeout: o.wait()}); err != nil {
			return openError(path, err)
		}
		return check(d.bolt, path)
	})
	if err == nil {
		return d, nil
	}
	if d.bolt != nil {
		err = errors.Join(err, d.bolt.Close())
	}
	return nil, err
}

func (o Options) wait() time.Duration {
	if o.Wait > 0 {
		return o.Wait
	}
	return time.Second
}

// create opens for writing and makes what is not there yet.
func (o Options) create(path string) (*DB, error) {
	d := &DB{path: path}
	err := guard(path, func() (err error) {
		d.bolt, err = bolt.Open(path, 0o644, &bolt.Options{
			Timeout: o.wait(), NoSync: o.NoSync, FreelistType: bolt.FreelistMapType,
		})
		return openError(path, err)
	})
	if err != nil {
		return nil, err
	}
	if err := d.complete(); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", path, err), d.bolt.Close())
	}
	return d, nil
}

// complete makes the buckets that are not there, and marks a file of format 1. It writes nothing if all is as it should be.
func (d *DB) complete() error {
	missing, bare := false, false
	err := d.read(func(tx *bolt.Tx) error {
		system := tx.Bucket([]byte("system"))
		bare = hasBare(system)
		missing = bare && system.Get([]byte(keyBare)) == nil
		for _, name := range buckets {
			missing = missing || tx.Bucket([]byte(name)) == nil
		}
		return nil
	})
	if err != nil || !missing {
		return err
	}
	version, err := json.Marshal(Version)
	if err != nil {
		return err
	}
	return d.write(func(tx *bolt.Tx) error {
		for _, name := range buckets {
			if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
				return err
			}
		}
		system := tx.Bucket([]byte("system"))
		if bare {
			if err := system.Put([]byte(keyBare), []byte("true")); err != nil {
				return err
			}
		}
		return system.Put([]byte(keyVersion), version)
	})
}

// check compares the file with what its header promises before anything else of it is read: reading behind the end
// of a mapped file ends the process.
func check(b *bolt.DB, path string) error {
	return b.View(func(tx *bolt.Tx) error {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.Size() < tx.Size() {
			return cutOff(path, info.Size(), tx.Size())
		}
		system := tx.Bucket([]byte("system"))
		if system == nil {
			if k, _ := tx.Cursor().First(); k == nil {
				return nil // made, but nothing written yet
			}
			if ours(tx) {
				return damagedHead(path, "it does not say its format")
			}
			return fmt.Errorf("open store %s: a bbolt file of another program: name another directory: %w", path, ErrFormat)
		}
		var version int
		if err := json.Unmarshal(system.Get([]byte(keyVersion)), &version); err != nil || version < 1 {
			return damagedHead(path, "it does not say its format")
		}
		if version > Version {
			return fmt.Errorf("open store %s: format %d, this program reads %d: use the program that wrote it, or another directory: %w",
				path, version, Version, ErrFormat)
		}
		return nil
	})
}

// ours says of a file that does not say so whether it is a store: no other program's has three buckets of these names.
func ours(tx *bolt.Tx) bool {
	n := 0
	for _, name := range buckets {
		if tx.Bucket([]byte(name)) != nil {
			n++
		}
	}
	return n >= 3
}

func cutOff(path string, size, want int64) error {
	return damagedHead(path, fmt.Sprintf("the file ends after %d of %d bytes", size, want))
}

// damagedHead is the error of a file that is damaged where it says what it is.
func damagedHead(path, what string) error {
	return fmt.Errorf("open store %s: %s: %w", path, what, headError{ErrDamaged})
}

// headError is ErrDamaged and ErrFormat.
type headError struct{ error }

func (headError) Is(target error) bool { return target == ErrFormat || target == ErrDamaged }

func openError(path string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("open store %s: %w", path, ErrInUse)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch),
		errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrInvalidMapping):
		return damagedHead(path, err.Error())
	}
	return fmt.Errorf("open store %s: %w", path, err)
}

// hasBare says whether a file has, or had, records of format 1.
func hasBare(system *bolt.Bucket) bool {
	return system != nil && (string(system.Get([]byte(keyVersion))) == "1" || system.Get([]byte(keyBare)) != nil)
}
