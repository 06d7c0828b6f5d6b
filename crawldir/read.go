package crawldir

import (
	"fmt"
	"os"
	"path/filepath"

	"gannet/store"
	"gannet/store/postings"
	"gannet/topic"
)

// Reader reads what a crawl has kept.
type Reader struct {
	Dir      string
	Store    store.Reader
	Postings postings.Finder
	// Lost says what could not be read of a damaged store; nil if nothing is lost.
	Lost  *store.Salvaged
	db    *store.DB // nil while the crawl runs
	close func() error
}

// readerOf returns a reader of an open store.
func readerOf(dir string, db *store.DB, lost *store.Salvaged) *Reader {
	return &Reader{Dir: dir, Store: db, Postings: db.Postings(), Lost: lost, db: db, close: db.Close}
}

// Read opens the directory of a crawl for reading. The error is ErrNoCrawl if there is none, and store.ErrInUse while
// the crawl runs.
func Read(dir string) (*Reader, error) {
	path, err := storeOf(dir)
	if err != nil {
		return nil, err
	}
	db, err := store.OpenReadOnly(path)
	if err != nil {
		return nil, err
	}
	return readerOf(dir, db, nil), nil
}

// ReadDamaged opens a directory for reading although its store may be damaged. If the named buckets are not whole, it
// reads a copy of what can still be read, and Lost says what is missing.
func ReadDamaged(dir string, buckets []string) (*Reader, error) {
	path, err := storeOf(dir)
	if err != nil {
		return nil, err
	}
	db, lost, err := store.OpenReadable(path, buckets)
	if err != nil {
		return nil, err
	}
	return readerOf(dir, db, lost), nil
}

// storeOf returns the path of a directory's store, and ErrNoCrawl if it has none.
func storeOf(dir string) (string, error) {
	path := filepath.Join(dir, StoreFile)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%s %w", dir, ErrNoCrawl)
	}
	return path, nil
}

// DB returns the store for those who need it to stand still. The error is store.ErrInUse while the crawl runs.
func (r *Reader) DB() (*store.DB, error) {
	if r.db == nil {
		return nil, fmt.Errorf("%s: %w", r.Store.File(), store.ErrInUse)
	}
	return r.db, nil
}

// Topic reads the topic of the crawl.
func (r *Reader) Topic() (*topic.Topic, error) { return topic.Load(filepath.Join(r.Dir, TopicFile)) }

// Close closes the store.
func (r *Reader) Close() error { return r.close() }
