package main

import (
	"reflect"
	"strconv"
	"strings"
	"time"
)

// columns are the fields of a row that becomes a line of CSV, or a row of Parquet or of a sink. The tag of Parquet names each. A column that it calls
// optional has no value where the field is zero: null in Parquet and in sinks, the empty text in CSV.
type columns []rowColumn

type rowColumn struct {
	reflect.StructField
	name     string
	optional bool
}

var (
	jobColumns     = columnsOf[jobRow]()
	postingColumns = columnsOf[postingRow]()
)

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

// value returns the column's value in a row, nil if it has none.
func (c *rowColumn) value(row reflect.Value) any {
	v := row.FieldByIndex(c.Index)
	if c.optional && v.IsZero() {
		return nil
	}
	return reflect.Indirect(v).Interface()
}

// cells returns the values of a row as text, times as in RFC 3339.
func (l columns) cells(row any) []string {
	v, cells := reflect.ValueOf(row), make([]string, len(l))
	for i := range l {
		switch value := reflect.ValueOf(l[i].value(v)); value.Kind() {
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
