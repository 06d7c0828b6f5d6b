package feed

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"

	"gannet/store/postings"
)

// The bounds of a batch. A single change may be longer.
const (
	batchLines = 500
	batchBytes = 1 << 20
)

// Batch has some successive events about postings, which are delivered together.
type Batch struct {
	Cursor uint64 // the feed goes on from there once the batch is delivered; 0 in the midst of a snapshot
	Lines  int
	Body   []byte // JSON Lines
}

// Spool holds events about postings in a temporary file. The crawl's store therefore need not be open while the events are delivered, which
// may take long.
type Spool struct {
	file   *os.File
	lines  []spooled
	Latest uint64 // the newest change that was read, also if it is not held
}

type spooled struct {
	cursor uint64
	bytes  int
}

// NewSpool creates the temporary file of a Spool. Close removes it.
func NewSpool() (*Spool, error) {
	file, err := os.CreateTemp("", "gannet-*.jsonl")
	return &Spool{file: file}, err
}

// Close removes the temporary file with the events.
func (s *Spool) Close() error { return errors.Join(s.file.Close(), os.Remove(s.file.Name())) }

// Fill replaces the content of the spool by the events after a cursor for which keep returns true.
func (s *Spool) Fill(jobs postings.Finder, since uint64, keep func(*postings.Change) (bool, error)) error {
	s.Latest = since
	s.lines = s.lines[:0]
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	var line bytes.Buffer
	out := json.NewEncoder(&line)
	out.SetEscapeHTML(false)
	return jobs.Changes(since, func(c *postings.Change) error {
		s.Latest = max(s.Latest, c.Cursor)
		if kept, err := keep(c); !kept || err != nil {
			return err
		}
		line.Reset()
		if err := out.Encode(c); err != nil {
			return err
		}
		s.lines = append(s.lines, spooled{c.Cursor, line.Len()})
		_, err := s.file.Write(line.Bytes())
		return err
	})
}

// Each calls use for the events in the spool, in batches, until use returns an error.
func (s *Spool) Each(use func(*Batch) error) error {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	for rest := s.lines; len(rest) > 0; {
		b, size := &Batch{}, 0
		for b.Lines < len(rest) && b.Lines < batchLines && (b.Lines == 0 || size+rest[b.Lines].bytes <= batchBytes) {
			size += rest[b.Lines].bytes
			b.Cursor = max(b.Cursor, rest[b.Lines].cursor)
			b.Lines++
		}
		rest = rest[b.Lines:]
		b.Body = make([]byte, size)
		if _, err := io.ReadFull(s.file, b.Body); err != nil {
			return err
		}
		if err := use(b); err != nil {
			return err
		}
	}
	return nil
}
