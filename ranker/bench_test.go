package ranker

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gannet/features"
	"gannet/ranker/evidence"
	"gannet/ranker/evidence/wildweb"
	"gannet/ranker/gbdt/gbdttest"
)

// BenchmarkRank ranks the 500 links of a page of 6,000 words.
func BenchmarkRank(b *testing.B) {
	text := strings.Repeat(`<p>Words of the garden and of honey in the hive <a href="/page?n=NUM">a link about it</a> and more.</p>`, 500)
	for i := 0; strings.Contains(text, "NUM"); i++ {
		text = strings.Replace(text, "NUM", strings.Repeat("x", i%7)+string(rune('a'+i%26)), 1)
	}
	page, err := features.NewReader().Read("http://example.org/", []byte(text))
	if err != nil {
		b.Fatal(err)
	}
	src := &Source{Page: page, Probability: .4, Inherited: .2}
	scores := make([]Score, len(page.Links))
	for _, name := range Names() {
		s, err := New(name, needs(b, 1))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Rank(src, scores)
			}
		})
	}
}

// BenchmarkLearned measures Learned with trees of 31 leaves. It ranks the 500 links of a page, learns from a page,
// computes the features of a link, and scores 100,000 waiting links again.
func BenchmarkLearned(b *testing.B) {
	model := readModel(gbdttest.Text(evidenceNames(), 100, 31, 3))
	fresh := func(b *testing.B) *Learned {
		a, err := NewLearned(Needs{Query: query(), Learned: model})
		if err != nil {
			b.Fatal(err)
		}
		return a
	}
	sources := linkedPages(200, 500)
	b.Run("rank", func(b *testing.B) {
		a, scores := fresh(b), make([]Score, 500)
		for i := range sources { // links of a page that is ranked again are not added again
			a.Rank(sources[i], scores)
		}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			a.Rank(sources[i%len(sources)], scores)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*500), "ns/link")
	})
	b.Run("vector", func(b *testing.B) {
		a, row := knowing(fresh(b), sources), make([]float64, evidence.RowLength)
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if !a.Vector(sources[0].Page.Links[i%500].URL, row) {
				b.Fatal("a link is not known")
			}
		}
	})
	b.Run("learn", func(b *testing.B) {
		a := knowing(fresh(b), sources)
		a.nextRenewal = math.MaxInt // renewals are measured apart
		page := *sources[0].Page
		src := Source{Page: &page, Probability: .4}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			page.URL = sources[i/500%200].Page.Links[i%500].URL
			a.Learn(&src)
		}
	})
	b.Run("renew", func(b *testing.B) {
		before := heapSize()
		a := knowing(fresh(b), sources)
		grown := heapSize() - before
		b.ReportAllocs()
		for b.Loop() {
			a.renew()
			a.revised = a.revised[:0]
		}
		n := float64(len(slices.Collect(a.evidence.Waiting())))
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/link")
		b.ReportMetric(float64(grown)/n, "B/link")
	})
}

// linkedPages makes pages with so many links each. No two links lead to the same URL.
func linkedPages(pages, links int) (sources []*Source) {
	for p := range pages {
		var text strings.Builder
		for l := range links {
			fmt.Fprintf(&text, `<p>Words of the garden and of honey <a href="/bees/hive-%d/page-%d.html">a link about it</a> and more.</p>`, p, l)
		}
		url := fmt.Sprintf("http://h%d.example/%d", p%20, p)
		sources = append(sources, &Source{Page: wildweb.Read(url, text.String()), Probability: float64(p%10) / 10})
	}
	return sources
}

// knowing returns the strategy after it has learned from pages and ranked their links.
func knowing(a *Learned, sources []*Source) *Learned {
	for _, src := range sources {
		a.Learn(src)
		a.Rank(src, make([]Score, len(src.Page.Links)))
	}
	a.revised = nil
	return a
}

func heapSize() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
