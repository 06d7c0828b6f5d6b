package main

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"gannet/crawldir"
	"gannet/internal/cli"
)

// copyOf gives a copy of a workshop.
func copyOf(t *testing.T, good string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(dir, os.DirFS(good)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// goOn has the crawl of a workshop's copy go on to 60 pages, one worker at it, and gives what it holds then.
func goOn(t *testing.T, dir string) []string {
	t.Helper()
	crawl := filepath.Join(dir, "crawl")
	runJobs(t, "crawl", "--topic", filepath.Join(dir, "topics", "beekeeping.yaml"), "--web", filepath.Join(dir, "web.warc.gz"),
		"--out", crawl, "--pages", "60", "--workers", "1", "--patience", "0", "--quiet") // for how long hosts still rest depends on the machine
	return slices.Sorted(maps.Keys(exported(t, crawl)))
}

// TestCheckNamesFileAndRemedy spoils one file after the other, in ways that leave it readable too. Check names the file
// and a remedy in a line each, repair mends it, and the crawl goes on as it would have.
func TestCheckNamesFileAndRemedy(t *testing.T) {
	good := workshop(t)
	want := goOn(t, copyOf(t, good))
	rewrite := func(name, old, with string) func(string) error {
		return func(dir string) error {
			path := filepath.Join(dir, name)
			data, err := os.ReadFile(path)
			if err == nil && !bytes.Contains(data, []byte(old)) {
				err = errors.New(old + " is not in " + name)
			}
			if err != nil {
				return err
			}
			return os.WriteFile(path, bytes.Replace(data, []byte(old), []byte(with), 1), 0o644)
		}
	}
	for _, c := range []struct {
		what, file, says string
		spoil            func(dir string) error
	}{
		{"topic reads otherwise", crawldir.TopicFile, "--repair", rewrite(crawldir.TopicFile, "name: ", "name: x")},
		{"topic is no YAML", crawldir.TopicFile, "--repair", rewrite(crawldir.TopicFile, "name: ", "name: [")},
		{"topic is missing", crawldir.TopicFile, "--repair", func(dir string) error { return os.Remove(filepath.Join(dir, crawldir.TopicFile)) }},
		{"topic is a directory", crawldir.TopicFile, "--repair", func(dir string) error {
			path := filepath.Join(dir, crawldir.TopicFile)
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o755))
		}},
		{"model reads otherwise", crawldir.ModelFile, "--repair", rewrite(crawldir.ModelFile, "leaf_value=", "leaf_value=-")},
		{"model is missing", crawldir.ModelFile, "--repair", func(dir string) error { return os.Remove(filepath.Join(dir, crawldir.ModelFile)) }},
		{"links under way are a directory", crawldir.UnderwayFile, "--repair", func(dir string) error {
			path := filepath.Join(dir, crawldir.UnderwayFile)
			return errors.Join(os.RemoveAll(path), os.Mkdir(path, 0o755))
		}},
		{"status is cut", crawldir.StatusFile, "writes it again", func(dir string) error { return os.Truncate(filepath.Join(dir, crawldir.StatusFile), 9) }},
		{"frontier is missing", crawldir.FrontierDir, "makes it again", func(dir string) error { return os.RemoveAll(filepath.Join(dir, crawldir.FrontierDir)) }},
		{"frontier lost its tables", crawldir.FrontierDir, "--repair", func(dir string) error {
			tables, err := filepath.Glob(filepath.Join(dir, crawldir.FrontierDir, "*.sst"))
			for _, table := range tables {
				err = errors.Join(err, os.Truncate(table, 100))
			}
			return err
		}},
		{"an answer is cut", crawldir.LabelsFile, "--repair", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, crawldir.LabelsFile), []byte(`{"url":"http://a.test/","answer":"yes","time":"2026-01-02T03:04:05Z"}`+"\n{\"url\":"), 0o644)
		}},
		{"what was learned is cut", crawldir.TaughtFile, "--repair", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, crawldir.TaughtFile), []byte("name: ["), 0o644)
		}},
		{"archive is cut", "gannet-1.warc.gz", "sets it aside", func(dir string) error {
			data, err := os.ReadFile(filepath.Join(dir, "..", "web.warc.gz"))
			return errors.Join(err, os.WriteFile(filepath.Join(dir, "gannet-1.warc.gz"), data[:len(data)/2], 0o644))
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir := copyOf(t, good)
			crawl := filepath.Join(dir, "crawl")
			if err := c.spoil(crawl); err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			if status := run([]string{"check", crawl}, &out, &errs); status != cli.ExitFailed || strings.Count(out.String(), "\n") != 1 ||
				!strings.HasPrefix(out.String(), c.file+": ") || !strings.Contains(out.String(), c.says) {
				t.Errorf("check: status %d\n%s%s", status, out.String(), errs.String())
			}
			if line := errs.String(); strings.Count(line, "\n") != 1 || !strings.Contains(line, c.file) || !strings.Contains(line, "--repair") {
				t.Errorf("check: %s", line)
			}
			if out := runJobs(t, "check", crawl, "--repair"); !strings.Contains(out, "1 problem mended") || !strings.Contains(out, "all in order") {
				t.Errorf("repair: %s", out)
			}
			enough := len(want)
			if c.file == crawldir.FrontierDir { // of equal links, those of seeds and redirects may come in another order
				enough = enough * 9 / 10
			}
			if got := goOn(t, dir); len(got) != len(want) || common(got, want) < enough {
				t.Errorf("of %d pages %d are those of the crawl that was not damaged", len(got), common(got, want))
			}
		})
	}
}

