package main

import (
	"context"
	"time"

	"gannet/job/extract"
)

// pdfInput makes a page of a PDF.
func pdfInput(url string, body []byte, at time.Time) extract.Input {
	return extract.Input{URL: url, Body: func() ([]byte, error) { return readPDF(context.Background(), body) }, Time: at, PDF: true}
}
