//go:build unix

package main

import (
	"bytes"
	"context"
	"math"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gocolly/colly/v2"
	"github.com/gocolly/colly/v2/queue"
	"golang.org/x/net/html"

	"gannet/crawldir"
	"gannet/crawler/archive"
	"gannet/internal/cputime"
	"gannet/internal/testdata"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
	"gannet/training/eval"
)

// BenchmarkCrawl crawls the whole of a frozen web twice in one run. gannet looks for postings and keeps everything. A bare
// colly collector fetches, parses and visits every link, and keeps nothing. Both read the same archive in this process,
// begin at the same seeds, and ask for all links that lead out of the archive, which is answered by 404.
//
// It reports the distinct pages per second of each and their ratio. It also reports the CPU time per page of each, with
// all fetches, and gannet's as a multiple of the time that html.Parse takes for the same pages.
func BenchmarkCrawl(b *testing.B) {
	for _, c := range []struct{ web, strategy string }{
		{"uci", "shark"}, {"uci", ranker.LearnedName}, {"enwiki6k", ranker.LearnedName},
	} {
		b.Run(c.web+"/"+c.strategy, func(b *testing.B) {
			web, path, seeds := benchWeb(b, c.web)
			for b.Loop() {
				besideColly(b, benchGannet(b, path, c.strategy, seeds, nil), benchColly(b, web, seeds, nil))
			}
		})
	}
}

// BenchmarkPages crawls as BenchmarkCrawl does but for the links that lead out of the archive: they are ranked like all
// others and then left, and colly leaves them too. So it reports what a page costs, its links included, where that is not
// hidden by the 404s, of which enwiki6k has a hundred a page.
func BenchmarkPages(b *testing.B) {
	for _, name := range []string{"uci", "enwiki6k"} {
		b.Run(name+"/"+ranker.LearnedName, func(b *testing.B) {
			web, path, seeds := benchWeb(b, name)
			for b.Loop() {
				besideColly(b, benchGannet(b, path, ranker.LearnedName, seeds, web), benchColly(b, web, seeds, web))
			}
		})
	}
}

// benchWeb opens a frozen web and chooses seeds.
func benchWeb(b *testing.B, name string) (web *archive.Web, path string, seeds []string) {
	path = testdata.Web(b, name)
	web, err := archive.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { web.Close() })
	for i, urls := 0, web.URLs(); i < len(urls); i += len(urls) / 50 {
		seeds = append(seeds, urls[i])
	}
	return web, path, seeds
}

// cost is what a crawl took.
type cost struct {
	rate       float64       // distinct pages per second
	cpu, parse time.Duration // a page: the crawl's, and that of html.Parse, which colly's has not
}

// besideColly reports what gannet's crawl took beside colly's.
func besideColly(b *testing.B, c, bare cost) {
	b.ReportMetric(c.rate, "gannet-pages/s")
	b.ReportMetric(bare.rate, "colly-pages/s")
	b.ReportMetric(c.rate/bare.rate, "ratio")
	b.ReportMetric(float64(bare.cpu.Microseconds()), "colly-cpu-µs/page")
	b.ReportMetric(float64(c.cpu.Microseconds()), "cpu-µs/page")
	b.ReportMetric(float64(c.cpu)/float64(c.parse), "cpu/parse")
}

// benchGannet crawls, within an archive unless that is nil.
func benchGannet(b *testing.B, path, strategy string, seeds []string, only *archive.Web) (c cost) {
	dir := filepath.Join(b.TempDir(), "crawl")
	web, err := archive.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer web.Close()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "keywords", Seeds: seeds, Keywords: []string{"algorithm", "geometry", "graph"}}
	o.Strategy, o.Web, o.Postings, o.Limits.Workers = strategy, web, true, 4
	crawl, err := crawldir.Open(context.Background(), dir, o)
	if err != nil {
		b.Fatal(err)
	}
	if only != nil {
		crawl.WrapStrategy(func(s ranker.Strategy) ranker.Strategy { return eval.Within(s.(ranker.Learner), only) })
	}
	begin := time.Now()
	cpu := cputime.Of(func() {
		if err := crawl.Run(context.Background()); err != nil {
			b.Fatal(err)
		}
		if err := crawl.Close(); err != nil {
			b.Fatal(err)
		}
	})
	took, p := time.Since(begin), crawl.Progress()
	c.rate, c.cpu, c.parse = float64(p.Kept)/took.Seconds(), cpu/time.Duration(p.Kept), parseTime(b, dir)
	b.Logf("gannet: %d pages kept of %d fetches in %v, %v by its clock; a page %v of CPU, %v parsed alone",
		p.Kept, p.Fetched, took, p.Elapsed, c.cpu, c.parse)
	return c
}

// parseTime gives the CPU time of html.Parse a page, of those that a crawl has kept.
func parseTime(b *testing.B, dir string) time.Duration {
	db, err := store.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	var bodies [][]byte
	pages, sum := 0, time.Duration(0)
	parse := func() {
		for _, body := range bodies {
			if _, err := html.Parse(bytes.NewReader(body)); err != nil {
				b.Fatal(err)
			}
		}
	}
	err = db.Each(func(p *store.Page) error {
		if bodies = append(bodies, p.Body); len(bodies) == 500 {
			sum, pages, bodies = sum+cputime.Of(parse), pages+len(bodies), bodies[:0]
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	sum, pages = sum+cputime.Of(parse), pages+len(bodies)
	return sum / time.Duration(pages)
}

// benchColly crawls with colly's own queue, into which each URL is put once, and gives what it took. It follows the links
// to an archive's pages only, unless that is nil. An asynchronous collector is slower, and has a goroutine for each link
// that waits: on enwiki6k 24 GiB do not suffice for them.
func benchColly(b *testing.B, web http.RoundTripper, seeds []string, only *archive.Web) cost {
	c := colly.NewCollector()
	c.WithTransport(web)
	q, err := queue.New(4, &queue.InMemoryQueueStorage{MaxSize: math.MaxInt})
	if err != nil {
		b.Fatal(err)
	}
	var distinct, queued sync.Map
	var pages, fetches, failed atomic.Int64
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
	c.OnError(func(*colly.Response, error) { failed.Add(1) })
	c.OnHTML("a[href]", func(e *colly.HTMLElement) {
		url := e.Request.AbsoluteURL(e.Attr("href"))
		if _, seen := queued.LoadOrStore(url, true); !seen && (only == nil || leadsInto(only, url)) {
			_ = q.AddURL(url) // fails where it is none
		}
	})
	begin := time.Now()
	cpu := cputime.Of(func() {
		for _, s := range seeds {
			_ = q.AddURL(s)
		}
		if err := q.Run(c); err != nil {
			b.Fatal(err)
		}
	})
	took := time.Since(begin)
	b.Logf("colly: %d pages of %d fetches, %d more failed, in %v", pages.Load(), fetches.Load(), failed.Load(), took)
	return cost{rate: float64(pages.Load()) / took.Seconds(), cpu: cpu / time.Duration(pages.Load())}
}

func leadsInto(web *archive.Web, url string) bool {
	url, err := weburl.Canonical(url)
	_, ok := web.Find(url)
	return ok && err == nil
}
