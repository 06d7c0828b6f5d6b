package postings_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)

func openTest(t testing.TB) *store.DB {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "pages.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func put(t testing.TB, db *store.DB, pages ...*store.Page) []store.Result {
	t.Helper()
	results, err := db.Put(pages)
	if err != nil {
		t.Fatal(err)
	}
	return results
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
func jobPage(url string, minutes int, j *job.Posting) *store.Page {
	return &store.Page{URL: url, Fetched: start.Add(time.Duration(minutes) * time.Minute), Postings: []*postings.Found{{Job: j}}}
}

// statuses lists the numbers of postings and what became of them.
func statuses(results []store.Result) string {
	var list []string
	for _, r := range results {
		list = append(list, fmt.Sprintf("%d %s", r.Postings[0].Number, r.Postings[0].Status))
	}
	return strings.Join(list, ", ")
}

// checked returns the problems that Check finds.
func checked(t testing.TB, db *store.DB) (problems []string) {
	t.Helper()
	err := db.Check(func(problem string) error { problems = append(problems, problem); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return problems
}
