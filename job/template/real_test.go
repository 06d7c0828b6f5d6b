package template

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/net/html"

	"gannet/internal/testdata"
)

// BenchmarkRealPages compares the extraction from a site's real pages with parsing them.
func BenchmarkRealPages(b *testing.B) {
	for _, c := range []struct{ site, name string }{{"jobscz", "jobs-cz"}, {"linkedin", "linkedin"}, {"monster_swde2010", "monster-2010"}} {
		files, err := filepath.Glob(filepath.Join(testdata.Jobs(b), "html", "job_detail", c.site, "*"))
		if err != nil || len(files) == 0 {
			b.Fatalf("no pages of %s: %v", c.site, err)
		}
		tm, err := readFile(os.DirFS("../../seeds/templates"), c.name+".yaml")
		if err != nil {
			b.Fatal(err)
		}
		var bodies [][]byte
		var docs []*html.Node
		for _, f := range files {
			body, err := os.ReadFile(f)
			if err != nil {
				b.Fatal(err)
			}
			bodies, docs = append(bodies, body), append(docs, parsed(b, string(body)))
		}
		b.Run(c.site+"/extract", func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				tm.Extract(docs[i%len(docs)], "", noon)
			}
		})
		b.Run(c.site+"/html.Parse", func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := html.Parse(bytes.NewReader(bodies[i%len(bodies)])); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
