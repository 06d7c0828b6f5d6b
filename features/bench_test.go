//go:build unix

package features

import (
	"bytes"
	"testing"
	"time"

	"golang.org/x/net/html"

	"gannet/internal/cputime"
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

// BenchmarkRead reads 300 pages in each round and then only parses them: the ratio is what reading costs, in units of
// the html.Parse it includes. Both are CPU time of the process, with the garbage collector's.
func BenchmarkRead(b *testing.B) {
	for _, web := range webs {
		b.Run(web, func(b *testing.B) {
			pages := benchmarkPages(b, web)
			r := NewReader()
			var reading, parsing time.Duration
			b.ReportAllocs()
			for b.Loop() {
				reading += cputime.Of(func() {
					for i := range pages {
						if _, err := r.Read(pages[i].url, pages[i].body); err != nil {
							b.Fatal(err)
						}
					}
				})
				parsing += cputime.Of(func() {
					for i := range pages {
						if _, err := html.Parse(bytes.NewReader(pages[i].body)); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
			n := float64(b.N * len(pages))
			b.ReportMetric(float64(reading)/float64(parsing), "ratio")
			b.ReportMetric(float64(reading.Microseconds())/n, "read-µs/page")
			b.ReportMetric(float64(parsing.Microseconds())/n, "parse-µs/page")
		})
	}
}

// BenchmarkLinks compares the vectors of all links of a page with html.Parse of the page.
func BenchmarkLinks(b *testing.B) {
	s := flat{NewGrams([]Spelled{{"machine", 0.5}, {"learning", 0.4}, {"data", 0.3}, {"mining", 0.2}, {"neural", 0.2}})}
	for _, web := range webs {
		b.Run(web, func(b *testing.B) {
			sources := benchmarkPages(b, web)
			pages := compactPages(b, sources)
			v := Vectorizer{Languages: shippedLanguages(b), Language: "en"}
			var vectors, parsing time.Duration
			links := 0
			b.ReportAllocs()
			for b.Loop() {
				vectors += cputime.Of(func() {
					for _, p := range pages {
						links += len(v.Links(p, s, 0.5, 0.5, 0.5)) / columns
					}
				})
				parsing += cputime.Of(func() {
					for i := range sources {
						if _, err := html.Parse(bytes.NewReader(sources[i].body)); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
			b.ReportMetric(float64(vectors)/float64(parsing), "ratio")
			b.ReportMetric(float64(vectors.Nanoseconds())/float64(links), "ns/link")
			b.ReportMetric(float64(vectors.Microseconds())/float64(b.N*len(pages)), "µs/page")
		})
	}
}

func BenchmarkLanguage(b *testing.B) {
	l := shippedLanguages(b)
	for _, web := range webs {
		b.Run(web, func(b *testing.B) {
			pages := compactPages(b, benchmarkPages(b, web))
			b.ReportAllocs()
			before, n := cputime.Process(), 0
			for ; b.Loop(); n++ {
				l.Probability("en", pages[n%len(pages)])
			}
			b.ReportMetric(float64((cputime.Process()-before).Nanoseconds())/float64(n), "cpu-ns/page")
		})
	}
}

func compactPages(b *testing.B, sources []source) []*Page {
	b.Helper()
	var pages []*Page
	r := NewReader()
	for _, s := range sources {
		p, err := r.Read(s.url, s.body)
		if err != nil {
			b.Fatal(err)
		}
		pages = append(pages, p.Compact())
	}
	return pages
}
