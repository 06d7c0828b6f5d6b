package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
)

// salvage writes what can still be read of a crawl into a new directory, with which the crawl goes on.
func salvage(w io.Writer, dir, to string) error {
	if _, err := os.Stat(filepath.Join(dir, storeFile)); err != nil {
		return noCrawl(dir)
	}
	if entries, err := os.ReadDir(to); err == nil && len(entries) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return usagef("--salvage: %s is there already: name a new directory", to)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	s, err := store.Salvage(filepath.Join(dir, storeFile), filepath.Join(to, storeFile))
	if err != nil {
		_ = os.Remove(to) // if it is empty
		return err
	}
	db, err := store.Open(filepath.Join(to, storeFile))
	if err != nil {
		return err
	}
	err = errors.Join(carry(db, dir, to), db.SetMeta(rebuildKey, true), db.Close())
	if err != nil {
		return err
	}
	fmt.Fprintf(plain{w}, "%d pages and %d postings are in %s, %s could not be read: crawl with --out %s to go on and fetch them again\n",
		s.Pages, s.Postings, to, s.LostPages(), to)
	return nil
}

// carry puts topic and model into the new directory: the store's copies, or the old files if they can be read.
func carry(db *store.DB, dir, to string) error {
	readable := map[string]func([]byte) error{
		topicFile: func([]byte) error { _, err := topic.Load(filepath.Join(dir, topicFile)); return err },
		modelFile: func(data []byte) error { return addModel(new(ranker.Needs), data) },
	}
	for name, check := range readable {
		data, err := heldCopy(db, name)
		if err != nil || data == nil {
			if data, err = os.ReadFile(filepath.Join(dir, name)); err != nil || check(data) != nil {
				continue // there was none, or the crawl's command makes it again
			}
		}
		if err := replaceFile(filepath.Join(to, name), data); err != nil {
			return err
		}
	}
	return nil
}
