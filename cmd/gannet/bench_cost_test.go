//go:build unix

package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"gannet/crawldir"
	"gannet/crawler/archive"
	"gannet/internal/cputime"
	"gannet/internal/testdata"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
	"gannet/training/eval"
)

// BenchmarkCost crawls the first pages of frozen webs, within the web, from ten pages of one topic. It reports the processor time of a
// page, also as a multiple of that of html.Parse. It logs a digest of the kept pages, by which two programs that should crawl alike are
// compared.
func BenchmarkCost(b *testing.B) {
	for _, c := range []struct {
		web, topic string
		keywords   []string
		pages      int
	}{
		{"uci", "algorithms_geometry", []string{"algorithm", "geometry", "graph"}, 1000},
		{"uci", "algorithms_geometry", []string{"algorithm", "geometry", "graph"}, 8000},
		{"uci", "algorithms_geometry", []string{"algorithm", "geometry", "graph"}, 1 << 30},
		{"enwiki6k", "", []string{"algorithm", "geometry", "graph"}, 6000},
	} {
		name := fmt.Sprint(c.web, "/", c.pages)
		if c.pages == 1<<30 {
			name = c.web + "/all"
		}
		b.Run(name, func(b *testing.B) {
			defer holdMemory()()
			path := testdata.Web(b, c.web)
			web, err := archive.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			defer web.Close()
			o := crawldir.DefaultOptions()
			o.Topic = &topic.Topic{Name: "cost", Seeds: tenSeeds(b, web, c.topic), Keywords: c.keywords}
			o.Strategy, o.Web, o.Postings, o.Limits.Workers, o.Limits.Pages = ranker.LearnedName, web, true, 4, c.pages
			for b.Loop() {
				benchCost(b, o, web)
			}
		})
	}
}

// tenSeeds returns ten pages of a web that are labelled with a topic; of all pages if it is empty.
func tenSeeds(b *testing.B, web *archive.Web, topic string) (seeds []string) {
	urls := web.URLs()
	if topic != "" {
		labels, err := eval.LoadLabels(filepath.Join(testdata.Dir(b), "labels", "uci.tsv"))
		if err != nil {
			b.Fatal(err)
		}
		urls = slices.DeleteFunc(urls, func(url string) bool { return !labels.Has(topic, url) })
	}
	slices.Sort(urls)
	for i := range 10 {
		seeds = append(seeds, urls[i*len(urls)/10])
	}
	return seeds
}

func benchCost(b *testing.B, o crawldir.Options, web *archive.Web) {
	dir := filepath.Join(b.TempDir(), "crawl")
	crawl, err := crawldir.Open(context.Background(), dir, o)
	if err != nil {
		b.Fatal(err)
	}
	crawl.WrapStrategy(func(s ranker.Strategy) ranker.Strategy { return eval.Within(s.(ranker.Learner), web) })
	cpu := cputime.Of(func() {
		if err := cmp.Or(crawl.Run(context.Background()), crawl.Close()); err != nil {
			b.Fatal(err)
		}
	})
	kept := crawl.Progress().Kept
	parse := parseTime(b, dir)
	b.ReportMetric(cpu.Seconds(), "cpu-s")
	b.ReportMetric(1e3*cpu.Seconds()/float64(kept), "cpu-ms/page")
	b.ReportMetric(cpu.Seconds()/float64(kept)/parse.Seconds(), "cpu/parse")
	b.ReportMetric(0, "ns/op")
	b.Logf("%d pages, digest %s", kept, digest(b, dir))
}

// digest sums up the kept pages of a crawl.
func digest(b *testing.B, dir string) string {
	db, err := store.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	var lines []string
	err = db.Each(func(p *store.Page) error {
		lines = append(lines, fmt.Sprintln(p.URL, p.Score, p.Via, p.Depth, len(p.Body)))
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	slices.Sort(lines)
	h := sha256.New()
	for _, line := range lines {
		fmt.Fprint(h, line)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6])
}
