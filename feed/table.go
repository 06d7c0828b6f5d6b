package feed

import "gannet/job"

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
}

// Kept returns what a sink that holds one table keeps as the table's name: "" for postings, as it was before pages could be brought.
func (t *Table) Kept() string {
	if t.Name == PagesTable {
		return string(PagesTable)
	}
	return ""
}
