//go:build unix

package cli

import (
	"io/fs"
	"log/slog"
	"os"
)

// OthersMayRead has the permission bits of all users other than the owner of a file.
const OthersMayRead fs.FileMode = 0o077

// WarnOfReaders logs a warning if users other than the owner may read a file with a secret. It ignores a file that does not exist.
func WarnOfReaders(path string, log *slog.Logger) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&OthersMayRead != 0 {
		log.Warn("others on this machine may read a secret: chmod 600 the file", "file", path)
	}
}
