// Package history owns the file of a crawl's runs: when each began and ended, what it found, and what held it up. From that file it makes notices for people.
package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gannet/internal/linefile"
	"gannet/internal/wholefile"
)

// File is the name of the file with the history of a crawl's runs, in the crawl's directory (docs/reference/formats/text-files.md).
const File = "runs.jsonl"

// Event says what happened in a run of a crawl.
type Event string

// These are the events in the history of a crawl's runs.
const (
	// Started says that a run has begun.
	Started Event = "started"
	// HeldUp says that no request could be made for a minute, or that all remaining links are of hosts that fail.
	HeldUp Event = "held up"
	// GoesOn says that a run that was held up makes requests again.
	GoesOn Event = "goes on"
	// Breaks says that the pages of a host have become worse than before, for example without postings.
	Breaks Event = "breaks"
	// Mends says that the pages of a host that had become worse are as before again.
	Mends Event = "mends"
	// Ended says that a run has ended and could say why.
	Ended Event = "ended"
	// Died says that a run has no end, because it was killed, the machine went down, or the full disk had no room for the entry. gannet concludes
	// this later from the other events, and does not store it.
	Died      Event = "died"
	forgotten Event = "forgotten"
)

// Entry is one event in the history of a crawl's runs: a line of the file.
type Entry struct {
	Time     time.Time `json:"time"`
	Event    Event     `json:"event"`
	Why      string    `json:"why,omitempty"`      // of HeldUp and Ended; of Breaks and Mends the signal
	Host     string    `json:"host,omitempty"`     // of Breaks and Mends
	Pages    int64     `json:"pages,omitempty"`    // of the run so far
	Relevant int64     `json:"relevant,omitempty"` // of these, on topic
	Postings int64     `json:"postings,omitempty"` // new ones of the run so far
	Asked    int64     `json:"asked,omitempty"`    // links whose turn came, and revisits
}

// Read returns the history of the crawl in a directory, the oldest entry first. The list is empty if there is no file. Read ignores a last
// line that a crash has cut off.
func Read(dir string) (list []Entry, err error) {
	f, err := os.Open(filepath.Join(dir, File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for in := bufio.NewReader(f); ; {
		line, err := in.ReadBytes('\n')
		if err == io.EOF { // the line is cut off, or empty
			return list, nil
		}
		if err != nil {
			return list, err
		}
		var e Entry
		if json.Unmarshal(line, &e) == nil && e.Event != "" {
			list = append(list, e)
		}
	}
}

// add appends entries, each as a line. A line that a crash has cut off is ended first.
func add(dir string, entries []Entry) (err error) {
	if len(entries) == 0 {
		return nil
	}
	text, err := lines(entries)
	if err != nil {
		return err
	}
	f, begin, err := linefile.Open(filepath.Join(dir, File))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	return appendAll(f, size, append(begin, text...))
}

// lines returns the lines of entries.
func lines(entries []Entry) ([]byte, error) {
	var text bytes.Buffer
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		text.Write(append(line, '\n'))
	}
	return text.Bytes(), nil
}

// appendAll appends a text to a file of a size in bytes. If a part of it cannot be written, for example because the disk is full, the file gets its size back, so
// that the same entries can be appended again.
func appendAll(f interface {
	io.Writer
	Truncate(size int64) error
}, size int64, text []byte) error {
	_, err := f.Write(text)
	if err != nil {
		err = errors.Join(err, f.Truncate(size))
	}
	return err
}

// Forget removes the entries whose texts satisfy the function named. If such an entry is the start or the end of a run, only its text is
// removed, because these entries show which runs were killed. The other entries keep their numbers.
func Forget(dir string, named func(text string) bool) error {
	list, err := Read(dir)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(list, func(e Entry) bool { return named(e.Host + " " + e.Why) }) {
		return nil
	}
	for i, e := range list {
		if named(e.Host + " " + e.Why) {
			if e.Event != Started && e.Event != Ended {
				e = Entry{Time: e.Time, Event: forgotten}
			}
			e.Host, e.Why = "", ""
			list[i] = e
		}
	}
	text, err := lines(list)
	if err != nil {
		return err
	}
	return wholefile.Write(filepath.Join(dir, File), text)
}
