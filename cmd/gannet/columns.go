package main

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gannet/feed"
)

// columns are the fields of a row that becomes a line of CSV, or a row of Parquet or of a sink. The tag of Parquet names each. A column that it calls
// optional has no value where the field is zero: null in Parquet and in sinks, the empty text in CSV.
type columns []rowColumn

type rowColumn struct {
	reflect.StructField
	name     string
	optional bool
}

// columnsOf returns the columns of a type of row, those of embedded fields in their place.
func columnsOf[T any]() (list columns) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if name, options, _ := strings.Cut(f.Tag.Get("parquet"), ","); !f.Anonymous {
			list = append(list, rowColumn{f, name, strings.HasPrefix(options, "optional")})
		}
	}
	return list
}

func (l columns) names() (names []string) {
	for _, c := range l {
		names = append(names, c.name)
	}
	return names
}

// value returns the column's value in a row, or the zero Value if it has none.
func (c *rowColumn) value(row reflect.Value) reflect.Value {
	v := row.FieldByIndex(c.Index)
	if c.optional && v.IsZero() {
		return reflect.Value{}
	}
	return reflect.Indirect(v)
}

// cells returns the values of a row as text, times as in RFC 3339.
func (l columns) cells(row any) []string {
	v, cells := reflect.ValueOf(row), make([]string, len(l))
	for i := range l {
		switch value := l[i].value(v); value.Kind() {
		case reflect.String:
			cells[i] = value.String()
		case reflect.Int64:
			cells[i] = strconv.FormatInt(value.Int(), 10)
		case reflect.Uint64:
			cells[i] = strconv.FormatUint(value.Uint(), 10)
		case reflect.Float64:
			cells[i] = strconv.FormatFloat(value.Float(), 'f', -1, 64)
		case reflect.Bool:
			cells[i] = strconv.FormatBool(value.Bool())
		case reflect.Struct:
			cells[i] = value.Interface().(time.Time).Format(time.RFC3339)
		}
	}
	return cells
}

// sinkColumns returns a function that gives the columns of a type of row in a sink, where the number of the row is no column.
func sinkColumns[T any]() func() columns {
	return sync.OnceValue(func() columns {
		return slices.DeleteFunc(columnsOf[T](), func(c rowColumn) bool { return c.name == "number" })
	})
}

// table returns the table that has the columns.
func (l columns) table(name feed.TableName) feed.Table {
	t := feed.Table{Name: name}
	for _, c := range l {
		t.Columns = append(t.Columns, feed.Column{Name: c.name, Type: columnType(c.Type)})
	}
	return t
}

// values returns the values of a row of the table.
func (l columns) values(row any) []any {
	v, values := reflect.ValueOf(row), make([]any, len(l))
	for i := range l {
		if value := l[i].value(v); value.IsValid() {
			values[i] = value.Interface()
		}
	}
	return values
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
	case t.Kind() == reflect.Slice:
		return feed.List
	}
	return feed.Integer
}
