package main

import (
	"database/sql"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestJobsExportSQLiteHasTheRowsOfCSV compares every cell.
func TestJobsExportSQLiteHasTheRowsOfCSV(t *testing.T) {
	dir := t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "jobs.db")
	for _, want := range []string{": 4 new, 0 changed, 0 removed, 0 as before", ": 0 new, 0 changed, 0 removed, 4 as before"} {
		if out := runJobs(t, "jobs", "export", dir, "--all", "--format", "sqlite", "-o", file); !strings.Contains(out, want) {
			t.Errorf("said %q, not %q", out, want)
		}
	}
	lines, err := csv.NewReader(strings.NewReader(runJobs(t, "jobs", "export", dir, "--all", "--format", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	yes := strings.NewReplacer("true", "1", "false", "0")
	for _, line := range lines[1:] {
		for i, column := range lines[0] {
			var cell string
			if err := db.QueryRow(`SELECT coalesce("`+column+`", '') FROM postings WHERE number = ?`, line[0]).Scan(&cell); err != nil {
				t.Fatal(err)
			}
			if numeric := strings.TrimSuffix(cell, ".0"); cell != line[i] && numeric != line[i] && cell != yes.Replace(line[i]) {
				t.Errorf("posting %s, %s: %q, CSV %q", line[0], column, cell, line[i])
			}
		}
	}
	runJobs(t, "jobs", "export", dir, "--language", "de", "--format", "sqlite", "-o", file)
	var titles, found int
	if err := db.QueryRow(`SELECT count(*), (SELECT count(*) FROM postings_text WHERE postings_text MATCH 'nacht') FROM postings`).Scan(&titles, &found); err != nil || titles != 1 || found != 1 {
		t.Errorf("with filters: %d postings, %d found, %v", titles, found, err)
	}
}

// TestQueriesOfTheDocument runs the queries that docs/guide/12-exports.md shows for SQLite.
func TestQueriesOfTheDocument(t *testing.T) {
	dir := t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "jobs.db")
	runJobs(t, "jobs", "export", dir, "--all", "--format", "sqlite", "-o", file)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	queries, found := queriesOf(t, "A SQLite database"), 0
	for _, query := range queries {
		var rows int
		if err := db.QueryRow("SELECT count(*) FROM (" + query + ")").Scan(&rows); err != nil {
			t.Errorf("%s: %v", query, err)
		}
		found += rows
	}
	if len(queries) < 2 || found == 0 {
		t.Errorf("%d queries in docs/guide/12-exports.md find %d rows", len(queries), found)
	}
}

// queriesOf returns the queries that a section of docs/guide/12-exports.md shows.
func queriesOf(t *testing.T, section string) (queries []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/guide/12-exports.md")
	if err != nil {
		t.Fatal(err)
	}
	_, of, _ := strings.Cut(string(text), "\n## "+section+"\n")
	of, _, _ = strings.Cut(of, "\n## ")
	for block := range strings.SplitSeq(of, "\n\n") {
		if strings.HasPrefix(block, "    SELECT ") {
			queries = append(queries, block)
		}
	}
	return queries
}
