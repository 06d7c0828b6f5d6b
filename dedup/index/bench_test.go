//go:build unix

package index_test

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"gannet/dedup/index"
	"gannet/internal/cputime"
)

// postings draws a text for each document: most are posted two to five times, as Textkernel counts them.
type postings struct{ state, text uint64 }

func (p *postings) next(doc uint64) uint64 {
	p.state = p.state*6364136223846793005 + 1442695040888963407
	if p.state>>33%3 == 0 || doc == 0 {
		p.text++
		return p.text
	}
	back := p.state >> 40 % min(p.text, 1000)
	return p.text - back
}

func fill(b *testing.B, x index.Index, docs int, unique bool) {
	var p postings
	var keys []uint64
	candidates, begin := 0, cputime.Process()
	for doc := range uint64(docs) {
		text := doc
		if !unique {
			text = p.next(doc)
		}
		keys = drawKeys(text, keys[:0])
		if err := x.Candidates(keys, text, 64, func(uint64) { candidates++ }); err != nil {
			b.Fatal(err)
		}
		if err := x.Add(doc, keys, text); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(docs)/(cputime.Process()-begin).Seconds(), "docs/core-s")
	b.ReportMetric(float64(candidates)/float64(docs), "candidates/doc")
}

// peak is the most memory that the process has had resident so far.
func peak(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Maxrss) / (1 << 20) // KiB on Linux
}

// BenchmarkMemory asks for the candidates of a million documents, or GANNET_BENCH_DOCS, with 44 keys each and adds them,
// all different or each posted three times on average.
func BenchmarkMemory(b *testing.B) {
	docs := 1_000_000
	if text := os.Getenv("GANNET_BENCH_DOCS"); text != "" {
		if _, err := fmt.Sscan(text, &docs); err != nil {
			b.Fatal(err)
		}
	}
	for name, unique := range map[string]bool{"unique": true, "reposts": false} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m := index.NewMemory()
				fill(b, m, docs, unique)
				b.ReportMetric(float64(m.Bytes())/float64(docs), "B/doc")
				b.ReportMetric(peak(b), "peak-GiB")
			}
		})
	}
}

// BenchmarkPebble does as BenchmarkMemory with the index on disk, which is written each time it is full and at the end,
// and opens it again.
func BenchmarkPebble(b *testing.B) {
	docs := 400_000
	if text := os.Getenv("GANNET_BENCH_DOCS"); text != "" {
		if _, err := fmt.Sscan(text, &docs); err != nil {
			b.Fatal(err)
		}
	}
	for name, unique := range map[string]bool{"unique": true, "reposts": false} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				dir := b.TempDir()
				p := open(b, dir)
				fill(b, flushing{Pebble: p}, docs, unique)
				if err := (flushing{Pebble: p}).Close(); err != nil {
					b.Fatal(err)
				}
				begin := cputime.Process()
				p = open(b, dir)
				b.ReportMetric((cputime.Process() - begin).Seconds(), "s-reopen")
				if err := p.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func open(b *testing.B, dir string) *index.Pebble {
	p, err := index.OpenPebble(dir, index.DefaultPebbleOptions())
	if err != nil {
		b.Fatal(err)
	}
	return p
}
