package main

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"gannet/store/postings"
)

// TestKilledExportOfADataSet kills the command at moments all over the time that it takes. After the next run the newest rows of the data set are the postings
// of the crawl, and no row is there twice.
func TestKilledExportOfADataSet(t *testing.T) {
	first, later := t.TempDir(), t.TempDir()
	crawlJobWeb(t, later, 0, 3)
	if err := os.CopyFS(first, os.DirFS(later)); err != nil {
		t.Fatal(err)
	}
	crawlJobWeb(t, later, 3, 6)
	kills := 4
	if n, err := strconv.Atoi(os.Getenv("GANNET_KILLS")); err == nil {
		kills = n
	}
	export := func(from, to string) []string {
		return []string{"jobs", "export", from, "--partition", "day,country", "-o", to}
	}
	begin := time.Now()
	if said, err := gannet(export(later, filepath.Join(t.TempDir(), "data"))...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	takes := time.Since(begin)
	for n := range kills {
		out := filepath.Join(t.TempDir(), "data")
		if n%2 == 1 {
			runJobs(t, export(first, out)...)
		}
		cmd := gannet(export(later, out)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(takes * time.Duration(n+1) / time.Duration(kills+1))
		_ = cmd.Process.Kill() // it may have ended by itself
		_ = cmd.Wait()
		runJobs(t, export(later, out)...)
		compareDataSet(t, out, later)
	}
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
	written, err := filepath.Glob(filepath.Join(out, "*", "*", "*"))
	if err != nil || len(written) != files {
		t.Errorf("%d files are there, %d in the manifest, %v", len(written), files, err)
	}
}
