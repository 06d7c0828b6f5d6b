package crawldir

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gannet/crawldir/api"
	"gannet/crawldir/missed"
	"gannet/store"
	"gannet/store/postings"
	"gannet/topic"
	"gannet/topic/label"
)

// Reader reads the data of a crawl, whether the crawl is running or not.
type Reader struct {
	Dir      string
	Store    store.Reader
	Postings postings.Finder
	// Lost says what could not be read of a damaged store; nil if nothing is lost.
	Lost   *store.Salvaged
	db     *store.DB   // nil while the crawl runs
	live   *api.Client // nil unless it runs
	memory *Memory     // nil: nothing is remembered
	close  func() error
}

// Running reports whether the crawl is running. If it is, Store and Postings get their data from the crawl's process.
func (r *Reader) Running() bool { return r.live != nil }

// Read opens the directory of a crawl for reading. If the crawl is running, the Reader gets all data from the crawl's process. The error is
// ErrNoCrawl if the directory has no crawl. If the crawl is running and its process does not answer, the error is store.ErrInUse, or
// api.ErrOtherUser if another user runs it.
func Read(dir string) (*Reader, error) {
	return read(dir, func(path string) (*store.DB, *store.Salvaged, error) {
		db, err := store.OpenReadOnly(path)
		return db, nil, err
	})
}

// ReadDamaged opens a directory for reading even if its store is damaged. If one of the named buckets (parts of the store) is damaged,
// ReadDamaged makes a copy of everything that can still be read, and opens the copy; Reader.Lost then says what is missing. If the crawl is
// running, nothing is copied.
func ReadDamaged(dir string, buckets []string) (*Reader, error) {
	return read(dir, func(path string) (*store.DB, *store.Salvaged, error) { return store.OpenReadable(path, buckets) })
}

// read asks the crawl that runs in a directory, or opens the store. A crawl has its store open a moment before it answers,
// so it is requested twice.
func read(dir string, open func(path string) (*store.DB, *store.Salvaged, error)) (*Reader, error) {
	path, err := storeOf(dir)
	if err != nil {
		return nil, err
	}
	if r, err := ask(dir, path); err == nil {
		return r, nil
	}
	db, lost, err := open(path)
	if errors.Is(err, store.ErrInUse) {
		r, failed := ask(dir, path)
		if failed == nil || errors.Is(failed, api.ErrOtherUser) {
			return r, failed
		}
	}
	if err != nil {
		return nil, err
	}
	return &Reader{Dir: dir, Store: db, Postings: db.Postings(), Lost: lost, db: db, close: db.Close}, nil
}

// ask returns a reader that asks the crawl that runs.
func ask(dir, path string) (*Reader, error) {
	c, err := api.Dial(dir, path)
	if err != nil {
		return nil, err
	}
	return &Reader{Dir: dir, Store: c, Postings: c.Postings(), live: c, close: c.Close}, nil
}

// storeOf returns the path of a directory's store, and ErrNoCrawl if it has none.
func storeOf(dir string) (string, error) {
	path := filepath.Join(dir, StoreFile)
	if err := lostStore(dir); err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%s %w", dir, ErrNoCrawl)
	}
	return path, nil
}

// In returns a copy of the reader that stops reading when ctx ends. Only the reader or its copy has to be closed, not both.
func (r *Reader) In(ctx context.Context) *Reader {
	in := *r
	in.Store, in.Postings = r.Store.In(ctx, nil), r.Postings.In(ctx, nil)
	if r.live != nil {
		in.live = r.live.During(ctx)
	}
	return &in
}

// DB returns the store itself, for callers during whose work it must not change. The error is store.ErrInUse while the crawl is running.
func (r *Reader) DB() (*store.DB, error) {
	if r.db == nil {
		return nil, fmt.Errorf("%s: %w", r.Store.File(), store.ErrInUse)
	}
	return r.db, nil
}

// Topic reads the topic of the crawl from its file.
func (r *Reader) Topic() (*topic.Topic, error) {
	if err := r.refuseGathered(); err != nil {
		return nil, err
	}
	return loadHeldTopic(r.Dir)
}

// Labels returns the answers of people as to which pages are relevant, without those taken back, in the order in which they were given.
func (r *Reader) Labels() ([]label.Answer, error) {
	return label.Load(filepath.Join(r.Dir, LabelsFile))
}

// Missed returns which hosts of seeds had given no posting at the end of the latest run that looked for postings, or nil if there was no such
// run.
func (r *Reader) Missed() (*missed.Record, error) { return missed.Held(r.Store) }

// Close closes the store, or the connection to the process that runs the crawl.
func (r *Reader) Close() error { return r.close() }
