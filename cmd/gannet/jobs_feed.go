package main

import (
	"reflect"
	"strings"
	"time"

	"gannet/feed"
	"gannet/store/postings"
)

// feedColumns are the columns of a jobRow but its number.
func feedColumns() (columns []feed.Column) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[jobRow]()) {
		if name := columnName(f); name != "" {
			columns = append(columns, feed.Column{Name: name, Type: columnType(f.Type)})
		}
	}
	return columns
}

func feedRow(k *postings.Posting) feed.Row {
	row := reflect.ValueOf(rowOf(k))
	r := feed.Row{Number: k.Number, Places: k.Job.Places}
	for _, f := range reflect.VisibleFields(row.Type()) {
		switch value := row.FieldByIndex(f.Index); {
		case columnName(f) == "":
		case value.IsZero() && strings.Contains(f.Tag.Get("parquet"), ",optional"):
			r.Values = append(r.Values, nil)
		default:
			r.Values = append(r.Values, reflect.Indirect(value).Interface())
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
