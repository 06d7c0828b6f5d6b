package sitemap

import (
	"strings"
	"testing"
)

// BenchmarkParse reads a sitemap of as many URLs as one may have.
func BenchmarkParse(b *testing.B) {
	file := urlset(many(MaxURLs)...)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for range b.N {
		f, err := Parse(strings.NewReader(file), base, "", MaxURLs)
		if err != nil || len(f.Pages) != MaxURLs {
			b.Fatal(err, len(f.Pages))
		}
	}
}
