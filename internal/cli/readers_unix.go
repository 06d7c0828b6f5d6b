//go:build unix

package cli

import (
	"io/fs"
	"log/slog"
	"os"
)

// OthersMayRead are the rights of all but the owner of a file.
const OthersMayRead fs.FileMode = 0o077

// WarnOfReaders warns of a file with a secret that others may read. A file that is not there is no trouble of it.
func WarnOfReaders(path string, log *slog.Logger) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&OthersMayRead != 0 {
		log.Warn("others on this machine may read a secret: chmod 600 the file", "file", path)
	}
}
