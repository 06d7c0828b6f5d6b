package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"gannet/internal/cli"
	"gannet/job"
)

// TestParquetOfExtractHasTheColumnsOfExport writes a posting and reads it again, and compares names and types of the columns.
func TestParquetOfExtractHasTheColumnsOfExport(t *testing.T) {
	var file bytes.Buffer
	w, err := postingParquet(&file)
	if err != nil {
		t.Fatal(err)
	}
	p := &job.Posting{URL: "http://a.test/1", Title: "Lamplighter", Company: "Old Town", Description: "You light the lamps."}
	if err := w.Write(p, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.Read[postingRow](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil || len(rows) != 1 || rows[0].URL != p.URL || rows[0].Title != p.Title || rows[0].Company != p.Company || rows[0].Description != p.Description || hasTime(rows[0].Posted) {
		t.Errorf("%v: rows are %+v", err, rows)
	}
	exported := parquet.SchemaOf(jobRow{})
	for _, f := range parquet.SchemaOf(postingRow{}).Fields() {
		if other, ok := exported.Lookup(f.Name()); !ok || other.Node.String() != f.String() {
			t.Errorf("column %s is another one than that of jobs export", f)
		}
	}
}

// TestExtractReadsFilesInTheirEncoding reads saved pages, which have no header. Most are UTF-8 and name their encoding late or never.
func TestExtractReadsFilesInTheirEncoding(t *testing.T) {
	const head, posting = "<html><head><style>" + "p{margin:0}", `</style><script type="application/ld+json">{"@type":"JobPosting","title":"Færgemand","hiringOrganization":{"name":"Ø-Færgen"}}</script></head><body><h1>Færgemand</h1></body></html>`
	latin := strings.NewReplacer("æ", "\xe6", "Ø", "\xd8").Replace(posting)
	for name, page := range map[string]string{
		"utf-8":        head + strings.Repeat(" ", 2000) + posting,
		"named":        `<meta charset="iso-8859-1">` + head + latin,
		"not named":    head + latin,
		"named wrong":  `<meta charset="utf-8">` + head + latin,
		"utf-8 called": `<meta charset="iso-8859-1">` + head + posting,
	} {
		path := filepath.Join(t.TempDir(), "page.html")
		if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, log bytes.Buffer
		if code := run([]string{"extract", path, "--quiet"}, &out, &log); code != 0 || !strings.Contains(out.String(), `"Færgemand"`) || !strings.Contains(out.String(), `"Ø-Færgen"`) {
			t.Errorf("%s: code %d, %s%s", name, code, out.String(), log.String())
		}
	}
}

// adPage is a page with a posting whose title is given, behind a head of its own.
func adPage(title string) string {
	return `<!DOCTYPE html><script type="application/ld+json">{"@type":"JobPosting","title":"` + title + `","hiringOrganization":{"name":"Loom Mill"}}</script><h1>` + title + `</h1>`
}

// TestExtractKnowsHTMLByItsNameAndByItsBytes reads local files as browsers do.
func TestExtractKnowsHTMLByItsNameAndByItsBytes(t *testing.T) {
	page := adPage("Dyer")
	for name, body := range map[string]string{
		"utf-16le.html":   "\xff\xfe" + wide(page, binary.LittleEndian),
		"utf-16be.HTM":    "\xfe\xff" + wide(page, binary.BigEndian),
		"utf-16le.dat":    "\xff\xfe" + wide(page, binary.LittleEndian),
		"blank.html":      strings.Repeat(" \n", 3000) + page,
		"blank.php":       strings.Repeat(" \n", 3000) + page,
		"words.xhtml":     "Careers " + page,
		"packed.html.gz":  string(inGzip([]byte(page))),
		"packed":          string(inGzip([]byte(page))),
		"deep.html":       strings.Repeat("<div>", 700) + page,
		"formatting.html": page + strings.Repeat("<font size=2>", 700) + "x",
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, log bytes.Buffer
		if code := run([]string{"extract", path, "--quiet"}, &out, &log); code != cli.ExitOK || log.Len() > 0 || strings.Count(out.String(), `"title":"Dyer"`) != 1 {
			t.Errorf("%s: code %d, %s%s", name, code, &out, &log)
		}
	}
}

// wide returns ASCII text in UTF-16.
func wide(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, c := range text {
		b = order.AppendUint16(b, uint16(c))
	}
	return string(b)
}

// TestExtractLeavesOutWhatItCannotRead gives extract a bad file among good ones: it is named in one line, and the rest is done.
func TestExtractLeavesOutWhatItCannotRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name, body string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first, last := write("first.html", adPage("Dyer")), write("last.html", adPage("Fuller"))
	bad := map[string]string{
		write("empty.html", ""):                  "empty.html: the file is empty",
		write("image.html", "\x89PNG\r\n\x1a\n"): `image.html: no WARC record begins here but "\x89PNG…": extract reads WARC files`,
		write("words", "only words"):             `words: no WARC record begins here but "only words": extract reads WARC files`,
		write("cut.html.gz", "\x1f\x8b\x08"):     "cut.html.gz: broken gzip",
		write("cut.warc.gz", "\x1f\x8b\x08"):     "cut.warc.gz: ",
		write("cut.pdf", "%PDF-1.7 no more"):     "cut.pdf is left out: the PDF cannot be read",
		filepath.Join(dir, "absent.html"):        "absent.html: there is no such file",
	}
	for path, say := range bad {
		for _, args := range [][]string{{"extract"}, {"batch", "extract"}} {
			var out, log bytes.Buffer
			code := run(append(args, first, path, last, "--quiet"), &out, &log)
			if code != cli.ExitFailed || strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), say) {
				t.Errorf("%s: code %d, want a line with %q: %s", args, code, say, &log)
			}
			if text := out.String(); strings.Count(text, "\n") != 2 || !strings.Contains(text, "Dyer") || !strings.Contains(text, "Fuller") {
				t.Errorf("%s of %s: %s", args, path, text)
			}
		}
		var out, log bytes.Buffer
		if code := run([]string{"batch", "pages", first, path, last}, &out, &log); code != cli.ExitFailed || strings.Count(out.String(), "\n") != 2 || !strings.Contains(log.String(), say) {
			t.Errorf("batch pages: code %d, want two lines and %q: %s%s", code, say, &out, &log)
		}
	}
	output := filepath.Join(dir, "jobs.jsonl")
	for _, args := range [][]string{{"extract"}, {"batch", "extract"}} {
		var log bytes.Buffer
		code := run(append(args, filepath.Join(dir, "words"), filepath.Join(dir, "empty.html"), "-o", output), &log, &log)
		if _, err := os.Stat(output); code != cli.ExitFailed || err == nil || !strings.Contains(log.String(), "2 files or pages could not be read") {
			t.Errorf("%s of bad files alone: code %d, %v: %s", args, code, err, &log)
		}
	}
}

