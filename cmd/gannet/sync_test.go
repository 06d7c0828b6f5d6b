package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"gannet/crawldir"
	"gannet/features"
	"gannet/feed"
	"gannet/internal/testkafka"
	"gannet/internal/testpostgres"
	"gannet/internal/weburl"
	"gannet/store"
)

// pageCells returns the values of pages as texts, by number and column.
type pageCells map[string]map[string]string

// add adds a value of a column, as a sink has it.
func (p pageCells) add(number any, c feed.Column, value any) {
	key := fmt.Sprint(number)
	if p[key] == nil {
		p[key] = map[string]string{}
	}
	text := ""
	switch v := value.(type) {
	case nil:
	case time.Time:
		text = v.UTC().Format(time.RFC3339)
	case []string:
		text = strings.Join(v, " ")
	case []any:
		text = strings.Trim(fmt.Sprint(v), "[]")
	case float64:
		text = strconv.FormatFloat(v, 'g', -1, 64)
	default:
		text = fmt.Sprint(v)
	}
	switch {
	case c.Type == feed.Time && text != "":
		at, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			panic(err)
		}
		text = at.UTC().Format(time.RFC3339)
	case c.Type == feed.Bool:
		text = map[string]string{"true": "true", "1": "true", "false": "false", "0": "false"}[text]
	}
	p[key][c.Name] = text
}

