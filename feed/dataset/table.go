package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"gannet/feed"
	"gannet/feed/folder"
)

// Table is a data set that receives the rows of a table. Each update adds one file with the rows that have changed. Besides the columns of
// the table, a row has its number, the cursor of the update, and whether the crawl still keeps the posting or page. Of several rows with
// one number, that with the largest cursor is valid.
type Table struct{ *Sink }

// NewTable returns the data set of a table in a folder. In an empty folder, the first update begins a new data set.
func NewTable(to folder.Folder, software string, table feed.Table) Table {
	return Table{New(to, Options{
		Software: software, Partition: []string{"table"}, Release: table.Release,
		Parts: func(ctx context.Context, u *feed.Update) ([]Part, error) {
			if err := u.Rows.Wait(); err != nil {
				return nil, err
			}
			return []Part{{Dir: "table=" + string(table.Name), Rows: int64(u.Given), Write: func(w io.Writer) error { return writeRows(ctx, w, table.Columns, u) }}}, nil
		},
	})}
}

// Apply implements feed.Sink: it adds a file with the rows of the update to the data set.
func (t Table) Apply(ctx context.Context, u *feed.Update) error {
	err := t.Take(ctx, u)
	if err == nil {
		err = t.Sink.Apply(ctx, u)
	}
	return errors.Join(err, t.Close())
}

// groupBytes bounds the texts of a group of rows, which are in memory until it is written.
const groupBytes = 32 << 20

// ParquetOptions returns the options of all Parquet files that are written. Values have the encoding PLAIN, which every reader knows:
// fastparquet 2026.9.0 cannot read text in DELTA_LENGTH_BYTE_ARRAY, the library's default, in data pages of version 2. Zstandard compresses
// what is repeated.
func ParquetOptions() []parquet.WriterOption {
	return []parquet.WriterOption{parquet.Compression(&parquet.Zstd), parquet.DefaultEncoding(&parquet.Plain)}
}

// writeRows writes the rows of an update as Parquet.
func writeRows(ctx context.Context, w io.Writer, columns []feed.Column, u *feed.Update) error {
	record := recordOf(columns)
	out := parquet.NewWriter(w, append(ParquetOptions(), parquet.SchemaOf(reflect.New(record).Interface()))...)
	size := 0
	err := u.Rows.Each(ctx, func(row feed.Row) error {
		r := reflect.New(record).Elem()
		r.Field(0).SetUint(u.Cursor)
		r.Field(1).SetUint(row.Number)
		r.Field(2).SetBool(row.Values != nil)
		for i, value := range row.Values {
			switch value := value.(type) {
			case nil:
				continue
			case []string:
				size += len(strings.Join(value, ""))
				r.Field(3 + i).Set(reflect.ValueOf(value))
				continue
			case string:
				size += len(value)
			}
			field := reflect.New(reflect.TypeOf(value))
			field.Elem().Set(reflect.ValueOf(value))
			r.Field(3 + i).Set(field)
		}
		if err := out.Write(r.Addr().Interface()); err != nil {
			return err
		}
		if size < groupBytes {
			return nil
		}
		size = 0
		return out.Flush()
	})
	return errors.Join(err, out.Close())
}

// recordOf returns a type whose fields are the columns, of which nil is not known.
func recordOf(columns []feed.Column) reflect.Type {
	fields := []reflect.StructField{
		{Name: "Cursor", Type: reflect.TypeFor[uint64](), Tag: `parquet:"cursor"`}, {Name: "Number", Type: reflect.TypeFor[uint64](), Tag: `parquet:"number"`},
		{Name: "Kept", Type: reflect.TypeFor[bool](), Tag: `parquet:"kept"`},
	}
	types := map[feed.Type]reflect.Type{
		feed.Integer: reflect.TypeFor[*int64](), feed.Real: reflect.TypeFor[*float64](), feed.Text: reflect.TypeFor[*string](), feed.Bool: reflect.TypeFor[*bool](),
		feed.Time: reflect.TypeFor[*time.Time](), feed.List: reflect.TypeFor[[]string](),
	}
	options := map[feed.Type]string{feed.Time: ",optional,timestamp(millisecond)", feed.List: ",list"}
	for i, c := range columns {
		option, ok := options[c.Type]
		if !ok {
			option = ",optional"
		}
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprint("Column", i), Type: types[c.Type], Tag: reflect.StructTag(fmt.Sprintf(`parquet:"%s%s"`, c.Name, option)),
		})
	}
	return reflect.StructOf(fields)
}