func common(a, b []string) (n int) {
	for _, s := range a {
		if slices.Contains(b, s) {
			n++
		}
	}
	return n
}

// TestDamagedPageIsFetchedAgain hits one page inside. Export leaves it out, with status 1, and has the others; repair
// takes it out, and the crawl fetches it again.
func TestDamagedPageIsFetchedAgain(t *testing.T) {
	good := workshop(t)
	dir := copyOf(t, good)
	crawl := filepath.Join(dir, "crawl")
	all := exported(t, crawl)
	hit(t, crawl, "bodies")
	file := filepath.Join(dir, "out.jsonl")
	status, line := try("export", crawl, "-o", file)
	if status != cli.ExitFailed || !strings.Contains(line, "1 page could not be read and were left out, 39 were read") {
		t.Errorf("export: status %d: %s", status, line)
	}
	if data, err := os.ReadFile(file); err != nil || bytes.Count(data, []byte("\n")) != 39 {
		t.Errorf("export: %d pages, %v", bytes.Count(data, []byte("\n")), err)
	}
	if status, line := try("check", crawl); status != cli.ExitFailed || !strings.Contains(line, "1 problem, in "+crawldir.StoreFile) {
		t.Errorf("check: %s", line)
	}
	if out := runJobs(t, "check", crawl, "--repair"); !strings.Contains(out, "39 pages") {
		t.Errorf("repair: %s", out)
	}
	goOn(t, dir)
	after := exported(t, crawl)
	for url, body := range all {
		if after[url] != body {
			t.Errorf("%s was not fetched again", url)
		}
	}
}

// TestPageWithoutItsLinksIsExported hits what the link graph knows of a page: the page itself is whole.
func TestPageWithoutItsLinksIsExported(t *testing.T) {
	crawl := filepath.Join(workshop(t), "crawl")
	all := exported(t, crawl)
	hit(t, crawl, "links")
	for _, format := range []string{"jsonl", "csv", "warc"} {
		status, line := try("export", crawl, "--format", format, "-o", filepath.Join(t.TempDir(), "out"))
		if whole := format == "csv"; whole != (status == cli.ExitOK) || !whole && !strings.Contains(line, "0 pages could not be read and were left out, 40 were read") {
			t.Errorf("%s: status %d: %s", format, status, line)
		}
	}
	if out := runJobs(t, "check", crawl, "--repair"); !strings.Contains(out, "40 pages") {
		t.Errorf("repair: %s", out)
	}
	if after := exported(t, crawl); !maps.Equal(all, after) {
		t.Errorf("%d pages, then %d", len(all), len(after))
	}
}

// hit changes a byte of a bucket's second record, where it stands in the file.
func hit(t *testing.T, crawl, bucket string) {
	t.Helper()
	path := filepath.Join(crawl, crawldir.StoreFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bolt.Open(path, 0o644, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	err = b.View(func(tx *bolt.Tx) error {
		c := tx.Bucket([]byte(bucket)).Cursor()
		_, _ = c.First()
		_, v := c.Next()
		for i := 0; ; { // wherever it stands: a state of before would do as well
			at := bytes.Index(data[i:], v)
			if at < 0 {
				return nil
			}
			i += at + len(v)
			data[i-len(v)/2] ^= 0x10
		}
	})
	if err = errors.Join(err, b.Close(), os.WriteFile(path, data, 0o644)); err != nil {
		t.Fatal(err)
	}
}
