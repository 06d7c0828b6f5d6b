package main

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gocolly/colly/v2"

	"gannet/crawler/archive"
	"gannet/internal/testdata"
	"gannet/internal/weburl"
)

// BenchmarkCrawl crawls the whole of the frozen web uci twice in one run: with gannet, Shark order, everything kept
// and resumable, and with a bare asynchronous colly collector that fetches, parses and visits every link, keeping
// nothing. Both answer from the same archive in process and begin at the same seeds. It reports distinct pages per
// second of each, and their ratio.
func BenchmarkCrawl(b *testing.B) {
	path := testdata.Web(b, "uci")
	web, err := archive.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer web.Close()
	var seeds []string
	for i, urls := 0, web.URLs(); i < len(urls); i += len(urls) / 50 {
		seeds = append(seeds, urls[i])
	}
	for b.Loop() {
		ours := benchGannet(b, path, seeds)
		bare := benchColly(b, web, seeds)
		b.ReportMetric(ours, "gannet-pages/s")
		b.ReportMetric(bare, "colly-pages/s")
		b.ReportMetric(ours/bare, "ratio")
	}
}

func benchGannet(b *testing.B, path string, seeds []string) float64 {
	f := &crawlFlags{
		out: filepath.Join(b.TempDir(), "crawl"), strategy: "shark", webs: []string{path}, seeds: seeds,
		keywords: []string{"algorithm", "geometry", "graph"}, workers: 4, delay: time.Second, maxDelay: time.Minute,
		threshold: .5, logFormat: "text", quiet: true,
	}
	s, err := openSession(context.Background(), f, newReporter(io.Discard, "text", true))
	if err != nil {
		b.Fatal(err)
	}
	begin := time.Now()
	if err := s.crawl.Run(context.Background()); err != nil {
		b.Fatal(err)
	}
	if err := s.close(); err != nil {
		b.Fatal(err)
	}
	p := s.crawl.Progress()
	b.Logf("gannet: %d pages kept of %d fetches in %v, %v by its clock", p.Kept, p.Fetched, time.Since(begin), p.Elapsed)
	return float64(p.Kept) / time.Since(begin).Seconds()
}

func benchColly(b *testing.B, web http.RoundTripper, seeds []string) float64 {
	c := colly.NewCollector(colly.Async(true))
	c.WithTransport(web)
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: 4}); err != nil {
		b.Fatal(err)
	}
	var distinct sync.Map
	var pages, fetches atomic.Int64
	c.OnResponse(func(r *colly.Response) {
		fetches.Add(1)
		url, err := weburl.Canonical(r.Request.URL.String()) // with a fragment it is the same page again
		if err != nil {
			return
		}
		if _, seen := distinct.LoadOrStore(url, true); !seen {
			pages.Add(1)
		}
	})
	c.OnHTML("a[href]", func(e *colly.HTMLElement) { _ = e.Request.Visit(e.Attr("href")) })
	begin := time.Now()
	for _, s := range seeds {
		_ = c.Visit(s)
	}
	c.Wait()
	b.Logf("colly: %d pages of %d fetches in %v", pages.Load(), fetches.Load(), time.Since(begin))
	return float64(pages.Load()) / time.Since(begin).Seconds()
}
