package features

import (
	"bytes"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// benchmarkPages are 300 pages spread over a web.
func benchmarkPages(b *testing.B, web string) []source { return samplePages(b, web, spread[web], 300) }

func BenchmarkParse(b *testing.B) {
	for _, web := range webs {
		b.Run(web, func(b *testing.B) {
			pages := benchmarkPages(b, web)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := html.Parse(bytes.NewReader(pages[i%len(pages)].body)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRead reads pages and, turn by turn, only parses them: the ratio is what reading costs in units of
// html.Parse, which it includes.
func BenchmarkRead(b *testing.B) {
	for _, web := range webs {
		b.Run(web, func(b *testing.B) {
			pages := benchmarkPages(b, web)
			r := NewReader()
			var reading, parsing time.Duration
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				page := &pages[i%len(pages)]
				begin := time.Now()
				if _, err := r.Read(page.url, page.body); err != nil {
					b.Fatal(err)
				}
				middle := time.Now()
				if _, err := html.Parse(bytes.NewReader(page.body)); err != nil {
					b.Fatal(err)
				}
				reading += middle.Sub(begin)
				parsing += time.Since(middle)
			}
			b.ReportMetric(float64(reading)/float64(parsing), "ratio")
			b.ReportMetric(float64(reading.Microseconds())/float64(b.N), "read-µs/page")
			b.ReportMetric(float64(parsing.Microseconds())/float64(b.N), "parse-µs/page")
		})
	}
}
