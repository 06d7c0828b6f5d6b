//go:build unix

package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/internal/cputime"
	"gannet/ranker"
	"gannet/topic"
)

// BenchmarkCores crawls with several numbers of workers and processors: 8,000 pages of a frozen web in process, and 800 pages of eight
// hosts on the loopback interface that answer after 50 ms. It reports pages a second and how many processors were used. As a host
// is asked one thing at a time, these eight give 160 pages a second at most. It needs a quiet machine.
func BenchmarkCores(b *testing.B) {
	b.Run("in-process", func(b *testing.B) {
		web, _, seeds := benchWeb(b, "uci")
		benchCores(b, func(o *crawldir.Options) {
			o.Web, o.Topic.Seeds, o.Limits.Pages = web, seeds, 8000
		})
	})
	b.Run("loopback", func(b *testing.B) {
		seeds := slowHosts(b, 8, 50*time.Millisecond)
		benchCores(b, func(o *crawldir.Options) {
			o.Fetch.AllowPrivate, o.Topic.Seeds, o.Limits.Pages = true, seeds, 800
			o.Frontier.Delay, o.Frontier.MaxDelay = 0, time.Nanosecond
		})
	})
}

// benchCores crawls with each number of processors and workers.
func benchCores(b *testing.B, set func(*crawldir.Options)) {
	for _, procs := range []int{1, 2} {
		for _, workers := range []int{1, 2, 4, 16} {
			b.Run(fmt.Sprintf("procs=%d/workers=%d", procs, workers), func(b *testing.B) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
				defer holdMemory()()
				for b.Loop() {
					o := crawldir.DefaultOptions()
					o.Topic = &topic.Topic{Name: "keywords", Keywords: []string{"algorithm", "geometry", "graph"}}
					o.Strategy, o.Postings = ranker.LearnedName, true
					set(&o)
					o.Limits.Workers = workers
					benchOneCrawl(b, o)
				}
			})
		}
	}
}

func benchOneCrawl(b *testing.B, o crawldir.Options) {
	crawl, err := crawldir.Open(context.Background(), filepath.Join(b.TempDir(), "crawl"), o)
	if err != nil {
		b.Fatal(err)
	}
	begin := time.Now()
	cpu := cputime.Of(func() {
		if err := crawl.Run(context.Background()); err != nil {
			b.Fatal(err)
		}
	})
	took, kept := time.Since(begin).Seconds(), float64(crawl.Progress().Kept)
	if err := crawl.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(kept/took, "pages/s")
	b.ReportMetric(cpu.Seconds()/took, "cores")
	b.ReportMetric(1e6*cpu.Seconds()/kept, "cpu-µs/page")
	b.ReportMetric(0, "ns/op")
}

// slowHosts serves generated pages at so many addresses, each after a time. A page has links to twenty others, of all hosts. It returns
// the first page of each host.
func slowHosts(b *testing.B, n int, wait time.Duration) (seeds []string) {
	const perHost = 400
	page := func(w http.ResponseWriter, r *http.Request) {
		var at int
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &at); err != nil || at >= perHost {
			http.NotFound(w, r)
			return
		}
		time.Sleep(wait)
		fmt.Fprintf(w, "<title>Page %d of graphs</title>", at)
		for i := range 20 {
			words := strings.Repeat(fmt.Sprintf("algorithm%d planar%d vertex%d on a geometry%d ", i%7, at%11, at*i%101, i), 6)
			fmt.Fprintf(w, `<p>%s <a href="%s%d">edge %d</a></p>`, words, strings.TrimSuffix(seeds[(at+i)%n], "0"), (at*7+i*13+1)%perHost, i)
		}
	}
	for i := range n {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.%d:0", 2+i))
		if err != nil {
			b.Skip(err) // a system with one loopback address
		}
		s := &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(page)}}
		s.Start()
		b.Cleanup(s.Close)
		seeds = append(seeds, s.URL+"/0")
	}
	return seeds
}
