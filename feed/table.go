package feed

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"gannet/job"
)

// Type is the type of the values in a column of a table. A value that is not known is nil.
type Type int

// These are the types of columns.
const (
	// Integer values are of the Go type int64 or uint64.
	Integer Type = iota
	// Real values are of the Go type float64.
	Real
	// Text values are of the Go type string.
	Text
	// Bool values are of the Go type bool.
	Bool
	// Time values are of the Go type time.Time.
	Time
	// List values are of the Go type []string.
	List
)

// Column is the name and type of a column of a table.
type Column struct {
	Name string
	Type Type
}

// Row is a posting or a page as a row of a table. Number is the key of the row.
type Row struct {
	Number uint64
	Values []any       // one for each column; nil if the crawl no longer keeps the posting or the page
	Places []job.Place // of a posting
}

// TableName says whether the rows of a table are postings or pages.
type TableName string

// These are the tables that can be copied to a sink.
const (
	// PostingsTable is the table with a row for each posting.
	PostingsTable TableName = "postings"
	// PagesTable is the table with a row for each page.
	PagesTable TableName = "pages"
)

// Table describes a table of postings or pages that is copied to a place outside of the crawl: its name and its columns.
type Table struct {
	Name    TableName
	Columns []Column // without the number
	Release string   // the flags that say what of a row is left out, "" for none
}

// These errors say that a sink has rows that were not, or perhaps not, written with the --contacts and --purpose of now. The sink is not rewritten,
// because programs may already have read from it what would now be left out, or would read what was left out.
var (
	// ErrOtherRelease says that the rows in a sink, such as a database, were written with other values of --contacts or --purpose than the
	// present ones. The sink is not changed, because programs may already have read data that the present values exclude.
	ErrOtherRelease = errors.New("was made with other flags")
	// ErrUnrecorded says that a sink, such as a database, does not say with which --contacts and --purpose flags its rows were written.
	ErrUnrecorded = errors.New("does not record with which --contacts and --purpose it was made")
)

// CheckRelease compares the flags with which the rows of a sink were written with those of the table. kept are the recorded flags, or nil
// if a sink of an early version has none. It returns ErrOtherRelease if the flags differ, and ErrUnrecorded if kept is nil.
func (t *Table) CheckRelease(kept *string) error {
	switch {
	case kept == nil:
		return ErrUnrecorded
	case *kept != t.Release:
		return fmt.Errorf("%w, %s", ErrOtherRelease, cmp.Or(*kept, "--contacts keep --purpose none"))
	}
	return nil
}

// Layout describes the structure of a sink, such as a database: the names of the columns, and whether events are stored, too. If a sink has
// another layout, all its rows are written again.
func (t *Table) Layout(events bool) string {
	names := make([]string, 0, len(t.Columns)+1)
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	if events {
		names = append(names, "(events)")
	}
	return strings.Join(names, " ")
}

// Kept returns the name under which a sink with a single table stores whether this table has postings or pages. The name is "" for postings,
// because sinks of early versions had only postings and no such name.
func (t *Table) Kept() string {
	if t.Name == PagesTable {
		return string(PagesTable)
	}
	return ""
}
