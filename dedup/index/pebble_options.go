package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/objstorage/objstorageprovider"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/sstable/block"
	"github.com/cockroachdb/pebble/v2/vfs"

	"gannet/internal/pebbleguard"
)

// ErrDamaged means that an index on disk cannot be read. It can be removed, and made again from the store.
var ErrDamaged = errors.New("the index is damaged")

func damaged(err error) error {
	return fmt.Errorf("%w (%s)", ErrDamaged, pebbleguard.FirstLine(err.Error()))
}

// database is a Pebble database in which a failure to write is an error.
type database struct {
	*pebble.DB
	o     *pebble.Options
	dir   string
	fault *pebbleguard.Fault
}

// holdsDatabase reports whether a directory has a database, or tables of one that has lost its manifest. What a process
// leaves behind that was killed before it wrote its first table is no database.
func holdsDatabase(dir string) (bool, error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil || len(files) == 0 {
		return false, err
	}
	if is, err := pebble.Peek(dir, vfs.Default); err != nil || is.Exists {
		return true, nil // openDatabase returns a better error
	}
	return slices.ContainsFunc(files, func(f fs.DirEntry) bool { return strings.HasSuffix(f.Name(), ".sst") }), nil
}

// openDatabase opens a database for keys that are hashes. They cannot be compressed. Tables have no filters, because
// those would not fit the cache and Pebble.onDisk does their work. Whole tables are ingested, so that the database's own
// buffer is small.
func openDatabase(dir string, cache int64, readOnly bool) (*database, error) {
	d := &database{dir: dir, fault: pebbleguard.New()}
	d.o = &pebble.Options{
		FS:                    d.fault.FS(vfs.Default),
		ReadOnly:              readOnly,
		FormatMajorVersion:    pebble.FormatNewest,
		DisableWAL:            true,
		MemTableSize:          1 << 20,
		CacheSize:             cache,
		L0CompactionThreshold: 4,
		LBaseMaxBytes:         256 << 20,
		Logger:                d.fault,
		// Without a listener Pebble ends the program when a table is damaged. fetch returns an error instead.
		EventListener: &pebble.EventListener{DataCorruption: func(pebble.DataCorruptionInfo) {}},
	}
	for i := range d.o.Levels {
		d.o.Levels[i].BlockSize = 4 << 10
		d.o.Levels[i].IndexBlockSize = 64 << 10
		d.o.TargetFileSizes[i] = 32 << 20
	}
	d.o.ApplyCompressionSettings(func() pebble.DBCompressionSettings {
		return pebble.UniformDBCompressionSettings(block.NoCompression)
	})
	err := d.fault.Do(func() (err error) {
		d.DB, err = pebbleguard.Guard(func() (*pebble.DB, error) { return pebble.Open(dir, d.o) })
		return err
	})
	switch {
	case err == nil:
		return d, nil
	case errors.Is(err, pebbleguard.ErrWrite):
		return nil, err
	}
	d.fault.End()
	if pebbleguard.Refused(err) {
		return nil, pebbleguard.Unwritable(err)
	}
	return nil, damaged(err)
}

// ingest adds the pairs that write sets, all at once. They must come in the order of their keys.
func (d *database) ingest(write func(set func(key, value []byte) error) error) error {
	return d.fault.Do(func() error {
		path := filepath.Join(d.dir, "flush.tmp")
		file, err := d.o.FS.Create(path, vfs.WriteCategoryUnspecified)
		if err != nil {
			return err
		}
		w := sstable.NewWriter(objstorageprovider.NewFileWritable(file), d.o.MakeWriterOptions(0, d.TableFormat()))
		if err := errors.Join(write(w.Set), w.Close()); err != nil {
			return err
		}
		return d.Ingest(context.Background(), []string{path})
	})
}

// close closes the database. After a fault it does nothing, because the files must stay as they are.
func (d *database) close() error {
	if d.fault.Err() != nil {
		return nil
	}
	err := d.fault.Do(d.Close)
	d.fault.End()
	return err
}
