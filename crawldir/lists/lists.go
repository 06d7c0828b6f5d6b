// Package lists owns the lists of a crawl's pages and jobs: what they are searched for, filtered and sorted by, and how they are
// gone on with.
//
// An index in the directory of the crawl answers for a million of rows, a SQLite database. Terms of it name rows that may be meant, and
// the store says which are. So a row that the index has wrong is left out, and never shown. The index follows the store:
// whoever reads lists brings it up to date first. A crawl that nobody looks at pays nothing for it. Where the
// index cannot be, or is not made yet, the newest entries of the store are walked through.
package lists

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gannet/internal/share"
	"gannet/store"
	"gannet/store/postings"
)

// File is the name of the file with the index for lists of pages and jobs, in the directory of a crawl.
const File = "lists.db"

// Files returns the names of all files of which the index may consist: SQLite has two more files beside File while the index is open.
func Files() []string { return []string{File, File + "-wal", File + "-shm"} }

// Source gives access to the data of a crawl: its store, or the process that has the store open.
type Source struct {
	Store    store.Reader
	Postings postings.Finder
	Crawls   bool // a process crawls meanwhile, so that searches take turns
}

// in returns a source that is read only while ctx lasts.
func (s Source) in(ctx context.Context) Source {
	s.Store, s.Postings = s.Store.In(ctx, nil), s.Postings.In(ctx, nil)
	return s
}

// Opener opens a crawl for reading and returns its data. The caller must call done afterwards.
type Opener func() (from Source, done func() error, err error)

// Lists answers queries for sorted lists of the pages and jobs of one crawl, from an index. It is safe for concurrent use.
type Lists struct {
	path  string
	open  Opener
	turns *share.Share // of searches beside a crawl

	writing  sync.Mutex    // held while the index is brought up to date
	mu       sync.Mutex    // guards the fields below
	follows  bool          // a goroutine brings the index up to date
	renewed  time.Time     // when the pages were last compared with the store,
	renewal  time.Duration // and how long it took to read them again since
	held     *index        // stays open between answers; nil before the first one
	heldFile os.FileInfo   // of held
	closed   chan struct{}
	ended    sync.WaitGroup
}

// New returns the lists for the crawl in a directory. It opens nothing before the first query. Call Close at the end.
func New(dir string, open Opener) *Lists {
	return &Lists{path: filepath.Join(dir, File), open: open, turns: share.New(), closed: make(chan struct{})}
}

// Close waits until updates of the index that run in the background have ended.
func (l *Lists) Close() {
	l.mu.Lock()
	if !l.isClosed() {
		close(l.closed)
	}
	l.mu.Unlock()
	l.ended.Wait()
	l.letGo()
}

// hold keeps an index open between answers. Otherwise the end of every response would write the log of SQLite into the file, and wait for
// the disk.
func (l *Lists) hold() {
	file, err := os.Stat(l.path)
	l.mu.Lock()
	current := l.held != nil && err == nil && os.SameFile(file, l.heldFile)
	l.mu.Unlock()
	if current || err != nil || l.isClosed() {
		return
	}
	l.letGo()
	ix, err := openIndex(l.path, true)
	if err != nil {
		return // what ends a response may wait for the disk, then
	}
	l.mu.Lock()
	if l.held == nil && !l.isClosed() {
		l.held, l.heldFile, ix = ix, file, nil
	}
	l.mu.Unlock()
	if ix != nil {
		_ = ix.close() // another answer was first
	}
}

// letGo closes what hold keeps open.
func (l *Lists) letGo() {
	l.mu.Lock()
	ix := l.held
	l.held = nil
	l.mu.Unlock()
	if ix != nil {
		_ = ix.close() // nothing of it is needed any more
	}
}

func (l *Lists) isClosed() bool {
	select {
	case <-l.closed:
		return true
	default:
		return false
	}
}

// Asked says which part of a list is requested: the sort order, the cursor where to start, and the number of rows.
type Asked struct {
	Sort      string        // a column; "": the newest first
	Ascending bool          // the smallest comes first
	Cursor    string        // Next of the part before; "": the first part
	Limit     int           // rows
	Time      time.Duration // after which a search is cut
}

// Part is the end of one page of results: it has the cursor at which the next page begins, and says whether this page is complete.
type Part struct {
	Next string // Cursor of the next part; "" if there is none
	Cut  bool   // the search took long, and what is missing may be in the next part
	// Walked says that there was no index, so the list is in the order of age only.
	Walked bool
	// Missing is how many entries the index still lacks.
	Missing uint64
}

// These errors say that a query for a list is wrong.
var (
	// ErrSort says that a list cannot be sorted by the requested column.
	ErrSort = errors.New("a list cannot be sorted by that")
	// ErrCursor says that a cursor in a query is not one that a list has returned.
	ErrCursor = errors.New("this cursor is of no list")
)
