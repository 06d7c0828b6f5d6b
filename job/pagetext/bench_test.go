package pagetext

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/net/html"

	"gannet/features"
	"gannet/internal/testdata"
)

// BenchmarkRead reads real pages of postings; BenchmarkParse is what their HTML costs beside.
func BenchmarkRead(b *testing.B) {
	pages, words := realPages(b), testReader(b)
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		words.Read(pages[i%len(pages)], "", now, nil)
	}
}

// BenchmarkOutline is the walk over the DOM alone.
func BenchmarkOutline(b *testing.B) {
	pages := realPages(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		outlineOf(pages[i%len(pages)].Tree())
	}
}

func BenchmarkParse(b *testing.B) {
	bodies := realBodies(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := html.Parse(bytes.NewReader(bodies[i%len(bodies)])); err != nil {
			b.Fatal(err)
		}
	}
}

func realBodies(tb testing.TB) (bodies [][]byte) {
	names, err := filepath.Glob(filepath.Join(testdata.Jobs(tb), "html", "job_detail", "*", "*.htm*"))
	if err != nil || len(names) == 0 {
		tb.Fatalf("pages of postings: %d, %v", len(names), err)
	}
	for _, name := range names {
		body, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		bodies = append(bodies, body)
	}
	return bodies
}

func realPages(tb testing.TB) (pages []*features.Page) {
	reader := features.NewReader()
	for _, body := range realBodies(tb) {
		p, err := reader.Read("http://jobs.example.org/view/4711", body)
		if err != nil {
			tb.Fatal(err)
		}
		pages = append(pages, p)
	}
	return pages
}
