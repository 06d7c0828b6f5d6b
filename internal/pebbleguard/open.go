package pebbleguard

import (
	"errors"
	"fmt"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/sstable/block"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// Sizes are the settings, in bytes, in which the program's Pebble databases differ.
type Sizes struct {
	Buffer uint64 // of writes in memory; Pebble takes its memory out of Cache
	Cache  int64
	Base   int64 // of the first level below level 0
	Block  int   // read at once from a table
	Table  int64 // of a table file
}

// Options returns Pebble's options for a database in the file system fs. With these options a failed write becomes the Fault, and a damaged
// table is an error of the call that reads it.
func (f *Fault) Options(fs vfs.FS, s Sizes, compression *block.CompressionProfile) *pebble.Options {
	o := &pebble.Options{
		FS:                    f.FS(fs),
		FormatMajorVersion:    pebble.FormatNewest,
		MemTableSize:          s.Buffer,
		CacheSize:             s.Cache,
		L0CompactionThreshold: 4,
		LBaseMaxBytes:         s.Base,
		Logger:                f,
		// Without this listener Pebble exits over a damaged table.
		EventListener: &pebble.EventListener{DataCorruption: func(pebble.DataCorruptionInfo) {}},
	}
	for i := range o.Levels {
		o.Levels[i].BlockSize = s.Block
		o.Levels[i].IndexBlockSize = 64 << 10
		o.TargetFileSizes[i] = s.Table
	}
	o.ApplyCompressionSettings(func() pebble.DBCompressionSettings {
		return pebble.UniformDBCompressionSettings(compression)
	})
	return o
}

// Open opens the Pebble database in dir. After an error other than ErrWrite, End was already called, so the caller need not call it.
func (f *Fault) Open(dir string, o *pebble.Options) (db *pebble.DB, err error) {
	err = f.Do(func() (err error) {
		db, err = guard(func() (*pebble.DB, error) { return pebble.Open(dir, o) })
		return err
	})
	if err != nil && !errors.Is(err, ErrWrite) {
		f.End()
	}
	return db, err
}

// Close calls closes, which close the database and its lock, and then ends the fault. After a failed write it leaves them open.
func (f *Fault) Close(closes ...func() error) error {
	if f.Err() != nil {
		return nil
	}
	err := f.Do(func() error {
		_, err := guard(func() (struct{}, error) {
			var errs []error
			for _, c := range closes {
				errs = append(errs, c())
			}
			return struct{}{}, errors.Join(errs...)
		})
		return err
	})
	f.End()
	return err
}

// Contents says whether a directory contains a Pebble database.
type Contents uint8

// These are the possible contents of a directory. Pebble would begin a new database in one that is Headless, and delete the tables there.
const (
	// Empty says that a directory has no database, but perhaps files of a database to which nothing was ever written.
	Empty Contents = iota
	// Database says that a directory has a database, which may be damaged.
	Database
	// Headless says that a directory has tables of a database whose marker file is lost. Pebble would begin a new database there and delete
	// the tables.
	Headless
)

// Inspect finds out whether dir contains a Pebble database. The error says that the directory cannot be listed.
func Inspect(dir string, fs vfs.FS) (Contents, error) {
	names, err := fs.List(dir)
	if err != nil {
		return Empty, err
	}
	found, err := guard(func() (*pebble.DBDesc, error) { return pebble.Peek(dir, fs) })
	if err != nil || found.Exists {
		return Database, nil // Open returns the error, too
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".sst") {
			return Headless, nil
		}
	}
	return Empty, nil
}

// guard turns a panic of Pebble over a damaged directory into an error.
func guard[T any](open func() (T, error)) (value T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("corrupt: %v", r)
		}
	}()
	return open()
}
