package feed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/store/postings"
)

// ledger is a Finder that has changes alone.
type ledger struct {
	postings.Finder
	changes []*postings.Change
}

func (l *ledger) Changes(since uint64, use func(*postings.Change) error) error {
	for _, c := range l.changes {
		if c.Cursor > since || c.Cursor == 0 && since == 0 {
			if err := use(c); err != nil {
				return err
			}
		}
	}
	return nil
}

func TestSpoolGivesAllInBatches(t *testing.T) {
	l := &ledger{}
	for i := range uint64(1300) {
		c := &postings.Change{Cursor: i + 1, Number: i, Event: postings.EventNew}
		if i < 700 { // a snapshot
			c.Cursor = 0
		}
		if i%100 == 0 {
			c.URL = "https://a.test/" + strings.Repeat("<x>", 100<<10)
		}
		l.changes = append(l.changes, c)
	}
	all := func(*postings.Change) (bool, error) { return true, nil }
	s, err := NewSpool()
	if err != nil {
		t.Fatal(err)
	}
	for _, since := range []uint64{0, 900, 2000, 0} {
		if err := s.Fill(l, since, all); err != nil {
			t.Fatal(err)
		}
		var got []uint64
		var last uint64
		err := s.Each(func(b *Batch) error {
			if b.Lines > batchLines || len(b.Body) > batchBytes || b.Lines != bytes.Count(b.Body, []byte("\n")) {
				return fmt.Errorf("%d lines, %d bytes", b.Lines, len(b.Body))
			}
			for line := range bytes.Lines(b.Body) {
				var c postings.Change
				if err := json.Unmarshal(line, &c); err != nil {
					return err
				}
				got = append(got, c.Number)
				if last = c.Cursor; bytes.Contains(line, []byte(`\u003c`)) {
					return errors.New("escaped as HTML")
				}
			}
			if b.Cursor != last {
				return fmt.Errorf("cursor %d after %d", b.Cursor, last)
			}
			return nil
		})
		if want := 1300 - int(min(since, 1300)); err != nil || len(got) != want || want > 0 && got[0] != since {
			t.Errorf("since %d: %d changes, %v", since, len(got), err)
		}
	}
	none := func(*postings.Change) (bool, error) { return false, nil }
	if err := s.Fill(l, 900, none); err != nil || s.Latest != 1300 {
		t.Errorf("of no change that is kept the newest is %d, %v", s.Latest, err)
	}
	if err := s.Each(func(b *Batch) error { return fmt.Errorf("%d lines", b.Lines) }); err != nil {
		t.Errorf("no change is kept: %v", err)
	}
	name := s.file.Name()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is left: %v", err)
	}
}

func TestCursor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cursor.json")
	c, err := ReadCursor(path)
	if err != nil || c.Cursor != 0 || c.Of("one", "") != nil {
		t.Fatalf("%+v, %v", c, err)
	}
	if err := c.Advance(17); err != nil {
		t.Fatal(err)
	}
	if c, err = ReadCursor(path); err != nil || c.Cursor != 17 || c.Of("one", "") != nil || !errors.Is(c.Of("two", ""), ErrOtherCrawl) || !errors.Is(c.Of("one", "notices"), ErrOtherFeed) {
		t.Errorf("%+v, %v", c, err)
	}
	for _, text := range []string{"", "17", `{"cursor":17}`, `{"cursor":-1,"crawl":"x"}`} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadCursor(path); !errors.Is(err, ErrCursorFile) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
