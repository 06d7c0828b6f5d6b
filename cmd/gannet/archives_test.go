package main

import (
	"bytes"
	"fmt"
	"gannet/internal/cli"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// archived is an archive of n postings, one record each: plain, in gzip members or in Zstandard frames.
func archived(t *testing.T, n int, pack func([]byte) []byte) []byte {
	t.Helper()
	var all []byte
	for i := range n {
		body := fmt.Sprintf(`<script type="application/ld+json">{"@type":"JobPosting","title":"Keeper %d","hiringOrganization":"Hives"}</script>`, i)
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
		all = append(all, pack(fmt.Appendf(nil, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/%d\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", i, len(block), block))...)
	}
	return all
}

func inGzip(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(b)
	_ = z.Close()
	return out.Bytes()
}

func inZstd(b []byte) []byte {
	z, _ := zstd.NewWriter(nil)
	defer z.Close()
	return z.EncodeAll(b, nil)
}

// TestDamagedArchivesAreReadUpToTheDamage gives commands archives with rubbish behind, and such as are cut.
func TestDamagedArchivesAreReadUpToTheDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "web.warc")
	for name, pack := range map[string]func([]byte) []byte{"plain": func(b []byte) []byte { return b }, "gzip": inGzip, "zstd": inZstd} {
		whole := archived(t, 3, pack)
		for how, file := range map[string][]byte{
			"rubbish behind": append(bytes.Clone(whole), "<html>rubbish\r\n"...),
			"zeroes behind":  append(bytes.Clone(whole), make([]byte, 1000)...),
			"one bit behind": append(bytes.Clone(whole), 1),
			"half a record":  append(bytes.Clone(whole), pack(archived(t, 1, func(b []byte) []byte { return b }))[:60]...),
		} {
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{
				{"extract", path, "--quiet"},
				{"crawl", "--keywords", "hive", "--seeds", "http://a.example/0", "--web", path, "--jobs", "--out", t.TempDir()},
			} {
				var out, errs bytes.Buffer
				status, want := run(args, &out, &errs), cli.ExitOK
				if args[0] == "extract" {
					want = cli.ExitFailed // the postings may not be all
				}
				if status != want || strings.Count(errs.String(), "the 3 records before that are read") != 1 {
					t.Errorf("%s, %s: %s: status %d: %s", name, how, args[0], status, errs.String())
				}
				if lines := strings.Count(out.String(), "Keeper"); args[0] == "extract" && lines != 3 {
					t.Errorf("%s, %s: %d postings: %s", name, how, lines, out.String())
				}
			}
		}
	}
}

// TestDamageOverTwoRecordsIsOneLine has zeroes in place of a response's status line and of the record behind it.
func TestDamageOverTwoRecordsIsOneLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "web.warc")
	whole := archived(t, 4, func(b []byte) []byte { return b })
	third := len(whole) / 4 * 2
	status := third + bytes.Index(whole[third:], []byte("HTTP/1.1 200"))
	for _, zeroed := range [][]byte{whole[status : status+20], whole[len(whole)/4*3 : len(whole)/4*3+20]} {
		clear(zeroed)
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"extract"}, {"batch", "extract"}} {
		var out, errs bytes.Buffer
		status := run(append(args, path, "--quiet"), &out, &errs)
		if line := errs.String(); status != cli.ExitFailed || strings.Count(line, "\n") != 1 || !strings.Contains(line, "the 3 records before that are read") {
			t.Errorf("%s: status %d: %s", args, status, line)
		}
		if postings := strings.Count(out.String(), "Keeper"); postings != 2 {
			t.Errorf("%s: %d postings", args, postings)
		}
	}
}

// TestArchivesSayWhatGaveWay has two records of one URL, a revisit of a page that is elsewhere, and a file that has no pages.
func TestArchivesSayWhatGaveWay(t *testing.T) {
	record := func(kind, path, block string) string {
		return fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Target-URI: http://a.example/%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", kind, path, len(block), block)
	}
	dir := t.TempDir()
	path, text := filepath.Join(dir, "web.warc"), filepath.Join(dir, "web.wet")
	web := record("response", "0", "HTTP/1.1 302 Found\r\nLocation: /0\r\n\r\n") + record("revisit", "1", "HTTP/1.1 200 OK\r\n\r\n") +
		string(archived(t, 1, func(b []byte) []byte { return b }))
	for name, content := range map[string]string{path: web, text: record("conversion", "0", "Keeper")} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"extract", path, "--quiet"}, {"batch", "extract", path, "--quiet"},
		{"crawl", "--keywords", "hive", "--seeds", "http://a.example/0", "--web", path, "--jobs", "--out", filepath.Join(dir, "out")},
	} {
		var out, errs bytes.Buffer
		if status := run(args, &out, &errs); status != cli.ExitOK || strings.Count(errs.String(), "1 of the records gave way to better ones") != 1 ||
			strings.Count(errs.String(), "1 of the revisit records refer to pages that are not here") != 1 {
			t.Errorf("%s: status %d: %s", args[0], status, errs.String())
		}
	}
	var out, errs bytes.Buffer
	if status := run([]string{"extract", text, "--quiet"}, &out, &errs); status == cli.ExitOK || !strings.Contains(errs.String(), "a WET file") {
		t.Errorf("status %d: %s", status, errs.String())
	}
}
