package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"gannet/crawldir"
	"gannet/internal/testweb"
	"gannet/store"
)

// The parts of commands that several cases share.
var (
	explaining = []string{"explain", "$D/crawl", "$L"}
	resume     = []string{"crawl", "--topic", "$D/topics/beekeeping.yaml", "--web", "$D/web.warc.gz", "--out", "$D/crawl", "--pages", "45", "--quiet"}
	begin      = []string{"crawl", "--topic", "$D/topics/beekeeping.yaml", "--web", "$D/web.warc.gz", "--out", "$D/new", "--pages", "5", "--quiet", "--workers", "1"}
	learning   = []string{"topic", "test", "$D/bees.yaml", "--positive", "$D/good", "--negative", "$D/bad"}
)

func with(args []string, more ...string) []string {
	return append(append([]string(nil), args...), more...)
}

// damagedCases are all kinds of files.
var damagedCases = []damagedCase{
	{name: "topic", file: "bees.yaml", version: [2]string{"classifier:", "classifier_2:"},
		commands: [][]string{learning, with(begin, "--topic", "$D/bees.yaml", "--seeds", "$D/seeds.txt")}},
	{name: "order", file: "model.txt", version: [2]string{"version=v4", "version=v9"},
		commands: [][]string{with(begin, "--strategy", "links", "--model", "$D/model.txt")}},
	{name: "verdict", file: "verdict.json", version: [2]string{`"schema": "verdict/`, `"schema": "verdict/9`},
		commands: [][]string{{"dedup", "$D/ads.jsonl", "--model", "$D/verdict.json", "--json"}}},
	{name: "template", file: "templates/port.yaml", version: [2]string{"fields:", "fields_2:"},
		commands: [][]string{{"template", "test", "$D/templates/port.yaml", "$D/pages"}}},
	{name: "template of a directory", file: "templates/port.yaml", optional: true, dir: true, commands: [][]string{
		{"extract", "$D/web.warc.gz", "--templates", "$D/templates", "--quiet"},
		with(begin, "--templates", "$D/templates", "--jobs")}},
	{name: "values", file: "known.tsv", loose: true,
		commands: [][]string{{"template", "test", "$D/templates/port.yaml", "$D/pages", "--expect", "$D/known.tsv"}}},
	{name: "archive of gzip", file: "web.warc.gz", commands: [][]string{{"extract", "$D/web.warc.gz", "--quiet"}, begin}},
	{name: "archive", file: "plain.warc", version: [2]string{"WARC/1.1", "WARC/9.1"},
		commands: [][]string{{"extract", "$D/plain.warc", "--quiet"}}},
	{name: "archive of Zstandard", file: "web.warc.zst", commands: [][]string{{"extract", "$D/web.warc.zst", "--quiet"}}},
	{name: "ads", file: "ads.jsonl", loose: true, commands: [][]string{{"dedup", "$D/ads.jsonl", "--json"}}},
	{name: "pairs", file: "pairs.jsonl",
		commands: [][]string{{"dedup", "train", "$D/pairs.jsonl", "--docs", "$D/ads.jsonl", "-o", os.DevNull}}},
	{name: "labels", file: "labels.tsv", loose: true,
		commands: [][]string{{"annotate", "$D/crawl", "--labels", "$D/labels.tsv", "-o", "$D/out"}}},
	{name: "lists", file: "lists/crawl.lists", commands: [][]string{
		{"train", "$D/lists", "-o", "$D/ca.model", "--learner", "ca", "--folds", "0", "--restarts", "1", "--sample", "50"}}},
	{name: "configuration", file: "gannet.yaml", loose: true, version: [2]string{"workers:", "hands:"},
		commands: [][]string{with(begin, "--config", "$D/gannet.yaml")}},
	{name: "seeds", file: "seeds.txt", loose: true, commands: [][]string{with(begin, "--seeds", "$D/seeds.txt")}},
	{name: "store", file: "crawl/crawl.db", pass: 3, commands: [][]string{
		{"check", "$D/crawl"}, {"stats", "$D/crawl"}, {"export", "$D/crawl"}, {"jobs", "list", "$D/crawl"},
		{"extract", "$D/crawl", "--quiet"}, {"annotate", "$D/crawl", "-o", "$D/out"}}},
	{name: "store, explained", file: "crawl/crawl.db", pass: 3, commands: [][]string{explaining}, says: "http://"},
	{name: "store of postings", file: "jobs/crawl.db", pass: 3, commands: [][]string{
		{"check", "$D/jobs"}, {"jobs", "export", "$D/jobs"}, {"jobs", "show", "$D/jobs", "3", "--versions"}}},
	{name: "store, resumed", file: "crawl/crawl.db", pass: 3, optional: true, loose: true, commands: [][]string{resume}, writes: true},
	{name: "topic of a crawl", file: "crawl/topic.yaml", needed: "classifier:", commands: [][]string{explaining}},
	{name: "topic, resumed", file: "crawl/topic.yaml", optional: true, needed: "classifier:", commands: [][]string{resume}, writes: true},
	{name: "order of a crawl", file: "crawl/model.txt", optional: true, commands: [][]string{explaining}},
	{name: "order, resumed", file: "crawl/model.txt", optional: true, commands: [][]string{resume}, writes: true},
	{name: "tables of the frontier", file: "crawl/frontier/*.sst", commands: [][]string{resume}, writes: true},
	{name: "manifest of the frontier", file: "crawl/frontier/MANIFEST-*", commands: [][]string{resume}, writes: true},
	{name: "marker of the frontier", file: "crawl/frontier/marker.manifest*", dir: true, commands: [][]string{resume}, writes: true},
	{name: "status", file: "crawl/status.json", optional: true, spare: true, commands: [][]string{
		{"stats", "$D/crawl"}, {"export", "$D/crawl"}, explaining}},
	{name: "status, resumed", file: "crawl/status.json", optional: true, spare: true, commands: [][]string{resume}, writes: true},
	{name: "frontier, checked", file: "crawl/frontier/*.sst", commands: [][]string{{"check", "$D/crawl"}}},
	{name: "topic, checked", file: "crawl/topic.yaml", pass: 3, needed: "classifier:", commands: [][]string{{"check", "$D/crawl"}}},
	{name: "order, checked", file: "crawl/model.txt", pass: 3, commands: [][]string{{"check", "$D/crawl"}}},
	{name: "status, checked", file: "crawl/status.json", optional: true, commands: [][]string{{"check", "$D/crawl"}}},
}

