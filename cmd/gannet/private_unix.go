//go:build unix

package main

import (
	"io/fs"
	"log/slog"
	"os"
	"syscall"
)

// othersMayRead are the rights of all but the owner of a file.
const othersMayRead fs.FileMode = 0o077

// keepPrivate has all files that this process makes be readable by its user alone, until restore is called. The files in a directory that
// others may enter already are as the user's umask says, and that is told.
func keepPrivate(dir string, log *slog.Logger) (restore func()) {
	if info, err := os.Stat(dir); err == nil && info.Mode()&othersMayRead != 0 {
		log.Warn("others on this machine may read the crawl: if they should not, chmod -R go= its directory", "directory", dir)
		return func() {}
	}
	old := syscall.Umask(int(othersMayRead))
	syscall.Umask(old | int(othersMayRead)) // a stricter one stays as strict
	return func() { syscall.Umask(old) }
}

// warnOfReaders warns of a file with a secret that others may read.
func warnOfReaders(path string, log *slog.Logger) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&othersMayRead != 0 {
		log.Warn("others on this machine may read a secret: chmod 600 the file", "file", path)
	}
}
