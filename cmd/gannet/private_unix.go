//go:build unix

package main

import (
	"log/slog"
	"os"
	"syscall"

	"gannet/internal/cli"
)

// keepPrivate has all files that this process makes be readable by its user alone, until restore is called. The files in a directory that
// others may enter already are as the user's umask says, and that is told.
func keepPrivate(dir string, log *slog.Logger) (restore func()) {
	if info, err := os.Stat(dir); err == nil && info.Mode()&cli.OthersMayRead != 0 {
		log.Warn("others on this machine may read the crawl: if they should not, chmod -R go= its directory", "directory", dir)
		return func() {}
	}
	old := syscall.Umask(int(cli.OthersMayRead))
	syscall.Umask(old | int(cli.OthersMayRead)) // a stricter one stays as strict
	return func() { syscall.Umask(old) }
}
