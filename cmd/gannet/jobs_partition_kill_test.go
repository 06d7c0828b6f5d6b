package main

import (
	"cmp"
	"maps"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"gannet/store/postings"
)

// filesOf returns the files of rows of a data set.
func filesOf(t *testing.T, out string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(out, "*", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// compareDataSet holds that the newest rows of a data set are the postings of a crawl.
func compareDataSet(t *testing.T, out, dir string) {
	t.Helper()
	newest := map[uint64]storedRow{}
	seen := map[[2]uint64]bool{}
	files := 0
	for _, f := range manifestOf(t, out).Files {
		rows, err := parquet.ReadFile[storedRow](filepath.Join(out, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		files++
		for _, r := range rows {
			key := [2]uint64{r.Number, r.Cursor}
			if seen[key] {
				t.Errorf("posting %d as of cursor %d is there twice", r.Number, r.Cursor)
			}
			if seen[key] = true; r.Cursor >= newest[r.Number].Cursor {
				newest[r.Number] = r
			}
		}
	}
	maps.DeleteFunc(newest, func(_ uint64, r storedRow) bool { return r.State == "dropped" })
	left := len(newest)
	err := withJobs(dir, nil, func(jobs postings.Finder) error {
		return jobs.Find(postings.Query{All: true}, func(k *postings.Posting) error {
			left--
			if r := newest[k.Number]; r.Title != k.Job.Title || cmp.Or(r.State, "none") != string(k.Job.State) {
				t.Errorf("posting %d is %q and %s, not %q and %s", k.Number, r.Title, r.State, k.Job.Title, k.Job.State)
			}
			return nil
		})
	})
	if err != nil || left != 0 || len(newest) == 0 {
		t.Errorf("%d postings too many of %d, %v", left, len(newest), err)
	}
	if written := len(filesOf(t, out)); written != files {
		t.Errorf("%d files are there, %d in the manifest", written, files)
	}
}
