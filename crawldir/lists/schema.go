package lists

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// The header of the index says what it is: "gnnl", and the version of the schema.
const (
	applicationID = 0x676e6e6c
	schemaVersion = 2
)

// schema is described in docs/reference/formats/lists.md.
var schema = []string{
	"CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID",
	`CREATE TABLE jobs (
	number INTEGER PRIMARY KEY, cluster INTEGER, original INTEGER, title TEXT, company TEXT, place TEXT, posted INTEGER, state TEXT,
	copies INTEGER, day INTEGER, terms INTEGER, seal INTEGER)`,
	"CREATE INDEX jobs_cluster ON jobs(cluster)",
	"CREATE VIRTUAL TABLE job_terms USING fts5(term, content='', contentless_delete=1, detail=none, tokenize='ascii tokenchars _')",
	`CREATE TABLE pages (
	number INTEGER PRIMARY KEY, url TEXT, anchor TEXT, score REAL, relevant INTEGER, fetched INTEGER, terms INTEGER, seal INTEGER)`,
	"CREATE VIRTUAL TABLE page_terms USING fts5(term, content='', contentless_delete=1, detail=none, prefix='4 5 6', tokenize='ascii tokenchars _')",
	"CREATE TABLE bounds (list TEXT, sort TEXT, rank INTEGER, key, number INTEGER, PRIMARY KEY (list, sort, rank)) WITHOUT ROWID",
	"CREATE TABLE ranks (list TEXT, sort TEXT, block INTEGER, ranks BLOB, PRIMARY KEY (list, sort, block))",
}

// jobColumns and pageColumns are what lists are sorted by, beside the number.
var (
	jobColumns  = []string{"title", "company", "place", "posted", "state", "copies"}
	pageColumns = []string{"url", "anchor", "score", "fetched"}
)

var (
	// errForeign says that a file is no index, or one of another version.
	errForeign = errors.New("is no index of lists of this version")
	// errOlder says that an earlier version has made an index. It is made again.
	errOlder = fmt.Errorf("an earlier version made it, and it %w", errForeign)
)

// index is an index that is open.
type index struct {
	db   *sql.DB
	path string
}

// openIndex opens the index at a path. It makes one that is not there, if write is set.
func openIndex(path string, write bool) (*index, error) {
	if err := makeFile(path, write); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", address(path, write))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	ix := &index{db, path}
	if err := ix.prepare(write); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return ix, nil
}

// makeFile makes an empty file for an index that is not there, if write is set. It has the mode of the directory without permissions to execute, so
// that whoever may not read the crawl cannot read its index. SQLite gives its other files the same mode.
func makeFile(path string, write bool) error {
	if _, err := os.Stat(path); err == nil || !write {
		return err
	}
	dir, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, dir.Mode().Perm()&0o666)
	if err != nil {
		return err
	}
	return f.Close()
}

// address returns the name of a database for the driver. Writers wait for each other. A reader without permission to write reads the file as it is.
// Only writeLog waits for the disk.
func address(path string, write bool) string {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	if path = filepath.ToSlash(path); !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive of Windows
	}
	query := "_txlock=immediate&_pragma=busy_timeout(2000)&_pragma=synchronous(off)&_pragma=journal_mode(wal)&_pragma=wal_autocheckpoint(0)&_pragma=cache_size(-16000)"
	if !write {
		query = "mode=ro&immutable=1&_pragma=query_only(1)"
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: query}).String()
}

// prepare makes the schema of a new index, and refuses other files.
func (ix *index) prepare(write bool) error {
	id, version, err := ix.header()
	switch {
	case err != nil:
		return err
	case id == applicationID && version == schemaVersion:
		return nil
	case id == applicationID && version < schemaVersion:
		return errOlder
	case id != 0 || version != 0 || !write:
		return errForeign
	}
	tx, err := ix.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()                                               // does nothing after Commit
	if id, _, err = headerOf(tx); err != nil || id == applicationID { // another process was first
		return err
	}
	for _, statement := range statements() {
		if _, err := tx.Exec(statement); err != nil {
			return fmt.Errorf("%w: %w", errForeign, err)
		}
	}
	return tx.Commit()
}

// statements make the schema. Every column that lists are sorted by has an index, with the number behind it.
func statements() []string {
	list := append(schema[:len(schema):len(schema)],
		fmt.Sprintf("PRAGMA application_id = %d", applicationID), fmt.Sprintf("PRAGMA user_version = %d", schemaVersion))
	for _, c := range jobColumns {
		list = append(list, fmt.Sprintf("CREATE INDEX jobs_%s ON jobs(%[1]s, number)", c))
	}
	for _, c := range pageColumns {
		list = append(list, fmt.Sprintf("CREATE INDEX pages_%s ON pages(%[1]s, number)", c))
	}
	return list
}

// querier is a database or a transaction.
type querier interface {
	QueryRow(query string, args ...any) *sql.Row
	Query(query string, args ...any) (*sql.Rows, error)
	Exec(query string, args ...any) (sql.Result, error)
}

func (ix *index) header() (id, version int, err error) { return headerOf(ix.db) }

func headerOf(q querier) (id, version int, err error) {
	err = errors.Join(q.QueryRow("PRAGMA application_id").Scan(&id), q.QueryRow("PRAGMA user_version").Scan(&version))
	return id, version, err
}

// close closes an index. If no other connection is open, SQLite writes its log into the file, and has to wait for the disk in between.
func (ix *index) close() error {
	_, _ = ix.db.Exec(waits) // of a file that is no index, too
	return ix.db.Close()
}

// Modes that say whether SQLite waits for the disk when it copies its log into the file.
const (
	waits      = "PRAGMA synchronous = normal"
	waitsNever = "PRAGMA synchronous = off"
)

// logBytes is how long the log may become while an index is made.
const logBytes = 32 << 20

// writeLog writes the log of SQLite into the file, if it has more bytes than that. It waits for the disk in between, so that a machine
// that fails leaves an index that is behind. The log is emptied. So no part of an older log can be taken for one of the next, which
// is written without waiting.
func (ix *index) writeLog(bytes int64) error {
	if info, err := os.Stat(ix.path + "-wal"); err != nil || info.Size() <= bytes {
		return nil
	}
	for _, statement := range []string{waits, "PRAGMA wal_checkpoint(truncate)", waitsNever} {
		if _, err := ix.db.Exec(statement); err != nil {
			return err
		}
	}
	return nil
}

// fact reads a fact into v, which stays as it is if there is none.
func fact(q querier, name string, v any) error {
	err := q.QueryRow("SELECT value FROM facts WHERE name = ?", name).Scan(v)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

func setFact(q querier, name string, v any) error {
	_, err := q.Exec("INSERT OR REPLACE INTO facts VALUES (?, ?)", name, v)
	return err
}

// isDoubtful reports whether an error says that the index has to be made again.
func isDoubtful(err error) bool {
	if err == nil || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	if errors.Is(err, errForeign) {
		return true
	}
	text := err.Error()
	for _, said := range []string{"malformed", "file is not a database", "fts5: corruption", "vtable constructor failed", "no such table"} {
		if strings.Contains(text, said) {
			return true
		}
	}
	return false
}
