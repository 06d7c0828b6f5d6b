package sketch

import (
	"bufio"
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"gannet/internal/testdata"
)

// ads gives the texts of a file of real job ads, no more than n.
func ads(t testing.TB, file string, n int) []string {
	f, err := os.Open(filepath.Join(testdata.Jobs(t), file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tag := regexp.MustCompile(`<[^>]*>`)
	var texts []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() && len(texts) < n {
		var ad struct{ Text, HTML string }
		if json.Unmarshal(lines.Bytes(), &ad) != nil {
			continue
		}
		if ad.Text == "" {
			ad.Text = html.UnescapeString(tag.ReplaceAllString(html.UnescapeString(ad.HTML), " "))
		}
		if ad.Text != "" {
			texts = append(texts, ad.Text)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return texts
}

// BenchmarkSketch is the whole way from text to sketch; a document is 3 kB of real ads.
func BenchmarkSketch(b *testing.B) {
	for file, lang := range map[string]string{"hn.jsonl": "en", "ru_spassk.jsonl": "ru", "zh_51job_2019.jsonl": "zh", "de_swiss.jsonl": "de"} {
		b.Run(lang, func(b *testing.B) {
			texts := pages(ads(b, file, 20000), 3000)
			k := New(DefaultOptions())
			var s Sketch
			b.ReportAllocs()
			b.SetBytes(3000)
			for i := 0; b.Loop(); i++ {
				k.Into(&s, texts[i%len(texts)], lang)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "docs/s")
		})
	}
}

// pages puts texts together to documents of a size.
func pages(texts []string, size int) []string {
	var docs []string
	doc := ""
	for _, t := range texts {
		for doc += " " + t; len(doc) >= size; doc = doc[size:] {
			docs = append(docs, doc[:size])
		}
	}
	return docs
}