// exportedPages returns the pages as `gannet export --text` writes them, with their links.
func exportedPages(t *testing.T, dir string) pageCells {
	t.Helper()
	want, lines := pageCells{}, map[string]string{}
	in := bufio.NewScanner(strings.NewReader(runJobs(t, "export", dir, "--text", "--no-body")))
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		var l struct{ URL, Title, Text, Via string }
		if err := json.Unmarshal(in.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		lines[l.URL] = fmt.Sprint(l.Title, "|", l.Text, "|", l.Via)
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	row := rowOfPage(features.NewReader())
	err = r.Store.Select(store.Selection{Body: true}, func(p *store.Page) error {
		for i, c := range pagesTable().Columns {
			want.add(p.Seq, c, row(p).Values[i])
		}
		return nil
	})
	if err != nil || len(want) == 0 || len(want) != len(lines) {
		t.Fatalf("%d pages, %d exported, %v", len(want), len(lines), err)
	}
	for number, p := range want {
		if line := lines[p["url"]]; line != fmt.Sprint(p["title"], "|", p["text"], "|", p["via"]) {
			t.Fatalf("page %s is %q, exported as %.200q", number, p["text"], line)
		}
	}
	return want
}

// compare holds that a sink has the pages of the export.
func (want pageCells) compare(t *testing.T, sink string, got pageCells) {
	t.Helper()
	for number, p := range want {
		for column, text := range p {
			if got[number][column] != text {
				t.Fatalf("%s: page %s: %s is %.200q, not %.200q", sink, number, column, got[number][column], text)
			}
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%s has %d pages, not %d", sink, len(got), len(want))
	}
}

// pagesInDatabase returns the pages of a schema.
func pagesInDatabase(server *testpostgres.Server, schema string) pageCells {
	got, columns := pageCells{}, pagesTable().Columns
	var cells []string
	for _, c := range columns {
		switch c.Type {
		case feed.Time:
			cells = append(cells, "to_char("+c.Name+` AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
		case feed.List:
			cells = append(cells, "(SELECT string_agg(l.url, ' ' ORDER BY l.position) FROM "+schema+".links l WHERE l.page = number)")
		default:
			cells = append(cells, c.Name+"::text")
		}
	}
	for _, row := range server.Rows("SELECT number::text, " + strings.Join(cells, ", ") + " FROM " + schema + ".pages") {
		for i, c := range columns {
			got.add(row[0], c, row[i+1])
		}
	}
	return got
}

// storedPage is a row of a data set of pages.
type storedPage struct {
	Cursor    uint64     `parquet:"cursor"`
	Number    uint64     `parquet:"number"`
	Kept      bool       `parquet:"kept"`
	URL       *string    `parquet:"url,optional"`
	Canonical *string    `parquet:"canonical,optional"`
	Status    *int64     `parquet:"status,optional"`
	Fetched   *time.Time `parquet:"fetched,optional,timestamp(millisecond)"`
	Score     *float64   `parquet:"score,optional"`
	Relevant  *bool      `parquet:"relevant,optional"`
	Depth     *int64     `parquet:"depth,optional"`
	Via       *string    `parquet:"via,optional"`
	ViaAnchor *string    `parquet:"via_anchor,optional"`
	Charset   *string    `parquet:"charset,optional"`
	Title     *string    `parquet:"title,optional"`
	Text      *string    `parquet:"text,optional"`
	Links     []string   `parquet:"links,list"`
}

// pagesInDataSet returns the newest rows of the pages that are kept. All files that are there are in the manifest, and no row is there twice.
func pagesInDataSet(t *testing.T, dir string) pageCells {
	t.Helper()
	newest := map[uint64]storedPage{}
	named, rows := manifestOf(t, dir).Files, map[[2]uint64]bool{}
	for _, f := range named {
		pages, err := parquet.ReadFile[storedPage](filepath.Join(dir, f.Name))
		if err != nil || int64(len(pages)) != f.Rows {
			t.Fatalf("%d pages of %d, %v", len(pages), f.Rows, err)
		}
		for _, p := range pages {
			key := [2]uint64{p.Number, p.Cursor}
			if rows[key] {
				t.Errorf("page %d as of cursor %d is there twice", p.Number, p.Cursor)
			}
			if rows[key] = true; p.Cursor >= newest[p.Number].Cursor {
				newest[p.Number] = p
			}
		}
	}
	if there, err := filepath.Glob(filepath.Join(dir, "*", "*part-*")); err != nil || len(there) != len(named) {
		t.Errorf("%q are there, %d in the manifest, %v", there, len(named), err)
	}
	got := pageCells{}
	for number, p := range newest {
		if !p.Kept {
			continue
		}
		row := reflect.ValueOf(p)
		for i, c := range pagesTable().Columns {
			var value any
			if field := reflect.Indirect(row.Field(3 + i)); field.IsValid() {
				value = field.Interface()
			}
			got.add(number, c, value)
		}
	}
	return got
}

// pagesInFile returns the pages of a file of SQLite.
func pagesInFile(t *testing.T, file string) pageCells {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	got, columns := pageCells{}, pagesTable().Columns
	names := ""
	for _, c := range columns {
		if c.Type == feed.List {
			names += ", (SELECT group_concat(l.url, ' ') FROM links l WHERE l.page = number)"
			continue
		}
		names += ", " + c.Name
	}
	rows, err := db.Query("SELECT number" + names + " FROM pages")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		values := make([]any, len(columns)+1)
		to := make([]any, len(values))
		for i := range values {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		for i, c := range columns {
			got.add(values[0], c, values[i+1])
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return got
}

// pagesInDocuments returns the pages of documents by number.
func pagesInDocuments(documents map[string]map[string]any) pageCells {
	got := pageCells{}
	for number, d := range documents {
		for _, c := range pagesTable().Columns {
			got.add(number, c, d[c.Name])
		}
	}
	return got
}

// TestSyncedPagesAreTheExport brings the pages of a crawl into each sink while pages are added, fetched again, judged again and forgotten. After each
// step the sinks have what is exported, and postings in the same database stay as they are.
func TestSyncedPagesAreTheExport(t *testing.T) {
	server, broker := testpostgres.Start(t), testkafka.Start(t)
	search := &searchServer{hanging: func() {}}
	index := httptest.NewServer(search)
	defer index.Close()
	dir, file, data := t.TempDir(), filepath.Join(t.TempDir(), "crawl.db"), filepath.Join(t.TempDir(), "pages")+string(filepath.Separator)
	sinks := []string{server.Address(), file, broker.URL("pages"), index.URL + "/jobs", data}
	check := func(step string) {
		t.Helper()
		want := exportedPages(t, dir)
		for _, to := range sinks {
			if said := runJobs(t, "sync", dir, to); !strings.Contains(said, "brought up to date") {
				t.Errorf("%s: said %q", step, said)
			}
			if said := runJobs(t, "sync", dir, to); !strings.Contains(said, "nothing has changed") {
				t.Errorf("%s: said %q", step, said)
			}
		}
		want.compare(t, "PostgreSQL "+step, pagesInDatabase(server, "gannet"))
		want.compare(t, "SQLite "+step, pagesInFile(t, file))
		want.compare(t, "the topic "+step, pagesInDocuments(documentsOf(t, broker, "pages")))
		want.compare(t, "the index "+step, pagesInDocuments(search.documents))
		want.compare(t, "the data set "+step, pagesInDataSet(t, data))
	}
	crawlJobWeb(t, dir, 0, 2)
	runJobs(t, "jobs", "sync", dir, server.Address(), "--events")
	runJobs(t, "jobs", "sync", dir, file)
	check("at first")
	for _, to := range sinks {
		want := "was made with other flags, --contacts keep --purpose none: give the same ones, or name another place"
		if said := said("sync", dir, to, "--contacts", "drop", "--purpose", "train"); !strings.Contains(said, want) {
			t.Errorf("other flags: %s", said)
		}
	}
	dropped := filepath.Join(t.TempDir(), "dropped.db")
	runJobs(t, "sync", dir, dropped, "--contacts", "drop")
	if said := runJobs(t, "sync", dir, dropped, "--contacts", "drop"); !strings.Contains(said, "nothing has changed") {
		t.Errorf("the same flags: %s", said)
	}
	if said := said("sync", dir, dropped); !strings.Contains(said, "other flags, --contacts drop --purpose none:") {
		t.Errorf("without the flags: %s", said)
	}
	exported := filepath.Join(t.TempDir(), "exported.db")
	runJobs(t, "jobs", "export", dir, "--format", "sqlite", "--contacts", "drop", "-o", exported)
	if said := said("jobs", "sync", dir, exported); !strings.Contains(said, "other flags, --contacts drop --purpose none:") {
		t.Errorf("without the flags of the export: %s", said)
	}
	runJobs(t, "jobs", "sync", dir, exported, "--contacts", "drop")
	crawlJobWeb(t, dir, 2, 4)
	check("after two days")
	db, err := store.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	var gone string
	err = db.Select(store.Selection{Newest: true, Limit: 1}, func(p *store.Page) error { gone = weburl.Host(p.URL); return nil })
	if err == nil {
		err = db.Rejudge([]store.Verdict{{Page: 1, Score: .25}, {Page: 2, Score: .75, Relevant: true}})
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	check("judged again")
	runJobs(t, "forget", dir, "--host", gone)
	check("forgotten")
	for _, query := range queriesOf(t, "Pages in a database") {
		db, err := sql.Open("sqlite", file)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var found int
		if err := db.QueryRow("SELECT count(*) FROM (" + query + ")").Scan(&found); err != nil || found == 0 {
			t.Errorf("%s finds %d rows, %v", query, found, err)
		}
	}
	for _, p := range exportedPages(t, dir) {
		if weburl.Host(p["url"]) == gone {
			t.Errorf("%s is still there", gone)
		}
	}
	runJobs(t, "jobs", "sync", dir, server.Address(), "--events")
	runJobs(t, "jobs", "sync", dir, file)
	compareFile(t, file, dir)
	exportedPages(t, dir).compare(t, "SQLite beside postings", pagesInFile(t, file))
	exportedPages(t, dir).compare(t, "PostgreSQL beside postings", pagesInDatabase(server, "gannet"))
	for _, to := range []string{broker.URL("pages"), index.URL + "/jobs"} {
		if said := said("jobs", "sync", dir, to); !strings.Contains(said, "for pages than for postings") {
			t.Errorf("postings into a place of pages: %s", said)
		}
	}
	if said := said("jobs", "sync", dir, data); !strings.Contains(said, "`gannet jobs export DIR --partition day,country -o "+data) {
		t.Errorf("postings into a data set: %s", said)
	}
	if said := said("sync", dir, dir); !strings.Contains(said, "is the directory of a crawl: name another place") {
		t.Errorf("into the crawl: %s", said)
	}
}
