//go:build linux && amd64

package main

import (
	"os"
	"path/filepath"
	"testing"

	"gannet/internal/testkill"
)

// killFiles kills a command at each of its system calls that change something in a directory. command brings a table into a file or folder with
// some name there.
func killFiles(t *testing.T, tables []string, stride int, name string, command func(table, dir, to string) []string, compare func(table, to string, u killedUpdate)) {
	t.Helper()
	killEach(t, tables, stride, func(_, table string, u killedUpdate, n int) bool {
		under, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(under)
		to := filepath.Join(under, name)
		if u.before != "" {
			runJobs(t, command(table, u.before, to)...)
		}
		reached := testkill.AtWrite(t, gannet(command(table, u.later, to)...), under, n)
		runJobs(t, command(table, u.later, to)...)
		compare(table, to, u)
		return reached
	})
}

// TestKilledSyncOfAFile kills the command at each change of a file of SQLite, its journal included.
func TestKilledSyncOfAFile(t *testing.T) {
	command := func(table, dir, to string) []string { return syncOf(table, dir, to) }
	killFiles(t, []string{"command of postings", "command of pages"}, 17, "crawl.db", command, func(table, to string, u killedUpdate) {
		if table == "pages" {
			u.pages.compare(t, to, pagesInFile(t, to))
		} else {
			compareFile(t, to, u.later)
		}
	})
}

// TestKilledExportOfADataSet kills the command at each change in the folder of a data set. After the next run the newest rows of the data set are the
// postings or pages of the crawl, and no row is there twice.
func TestKilledExportOfADataSet(t *testing.T) {
	command := func(table, dir, to string) []string {
		if table == "pages" {
			return syncOf(table, dir, to+"/")
		}
		return []string{"jobs", "export", dir, "--partition", "day,country", "-o", to}
	}
	killFiles(t, []string{"command of postings", "command of pages"}, 9, "data", command, func(table, to string, u killedUpdate) {
		if table == "pages" {
			u.pages.compare(t, to, pagesInDataSet(t, to))
		} else {
			compareDataSet(t, to, u.later)
		}
	})
}
