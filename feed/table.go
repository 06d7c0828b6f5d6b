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

// The types of columns.
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

// TableName says what the rows of a table are.
type TableName string

// The tables.
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

// ErrOtherRelease says that a sink has rows of which other things are left out. Some of them may have gone on to readers of the sink, which therefore
// is not made again.
var ErrOtherRelease = errors.New("was made with other flags")

// CheckRelease returns ErrOtherRelease if a sink keeps rows that were brought with other flags than those of the table.
func (t *Table) CheckRelease(kept string) error {
	if kept == t.Release {
		return nil
	}
	return fmt.Errorf("%w, %s", ErrOtherRelease, cmp.Or(kept, "--contacts keep --purpose none"))
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

// Kept returns what a sink that holds one table keeps as the table's name: "" for postings, as it was before pages could be brought.
func (t *Table) Kept() string {
	if t.Name == PagesTable {
		return string(PagesTable)
	}
	return ""
}
