package extract

import (
	"testing"

	"gannet/features"
	"gannet/internal/testdata"
	"gannet/models/shipped"
)

// benchPages are pages of the web uci, none of which is a posting.
func benchPages(b *testing.B) (urls []string, bodies [][]byte) {
	testdata.EachPage(b, "uci", func(url string, body []byte) bool {
		urls, bodies = append(urls, url), append(bodies, body)
		return len(urls) < 500
	})
	return urls, bodies
}

// BenchmarkReadOther is what reading a page costs without extraction.
func BenchmarkReadOther(b *testing.B) {
	urls, bodies := benchPages(b)
	reader := features.NewReader()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := reader.Read(urls[i%len(urls)], bodies[i%len(urls)]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPageOther is what extraction adds to pages that are no postings: with all that is shipped, and without the
// classifiers.
func BenchmarkPageOther(b *testing.B) {
	urls, bodies := benchPages(b)
	reader := features.NewReader()
	pages := make([]*features.Page, len(urls))
	for i := range urls {
		p, err := reader.Read(urls[i], bodies[i])
		if err != nil {
			b.Fatal(err)
		}
		pages[i] = p
	}
	for name, e := range map[string]*Extractor{"classified": shippedExtractor(b), "markup": {}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.Page(pages[i%len(pages)], now)
			}
		})
	}
}

func shippedExtractor(b *testing.B) *Extractor {
	kind, err := shipped.PageKind()
	if err != nil {
		b.Fatal(err)
	}
	return &Extractor{Kind: kind}
}
