//go:build unix

package cli

import (
	"io/fs"
	"log/slog"
	"os"
)

// OthersMayRead are the rights of all but the owner of a file.
const OthersMayRead fs.FileMode = 0o077

// WarnOfReaders warns if other users may read a file with a secret. It ignores a file that does not exist.
func WarnOfReaders(path string, log *slog.Logger) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&OthersMayRead != 0 {
		log.Warn("others on this machine may read a secret: chmod 600 the file", "file", path)
	}
}
