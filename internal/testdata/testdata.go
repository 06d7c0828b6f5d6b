// Package testdata finds the real webs and job ads that tests and evaluations use where they are present.
package testdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Find returns the data directory: GANNET_DATA, else the nearest ../shared/data above the working directory,
// else "".
func Find() string {
	if dir := os.Getenv("GANNET_DATA"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		data := filepath.Join(dir, "shared", "data")
		if _, err := os.Stat(filepath.Join(data, "webs")); err == nil {
			return data
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// Dir returns the data directory to a test. Without one the test ends as Missing says.
func Dir(t testing.TB) string {
	t.Helper()
	dir := Find()
	if dir == "" {
		Missing(t, "no data: set GANNET_DATA to the directory that holds webs, labels and jobs")
	}
	return dir
}

// Web returns the path of a frozen web, such as "uci". Without data the test ends as in Dir.
func Web(t testing.TB, name string) string {
	t.Helper()
	return filepath.Join(Dir(t), "webs", name+".warc.zst")
}

// Jobs returns the directory of the unpacked job ads: GANNET_JOBS, else .data/pack_dev beside go.mod. `make data` unpacks
// them. Without them the test ends as Missing says.
func Jobs(t testing.TB) string {
	t.Helper()
	dir := FindJobs()
	if dir == "" {
		Missing(t, "no job ads: make data unpacks them")
	}
	return dir
}

// FindJobs is Jobs without a test. It returns "" if there are no job ads.
func FindJobs() string {
	if dir := os.Getenv("GANNET_JOBS"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		jobs := filepath.Join(dir, ".data", "pack_dev")
		if _, err := os.Stat(filepath.Join(jobs, "hn.jsonl")); err == nil {
			return jobs
		}
		dir = filepath.Dir(dir)
	}
	return ""
}