// TestExtractReadsLargeAnswers reads an answer that is too large for one page: plain, and packed in another encoding. Each job has its URL or number, and
// the pointer to its record says which one of the whole answer it is.
func TestExtractReadsLargeAnswers(t *testing.T) {
	const count = 5000
	var plain, packed, latin bytes.Buffer
	text := strings.Repeat("You keep the nets, the sails and the ropes of the fleet in order. ", 15)
	plain.WriteString(`{"jobs":[`)
	latin.WriteString(`<?xml version="1.0" encoding="iso-8859-1"?><jobs>`)
	for i := range count {
		fmt.Fprintf(&plain, `%s{"title":"Net mender %d","company":"Port Ltd","location":"Brest","date_posted":"2026-10-01","description":"%s"}`, strings.Repeat(",", min(i, 1)), i, text)
		fmt.Fprintf(&latin, "<job><title>F\xe6rgemand %d</title><company>Port Ltd</company><location>Brest</location><date>2026-10-01</date><description>%s</description></job>", i, text)
	}
	plain.WriteString(`]}`)
	latin.WriteString(`</jobs>`)
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(latin.Bytes()); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		body        []byte
		title, last string
	}{
		"jobs.json":   {plain.Bytes(), `"title":"Net mender 4999"`, `"at":"/jobs/4999"`},
		"jobs.xml.gz": {packed.Bytes(), `"title":"Færgemand 4999"`, `"at":"/jobs/job/4999"`},
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, test.body, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, log bytes.Buffer
		code := run([]string{"extract", path}, &out, &log)
		urls := map[string]bool{}
		for line := range strings.Lines(out.String()) {
			_, url, _ := strings.Cut(line, `"url":`)
			urls[url] = true
		}
		if code != 0 || strings.Count(out.String(), "\n") != count || len(urls) != count || !strings.Contains(out.String(), test.title) || !strings.Contains(out.String(), test.last) ||
			!strings.HasPrefix(log.String(), "1 page: 5000 postings, 1 list of postings") {
			t.Errorf("%s: status %d, %d postings with %d URLs: %.400s", name, code, strings.Count(out.String(), "\n"), len(urls), log.String())
		}
	}
}

// TestNoiseIsNoPage: bytes of no format that begin as markup does are no page; a page with one such byte is one.
func TestNoiseIsNoPage(t *testing.T) {
	noise := append([]byte("<"), make([]byte, 2000)...)
	for i := range noise[1:] {
		noise[i+1] = byte(i * i >> 3)
	}
	for _, c := range []struct {
		start []byte
		page  bool
	}{{noise, false}, {[]byte("<p>A welder\x01</p>"), true}, {[]byte("<p>A welder</p>"), true}} {
		if isPageFile("web.warc.gz", c.start) != c.page {
			t.Errorf("%.20q: page %v, want %v", c.start, !c.page, c.page)
		}
	}
}
