package feed

import (
	"gannet/job"
	"gannet/store/postings"
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
)

// Column is a column of a table of postings.
type Column struct {
	Name string
	Type Type
}

// Row is a posting as a row of a table. Its number is its key.
type Row struct {
	Number uint64
	Values []any // one for each column
	Places []job.Place
}

// Table says how a posting becomes a row.
type Table struct {
	Columns []Column // without the number
	Row     func(*postings.Posting) Row
}