// workshop makes a directory with a good file of every kind, by gannet's own commands.
func workshop(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "good")
	web := testweb.New(testweb.DefaultOptions(1).Sized(20, 200))
	proxy := httptest.NewServer(web)
	defer proxy.Close()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("gannet.yaml", "workers: 2\nper-host: 20\nkeywords: [honey, hive]\n")
	write("seeds.txt", strings.Join(web.Seeds("beekeeping", 3), "\n")+"\n")
	writePages(write)
	writeAds(write)
	if err := writeTopics(dir, web); err != nil {
		t.Fatal(err)
	}
	if err := writeModel(filepath.Join(dir, "model.txt")); err != nil {
		t.Fatal(err)
	}
	if err := keepJobs(filepath.Join(dir, "jobs")); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"crawl --topic $D/topics/beekeeping.yaml --proxy " + proxy.URL + " --delay 1ms --pages 80 --out $D/all --strategy bfs --quiet",
		"export $D/all --format warc -o $D/web.warc.gz",
		"crawl --topic $D/topics/beekeeping.yaml --web $D/web.warc.gz --pages 40 --out $D/crawl --strategy links --model $D/model.txt --quiet",
		"topic learn bees --positive $D/good --negative $D/bad -o $D/bees.yaml",
		"dedup train $D/pairs.jsonl --docs $D/ads.jsonl -o $D/verdict.json",
		"template learn $D/pages --values $D/known.tsv -o $D/templates/port.yaml",
		"annotate $D/crawl -o $D/lists",
	} {
		runJobs(t, strings.Fields(strings.ReplaceAll(command, "$D", dir))...)
	}
	repack(t, dir)
	write("link.txt", someLink(t, filepath.Join(dir, "crawl")))
	if err := os.RemoveAll(filepath.Join(dir, "all")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// someLink gives a page of a crawl that is no seed.
func someLink(t *testing.T, dir string) (link string) {
	t.Helper()
	db, err := store.OpenReadOnly(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.EachWithoutBody(func(p *store.Page) error {
		if p.Via != "" {
			link = p.URL
		}
		return nil
	}); err != nil || link == "" {
		t.Fatalf("no page but the seeds: %v", err)
	}
	return link
}

// repack writes the archive without compression, and with another.
func repack(t *testing.T, dir string) {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join(dir, "web.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	zstandard, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"plain.warc": plain, "web.warc.zst": zstandard.EncodeAll(plain, nil)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// writePages writes pages about bees and about other things, and pages of postings with their known values.
func writePages(write func(name, text string)) {
	for i, word := range []string{"honey", "hive", "queen", "wax", "smoke", "swarm"} {
		write(fmt.Sprintf("good/%d.html", i), "<title>"+word+"</title><p>Bees, "+word+" and the hive in summer.</p>")
	}
	for i, word := range []string{"train", "boat", "bread", "star", "rook", "wool"} {
		write(fmt.Sprintf("bad/%d.html", i), "<title>"+word+"</title><p>The "+word+" by the harbour at ten.</p>")
	}
	write("templates/readme", "")
	known := "page\ttitle\tcompany\tplace\n"
	for i, v := range [][3]string{
		{"Lighthouse keeper", "Nordlicht", "Kiel"}, {"Harbour pilot", "Pilotos del Sur", "Vigo"}, {"Net mender", "Filets et Cie", "Brest"},
	} {
		write(fmt.Sprintf("pages/%d.html", i), fmt.Sprintf(`<html><head><link rel="canonical" href="http://www.port.test/jobs/10%d"></head><body>`+
			`<div class="menu"><a href="/">Port</a></div><h1 class="job-title">%s</h1><p class="by">%s</p><dl><dt>Place</dt><dd class="where">%s</dd></dl>`+
			`<p>You work by the sea, in all weathers.</p></body></html>`, i, v[0], v[1], v[2]))
		known += fmt.Sprintf("%d.html\t%s\t%s\t%s\n", i, v[0], v[1], v[2])
	}
	write("known.tsv", known)
}

// writeAds writes ads and labelled pairs of them.
func writeAds(write func(name, text string)) {
	const text = "You keep forty acres of old apple and pear trees in good health all year round. You prune in winter, graft in spring " +
		"and lead a crew of six pickers in autumn. A licence for the small tractor is needed."
	var ads, pairs strings.Builder
	for i, place := range []string{"Ludlow", "Ludlow", "Truro", "Truro"} {
		fmt.Fprintf(&ads, `{"id":"%d","title":"Orchard Keeper","company":"Quince & Daughters","place":%q,"text":%q}`+"\n", i, place, text)
	}
	fmt.Fprintf(&ads, `{"id":"4","title":"Bookkeeper","company":"Quince & Daughters","place":"Ludlow","text":"Our office needs a steady hand for ledgers and wages."}`+"\n")
	for _, p := range []string{"0 1 same", "2 3 same", "0 2 same text other place", "1 3 same text other place", "0 4 different", "2 4 different"} {
		w := strings.SplitN(p, " ", 3)
		fmt.Fprintf(&pairs, `{"a":%q,"b":%q,"label":%q}`+"\n", w[0], w[1], w[2])
	}
	write("ads.jsonl", ads.String())
	write("pairs.jsonl", pairs.String())
}
