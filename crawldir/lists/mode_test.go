//go:build unix

package lists

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestIndexIsAsPrivateAsItsDirectory: whatever the umask, users who may not enter the directory may read no file of the index.
func TestIndexIsAsPrivateAsItsDirectory(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o022))
	for mode, want := range map[fs.FileMode]fs.FileMode{0o700: 0o600, 0o755: 0o644} {
		dir := filepath.Join(t.TempDir(), "crawl")
		if err := os.Mkdir(dir, mode); err != nil {
			t.Fatal(err)
		}
		ix, err := openIndex(filepath.Join(dir, File), true)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range Files() {
			info, err := os.Stat(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode().Perm() != want {
				t.Errorf("%s has mode %v in a directory of mode %v", name, info.Mode(), mode)
			}
		}
		if err := ix.close(); err != nil {
			t.Fatal(err)
		}
	}
}
