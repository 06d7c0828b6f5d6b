package feed

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"gannet/store/postings"
)

// Rows holds the rows of an update in a temporary file. So the store is not held open while a sink writes them, which may take as long as a
// server wants.
type Rows struct {
	table Table
	file  *os.File
	count int
}

// NewRows makes an empty file for rows of a table. Close removes it.
func NewRows(t Table) (*Rows, error) {
	file, err := os.CreateTemp("", "gannet-*.rows")
	return &Rows{table: t, file: file}, err
}

// Close removes the file.
func (r *Rows) Close() error { return errors.Join(r.file.Close(), os.Remove(r.file.Name())) }

// Fill replaces the rows by those of an update, which has them as Update.Rows then. The postings are read as they are now.
func (r *Rows) Fill(ctx context.Context, u *Update) error {
	u.Rows, r.count = r, 0
	if err := r.file.Truncate(0); err != nil {
		return err
	}
	if _, err := r.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	out := bufio.NewWriterSize(r.file, 1<<18)
	var record []byte
	err := u.Each(ctx, func(c Changed, k *postings.Posting) (err error) {
		row := Row{Number: c.Number}
		if k.Job.State != Dropped {
			row = r.table.Row(k)
		}
		if record, err = appendRow(record[:0], row); err != nil {
			return err
		}
		r.count++
		if err := binary.Write(out, binary.LittleEndian, uint32(len(record))); err != nil {
			return err
		}
		_, err = out.Write(record)
		return err
	})
	return errors.Join(err, out.Flush())
}

// Each calls use for every row, until use fails. A row without values is of a posting that the crawl keeps no more.
func (r *Rows) Each(ctx context.Context, use func(Row) error) error {
	if r == nil {
		return nil
	}
	if _, err := r.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	in := bufio.NewReaderSize(r.file, 1<<18)
	var record []byte
	for range r.count {
		var size uint32
		if err := binary.Read(in, binary.LittleEndian, &size); err != nil {
			return err
		}
		record = append(record[:0], make([]byte, size)...)
		if _, err := io.ReadFull(in, record); err != nil {
			return err
		}
		row, err := r.table.readRow(record)
		if err != nil {
			return err
		}
		if err := errors.Join(ctx.Err(), use(row)); err != nil {
			return err
		}
	}
	return nil
}

// appendRow appends a row as readRow reads it: the number, the length of its places, the places as JSON, and the values. Each value begins with a
// byte that is 0 for nil. A row without values ends after its number.
func appendRow(b []byte, row Row) ([]byte, error) {
	b = binary.AppendUvarint(b, row.Number)
	if row.Values == nil {
		return b, nil
	}
	places, err := json.Marshal(row.Places)
	if err != nil {
		return nil, err
	}
	b = append(binary.AppendUvarint(b, uint64(len(places))), places...)
	for _, v := range row.Values {
		if v == nil {
			b = append(b, 0)
			continue
		}
		b = append(b, 1)
		switch v := v.(type) {
		case int64:
			b = binary.AppendVarint(b, v)
		case uint64:
			b = binary.AppendVarint(b, int64(v))
		case float64:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		case string:
			b = append(binary.AppendUvarint(b, uint64(len(v))), v...)
		case bool:
			b = append(b, map[bool]byte{true: 1}[v])
		case time.Time:
			b = binary.LittleEndian.AppendUint32(binary.AppendVarint(b, v.Unix()), uint32(v.Nanosecond()))
		default:
			return nil, fmt.Errorf("a column of a table has a value of the type %T", v)
		}
	}
	return b, nil
}

// readRow reads what appendRow wrote. Integers are int64 then, and times UTC.
func (t *Table) readRow(record []byte) (Row, error) {
	in := &decoder{rest: record}
	row := Row{Number: in.uvarint()}
	if len(in.rest) == 0 {
		return row, in.err
	}
	if err := json.Unmarshal(in.take(in.uvarint()), &row.Places); err != nil {
		return row, err
	}
	row.Values = make([]any, len(t.Columns))
	for i, c := range t.Columns {
		if in.take(1)[0] == 0 {
			continue
		}
		switch c.Type {
		case Integer:
			row.Values[i] = in.varint()
		case Real:
			row.Values[i] = math.Float64frombits(binary.LittleEndian.Uint64(in.take(8)))
		case Text:
			row.Values[i] = string(in.take(in.uvarint()))
		case Bool:
			row.Values[i] = in.take(1)[0] == 1
		case Time:
			seconds := in.varint()
			row.Values[i] = time.Unix(seconds, int64(binary.LittleEndian.Uint32(in.take(4)))).UTC()
		}
	}
	return row, in.err
}

// decoder reads values one after the other. After an error it gives zeros.
type decoder struct {
	rest []byte
	err  error
}

func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.rest)) {
		d.rest, d.err = nil, io.ErrUnexpectedEOF
		return make([]byte, min(n, 8))
	}
	taken := d.rest[:n]
	d.rest = d.rest[n:]
	return taken
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.rest)
	d.take(uint64(max(n, 1)))
	return v
}

func (d *decoder) varint() int64 {
	v, n := binary.Varint(d.rest)
	d.take(uint64(max(n, 1)))
	return v
}
