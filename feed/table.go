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

// ErrOtherRelease says that the rows of a sink were written with other --contacts or --purpose. The sink is not rewritten, because programs
// may already have read from it what would now be left out.
var ErrOtherRelease = errors.New("was made with other flags")

// CheckRelease compares the flags with which the rows of a sink were written (kept) with those of the table. If they are not recorded (nil), as in the
// sinks of early versions, all rows have to be written again (all), so that the flags of the table hold for all of them. If they differ, the error is
// ErrOtherRelease.
func (t *Table) CheckRelease(kept *string) (all bool, err error) {
	if kept == nil || *kept == t.Release {
		return kept == nil, nil
	}
	return false, fmt.Errorf("%w, %s", ErrOtherRelease, cmp.Or(*kept, "--contacts keep --purpose none"))
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
