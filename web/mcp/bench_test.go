package mcp

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/lists"
	"gannet/internal/cputime"
)

var (
	size = flag.Int("postings", 10_000, "postings of the benchmarks' crawl")
	kept = flag.String("dir", "", "where the benchmarks' crawl is kept, or made if it is not there")
)

// benchmarked returns the directory of the benchmarks' crawl, with the index of its lists. It is made if it is not there.
func benchmarked(b *testing.B) string {
	dir := *kept
	if dir == "" {
		dir = b.TempDir()
	}
	if _, err := os.Stat(filepath.Join(dir, lists.File)); err == nil {
		return dir
	}
	makeCrawl(b, dir, *size)
	r, err := crawldir.Read(dir)
	if err == nil {
		err = errors.Join(lists.Make(dir, r.Lists()), r.Close())
	}
	if err != nil {
		b.Fatal(err)
	}
	return dir
}

// BenchmarkTools reports how long a call takes, the slowest of a hundred included, and its processor time, once the index of lists is made. The searches are for
// the newest jobs, for words that one in ten has, and for words that none has.
func BenchmarkTools(b *testing.B) {
	searchTime = 30 * time.Millisecond
	c := dial(b, benchmarked(b))
	for _, x := range []struct {
		name, tool string
		args       map[string]any
	}{
		{"newest", "search_jobs", map[string]any{}},
		{"one in ten", "search_jobs", map[string]any{"text": "welder"}},
		{"none", "search_jobs", map[string]any{"text": "astronaut"}},
		{"job", "get_job", map[string]any{"number": *size / 2}},
		{"why", "why", map[string]any{"url": "http://inn7.test/7"}},
		{"status", "crawl_status", nil},
	} {
		b.Run(x.name, func(b *testing.B) {
			var took []time.Duration
			busy := cputime.Process()
			for b.Loop() {
				began := time.Now()
				call(b, c, x.tool, x.args)
				took = append(took, time.Since(began))
			}
			b.ReportMetric(float64((cputime.Process()-busy).Microseconds())/1000/float64(len(took)), "cpu-ms")
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}
