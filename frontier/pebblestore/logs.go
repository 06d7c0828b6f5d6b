package pebblestore

import (
	"strings"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// flushAfter is how long a batch may exist only in the process. Pebble keeps up to 32 KiB of the log there until it is told to write. A slow crawl
// takes minutes to fill that, and a kill would lose the pauses that hosts asked for.
const flushAfter = 10 * time.Millisecond

// log is the state of Pebble's log.
type log struct {
	mu    sync.Mutex // held while the database is written to; guards the fields below
	due   bool       // flush will be called
	ended bool       // it must write nothing more
}

// flushSoon makes sure that the written batches reach the system soon. The caller holds the lock.
func (d *DB) flushSoon() {
	if !d.log.due {
		d.log.due = true
		time.AfterFunc(flushAfter, d.flush)
	}
}

// flush hands the log to the system. If that fails, the next Append returns the error.
func (d *DB) flush() {
	d.log.mu.Lock()
	defer d.log.mu.Unlock()
	d.log.due = false
	if !d.log.ended {
		_ = d.fault.Do(func() error { return d.db.LogData(nil, pebble.Sync) })
	}
}

// lazyLogs is a file system that waits for the disk only when a log is closed. A killed process loses at most the last flushAfter of a log, and a
// crash of the machine the last seconds.
type lazyLogs struct{ vfs.FS }

func lazy(name string, f vfs.File, err error) (vfs.File, error) {
	if err != nil || !strings.HasSuffix(name, ".log") {
		return f, err
	}
	return lazyFile{f}, nil
}

// Create implements vfs.FS: it creates a file. Logs of the database are synced to the disk only when they are closed.
func (l lazyLogs) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := l.FS.Create(name, c)
	return lazy(name, f, err)
}

// ReuseForWrite implements vfs.FS: it reuses an old file. As with Create, logs of the database are synced to the disk only when they are closed.
func (l lazyLogs) ReuseForWrite(from, to string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := l.FS.ReuseForWrite(from, to, c)
	return lazy(to, f, err)
}

// Unwrap implements vfs.FS: it returns the file system below this one.
func (l lazyLogs) Unwrap() vfs.FS { return l.FS }

type lazyFile struct{ vfs.File }

// Sync implements vfs.File. It does nothing, so that writing need not wait for the disk.
func (lazyFile) Sync() error { return nil }

// SyncData implements vfs.File. It does nothing, so that writing need not wait for the disk.
func (lazyFile) SyncData() error { return nil }

// SyncTo implements vfs.File. It does nothing, so that writing need not wait for the disk.
func (lazyFile) SyncTo(int64) (fullSync bool, err error) { return false, nil }

// Close implements vfs.File: it syncs the file to the disk and closes it.
func (f lazyFile) Close() error {
	if err := f.File.Sync(); err != nil {
		return err
	}
	return f.File.Close()
}
