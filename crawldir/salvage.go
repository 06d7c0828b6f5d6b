package crawldir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gannet/internal/wholefile"
	"gannet/ranker"
	"gannet/store"
)

// Salvage recovers from a damaged directory all that can still be read, and writes it into a new directory, where Open resumes the crawl.
// The old directory does not change. The error is ErrNotEmpty if the new directory contains files.
func Salvage(dir, to string) (*store.Salvaged, error) {
	path, err := storeOf(dir)
	if err != nil {
		return nil, err
	}
	if entries, err := os.ReadDir(to); err == nil && len(entries) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s %w", to, ErrNotEmpty)
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return nil, err
	}
	saved, err := store.Salvage(path, filepath.Join(to, StoreFile))
	if err != nil {
		_ = os.Remove(to) // if it is empty
		return nil, err
	}
	db, err := store.Open(filepath.Join(to, StoreFile))
	if err != nil {
		return nil, err
	}
	return saved, errors.Join(salvageFiles(db, dir, to), db.SetMeta(rebuildKey, true), db.Close())
}

// salvageFiles writes topic and model into the new directory: the store's copies, or the old files if they can be read.
func salvageFiles(db *store.DB, dir, to string) error {
	readable := map[string]func([]byte) error{
		TopicFile: func([]byte) error { _, err := loadHeldTopic(dir); return err },
		ModelFile: func(data []byte) error { return addModel(new(ranker.Needs), data) },
	}
	for name, check := range readable {
		data, err := heldCopy(db, name)
		if err != nil || data == nil {
			if data, err = os.ReadFile(filepath.Join(dir, name)); err != nil || check(data) != nil {
				continue // there was none, or Open makes it again
			}
		}
		if err := wholefile.Write(filepath.Join(to, name), data); err != nil {
			return err
		}
	}
	return nil
}
