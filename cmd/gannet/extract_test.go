package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

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
	if err != nil || len(rows) != 1 || rows[0].URL != p.URL || rows[0].Title != p.Title || rows[0].Company != p.Company || rows[0].Description != p.Description || rows[0].Posted != nil {
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
