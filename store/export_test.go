package store

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"testing"
)

func exported(t *testing.T) *DB {
	db := openTest(t)
	put(t, db, &Page{URL: "http://seed.test/", Status: 200}, fullPage(`http://a.test/?q="x",y`))
	return db
}

func TestExportJSONL(t *testing.T) {
	db := exported(t)
	var out bytes.Buffer
	if err := ExportJSONL(&out, db, ExportOptions{Body: true}); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	if len(lines) != 2 {
		t.Fatalf("%d lines, want 2", len(lines))
	}
	var got map[string]any
	if err := json.Unmarshal(lines[1], &got); err != nil {
		t.Fatal(err)
	}
	want := fullPage("")
	for key, value := range map[string]any{
		"url": `http://a.test/?q="x",y`, "status": 203.0, "fetched": "2026-03-01T12:00:00.123456789Z", "score": want.Score,
		"relevant": true, "depth": 7.0, "via": "http://seed.test/", "charset": "windows-1252", "body": string(want.Body),
		"path":    []any{"http://seed.test/", `http://a.test/?q="x",y`},
		"headers": map[string]any{"Content-Type": []any{"text/html"}, "Set-Cookie": []any{"a=1", "b=2"}},
	} {
		if !reflect.DeepEqual(got[key], value) {
			t.Errorf("%s: %v, want %v", key, got[key], value)
		}
	}
	out.Reset()
	if err := ExportJSONL(&out, db, ExportOptions{Relevant: true}); err != nil {
		t.Fatal(err)
	}
	if bytes.Count(out.Bytes(), []byte("\n")) != 1 || bytes.Contains(out.Bytes(), []byte(`"body"`)) {
		t.Errorf("relevant pages without bodies: %s", out.Bytes())
	}
}

func TestExportOfTexts(t *testing.T) {
	db := openTest(t)
	body := "<title>The hive</title><nav><a href=/a>Home</a> <a href=/b>Shop</a></nav><p>Bees (all of them) live in a hive.</p>"
	put(t, db, &Page{URL: "http://hive.test/", Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(body)},
		&Page{URL: "http://empty.test/", Status: 200})
	var out bytes.Buffer
	if err := ExportJSONL(&out, db, ExportOptions{Text: true}); err != nil {
		t.Fatal(err)
	}
	var pages []map[string]any
	for _, line := range bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n")) {
		var page map[string]any
		if err := json.Unmarshal(line, &page); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, page)
	}
	if len(pages) != 2 || pages[0]["title"] != "The hive" || pages[0]["text"] != "Bees (all of them) live in a hive." || pages[0]["body"] != nil {
		t.Errorf("a page with its text: %v", pages[0])
	}
	if pages[1]["title"] != "" || pages[1]["text"] != "" {
		t.Errorf("an empty page: %v", pages[1])
	}
}

func TestExportCSV(t *testing.T) {
	db := exported(t)
	var out bytes.Buffer
	if err := ExportCSV(&out, db, ExportOptions{Body: true}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	row := make(map[string]string)
	for i, name := range rows[0] {
		row[name] = rows[2][i]
	}
	if row["url"] != `http://a.test/?q="x",y` || row["path"] != `http://seed.test/ http://a.test/?q="x",y` || row["depth"] != "7" {
		t.Errorf("row %v", row)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestExportTellsOfAFullDisk(t *testing.T) {
	db := exported(t)
	if ExportJSONL(fullDisk{}, db, ExportOptions{}) == nil || ExportCSV(fullDisk{}, db, ExportOptions{}) == nil {
		t.Error("an export that could not be written was no error")
	}
}
