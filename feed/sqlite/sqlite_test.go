package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"gannet/feed"
	"gannet/job"
)

var columns = []feed.Column{
	{Name: "cluster", Type: feed.Integer}, {Name: "original", Type: feed.Integer}, {Name: "copies", Type: feed.Integer}, {Name: "title", Type: feed.Text}, {Name: "company", Type: feed.Text}, {Name: "description", Type: feed.Text},
}

func posting(number uint64, title, description string, towns ...string) feed.Row {
	r := feed.Row{Number: number, Values: []any{number, true, 1, title, "Iron Ltd", description}}
	for _, town := range towns {
		r.Places = append(r.Places, job.Place{Town: town, CountryCode: "NO"})
	}
	return r
}

func update1(t *testing.T, path string, rows ...feed.Row) Changes {
	t.Helper()
	n, err := Update(t.Context(), path, tableOf(rows...))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func tableOf(rows ...feed.Row) Table {
	return Table{Table: feed.Table{Name: feed.PostingsTable, Columns: columns}, Crawl: "one", Each: func(use func(feed.Row) error) error {
		for _, r := range rows {
			if err := use(r); err != nil {
				return err
			}
		}
		return nil
	}}
}

// texts returns the first column of a query.
func texts(t *testing.T, path, query string, args ...any) (list []string) {
	t.Helper()
	db, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(query, args...)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

const search = "SELECT title FROM postings_text WHERE postings_text MATCH ? ORDER BY rowid"

func TestUpdate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jobs #1?.db")
	welder, nurse := posting(1, "Welder", "Weld steel.", "Oslo", "Bergen"), posting(2, "Nurse", "Pflege bei Nacht in Köln.")
	if n := update1(t, path, welder, nurse); n != (Changes{New: 2}) {
		t.Errorf("first: %+v", n)
	}
	if n := update1(t, path, nurse, welder); n != (Changes{Unchanged: 2}) {
		t.Errorf("again: %+v", n)
	}
	if got := texts(t, path, search, "koln"); !reflect.DeepEqual(got, []string{"Nurse"}) {
		t.Errorf("found without marks: %q", got)
	}
	cook := posting(3, "Cook", "Cook fish.", "Oslo")
	if n := update1(t, path, posting(1, "Welder", "Weld copper.", "Oslo"), cook); n != (Changes{New: 1, Changed: 1, Removed: 1}) {
		t.Errorf("changed: %+v", n)
	}
	for query, want := range map[string][]string{"steel": nil, "copper": {"Welder"}, "nacht": nil, "cook NOT weld": {"Cook"}} {
		if got := texts(t, path, search, query); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q", query, got)
		}
	}
	if got := texts(t, path, "SELECT posting || town FROM places"); !reflect.DeepEqual(got, []string{"1Oslo", "3Oslo"}) {
		t.Errorf("places: %q", got)
	}
	if got := texts(t, path, "SELECT number || ' ' || original || ' ' || copies FROM clusters"); !reflect.DeepEqual(got, []string{"1 1 1", "3 3 1"}) {
		t.Errorf("clusters: %q", got)
	}
	texts(t, path, "INSERT INTO postings_text(postings_text, rank) VALUES ('integrity-check', 1)")
}

func TestColumnsAreAdded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jobs.db")
	update1(t, path, posting(1, "Welder", "Weld."))
	later := tableOf(posting(1, "Welder", "Weld."))
	later.Columns = append(columns[:len(columns):len(columns)], feed.Column{Name: "state", Type: feed.Text})
	later.Each = func(use func(feed.Row) error) error {
		r := posting(1, "Welder", "Weld.")
		r.Values = append(r.Values, "open")
		return use(r)
	}
	if n, err := Update(t.Context(), path, later); err != nil || n.Changed != 1 {
		t.Fatalf("%+v, %v", n, err)
	}
	if got := texts(t, path, "SELECT state FROM postings"); !reflect.DeepEqual(got, []string{"open"}) {
		t.Errorf("states: %q", got)
	}
}

// TestRowsOfOtherFlagsStay: a file is neither synced nor exported to if its rows were written with other flags, or by an early version, which has not
// recorded them.
func TestRowsOfOtherFlagsStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jobs.db")
	masked := tableOf(posting(1, "Welder", "Call ***."))
	masked.Release = "--contacts drop"
	for range 2 { // into an empty file, and with the same flags
		if _, err := Update(t.Context(), path, masked); err != nil {
			t.Fatal(err)
		}
	}
	plain := tableOf(posting(1, "Welder", "Call 030 123456."))
	refused := func(want error) {
		t.Helper()
		if _, err := New(path, plain.Table).Cursor(t.Context(), "one"); !errors.Is(err, want) {
			t.Errorf("synced after an export: %v, not %v", err, want)
		}
		if _, err := Update(t.Context(), path, plain); !errors.Is(err, want) {
			t.Errorf("exported: %v, not %v", err, want)
		}
		if got := texts(t, path, "SELECT description FROM postings"); !reflect.DeepEqual(got, []string{"Call ***."}) {
			t.Errorf("descriptions: %q", got)
		}
	}
	refused(feed.ErrOtherRelease)
	texts(t, path, "DELETE FROM facts WHERE name = 'release'")
	refused(feed.ErrUnrecorded)
}

func TestFailedUpdateChangesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "jobs.db")
	failed := tableOf(posting(1, "Cook", "Cook."))
	each := failed.Each
	failed.Each = func(use func(feed.Row) error) error { return errors.Join(each(use), errors.New("the crawl ended")) }
	if _, err := Update(t.Context(), path, failed); err == nil || !strings.Contains(err.Error(), "the crawl ended") {
		t.Errorf("error: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("a failed first export leaves %q", left)
	}
	update1(t, path, posting(1, "Welder", "Weld."))
	if _, err := Update(t.Context(), path, failed); err == nil {
		t.Error("no error")
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Update(canceled, path, tableOf(posting(1, "Cook", "Cook."))); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if got := texts(t, path, "SELECT title FROM postings"); !reflect.DeepEqual(got, []string{"Welder"}) {
		t.Errorf("titles: %q", got)
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	text, foreign, later := filepath.Join(dir, "text"), filepath.Join(dir, "foreign.db"), filepath.Join(dir, "later.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("{\"title\": \"Welder\"}\n", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", foreign)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = db.Exec("CREATE TABLE postings (number INTEGER)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	update1(t, later)
	texts(t, later, "PRAGMA user_version = 2")
	for _, path := range []string{text, foreign, later} {
		before, _ := os.ReadFile(path)
		if _, err := Update(t.Context(), path, tableOf()); !errors.Is(err, ErrForeign) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
		if after, _ := os.ReadFile(path); !reflect.DeepEqual(before, after) {
			t.Errorf("%s was changed", path)
		}
	}
	one := filepath.Join(dir, "one.db")
	update1(t, one)
	other := tableOf()
	other.Crawl = "other"
	if _, err := Update(t.Context(), one, other); !errors.Is(err, feed.ErrOtherCrawl) {
		t.Errorf("another crawl: %v", err)
	}
}

// TestAFullDiskIsNamed: what SQLite says of a full disk has a remedy as that of the system.
func TestAFullDiskIsNamed(t *testing.T) {
	db, err := open(filepath.Join(t.TempDir(), "jobs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{"CREATE TABLE t (x)", "PRAGMA max_page_count = 2", "INSERT INTO t VALUES (zeroblob(100000))"} {
		_, err = db.Exec(statement)
	}
	if err = named("jobs.db", err); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "jobs.db") {
		t.Errorf("%v, want that there is no room", err)
	}
}
