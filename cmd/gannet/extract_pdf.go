package main

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"time"

	"gannet/job/extract"
	"gannet/job/pdftext"
)

// pdfFile returns the content of a file that begins like a PDF, or nil.
func pdfFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 64)
	n, _ := io.ReadFull(f, head)
	if !pdftext.Is(head[:n]) {
		return nil, nil
	}
	rest, err := io.ReadAll(io.LimitReader(f, pdftext.MaxBytes+1))
	return append(head[:n], rest...), err
}

// onePDF returns a function that reads one PDF.
func onePDF(path, url string, body []byte, at time.Time) func(func(extract.Input) error) error {
	return func(emit func(extract.Input) error) error {
		return emit(pdfInput(cmp.Or(url, "http://localhost/"+filepath.Base(path)), body, at))
	}
}

// pdfInput makes a page of a PDF.
func pdfInput(url string, body []byte, at time.Time) extract.Input {
	return extract.Input{URL: url, Body: func() ([]byte, error) { return readPDF(context.Background(), body) }, Time: at, PDF: true}
}
