package pebblestore

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"gannet/internal/pebbleguard"
)

// format is the value of the v key. Every change of the format needs another number.
const format = "gannet frontier 1"

// Errors of Open and Verify. Each is wrapped in one line that names the directory.
var (
	// ErrInUse is returned if another process has opened the directory.
	ErrInUse = errors.New("in use by another crawl: stop that one or choose another directory")
	// ErrFormat is returned if the directory has no frontier, or one that this version cannot read.
	ErrFormat = errors.New("not a frontier of this version of gannet: choose another directory")
	// ErrDamaged is returned if the data in the directory are damaged.
	ErrDamaged = errors.New("the frontier is damaged")
)

// ErrWrite says that the system refuses to write, for example because the disk is full. Earlier batches are there when the store is opened
// again, except perhaps for the last ones, as after a crash.
var ErrWrite = pebbleguard.ErrWrite

// DB is a frontier.Store on disk, in one directory. Only one goroutine may use it at a time.
type DB struct {
	dir   string
	db    *pebble.DB
	lock  *pebble.Lock
	fault *pebbleguard.Fault

	log       log
	recent    recent
	starts    starts
	buf       []byte // of the value that is written
	url       []byte // buffers of stringsAt
	data, was []byte // likewise
}

// Open opens the store in dir. It makes the directory and the store if they do not exist.
func Open(dir string) (*DB, error) {
	return open(dir, vfs.Default)
}

func open(dir string, fs vfs.FS) (*DB, error) {
	d, err := openPebble(dir, fs)
	if err != nil {
		return nil, fmt.Errorf("frontier in %s: %w", dir, err)
	}
	if err := d.checkFormat(); err != nil {
		return nil, errors.Join(fmt.Errorf("frontier in %s: %w", dir, err), d.shut())
	}
	return d, nil
}

func openPebble(dir string, fs vfs.FS) (*DB, error) {
	if err := fs.MkdirAll(dir, 0o755); err != nil {
		return nil, pebbleguard.Unwritable(err)
	}
	lock, err := pebble.LockDirectory(dir, fs)
	switch {
	case err != nil && locked(err):
		return nil, ErrInUse
	case err != nil:
		return nil, pebbleguard.Unwritable(err)
	}
	d := &DB{dir: dir, lock: lock, fault: pebbleguard.New(), recent: recent{limit: recentSize}}
	o := options(lazyLogs{fs}, d.fault)
	o.Lock = lock
	switch d.db, err = openWhole(dir, fs, d.fault, o); {
	case errors.Is(err, ErrWrite):
		return nil, err
	case err != nil:
		return nil, errors.Join(explain(err), lock.Close())
	}
	return d, nil
}

// openWhole opens a database, or begins one. It refuses a directory whose marker is lost: Pebble would begin a new database
// there and delete the tables of the old one.
func openWhole(dir string, fs vfs.FS, fault *pebbleguard.Fault, o *pebble.Options) (*pebble.DB, error) {
	contents, err := pebbleguard.Inspect(dir, fs)
	if err == nil && contents == pebbleguard.Headless {
		err = errors.New("its marker is lost")
	}
	if err != nil {
		fault.End()
		return nil, err
	}
	return fault.Open(dir, o)
}

// locked reports whether a lock was refused because this process or another one holds it.
func locked(err error) bool {
	text := err.Error()
	return strings.Contains(text, "lock held by current process") ||
		strings.Contains(text, "temporarily unavailable") || strings.Contains(text, "permission denied") && !os.IsPermission(err)
}

// explain wraps a failure of Pebble in one of our errors. If the system refused an access, for example to a file without permission, the error is
// ErrWrite. All other failures to open or read a database count as damage.
func explain(err error) error {
	text := pebbleguard.FirstLine(err.Error())
	switch {
	case errors.Is(err, ErrWrite):
		return err
	case strings.Contains(text, "format major version"):
		return fmt.Errorf("%w (%s)", ErrFormat, text)
	case pebbleguard.Refused(err):
		return pebbleguard.Unwritable(err)
	}
	return fmt.Errorf("%w (%s)", ErrDamaged, text)
}

// checkFormat writes the format into an empty database, and refuses a database of another format.
func (d *DB) checkFormat() error {
	value, closer, err := d.db.Get([]byte{keyVersion})
	switch {
	case err == nil:
		defer closer.Close()
		if string(value) != format {
			return fmt.Errorf("%w (its format is %q)", ErrFormat, value)
		}
		return nil
	case !errors.Is(err, pebble.ErrNotFound):
		return explain(err)
	}
	it, err := d.db.NewIter(nil)
	if err != nil {
		return explain(err)
	}
	if it.First() {
		return errors.Join(ErrFormat, it.Close())
	}
	if err := it.Close(); err != nil {
		return explain(err)
	}
	return d.fault.Do(func() error { return d.db.Set([]byte{keyVersion}, []byte(format), pebble.Sync) })
}

// Close implements frontier.Store: it makes all data durable and closes the database.
func (d *DB) Close() error {
	d.log.mu.Lock()
	d.log.ended = true
	d.log.mu.Unlock()
	err := d.fault.Do(d.db.Flush)
	if err = errors.Join(err, d.shut()); err != nil {
		return fmt.Errorf("close %s: %w", d.dir, err)
	}
	return nil
}

// shut closes the database and its lock, unless there was a fault.
func (d *DB) shut() error {
	return d.fault.Close(d.db.Close, d.lock.Close)
}
