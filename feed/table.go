package feed

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"gannet/job"
)

// Type is the type of the values in a column. A value may also be nil, if it is not known.
type Type int

// These are the types of columns.
const (
	Integer Type = iota // int64 or uint64
	Real                // float64
	Text                // string
	Bool                // bool
	Time                // time.Time
	List                // []string
)

// Column is a column of a table.
type Column struct {
	Name string
	Type Type
}

// Row is a posting or a page as a row of a table. Its number is its key.
type Row struct {
	Number uint64
	Values []any       // one for each column; nil if the crawl no longer keeps the posting or the page
	Places []job.Place // of a posting
}

// TableName says whether the rows of a table are postings or pages.
type TableName string

// These are the tables that can be copied to a sink.
const (
	PostingsTable TableName = "postings"
	PagesTable    TableName = "pages"
)

// Table describes a table in a sink.
type Table struct {
	Name    TableName
	Columns []Column // without the number
	Release string   // the flags that say what of a row is left out, "" for none
}

// These errors say that a sink has rows that were not, or perhaps not, written with the --contacts and --purpose of now. The sink is not rewritten,
// because programs may already have read from it what would now be left out, or would read what was left out.
var (
	ErrOtherRelease = errors.New("was made with other flags")
	ErrUnrecorded   = errors.New("does not record with which --contacts and --purpose it was made")
)

// CheckRelease compares the flags with which the rows of a sink were written (kept) with those of the table. It returns ErrOtherRelease if they differ,
// and ErrUnrecorded if they are not recorded (nil), as in the sinks of early versions.
func (t *Table) CheckRelease(kept *string) error {
	switch {
	case kept == nil:
		return ErrUnrecorded
	case *kept != t.Release:
		return fmt.Errorf("%w, %s", ErrOtherRelease, cmp.Or(*kept, "--contacts keep --purpose none"))
	}
	return nil
}

// Layout lists the names of the columns, and whether events are kept, too. If a sink has another layout, all rows are written again.
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

// Kept returns the name that a sink with one table stores for the table. It is "" for postings, because early versions had no other table.
func (t *Table) Kept() string {
	if t.Name == PagesTable {
		return string(PagesTable)
	}
	return ""
}
