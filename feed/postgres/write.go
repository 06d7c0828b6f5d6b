package postgres

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

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
	err := s.copy(ctx, string(s.o.Table.Name), names, func(w *copyWriter) error {
		return u.Rows.Each(ctx, func(row feed.Row) error {
			if row.Values == nil {
				return nil
			}
			values := []any{row.Number}
			if hasPlaces {
				places, err := json.Marshal(row.Places)
				if err != nil {
					return err
				}
				values = append(values, withoutNUL(places))
			}
			return w.row(append(values, row.Values...)...)
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
				if err := w.row(c.Cursor, c.Number, c.Event, withoutNUL(line)); err != nil {
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
		err := fill(out)
		if err == nil {
			err = out.out.Flush()
		}
		w.CloseWithError(err)
		filled <- err
	}()
	_, err := s.conn.CopyFrom(ctx, r, fmt.Sprintf("COPY %s (%s) FROM STDIN", s.name(table), strings.Join(columns, ", ")))
	r.CloseWithError(errCopyEnded) // ends fill if the server ended the copy
	if cause := <-filled; cause != nil && !errors.Is(cause, errCopyEnded) {
		return cause // the server only says that we ended the copy
	}
	return err
}

// errCopyEnded says that the server ended a COPY before the last row was sent.
var errCopyEnded = errors.New("the server ended the copy")

// copyWriter writes rows in the text format of COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format").
type copyWriter struct {
	out  *bufio.Writer
	line []byte
}

// escapes are the characters with a meaning in the text format. The character NUL is removed, because no text in PostgreSQL can have it.
var escapes = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`, "\x00", "")

func (w *copyWriter) row(values ...any) error {
	w.line = w.line[:0]
	for i, v := range values {
		if i > 0 {
			w.line = append(w.line, '\t')
		}
		switch v := v.(type) {
		case nil:
			w.line = append(w.line, `\N`...)
		case string:
			w.line = append(w.line, escapes.Replace(strings.ToValidUTF8(v, "\uFFFD"))...)
		case []byte:
			w.line = append(w.line, escapes.Replace(string(v))...)
		case time.Time:
			w.line = v.UTC().AppendFormat(w.line, time.RFC3339Nano)
		case []string:
			list, err := json.Marshal(v)
			if err != nil {
				return err
			}
			w.line = append(w.line, escapes.Replace(string(withoutNUL(list)))...)
		case bool:
			w.line = strconv.AppendBool(w.line, v)
		case int64:
			w.line = strconv.AppendInt(w.line, v, 10)
		case uint64:
			w.line = strconv.AppendUint(w.line, v, 10)
		case float64:
			w.line = strconv.AppendFloat(w.line, v, 'g', -1, 64)
		default:
			return fmt.Errorf("a column of a table has a value of the type %T", v)
		}
	}
	_, err := w.out.Write(append(w.line, '\n'))
	return err
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
