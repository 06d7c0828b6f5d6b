package fetch

import (
	"context"
	"strings"
)

// pdfType is the media type of PDF files.
const pdfType = "application/pdf"

type pdfKey struct{}

// AcceptPDF returns a context with which Fetch also reads the body of a PDF file. By default Fetch does not read PDF files, because most PDF
// files are of no use to a crawl.
func AcceptPDF(ctx context.Context) context.Context { return context.WithValue(ctx, pdfKey{}, true) }

func acceptsPDF(ctx context.Context) bool { return ctx.Value(pdfKey{}) != nil }

// isPDF reports whether a media type is that of PDF files.
func isPDF(kind string) bool { return kind == pdfType || kind == "application/x-pdf" }

// mayBePDF reports whether files of a media type may be PDF files, because servers use this type for any unknown file.
func mayBePDF(kind string) bool {
	return isPDF(kind) || strings.HasSuffix(kind, "/octet-stream") || kind == "application/download" || kind == "application/force-download"
}
