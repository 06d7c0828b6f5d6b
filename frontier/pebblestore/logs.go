package pebblestore

import (
	"strings"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// flushEvery is the least time between two writes of the log to the system. Without them, Pebble keeps up to 32 KiB of the
// log in the process. A slow crawl takes minutes to fill that, and a kill would lose pauses that hosts asked for.
const flushEvery = 10 * time.Millisecond

// lazyLogs is a file system that waits for the disk only when a log is closed. A killed process loses at most flushEvery of
// a log, a crash of the machine the last seconds.
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
