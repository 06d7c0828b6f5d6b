package extract

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/features"
	"gannet/internal/testdata"
	"gannet/models/shipped"
)

// benchPages are pages of the web uci, none of which is a posting.
func benchPages(b *testing.B) (urls []string, bodies [][]byte) {
	testdata.EachPage(b, "uci", func(url string, body []byte) bool {
		urls, bodies = append(urls, url), append(bodies, body)
		return len(urls) < 500
	})
	return urls, bodies
}

// BenchmarkReadOther is what reading a page costs without extraction.
func BenchmarkReadOther(b *testing.B) {
	urls, bodies := benchPages(b)
	reader := features.NewReader()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := reader.Read(urls[i%len(urls)], bodies[i%len(urls)]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPageOther is what extraction adds to pages that are no postings: with all that is shipped, and without the
// classifiers.
func BenchmarkPageOther(b *testing.B) {
	urls, bodies := benchPages(b)
	reader := features.NewReader()
	pages := make([]*features.Page, len(urls))
	for i := range urls {
		p, err := reader.Read(urls[i], bodies[i])
		if err != nil {
			b.Fatal(err)
		}
		pages[i] = p
	}
	for name, e := range map[string]*Extractor{"classified": shippedExtractor(b), "markup": {}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.Page(pages[i%len(pages)], now)
			}
		})
	}
}

func shippedExtractor(b *testing.B) *Extractor {
	kind, err := shipped.PageKind()
	if err != nil {
		b.Fatal(err)
	}
	words, err := shipped.PageText()
	if err != nil {
		b.Fatal(err)
	}
	return &Extractor{Kind: kind, Words: words}
}

// BenchmarkPagePosting is what extraction costs for pages that are one posting each: real ads in several languages, as plain pages without
// markup.
func BenchmarkPagePosting(b *testing.B) {
	var pages []*features.Page
	reader := features.NewReader()
	for _, file := range []string{"dice", "fr_francetravail", "pl_olx2025", "ru_spassk", "weiqi_global_arbeitnow"} {
		for _, ad := range adsOf(b, file, 60) {
			body := "<title>" + html.EscapeString(ad.Title) + "</title><h1>" + html.EscapeString(ad.Title) + "</h1>"
			for line := range strings.Lines(ad.Text) {
				body += "<p>" + html.EscapeString(line)
			}
			p, err := reader.Read("https://ads.example/job/1", []byte(body))
			if err != nil {
				b.Fatal(err)
			}
			pages = append(pages, p)
		}
	}
	e := shippedExtractor(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		e.Page(pages[i%len(pages)], now)
	}
}

type realAd struct{ Title, Text string }

// adsOf returns the first n ads of a file.
func adsOf(b *testing.B, name string, n int) (ads []realAd) {
	f, err := os.Open(filepath.Join(testdata.Jobs(b), name+".jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for in := json.NewDecoder(f); len(ads) < n; {
		var one realAd
		if err := in.Decode(&one); err != nil {
			b.Fatal(err)
		}
		if len(one.Text) > 200 {
			ads = append(ads, one)
		}
	}
	return ads
}
