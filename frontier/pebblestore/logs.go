package pebblestore

import (
	"strings"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// flushEvery is how often the log is handed to the system at most. Pebble keeps up to 32 KiB of it in the process, which a
// slow crawl fills in minutes: pauses that hosts asked for would be lost with a process that is killed.
const flushEvery = 10 * time.Millisecond

// lazyLogs is a file system that hands logs to the system but does not wait until they are on the disk, but when they are
// closed. A killed process loses at most flushEvery of them, a crash of the machine the last seconds.
type lazyLogs struct{ vfs.FS }

func lazy(name string, f vfs.File, err error) (vfs.File, error) {
	if err != nil || !strings.HasSuffix(name, ".log") {
		return f, err
	}
	return lazyFile{f}, nil
}

// Create implements vfs.FS.
func (l lazyLogs) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := l.FS.Create(name, c)
	return lazy(name, f, err)
}

// ReuseForWrite implements vfs.FS.
func (l lazyLogs) ReuseForWrite(from, to string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := l.FS.ReuseForWrite(from, to, c)
	return lazy(to, f, err)
}

// Unwrap implements vfs.FS.
func (l lazyLogs) Unwrap() vfs.FS { return l.FS }

type lazyFile struct{ vfs.File }

// Sync implements vfs.File.
func (lazyFile) Sync() error { return nil }

// SyncData implements vfs.File.
func (lazyFile) SyncData() error { return nil }

// SyncTo implements vfs.File.
func (lazyFile) SyncTo(int64) (fullSync bool, err error) { return false, nil }

// Close implements vfs.File.
func (f lazyFile) Close() error {
	if err := f.File.Sync(); err != nil {
		return err
	}
	return f.File.Close()
}
