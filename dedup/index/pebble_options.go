package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/objstorage/objstorageprovider"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/sstable/block"
	"github.com/cockroachdb/pebble/v2/vfs"

	"gannet/internal/pebbleguard"
)

// ErrDamaged means that an index on disk cannot be read. It can be removed and rebuilt from the stored postings.
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

// holdsDatabase reports whether dir contains a database, or tables of one. Files of a process that was killed before it wrote its first table do not
// count as a database.
func holdsDatabase(dir string) (bool, error) {
	contents, err := pebbleguard.Inspect(dir, vfs.Default)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return contents != pebbleguard.Empty, err
}

// openDatabase opens a database for keys that are hashes. Nothing is compressed, because hashes cannot be. The tables have no filters, because our
// own filter says which keys exist and theirs would not fit the cache. Pebble's buffers are small, because tables are added whole.
func openDatabase(dir string, cache int64, readOnly bool) (*database, error) {
	d := &database{dir: dir, fault: pebbleguard.New()}
	sizes := pebbleguard.Sizes{Buffer: 1 << 20, Cache: cache, Base: 256 << 20, Block: 4 << 10, Table: 32 << 20}
	d.o = d.fault.Options(vfs.Default, sizes, block.NoCompression)
	d.o.ReadOnly, d.o.DisableWAL = readOnly, true
	var err error
	d.DB, err = d.fault.Open(dir, d.o)
	switch {
	case err == nil:
		return d, nil
	case errors.Is(err, pebbleguard.ErrWrite):
		return nil, err
	case pebbleguard.Refused(err):
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

// close closes the database, unless it has a fault.
func (d *database) close() error { return d.fault.Close(d.DB.Close) }
