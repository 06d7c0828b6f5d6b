package pebbleguard

import "github.com/cockroachdb/pebble/v2/vfs"

// FS returns a file system that is like fs, but in which a failed write becomes the Fault.
func (f *Fault) FS(fs vfs.FS) vfs.FS { return watchedFS{fs, f} }

type watchedFS struct {
	vfs.FS
	fault *Fault
}

func (w watchedFS) watch(f vfs.File, err error) (vfs.File, error) {
	if err != nil {
		w.fault.stop(err)
	}
	return watchedFile{f, w.fault}, nil
}

// Create implements vfs.FS: it creates a file. A failure becomes the Fault.
func (w watchedFS) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return w.watch(w.FS.Create(name, c))
}

// OpenReadWrite implements vfs.FS: it opens a file. A failure becomes the Fault.
func (w watchedFS) OpenReadWrite(name string, c vfs.DiskWriteCategory, o ...vfs.OpenOption) (vfs.File, error) {
	return w.watch(w.FS.OpenReadWrite(name, c, o...))
}

// ReuseForWrite implements vfs.FS: it reuses an old file. A failure becomes the Fault.
func (w watchedFS) ReuseForWrite(from, to string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return w.watch(w.FS.ReuseForWrite(from, to, c))
}

// OpenDir implements vfs.FS: it opens a directory.
func (w watchedFS) OpenDir(name string) (vfs.File, error) {
	f, err := w.FS.OpenDir(name)
	if err != nil {
		return nil, err
	}
	return watchedFile{f, w.fault}, nil
}

// Rename implements vfs.FS: it renames a file. A failure becomes the Fault.
func (w watchedFS) Rename(from, to string) error {
	if err := w.FS.Rename(from, to); err != nil {
		w.fault.stop(err)
	}
	return nil
}

// Unwrap implements vfs.FS: it returns the file system below this one.
func (w watchedFS) Unwrap() vfs.FS { return w.FS }

type watchedFile struct {
	vfs.File
	fault *Fault
}

// Write implements vfs.File: it writes to the file. A failure becomes the Fault.
func (w watchedFile) Write(p []byte) (int, error) {
	n, err := w.File.Write(p)
	return n, w.check(err)
}

// WriteAt implements vfs.File: it writes to the file at an offset. A failure becomes the Fault.
func (w watchedFile) WriteAt(p []byte, at int64) (int, error) {
	n, err := w.File.WriteAt(p, at)
	return n, w.check(err)
}

// Sync implements vfs.File: it waits until the file is on the disk. A failure becomes the Fault.
func (w watchedFile) Sync() error { return w.check(w.File.Sync()) }

// SyncData implements vfs.File: it waits until the data of the file are on the disk. A failure becomes the Fault.
func (w watchedFile) SyncData() error { return w.check(w.File.SyncData()) }

// SyncTo implements vfs.File: it waits until a part of the file is on the disk. A failure becomes the Fault.
func (w watchedFile) SyncTo(length int64) (bool, error) {
	full, err := w.File.SyncTo(length)
	return full, w.check(err)
}

// Close implements vfs.File: it closes the file. A failure becomes the Fault; logs of the frontier are synced to the disk when they are
// closed, which may fail.
func (w watchedFile) Close() error { return w.check(w.File.Close()) }

func (w watchedFile) check(err error) error {
	if err != nil {
		w.fault.stop(err)
	}
	return nil
}
