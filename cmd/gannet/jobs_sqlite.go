package main

import (
	"context"
	"io"
	"reflect"
	"strings"
	"time"

	"gannet/feed/sqlite"
	"gannet/internal/cli"
	"gannet/store/postings"
)

// exportSQLite makes a database hold the postings that a query gives, and says what that changed.
func exportSQLite(ctx context.Context, stdout io.Writer, dir, out string, f *jobFilter, of *release) error {
	q, err := f.query()
	if err != nil {
		return err
	}
	return withJobs(dir, of, func(jobs postings.Finder) error {
		crawl, err := postings.Crawl(jobs)
		if err != nil {
			return err
		}
		n, err := sqlite.Update(ctx, out, sqlite.Table{Crawl: crawl, Columns: sqliteColumns(), Each: func(use func(sqlite.Row) error) error {
			return jobs.Find(q, func(k *postings.Posting) error { return use(sqliteRow(k)) })
		}})
		if err != nil {
			return err
		}
		return cli.Say(stdout, "%s: %d new, %d changed, %d removed, %d as before\n", out, n.New, n.Changed, n.Removed, n.Unchanged)
	})
}

// sqliteColumns are those of a jobRow but its number.
func sqliteColumns() (columns []sqlite.Column) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[jobRow]()) {
		if name := columnName(f); name != "" {
			columns = append(columns, sqlite.Column{Name: name, Type: sqliteType(f.Type)})
		}
	}
	return columns
}

func sqliteRow(k *postings.Posting) sqlite.Row {
	row := reflect.ValueOf(rowOf(k))
	r := sqlite.Row{Number: k.Number, Places: k.Job.Places}
	for _, f := range reflect.VisibleFields(row.Type()) {
		switch value := row.FieldByIndex(f.Index); {
		case columnName(f) == "":
		case value.IsZero() && strings.Contains(f.Tag.Get("parquet"), ",optional"):
			r.Values = append(r.Values, nil)
		default:
			r.Values = append(r.Values, sqliteValue(value))
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

func sqliteType(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String, reflect.Struct: // a time
		return "TEXT"
	case reflect.Float64:
		return "REAL"
	}
	return "INTEGER"
}

// sqliteValue returns a value as SQLite has it. A time is text that SQLite's functions read.
func sqliteValue(v reflect.Value) any {
	switch x := v.Interface().(type) {
	case *bool:
		return *x
	case *time.Time:
		return x.UTC().Format(time.RFC3339)
	default:
		return x
	}
}
