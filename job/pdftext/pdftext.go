// Package pdftext owns the reading of PDF files as pages: their text as HTML with headings and paragraphs, for job/pagetext.
//
// The files are of strangers, and the library that reads them may loop, recurse or allocate without end. So Process has a
// process of its own read each file, which is killed when it takes too much. InProcess is for files that one trusts.
package pdftext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"
)

// These are the largest sizes of a PDF file that is read. Advertisements have only a few pages.
const (
	// MaxBytes is the size of the largest PDF file that is read. Advertisements have only a few pages.
	MaxBytes = 8 << 20
	maxPages = 30
	maxText  = 1 << 20
	maxPage  = 1 << 20 // unpacked, of one page: letters take a hundred times as much memory
	maxTime  = 5 * time.Second
)

// These errors say why a PDF file cannot be read as text.
var (
	ErrTooLarge   = errors.New("the PDF is too large")
	ErrBroken     = errors.New("the PDF cannot be read")
	ErrEncrypted  = errors.New("the PDF is encrypted")
	ErrEmpty      = errors.New("the PDF has no text, it may hold pictures alone")
	ErrNotStarted = errors.New("no process could be started to read the PDF")
	ErrHeavy      = errors.New("the PDF takes too much time or memory to read")
)

// Charset is the text that a page made from a PDF has in place of the name of its encoding.
const Charset = "PDF"

// Reader converts a PDF to an HTML page in UTF-8. Each page of the PDF is a section whose id is "page=" and its number. The largest text
// becomes the page's heading, and headings have their size as a style. The error is one of those above.
type Reader func(ctx context.Context, data []byte) ([]byte, error)

// Is reports whether data begins like a PDF file.
func Is(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(data, "\ufeff \r\n"), []byte("%PDF-"))
}

// InProcess is a Reader that works in this process, for trusted files only. After ErrHeavy the PDF library may go on in the background for
// ever.
func InProcess(ctx context.Context, data []byte) ([]byte, error) {
	type result struct {
		page []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		page, err := read(data, time.Now().Add(maxTime))
		done <- result{page, err}
	}()
	select {
	case r := <-done:
		return r.page, r.err
	case <-time.After(maxTime):
		return nil, ErrHeavy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// read reads a file. Unless late is zero, it tries to end at that time.
func read(data []byte, late time.Time) (page []byte, err error) {
	if len(data) > MaxBytes {
		return nil, ErrTooLarge
	}
	defer func() {
		switch x := recover(); x {
		case nil:
		case ErrHeavy, ErrTooLarge:
			page, err = nil, x.(error)
		default:
			page, err = nil, fmt.Errorf("%w: %v", ErrBroken, x)
		}
	}()
	pages, err := readPages(data, late)
	if err != nil {
		return nil, err
	}
	return write(pages), nil
}
