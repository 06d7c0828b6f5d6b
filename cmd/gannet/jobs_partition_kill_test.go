package main

import (
	"cmp"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"gannet/store/postings"
)

// TestKilledExportOfADataSet kills the command while it writes one of its files. After the next run the newest rows of the data set are the
// postings of the crawl, and no row is there twice.
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
	killed := 0
	for n := range kills {
		out := filepath.Join(t.TempDir(), "data")
		if n%2 == 1 {
			runJobs(t, export(first, out)...)
		}
		before := len(filesOf(t, out))
		cmd := gannet(export(later, out)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		if killWhen(cmd.Process, ended, func() bool { return len(filesOf(t, out)) >= before+1+n/2 }) {
			killed++
		}
		runJobs(t, export(later, out)...)
		compareDataSet(t, out, later)
	}
	if killed == 0 {
		t.Error("each export ended before it could be killed")
	}
}

// killWhen kills a process when it is time, and waits for its end. It reports whether the process has not ended by itself.
func killWhen(p *os.Process, ended <-chan error, due func() bool) bool {
	for !due() {
		select {
		case <-ended:
			return false
		case <-time.After(time.Millisecond):
		}
	}
	_ = p.Kill() // it may have ended by itself
	var exit *exec.ExitError
	return errors.As(<-ended, &exit) && !exit.Exited()
}

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
