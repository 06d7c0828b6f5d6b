//go:build unix

package dedup_test

import (
	"path/filepath"
	"testing"
	"time"

	"gannet/dedup/ads"
	"gannet/internal/cputime"
	"gannet/internal/testdata"
)

// linesPerFile is how many ads of a file are read at most.
const linesPerFile = 10_000

// BenchmarkLines reads real ads from their lines, prepares and decides them: all that `gannet dedup` does on one core, except
// for the output. The time of the garbage collector counts.
func BenchmarkLines(b *testing.B) {
	var lines [][]byte
	for _, file := range []string{"nhs.jsonl", "hn.jsonl", "weiqi_global_arbeitnow.jsonl"} {
		n := 0
		if err := ads.EachLine(filepath.Join(testdata.Jobs(b), file), func(line []byte) error {
			if n++; n <= linesPerFile {
				lines = append(lines, append([]byte(nil), line...))
			}
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	decided, begin := 0, cputime.Process()
	for b.Loop() {
		decided += decideLines(b, lines)
	}
	b.ReportMetric(float64(decided)/(cputime.Process()-begin).Seconds(), "ads/core-s")
}

// decideLines decides on the ads of some lines, and returns how many there are.
func decideLines(b *testing.B, lines [][]byte) (n int) {
	d := newDeduper(b)
	for _, line := range lines {
		ad, err := ads.Parse(line, time.Time{})
		if err != nil {
			continue // the data have lines without an ad
		}
		n++
		if _, err := d.Decide(uint64(n), d.Prepare(ad.Posting)); err != nil {
			b.Fatal(err)
		}
	}
	return n
}
