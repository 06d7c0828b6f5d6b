package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"flag"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"gannet/crawldir"
	"gannet/crawler/archive"
	"gannet/lab/testweb/jobweb"
)

var updateFrozen = flag.Bool("update-frozen", false, "write "+newestFrozen+" anew")

// newestFrozen is a crawl's directory of today's version. When a format changes, the file stays and a new one is added.
const newestFrozen = "testdata/frozen/crawl2.tar.zst"

// A frozen crawl's archive has the directory crawl, the web that it was crawled from, and what the commands of describe
// said of it.
const (
	frozenWeb     = "web.warc.gz"
	frozenListing = "listing.txt"
)

// TestFrozenCrawlsGoOn opens every crawl's directory that an earlier version has written. It is in order, it reads as it
// did, and the crawl goes on with the links that waited.
func TestFrozenCrawlsGoOn(t *testing.T) {
	if *updateFrozen {
		freezeCrawl(t)
	}
	files, err := filepath.Glob("testdata/frozen/*.tar.zst")
	if err != nil || len(files) == 0 {
		t.Fatal("no frozen crawl", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { checkFrozen(t, file) })
	}
}

func checkFrozen(t *testing.T, file string) {
	dir := t.TempDir()
	unpack(t, file, dir)
	crawl := filepath.Join(dir, "crawl")
	runJobs(t, "check", crawl)
	want, err := os.ReadFile(filepath.Join(dir, frozenListing))
	if err != nil {
		t.Fatal(err)
	}
	if got := describe(t, crawl); got != string(want) {
		t.Errorf("it reads as\n%s\nand was\n%s", got, want)
	}
	runJobs(t, "crawl", "--topic", filepath.Join(crawl, crawldir.TopicFile), "--web", filepath.Join(dir, frozenWeb), "--jobs", "--warc",
		"--out", crawl, "--pages", "40", "--quiet")
	runJobs(t, "check", crawl)
	if got := strings.Count(runJobs(t, "export", crawl, "--format", "jsonl"), "\n"); got != 40 {
		t.Errorf("the crawl went on to %d pages, want 40", got)
	}
}

// describe returns the pages and postings of a crawl, and each posting's copies.
func describe(t *testing.T, crawl string) string {
	t.Helper()
	return runJobs(t, "export", crawl, "--format", "csv") + runJobs(t, "jobs", "export", crawl, "--all", "--format", "jsonl") +
		runJobs(t, "jobs", "show", crawl, "1", "--versions", "--json")
}

// freezeCrawl crawls a part of a generated web and packs what the crawl has written.
func freezeCrawl(t *testing.T) {
	t.Setenv("GANNET_TEST_HOT", "50") // so that the index of postings is written
	o := jobweb.DefaultOptions(3)
	o.Jobs = 40
	web, err := jobweb.New(o)
	if err != nil {
		t.Fatal(err)
	}
	relevant, _ := web.Seeds(6, 1)
	proxy := httptest.NewServer(archive.Proxy(web))
	defer proxy.Close()
	dir := t.TempDir()
	seeds := filepath.Join(dir, "seeds.txt")
	if err := os.WriteFile(seeds, []byte(strings.Join(relevant, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	all, crawl := filepath.Join(dir, "all"), filepath.Join(dir, "crawl")
	words := []string{"--keywords", "job,jobs,career,vacancy,apply", "--seeds", seeds, "--workers", "1", "--quiet"}
	runJobs(t, append([]string{"crawl", "--out", all, "--proxy", proxy.URL, "--delay", "1ms", "--strategy", "bfs", "--pages", "48"}, words...)...)
	runJobs(t, "export", all, "--format", "warc", "-o", filepath.Join(dir, frozenWeb))
	args := append([]string{"crawl", "--out", crawl, "--web", filepath.Join(dir, frozenWeb), "--jobs", "--warc", "--strategy", "blend",
		"--pages", "24"}, words...)
	if out, err := gannet(args...).CombinedOutput(); err != nil { // a process of its own reads GANNET_TEST_HOT
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, frozenListing), []byte(describe(t, crawl)), 0o644); err != nil {
		t.Fatal(err)
	}
	pack(t, dir, newestFrozen, "crawl", frozenWeb, frozenListing)
}

// pack writes files and directories of dir into an archive.
func pack(t *testing.T, dir, file string, names ...string) {
	t.Helper()
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		t.Fatal(err)
	}
	to := tar.NewWriter(z)
	for _, name := range names {
		err = errors.Join(err, filepath.WalkDir(filepath.Join(dir, name), func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			h := &tar.Header{Name: filepath.ToSlash(rel), Mode: 0o644, Size: int64(len(data)), Typeflag: tar.TypeReg}
			if err := to.WriteHeader(h); err != nil {
				return err
			}
			_, err = to.Write(data)
			return err
		}))
	}
	err = errors.Join(err, to.Close(), z.Close(), os.MkdirAll(filepath.Dir(file), 0o755))
	if err = errors.Join(err, os.WriteFile(file, packed.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes", file, packed.Len())
}

// unpack writes the files of an archive into dir.
func unpack(t *testing.T, file, dir string) {
	t.Helper()
	packed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := zstd.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for from := tar.NewReader(z); ; {
		h, err := from.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(from)
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		if err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755)); err == nil {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
