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
	"slices"
	"strings"
	"sync"
	"time"
)

// Rows holds the rows of an update in a temporary file. The crawl's store therefore need not be open while the rows are written to a server,
// which may take long. The first rows can be written while the others are still being read.
type Rows struct {
	columns []Column
	file    *os.File

	mu     sync.Mutex // guards what follows
	grown  sync.Cond
	count  int   // rows that are in the file
	size   int64 // bytes of these rows
	filled bool  // there will be no more
	err    error
}

// NewRows creates an empty temporary file for rows with these columns. Close removes it.
func NewRows(columns []Column) (*Rows, error) {
	file, err := os.CreateTemp("", "gannet-*.rows")
	r := &Rows{columns: columns, file: file}
	r.grown.L = &r.mu
	return r, err
}

// Close removes the temporary file with the rows.
func (r *Rows) Close() error { return errors.Join(r.file.Close(), os.Remove(r.file.Name())) }

// Begin empties the temporary file and sets u.Rows to it. Call Fill next.
func (r *Rows) Begin(u *Update) {
	u.Rows = r
	r.count, r.size, r.filled, r.err = 0, 0, false, nil
}

// flushedRows is the number of rows after which those in memory are written to the file.
const flushedRows = 256

// Fill writes the rows of an update into the file, in their present state. It returns when it has read the last row from the store.
func (r *Rows) Fill(ctx context.Context, u *Update) error {
	out := bufio.NewWriterSize(io.NewOffsetWriter(r.file, 0), 1<<18)
	written, size := 0, int64(0)
	publish := func(err error, last bool) error {
		err = errors.Join(err, out.Flush())
		r.mu.Lock()
		defer r.mu.Unlock()
		r.count, r.size, r.filled, r.err = written, size, last, err
		r.grown.Broadcast()
		return err
	}
	var record []byte
	u.Given = 0
	err := u.each(ctx, func(row Row) (err error) {
		u.Given++
		if record, err = appendRow(append(record[:0], 0, 0, 0, 0), row); err != nil {
			return err
		}
		binary.LittleEndian.PutUint32(record, uint32(len(record)-4))
		if _, err := out.Write(record); err != nil {
			return err
		}
		size += int64(len(record))
		if written++; written%flushedRows == 0 {
			return publish(nil, false)
		}
		return nil
	})
	return publish(err, true)
}

// Each calls use for every row, until use returns an error. It waits for rows that Fill has not written yet, and fails if Fill fails. A row
// without values belongs to a posting or a page that the crawl no longer keeps.
func (r *Rows) Each(ctx context.Context, use func(Row) error) error {
	if r == nil {
		return nil
	}
	in := bufio.NewReaderSize(&rowsReader{rows: r}, 1<<18)
	var record []byte
	for n := 0; ; n++ {
		if more, err := r.waitFor(n); !more {
			return err
		}
		var size [4]byte
		if _, err := io.ReadFull(in, size[:]); err != nil {
			return err
		}
		record = slices.Grow(record[:0], int(binary.LittleEndian.Uint32(size[:])))[:binary.LittleEndian.Uint32(size[:])]
		if _, err := io.ReadFull(in, record); err != nil {
			return err
		}
		row, err := readRow(r.columns, record)
		if err != nil {
			return err
		}
		if err := errors.Join(ctx.Err(), use(row)); err != nil {
			return err
		}
	}
}

// Wait returns when Fill has written the last row to the temporary file, or has failed.
func (r *Rows) Wait() error {
	if r == nil {
		return nil
	}
	_, err := r.waitFor(math.MaxInt)
	return err
}

// waitFor waits until the file has row n, counted from 0, or will never have it.
func (r *Rows) waitFor(n int) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for n >= r.count && !r.filled {
		r.grown.Wait()
	}
	return n < r.count && r.err == nil, r.err
}

// rowsReader reads the rows in the file. After these the file may have remains of an earlier update, which it never reads.
type rowsReader struct {
	rows *Rows
	at   int64
}

func (r *rowsReader) Read(b []byte) (int, error) {
	r.rows.mu.Lock()
	left := r.rows.size - r.at
	r.rows.mu.Unlock()
	if left == 0 {
		return 0, io.EOF
	}
	n, err := r.rows.file.ReadAt(b[:min(int64(len(b)), left)], r.at)
	r.at += int64(n)
	return n, err
}

// appendRow appends a row in the form that readRow reads: the number, the length of its places, the places as JSON, and the values. Each value begins
// with a byte that is 0 for nil. A row without values ends after its number.
func appendRow(b []byte, row Row) ([]byte, error) {
	b = binary.AppendUvarint(b, row.Number)
	if row.Values == nil {
		return b, nil
	}
	var places []byte
	if len(row.Places) > 0 {
		var err error
		if places, err = json.Marshal(row.Places); err != nil {
			return nil, err
		}
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
			if b = append(b, 0); v {
				b[len(b)-1] = 1
			}
		case []string:
			b = binary.AppendUvarint(b, uint64(len(v)))
			for _, s := range v {
				b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
			}
		case time.Time:
			b = binary.LittleEndian.AppendUint32(binary.AppendVarint(b, v.Unix()), uint32(v.Nanosecond()))
		default:
			return nil, fmt.Errorf("a column of a table has a value of the type %T", v)
		}
	}
	return b, nil
}

// readRow reads a row that appendRow wrote. All integers become int64, and all times UTC.
func readRow(columns []Column, record []byte) (Row, error) {
	in := &decoder{rest: string(record)} // the texts of the row are parts of it
	row := Row{Number: in.uvarint()}
	if len(in.rest) == 0 {
		return row, in.err
	}
	if places := in.take(in.uvarint()); places != "" {
		if err := json.Unmarshal([]byte(places), &row.Places); err != nil {
			return row, err
		}
	}
	row.Values = make([]any, len(columns))
	for i, c := range columns {
		if in.take(1)[0] == 0 {
			continue
		}
		switch c.Type {
		case Integer:
			row.Values[i] = in.varint()
		case Real:
			row.Values[i] = math.Float64frombits(binary.LittleEndian.Uint64([]byte(in.take(8))))
		case Text:
			row.Values[i] = in.take(in.uvarint())
		case Bool:
			row.Values[i] = in.take(1)[0] == 1
		case List:
			list := make([]string, in.uvarint())
			for i := range list {
				list[i] = in.take(in.uvarint())
			}
			row.Values[i] = list
		case Time:
			seconds := in.varint()
			row.Values[i] = time.Unix(seconds, int64(binary.LittleEndian.Uint32([]byte(in.take(4))))).UTC()
		}
	}
	return row, in.err
}

// decoder reads values one after the other. After an error it returns zero values.
type decoder struct {
	rest string
	err  error
}

func (d *decoder) take(n uint64) string {
	if n > uint64(len(d.rest)) {
		d.rest, d.err = "", io.ErrUnexpectedEOF
		return strings.Repeat("\x00", int(min(n, 8)))
	}
	taken := d.rest[:n]
	d.rest = d.rest[n:]
	return taken
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint([]byte(d.rest[:min(len(d.rest), binary.MaxVarintLen64)]))
	d.take(uint64(max(n, 1)))
	return v
}

func (d *decoder) varint() int64 {
	v, n := binary.Varint([]byte(d.rest[:min(len(d.rest), binary.MaxVarintLen64)]))
	d.take(uint64(max(n, 1)))
	return v
}
