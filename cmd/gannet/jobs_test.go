package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	bolt "go.etcd.io/bbolt"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// keepJobs makes the directory of a crawl that found a few postings: one with a copy, one with two versions.
func keepJobs(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		return err
	}
	defer db.Close()
	day := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	db.SetDecider(func(number uint64, _ *postings.Found) (job.Decision, error) {
		if number != 2 {
			return job.Decision{}, nil
		}
		return job.Decision{
			Cluster: 1, Original: true, Of: 1, Verdict: "same", Similarity: .9, Reasons: []string{"the text is the same", "the employer's own site"},
		}, nil
	})
	page := func(url string, hour int, j *job.Posting) *store.Page {
		return &store.Page{
			URL: url, Via: "http://board.test/", Fetched: day.Add(time.Duration(hour) * time.Hour), Body: []byte("<p>ad</p>"),
			Postings: []*postings.Found{{Job: j}},
		}
	}
	welder := &job.Posting{
		Title: "Welder", Company: "Iron Ltd", Location: "Oslo, Norway", Language: "en", Description: "Weld steel, \"fast\".\nEarly shifts.\n",
		Posted: day.Truncate(24 * time.Hour), Employment: []string{"FULL_TIME"},
		Salary:     job.Pay{Min: 30, Max: 35, Currency: "NOK", Unit: "HOUR"},
		Provenance: map[job.Field]job.Provenance{job.Title: {Method: job.JSONLD, Confidence: .95}, job.Location: {Method: job.Label, Confidence: .7}},
	}
	nurse := &job.Posting{Title: "Krankenschwester", Company: "Klinik GmbH", Location: "Köln", Language: "de", Description: "Pflege.", ID: "n-1"}
	nurseAgain := *nurse
	nurseAgain.Description = "Pflege bei Nacht."
	_, err = db.Put([]*store.Page{
		{URL: "http://board.test/", Fetched: day},
		page("http://board.test/welder", 1, welder),
		page("http://iron.test/jobs/1", 2, welder),
		page("http://klinik.test/n", 3, nurse),
		page("http://klinik.test/n?from=mail", 4, &nurseAgain),
		page("http://board.test/cook", 5, &job.Posting{Title: "厨师", Company: "北京饭店", Location: "北京", Language: "zh", Description: "做饭"}),
	})
	return err
}

func runJobs(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if got := run(args, &stdout, &stderr); got != cli.ExitOK {
		t.Fatalf("gannet %v: status %d: %s", args, got, stderr.String())
	}
	return stdout.String()
}

// hasTime reports whether a column has a time. In an embedded struct parquet-go reads null as a pointer to the zero value.
func hasTime(t *time.Time) bool { return t != nil && !t.IsZero() }

func TestJobsExportParquetAndCSVHaveTheSameRows(t *testing.T) {
	dir := t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "jobs.parquet")
	runJobs(t, "jobs", "export", dir, "--all", "--format", "parquet", "-o", file)
	rows, err := parquet.ReadFile[jobRow](file)
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if r := rows[0]; r.Title != "Welder" || r.Copies != 2 || r.Original || r.Posted == nil || r.Posted.Format(time.DateOnly) != "2026-03-01" || r.SalaryMax != 35 {
		t.Errorf("row: %+v", r)
	}
	if r := rows[3]; hasTime(r.Posted) || r.FirstSeen == nil || r.Place != "北京" {
		t.Errorf("row: %+v", r)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	written, err := parquet.OpenFile(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	for _, column := range written.Metadata().RowGroups[0].Columns {
		if path := column.MetaData.PathInSchema; len(path) == 1 && path[0] == "posted" && column.MetaData.Statistics.NullCount != 2 {
			t.Errorf("%d postings have no day of posting", column.MetaData.Statistics.NullCount)
		}
		for _, e := range column.MetaData.Encoding {
			if e != format.Plain && e != format.RLE { // RLE is that of the levels
				t.Errorf("the column %v is in the encoding %v, which fastparquet may not read", column.MetaData.PathInSchema, e)
			}
		}
	}
	lines, err := csv.NewReader(strings.NewReader(runJobs(t, "jobs", "export", dir, "--all", "--format", "csv"))).ReadAll()
	if err != nil || len(lines) != 5 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	for i, r := range rows {
		line := lines[i+1]
		posted := ""
		if hasTime(r.Posted) {
			posted = r.Posted.Format(time.RFC3339)
		}
		if line[4] != r.URL || line[6] != r.Title || line[9] != posted || line[24] != r.Description {
			t.Errorf("CSV %q, Parquet %+v", line, r)
		}
	}
	var columns []string
	for _, field := range parquet.SchemaOf(jobRow{}).Fields() {
		columns = append(columns, field.Name())
	}
	if strings.Join(columns, " ") != strings.Join(lines[0], " ") {
		t.Errorf("columns %v\nand     %v", columns, lines[0])
	}
}

func TestColumnIsAsWideAsAsked(t *testing.T) {
	for s, want := range map[string]string{
		"": "     ", "ab": "ab   ", "abcde": "abcde", "abcdef": "abcd…", " a \n b ": "a b  ", "厨师": "厨师 ", "厨师长": "厨师…", "a厨师": "a厨师", "ab厨师": "ab厨…",
	} {
		if got := column(s, 5); got != want {
			t.Errorf("column(%q) = %q, want %q", s, got, want)
		}
	}
}

// breakStore takes the posting index's first entry out of a crawl's store, as a failing disk might.
func breakStore(t *testing.T, dir string) {
	t.Helper()
	b, err := bolt.Open(filepath.Join(dir, crawldir.StoreFile), 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	err = b.Update(func(tx *bolt.Tx) error {
		bucket := tx.Bucket([]byte("posting index"))
		k, _ := bucket.Cursor().First()
		return bucket.Delete(k)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCheckFindsAndMends(t *testing.T) {
	dir := t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	if out := runJobs(t, "check", dir); !strings.Contains(out, "6 pages, 4 postings with 5 versions in 3 clusters: all in order") {
		t.Errorf("check: %s", out)
	}
	breakStore(t, dir)
	var stdout, stderr bytes.Buffer
	if got := run([]string{"check", dir}, &stdout, &stderr); got != cli.ExitFailed || !strings.Contains(stderr.String(), "--repair") {
		t.Errorf("check of a broken store: status %d, %s", got, stderr.String())
	}
	if out := runJobs(t, "check", "--repair", dir); !strings.Contains(out, "1 problem mended") {
		t.Errorf("check --repair: %s", out)
	}
	runJobs(t, "check", dir)
}
