package fetch

import (
	"context"
	"strings"
)

// pdfType is the media type of PDF files.
const pdfType = "application/pdf"

type pdfKey struct{}

// AcceptPDF returns a context with which Fetch also reads a PDF. Most links lead to none that a crawl wants, and then the
// answer's body is not read at all.
func AcceptPDF(ctx context.Context) context.Context { return context.WithValue(ctx, pdfKey{}, true) }

func acceptsPDF(ctx context.Context) bool { return ctx.Value(pdfKey{}) != nil }

// isPDF reports whether a media type is that of PDF files.
func isPDF(kind string) bool { return kind == pdfType || kind == "application/x-pdf" }

// mayBePDF reports whether files of a media type may be PDF files: servers give it to any file that they do not know.
func mayBePDF(kind string) bool {
	return isPDF(kind) || strings.HasSuffix(kind, "/octet-stream") || kind == "application/download" || kind == "application/force-download"
}
