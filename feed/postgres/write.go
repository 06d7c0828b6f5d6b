package postgres

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gannet/feed"
)

// write replaces the rows that changed, and adds the events.
func (s *Sink) write(ctx context.Context, u *feed.Update) error {
	if err := s.remove(ctx, u); err != nil {
		return err
	}
	names := []string{"number"}
	hasPlaces := s.o.Table.Name == feed.PostingsTable
	if hasPlaces {
		names = append(names, "place_parts")
	}
	for _, c := range s.o.Table.Columns {
		names = append(names, c.Name)
	}
	var values []any
	err := s.copy(ctx, string(s.o.Table.Name), names, func(w *copyWriter) error {
		return u.Rows.Each(ctx, func(row feed.Row) error {
			if row.Values == nil {
				return nil
			}
			values = append(values[:0], row.Number)
			if hasPlaces {
				places, err := json.Marshal(row.Places)
				if err != nil {
					return err
				}
				values = append(values, places)
			}
			values = append(values, row.Values...)
			return w.write(values...)
		})
	})
	if err != nil || !s.o.Events {
		return err
	}
	return s.copy(ctx, "events", []string{"cursor", "number", "event", "change"}, func(w *copyWriter) error {
		return u.Events.Each(func(b *feed.Batch) error {
			for line := range bytes.Lines(b.Body) {
				var c struct {
					Cursor, Number uint64
					Event          string
				}
				if err := json.Unmarshal(line, &c); err != nil {
					return err
				}
				if err := w.write(c.Cursor, c.Number, c.Event, line); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
	})
}

// remove removes the rows that will be written again. For an update of the whole crawl, it removes all rows.
func (s *Sink) remove(ctx context.Context, u *feed.Update) error {
	if u.Whole {
		if s.o.Table.Name == feed.PagesTable {
			return s.run(ctx, "DELETE FROM "+s.name("pages"))
		}
		return s.run(ctx, "DELETE FROM "+s.name("postings")+"; DELETE FROM "+s.name("events"))
	}
	var numbers strings.Builder
	for i, c := range u.Changed {
		if i > 0 {
			numbers.WriteByte(',')
		}
		numbers.WriteString(strconv.FormatUint(c.Number, 10))
	}
	_, err := s.query(ctx, "DELETE FROM "+s.name(string(s.o.Table.Name))+" WHERE number = ANY ($1::bigint[])", "{"+numbers.String()+"}")
	return err
}

// copy adds rows to a table with COPY.
func (s *Sink) copy(ctx context.Context, table string, columns []string, fill func(*copyWriter) error) error {
	for i, c := range columns {
		columns[i] = quoted(c)
	}
	r, w := io.Pipe()
	filled := make(chan error, 1)
	go func() {
		out := &copyWriter{out: bufio.NewWriterSize(w, 1<<16)}
		_, err := out.out.WriteString(copyHeader)
		if err == nil {
			err = fill(out)
		}
		if err == nil {
			_, err = out.out.WriteString(copyTrailer)
			err = errors.Join(err, out.out.Flush())
		}
		w.CloseWithError(err)
		filled <- err
	}()
	_, err := s.conn.CopyFrom(ctx, r, fmt.Sprintf("COPY %s (%s) FROM STDIN BINARY", s.name(table), strings.Join(columns, ", ")))
	r.CloseWithError(errCopyEnded) // ends fill if the server ended the copy
	if cause := <-filled; cause != nil && !errors.Is(cause, errCopyEnded) {
		return cause // the server only says that we ended the copy
	}
	return err
}

// errCopyEnded says that the server ended a COPY before the last row was sent.
var errCopyEnded = errors.New("the server ended the copy")

// copyWriter writes rows in the binary format of COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"), which costs both sides
// less than the text format. Each value has the form that the type of its column in types has there.
type copyWriter struct {
	out *bufio.Writer
	row []byte
}

// copyHeader begins the binary format, without flags and extensions. copyTrailer ends it.
const (
	copyHeader  = "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	copyTrailer = "\xff\xff"
)

// jsonbVersion begins a value of the type jsonb.
const jsonbVersion = 1

// postgresEpoch is the beginning of timestamps, in microseconds since 1970.
var postgresEpoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()

// write writes a row. A slice of bytes is JSON.
func (w *copyWriter) write(values ...any) error {
	b := binary.BigEndian.AppendUint16(w.row[:0], uint16(len(values)))
	for _, v := range values {
		if v == nil {
			b = binary.BigEndian.AppendUint32(b, math.MaxUint32)
			continue
		}
		begin := len(b) + 4
		b = append(b, 0, 0, 0, 0)
		switch v := v.(type) {
		case string:
			b = append(b, possibleText(v)...)
		case []byte:
			b = append(append(b, jsonbVersion), withoutNUL(v)...)
		case []string:
			list, err := json.Marshal(v)
			if err != nil {
				return err
			}
			b = append(append(b, jsonbVersion), withoutNUL(list)...)
		case time.Time:
			b = binary.BigEndian.AppendUint64(b, uint64(v.UnixMicro()-postgresEpoch))
		case bool:
			if b = append(b, 0); v {
				b[begin] = 1
			}
		case int64:
			b = binary.BigEndian.AppendUint64(b, uint64(v))
		case uint64:
			b = binary.BigEndian.AppendUint64(b, v)
		case float64:
			b = binary.BigEndian.AppendUint64(b, math.Float64bits(v))
		default:
			return fmt.Errorf("a column of a table has a value of the type %T", v)
		}
		binary.BigEndian.PutUint32(b[begin-4:], uint32(len(b)-begin))
	}
	w.row = b
	_, err := w.out.Write(b)
	return err
}

// possibleText returns a text without what no text in PostgreSQL can have: the character NUL is removed, and bytes that are not UTF-8 are replaced.
func possibleText(s string) string {
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "")
	}
	if utf8.ValidString(s) { // which reads many bytes at once
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// withoutNUL removes the character NUL from JSON, because no text in PostgreSQL can have it.
func withoutNUL(text []byte) []byte {
	if !bytes.Contains(text, []byte(`\u0000`)) {
		return text
	}
	var kept []byte
	for len(text) > 0 {
		n := 1
		if text[0] == '\\' && len(text) > 1 {
			n = 2
		}
		if bytes.HasPrefix(text, []byte(`\u0000`)) {
			text = text[len(`\u0000`):]
			continue
		}
		kept, text = append(kept, text[:n]...), text[n:]
	}
	return kept
}
