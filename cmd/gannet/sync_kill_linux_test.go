//go:build linux && amd64

package main

import (
	"os"
	"path/filepath"
	"testing"

	"gannet/internal/testkill"
)

// killedFiles runs a command that is killed at each of its writes to a directory, or at each 61st without GANNET_KILLS, from nothing and after an
// earlier update. The next run makes the same as an undisturbed one.
func killedFiles(t *testing.T, command func(dir, to string) []string, name string, compare func(to, dir string)) {
	t.Helper()
	first, later := twoDays(t, 2)
	stride, kills := 61, 0
	if os.Getenv("GANNET_KILLS") != "" {
		stride = 1
	}
	for _, before := range []string{"", first} {
		for n, reached := 1, true; reached; n += stride {
			under, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(under, name)
			if before != "" {
				runJobs(t, command(before, to)...)
			}
			if reached = testkill.AtWrite(t, gannet(command(later, to)...), under, n); reached {
				kills++
			}
			runJobs(t, command(later, to)...)
			compare(to, later)
			if err := os.RemoveAll(under); err != nil || t.Failed() {
				t.Fatalf("killed at write %d: %v", n, err)
			}
		}
	}
	if kills < 2 {
		t.Errorf("killed %d times: the test shows little", kills)
	}
	t.Logf("killed %d times", kills)
}

// TestKilledSyncOfAFile kills the command at each write to a file of SQLite, its journal included.
func TestKilledSyncOfAFile(t *testing.T) {
	for table, compare := range map[string]func(file, dir string){
		"postings": func(file, dir string) { compareFile(t, file, dir) },
		"pages":    func(file, dir string) { exportedPages(t, dir).compare(t, file, pagesInFile(t, file)) },
	} {
		killedFiles(t, func(dir, to string) []string { return syncOf(table, dir, to) }, "crawl.db", compare)
	}
}

// TestKilledExportOfADataSet kills the command at each change in the folder of a data set. After the next run the newest rows of the data set are the
// postings of the crawl, and no row is there twice.
func TestKilledExportOfADataSet(t *testing.T) {
	killedFiles(t, func(dir, to string) []string {
		return []string{"jobs", "export", dir, "--partition", "day,country", "-o", to}
	}, "data", func(to, dir string) { compareDataSet(t, to, dir) })
}
