package crawldir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"gannet/internal/wholefile"
	"gannet/store"
)

// copyKey, followed by the name of a file, is the key in the store's meta data of what the crawl wrote into that file
// when it began, compressed.
const copyKey = "copy of "

// keepCopy puts a copy of a file of the directory into the store, once. Topic and model are small, and neither can be
// made again: a classifier was learned from pages that change, and a model is the user's or that of another version.
func keepCopy(db *store.DB, name string, data []byte) error {
	if held, err := heldCopy(db, name); err == nil && held != nil {
		return nil
	}
	return replaceCopy(db, name, data)
}

// replaceCopy puts a copy of a file into the store, in place of an older one.
func replaceCopy(db *store.DB, name string, data []byte) error {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithWindowSize(1<<20)) // its memory is twice the window
	if err != nil {
		return err
	}
	return db.SetMeta(copyKey+name, z.EncodeAll(data, nil))
}

// copyFile puts a copy of a file of the directory into the store, once.
func (c *Crawl) copyFile(name string) error {
	data, err := os.ReadFile(c.path(name))
	if err != nil {
		return err
	}
	return keepCopy(c.store, name, data)
}

// heldCopy returns the store's copy of a file, nil if there is none.
func heldCopy(db store.Reader, name string) ([]byte, error) {
	var packed []byte
	ok, err := db.Meta(copyKey+name, &packed)
	if err != nil || !ok {
		return nil, err
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	data, err := z.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("the copy of %s in %s: %w", name, db.File(), err)
	}
	return data, nil
}

// putBack writes a missing file from the copy in the store, if there is one.
func putBack(db *store.DB, dir, name string) error {
	path := filepath.Join(dir, name)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	data, err := heldCopy(db, name)
	if err != nil || data == nil {
		return err
	}
	return wholefile.Write(path, data)
}
