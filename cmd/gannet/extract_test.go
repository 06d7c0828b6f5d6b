package main

import (
	"bytes"
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
