package main

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"gannet/feed"
	"gannet/store/postings"
)

// feedFields are the fields of a jobRow that have columns of their own.
var feedFields = slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[jobRow]()), func(f reflect.StructField) bool { return columnName(f) == "" })

// feedOptional says which feedFields are nil if they are zero.
var feedOptional = func() (optional []bool) {
	for _, f := range feedFields {
		optional = append(optional, strings.Contains(f.Tag.Get("parquet"), ",optional"))
	}
	return optional
}()

// postingsTable is the table of postings in a sink.
func postingsTable() feed.Table { return feed.Table{Name: feed.PostingsTable, Columns: feedColumns()} }

// feedColumns are the columns of a jobRow but its number.
func feedColumns() (columns []feed.Column) {
	for _, f := range feedFields {
		columns = append(columns, feed.Column{Name: columnName(f), Type: columnType(f.Type)})
	}
	return columns
}

func feedRow(k *postings.Posting) feed.Row {
	row := reflect.ValueOf(rowOf(k))
	r := feed.Row{Number: k.Number, Places: k.Job.Places, Values: make([]any, len(feedFields))}
	for i, f := range feedFields {
		if value := row.FieldByIndex(f.Index); !value.IsZero() || !feedOptional[i] {
			r.Values[i] = reflect.Indirect(value).Interface()
		}
	}
	return r
}

// columnName returns the name of a field's column, "" if it has none of its own.
func columnName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
	if f.Anonymous || name == "number" {
		return ""
	}
	return name
}

func columnType(t reflect.Type) feed.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == reflect.TypeFor[time.Time]():
		return feed.Time
	case t.Kind() == reflect.String:
		return feed.Text
	case t.Kind() == reflect.Float64:
		return feed.Real
	case t.Kind() == reflect.Bool:
		return feed.Bool
	}
	return feed.Integer
}
