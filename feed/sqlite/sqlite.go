// Package sqlite keeps postings and pages in a SQLite database for other programs: a table of each, one of the places of postings, and full-text
// indexes.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"modernc.org/sqlite" // also the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"gannet/feed"
)

// ErrForeign says that a file is not a database that gannet has made, or is the database of a later version.
var ErrForeign = errors.New("is no database of a crawl that this version can update")

// Changes counts the rows of a table that an update has added, changed, removed and left unchanged.
type Changes struct{ New, Changed, Removed, Unchanged int }

// Table has all rows that a table of the database should have.
type Table struct {
	feed.Table
	Crawl string // tells crawls apart; "" if it has no posting yet
	// Each calls use for every row, once for each number. A row without values is removed.
	Each func(use func(feed.Row) error) error

	update *feed.Update // nil if the rows are not those of an update
}

// Sink writes a table of postings or pages to an SQLite database.
type Sink struct {
	path  string
	table feed.Table
}

// New returns a Sink for the database at path, which need not exist yet.
func New(path string, t feed.Table) *Sink { return &Sink{path, t} }

// Cursor implements feed.Sink: it returns up to which change the database has the data of the crawl.
func (s *Sink) Cursor(ctx context.Context, crawl string) (cursor uint64, err error) {
	if _, err := os.Stat(s.path); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	err = transaction(ctx, s.path, func(tx *sql.Tx) error {
		t := &Table{Table: s.table, Crawl: crawl}
		if err := prepare(tx, t); err != nil {
			return err
		}
		cursor, err = cursorOf(tx, t)
		return err
	})
	return cursor, named(s.path, err)
}

// Apply implements feed.Sink: it writes an update to the database in one transaction.
func (s *Sink) Apply(ctx context.Context, u *feed.Update) error {
	each := func(use func(feed.Row) error) error { return u.Rows.Each(ctx, use) }
	_, err := Update(ctx, s.path, Table{Table: s.table, Crawl: u.Crawl, Each: each, update: u})
	return err
}

// Update changes the database at path, in one transaction, so that it has exactly the rows of t. It creates the file if it does not exist,
// and does not write rows that are unchanged. If it fails, the database does not change. The error is that of feed.Table.CheckRelease if
// the existing rows were written with other flags.
func Update(ctx context.Context, path string, t Table) (Changes, error) {
	_, err := os.Stat(path)
	isNew := errors.Is(err, fs.ErrNotExist)
	n, err := update(ctx, path, t)
	if info, stat := os.Stat(path); err != nil && isNew && stat == nil && info.Size() == 0 { // no other run has written to it meanwhile
		_ = os.Remove(path)
	}
	return n, named(path, err)
}

func update(ctx context.Context, path string, t Table) (n Changes, err error) {
	err = transaction(ctx, path, func(tx *sql.Tx) error {
		if err := prepare(tx, &t); err != nil {
			return err
		}
		cursor, err := cursorOf(tx, &t)
		switch {
		case err != nil:
			return err
		case t.update == nil:
			cursor = 0
		case t.update.Since != cursor:
			return feed.ErrMoved
		default:
			cursor = t.update.Cursor
		}
		if n, err = write(tx, &t); err != nil {
			return err
		}
		return errors.Join(setFact(tx, t.fact("cursor"), cursor), setFact(tx, t.fact("release"), t.Release))
	})
	return n, err
}

// transaction calls use within a transaction of a database.
func transaction(ctx context.Context, path string, use func(*sql.Tx) error) (err error) {
	db, err := open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if err := use(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// open opens a database for one writer, which waits up to ten seconds for others.
func open(path string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive of Windows
	}
	name := url.URL{Scheme: "file", Path: path, RawQuery: "_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)&_pragma=secure_delete(1)"}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// named adds the name of the file to an error. If SQLite says that the file is not a database, the error becomes ErrForeign. If the disk is full, it
// becomes the system's error for that.
func named(path string, err error) error {
	if err == nil {
		return nil
	}
	if strings.Contains(err.Error(), "file is not a database") {
		err = ErrForeign
	}
	if full, ok := errors.AsType[*sqlite.Error](err); ok && full.Code()&0xff == sqlite3.SQLITE_FULL {
		return &fs.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}
	}
	return fmt.Errorf("%s %w", path, err)
}
