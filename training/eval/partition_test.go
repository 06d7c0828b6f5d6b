package eval

import (
	"slices"
	"testing"

	"github.com/zeebo/xxh3"

	"gannet/crawler"
	"gannet/ranker"
)

// TestOneOwnerCrawlsAsACrawlDoes compares the order of pages of one owner of all links with that of an ordinary crawl.
func TestOneOwnerCrawlsAsACrawlDoes(t *testing.T) {
	site, labels := frozen(t, 1500)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	o := beekeeping(1)
	d, err := web.draw(labels.pages["beekeeping"], o, xxh3.HashString("beekeeping"), 0)
	if err != nil {
		t.Fatal(err)
	}
	course := func(crawl func(*draw) (curve, error)) (urls []string) {
		own := d.forCrawl()
		own.watch = func(p crawler.JudgedPage) { urls = append(urls, p.URL) }
		if _, err := crawl(own); err != nil {
			t.Fatal(err)
		}
		return urls
	}
	const budget = 400
	want := course(func(d *draw) (curve, error) {
		s, err := d.strategy(ranker.LearnedName, o)
		if err != nil {
			return nil, err
		}
		c, _, err := d.crawl(t.Context(), o, s, budget)
		return c, err
	})
	split := func(p Partition) []string {
		return course(func(d *draw) (curve, error) { return d.crawlSplit(t.Context(), o, p, budget) })
	}
	if got := split(Partition{Owners: 1}); !slices.Equal(got, want) {
		t.Errorf("one owner fetches %d pages, want %d; the first that differs is number %d", len(got), len(want), firstDifference(got, want))
	}
	if got := split(Partition{Owners: 1, AtPage: true}); !slices.Equal(got, want) {
		t.Errorf("one owner that ranks all links: %d pages, want %d; the first that differs is number %d", len(got), len(want), firstDifference(got, want))
	}
	four := split(DefaultPartition(4))
	if again := split(DefaultPartition(4)); !slices.Equal(four, again) {
		t.Error("two crawls by four owners differ")
	}
	if slices.Equal(four, split(Partition{Owners: 4, Every: 20, AtPage: true})) {
		t.Error("nothing shows where links are ranked")
	}
	if slices.Equal(four, want) || slices.Equal(four, split(Partition{Owners: 4, Every: 20, OwnBest: true})) {
		t.Error("nothing shows that there are four owners, or that they wait")
	}
}

// TestOwnersFindWhatOneFinds compares areas. Owners that share nothing show that the test can fail.
func TestOwnersFindWhatOneFinds(t *testing.T) {
	site, labels := frozen(t, 1500)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	o := beekeeping(2)
	alone := Partition{Owners: 8}
	o.Strategies, o.Partitions = []string{ranker.LearnedName}, []Partition{DefaultPartition(8), alone}
	r, err := Run(t.Context(), web, labels, o)
	if err != nil {
		t.Fatal(err)
	}
	area := func(name string) float64 { return r.Mean[name].Area.Mean }
	one, eight, none := area(ranker.LearnedName), area(DefaultPartition(8).Name()), area(alone.Name())
	t.Logf("area %.3f; %.3f by eight owners; %.3f if they share nothing", one, eight, none)
	if eight < one-.03 || none > one-.03 {
		t.Errorf("area %.3f; %.3f by eight owners; %.3f if they share nothing", one, eight, none)
	}
}

func firstDifference(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}
