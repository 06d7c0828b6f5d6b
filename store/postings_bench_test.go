package store

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/job"
	"gannet/store/postings"
)

// benchJob is a posting of 3 kB whose words are distributed as in real ones.
func benchJob(r *rand.Rand, z *rand.Zipf, i int) *job.Posting {
	var text strings.Builder
	for text.Len() < 3000 {
		fmt.Fprintf(&text, "word%d ", z.Uint64())
		if r.IntN(12) == 0 {
			text.WriteString("\n")
		}
	}
	return &job.Posting{
		ID: fmt.Sprint(i), Title: fmt.Sprintf("Title%d Senior", r.IntN(2000)), Company: fmt.Sprintf("Company %d Ltd", r.IntN(5000)),
		Location: fmt.Sprintf("Town%d, Country%d", r.IntN(500), r.IntN(20)), Language: "en", Description: text.String(),
		Posted:     start.Truncate(24*time.Hour).AddDate(0, 0, -r.IntN(60)),
		Provenance: map[job.Field]job.Provenance{job.Title: {Method: job.JSONLD, Confidence: .9}, job.Company: {Method: job.JSONLD, Confidence: .9}},
	}
}

// BenchmarkPutPosting compares pages with postings and without, in batches of 64, without compression.
func BenchmarkPutPosting(b *testing.B) {
	for _, with := range []bool{false, true} {
		b.Run(fmt.Sprintf("posting=%v", with), func(b *testing.B) {
			db, err := Open(filepath.Join(b.TempDir(), "pages.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			r := rand.New(rand.NewPCG(1, 2))
			z := rand.NewZipf(r, 1.2, 4, 30000)
			batch, n, record := make([]*Page, 64), 0, profile(make([]byte, 600))
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				for i := range batch {
					batch[i] = benchPage(r, n)
					if with {
						batch[i].Postings = []*postings.Found{{Job: benchJob(r, z, n), Profile: record}}
					}
					n++
					if err := batch[i].Prepare(); err != nil {
						b.Fatal(err)
					}
				}
				b.StartTimer()
				if _, err := db.Put(batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "pages/s")
		})
	}
}

// BenchmarkPreparePosting is what a posting adds to a worker's part.
func BenchmarkPreparePosting(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	j := benchJob(r, rand.NewZipf(r, 1.2, 4, 30000), 1)
	b.ReportAllocs()
	for b.Loop() {
		p := Page{URL: "http://a.test/", Postings: []*postings.Found{{Job: j}}}
		if err := p.Prepare(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFindPostings goes through 100,000 postings, of which a third are copies.
func BenchmarkFindPostings(b *testing.B) {
	db := openTest(b)
	r := rand.New(rand.NewPCG(1, 2))
	z := rand.NewZipf(r, 1.2, 4, 30000)
	db.SetDecider(func(n uint64, _ *postings.Found) (job.Decision, error) {
		if n%3 != 0 {
			return job.Decision{}, nil
		}
		return job.Decision{Cluster: n - 1, Of: n - 1, Verdict: "same"}, nil
	})
	for n := 0; n < 100_000; {
		var batch []*Page
		for range 1000 {
			p := &Page{URL: fmt.Sprintf("http://h%d.test/%d", r.IntN(500), n), Fetched: start, Postings: []*postings.Found{{Job: benchJob(r, z, n)}}}
			batch = append(batch, p)
			n++
		}
		put(b, db, batch...)
	}
	for _, c := range []struct {
		name string
		q    postings.Query
	}{
		{"everything", postings.Query{}}, {"brief", postings.Query{Brief: true}}, {"company", postings.Query{Brief: true, Company: "company 77"}},
		{"location", postings.Query{Brief: true, Location: "town77"}}, {"text", postings.Query{Brief: true, Text: "word900 word7"}},
		{"since", postings.Query{Brief: true, Since: start.AddDate(0, 0, -3)}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			hits := 0
			for b.Loop() {
				hits = 0
				if err := db.Postings().Find(c.q, func(*postings.Posting) error { hits++; return nil }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(hits), "hits")
		})
	}
}
