package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"gannet/store"
)

// Keys of the store's meta data.
const (
	copyKey    = "copy of " // and a file's name: what the crawl wrote into that file when it began, compressed
	rebuildKey = "rebuild"  // whether the next run is to make the frontier again
)

// keepCopy puts a copy of a file of the crawl's directory into its store, once. Both are small, and neither can be made
// again: a classifier was learnt from pages that change, a model is the user's own or that of another version.
func keepCopy(db *store.DB, name string, data []byte) error {
	if held, err := heldCopy(db, name); err == nil && held != nil {
		return nil
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return db.SetMeta(copyKey+name, z.EncodeAll(data, nil))
}

// heldCopy gives the copy of a file, nil if there is none.
func heldCopy(db *store.DB, name string) ([]byte, error) {
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

// putBack writes a file that is missing from the copy in the store, if there is one.
func putBack(db *store.DB, dir, name string) error {
	path := filepath.Join(dir, name)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	data, err := heldCopy(db, name)
	if err != nil || data == nil {
		return err
	}
	return replaceFile(path, data)
}

// damagedFile is the error of a file in a crawl's directory that cannot be read, with the remedy.
func damagedFile(dir string, err error) error {
	return advise(err, "`gannet check %s --repair` puts it back as it was", dir)
}
