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

	"gannet/store/internal/boltfile"
	"gannet/store/postings"
)

// Version is the number of the file format in which this version of gannet writes a store. It can read stores of this and of all earlier
// formats.
const Version = 2

// Options say how a store is opened. The zero value of a field does not stand for a default; start from DefaultOptions, which a crawl uses.
type Options struct {
	// NoSync lets the system decide when a batch is written to the disk. A crash of the process loses nothing, but after a crash of the machine the
	// file may be impossible to open. NoSync is for replays and tests.
	NoSync bool
	// Wait is how long to wait for another process to close the file.
	Wait time.Duration
}

// DefaultOptions returns options with which opening waits up to a second for another process to close the file.
func DefaultOptions() Options { return Options{Wait: time.Second} }

const (
	keyVersion  = "version"
	keyCounters = "counters"
	keyUnsealed = "bare" // there if the file was of format 1, whose entries have no seals
)

var buckets = append([]string{"system", "pages", "bodies", "links", "choices", "lessons", "index", "canonicals", "aliases", "hosts", "meta", "watched", "learned", "rewrites"},
	postings.BucketNames...)

// Open opens a store for writing, and creates it if it does not exist. It first checks the structure of the file, for which it may read all
// of it. A large file is not checked if it was closed properly and has not changed since, or if only its process was killed and the machine
// has been running since. The error is ErrInUse, ErrFormat or ErrDamaged, or comes from the system.
func Open(path string) (*DB, error) { return DefaultOptions().Open(path) }

// OpenReadOnly opens an existing store for reading. Several processes may read it at the same time, but none can while a process writes.
func OpenReadOnly(path string) (*DB, error) { return DefaultOptions().OpenReadOnly(path) }

// Open opens a store for writing with these options, as the function Open does with the default options.
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
	if !knownWhole(path, info) {
		err = d.read(boltfile.Sound) // writing over a broken tree may never end
	}
	if err := errors.Join(err, d.Close()); err != nil {
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return o.create(path)
}

// OpenReadOnly opens a store for reading with these options, as the function OpenReadOnly does with the default options.
func (o Options) OpenReadOnly(path string) (*DB, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	if info.Size() < 2*int64(os.Getpagesize()) { // bbolt's two header pages
		return nil, cutOff(path, info.Size(), 2*int64(os.Getpagesize()))
	}
	d := newDB(path)
	err = guard(path, func() error {
		if d.bolt, err = bolt.Open(path, 0o644, &bolt.Options{ReadOnly: true, Timeout: o.wait()}); err != nil {
			return openError(path, err)
		}
		return checkHead(d.bolt, path)
	})
	if err == nil {
		return d, nil
	}
	if d.bolt != nil {
		err = errors.Join(err, d.bolt.Close())
	}
	return nil, err
}

func newDB(path string) *DB {
	d := &DB{path: path, ledger: postings.DefaultLedger()}
	d.postings = postings.NewReader(d.viewPostings)
	return d
}

// wait returns Wait for bbolt, but at least one nanosecond, because bbolt waits for ever if it is zero.
func (o Options) wait() time.Duration { return max(o.Wait, 1) }

// create opens a store for writing, and creates the file and its buckets if they do not exist.
func (o Options) create(path string) (*DB, error) {
	d := newDB(path)
	err := guard(path, func() (err error) {
		d.bolt, err = bolt.Open(path, 0o644, &bolt.Options{
			Timeout: o.wait(), NoSync: o.NoSync, FreelistType: bolt.FreelistMapType,
		})
		return openError(path, err)
	})
	if err != nil {
		return nil, err
	}
	err = d.createBuckets()
	if err == nil {
		err = d.identify()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", path, err), d.bolt.Close())
	}
	d.whole = !o.NoSync
	d.noteOpen()
	return d, nil
}

// createBuckets creates the buckets that are missing, and marks a file of format 1. It writes nothing if there is nothing to add.
func (d *DB) createBuckets() error {
	missing, unsealed := false, false
	err := d.read(func(tx *bolt.Tx) error {
		system := tx.Bucket([]byte("system"))
		unsealed = hasUnsealed(system)
		missing = unsealed && system.Get([]byte(keyUnsealed)) == nil
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
		if err := markUnnumbered(tx); err != nil {
			return err
		}
		begun, recorded := tx.Bucket([]byte("changes")) != nil, tx.Bucket([]byte("rewrites")) != nil
		for _, name := range buckets {
			if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
				return err
			}
		}
		if !begun {
			if err := beginLedger(tx); err != nil {
				return err
			}
		}
		if b := openBuckets(tx); !recorded && b.pages.Sequence() > 0 { // it has no record of earlier rewrites
			if err := b.foldRewrites(0); err != nil {
				return err
			}
		}
		system := tx.Bucket([]byte("system"))
		if unsealed {
			if err := system.Put([]byte(keyUnsealed), []byte("true")); err != nil {
				return err
			}
		}
		return system.Put([]byte(keyVersion), version)
	})
}

// beginLedger begins the ledger. It has no events of the postings that are kept already, so it begins as if its first event had been dropped.
func beginLedger(tx *bolt.Tx) error {
	if tx.Bucket([]byte("postings")).Sequence() == 0 {
		return nil
	}
	return tx.Bucket([]byte("changes")).SetSequence(1)
}

// checkHead compares the file with its header before anything else in the file is read, because reading beyond the end of a mapped file would end the
// process.
func checkHead(b *bolt.DB, path string) error {
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
			if hasOurBuckets(tx) {
				return damagedHead(path, "it does not say its format")
			}
			return fmt.Errorf("open store %s: a bbolt file of another program: %w", path, ErrFormat)
		}
		var version int
		if err := json.Unmarshal(system.Get([]byte(keyVersion)), &version); err != nil || version < 1 {
			return damagedHead(path, "it does not say its format")
		}
		if version > Version {
			return fmt.Errorf("open store %s: format %d, this program reads up to %d: %w",
				path, version, Version, ErrFormat)
		}
		return nil
	})
}

// hasOurBuckets reports whether a file that does not name its format is a store. Files of other programs do not have three buckets with these names.
func hasOurBuckets(tx *bolt.Tx) bool {
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

// damagedHead returns the error for a file that is damaged at the place where its format is written.
func damagedHead(path, what string) error {
	return fmt.Errorf("open store %s: %s: %w", path, what, headError{ErrDamaged})
}

// headError is an error that is both ErrDamaged and ErrFormat.
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

// hasUnsealed reports whether a file has, or had, entries of format 1.
func hasUnsealed(system *bolt.Bucket) bool {
	return system != nil && (string(system.Get([]byte(keyVersion))) == "1" || system.Get([]byte(keyUnsealed)) != nil)
}
