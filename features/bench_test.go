//go:build unix

package features

import (
	"bytes"
	"runtime"
	"syscall"
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
				reading += cpuTime(b, func() {
					for i := range pages {
						if _, err := r.Read(pages[i].url, pages[i].body); err != nil {
							b.Fatal(err)
						}
					}
				})
				parsing += cpuTime(b, func() {
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

// cpuTime gives the processor time that the whole process spends in f, from one clean heap to the next.
func cpuTime(b *testing.B, f func()) time.Duration {
	runtime.GC()
	before := processTime(b)
	f()
	return processTime(b) - before
}

func processTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
