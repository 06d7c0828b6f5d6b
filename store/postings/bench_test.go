package postings_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gannet/job"
	"gannet/store"
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
		var batch []*store.Page
		for range 1000 {
			p := &store.Page{URL: fmt.Sprintf("http://h%d.test/%d", r.IntN(500), n), Fetched: start, Posting: &postings.Found{Job: benchJob(r, z, n)}}
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
