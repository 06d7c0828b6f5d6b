package main

import (
	"reflect"
	"slices"
	"time"

	"gannet/feed"
	"gannet/store/postings"
)

// feedFields are the columns of a jobRow but its number.
var feedFields = slices.DeleteFunc(columnsOf[jobRow](), func(c rowColumn) bool { return c.name == "number" })

// postingsTable is the table of postings in a sink.
func postingsTable() feed.Table {
	t := feed.Table{Name: feed.PostingsTable}
	for _, c := range feedFields {
		t.Columns = append(t.Columns, feed.Column{Name: c.name, Type: columnType(c.Type)})
	}
	return t
}

func feedRow(k *postings.Posting) feed.Row {
	row := reflect.ValueOf(rowOf(k))
	r := feed.Row{Number: k.Number, Places: k.Job.Places, Values: make([]any, len(feedFields))}
	for i := range feedFields {
		r.Values[i] = feedFields[i].value(row)
	}
	return r
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
