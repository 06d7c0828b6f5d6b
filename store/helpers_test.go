package store

import (
	"math"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/job"
	"gannet/store/postings"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)

func openTest(t testing.TB) *DB {
	t.Helper()
	db, err := Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "pages.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func put(t testing.TB, db *DB, pages ...*Page) []Result {
	t.Helper()
	results, err := db.Put(pages)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func outcomes(results []Result) (out []Outcome) {
	for _, r := range results {
		out = append(out, r.Outcome)
	}
	return out
}

// fullPage has a value in every field.
func fullPage(url string) *Page {
	return &Page{
		URL: url, Via: "http://seed.test/", ViaAnchor: "größer & größer", Status: 203,
		Header:  http.Header{"Content-Type": {"text/html"}, "Set-Cookie": {"a=1", "b=2"}},
		Body:    []byte(strings.Repeat("<p>Zürich – Genève</p>\n", 100)),
		Charset: "windows-1252", Fetched: start, Score: 0.1 + 0.2, Relevant: true, Depth: 7,
		Choice: []byte("why"), Links: []uint64{math.MaxUint64, 5, 0, 5, 1 << 40},
	}
}

// profile is a profile of any bytes.
type profile string

func (p profile) AppendBinary(b []byte) []byte { return append(b, p...) }

func newJob(title, company, location, text string) *job.Posting {
	return &job.Posting{
		Title: title, Company: company, Location: location, Description: text, Language: "en",
		Posted:     time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC),
		Salary:     job.Pay{Min: 10, Max: 20.5, Currency: "EUR", Unit: "HOUR"},
		Provenance: map[job.Field]job.Provenance{job.Title: {Method: job.JSONLD, Confidence: .9}},
	}
}

// jobPage is a page that was fetched some minutes after start and shows a posting.
func jobPage(url string, minutes int, j *job.Posting) *Page {
	return &Page{URL: url, Fetched: start.Add(time.Duration(minutes) * time.Minute), Postings: []*postings.Found{{Job: j}}}
}
