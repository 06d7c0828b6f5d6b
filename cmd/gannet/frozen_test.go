package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/crawldir/lists"
	"gannet/crawler/archive"
	"gannet/crawler/revisit"
	"gannet/features"
	"gannet/internal/testweb/jobweb"
	"gannet/store"
	"gannet/topic"
	"gannet/topic/label"
)

var updateFrozen = flag.Bool("update-frozen", false, "write "+newestFrozen+" again")

// newestFrozen is a crawl's directory of today's version. When a format changes, the file stays and a new one is added.
const newestFrozen = "testdata/frozen/crawl15.tar.zst"

// A frozen crawl's archive has the directory crawl, the web that it was crawled from, and what the commands of describe
// said of it. From crawl3 on it also has what became of links that gave no page.
const (
	frozenWeb     = "web.warc.gz"
	frozenListing = "listing.txt"
	frozenFates   = "fates.txt"
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
	checkListing(t, describe(t, crawl), string(want))
	args := []string{"crawl", "--out", crawl, "--web", filepath.Join(dir, frozenWeb), "--pages", "40", "--quiet"}
	fates, err := os.ReadFile(filepath.Join(dir, frozenFates))
	if err == nil {
		checkFates(t, crawl, string(fates))
	} else {
		args = append(args, "--topic", filepath.Join(crawl, crawldir.TopicFile), "--jobs", "--warc")
	}
	if s, _, err := crawldir.LastSettings(crawl); err != nil || (s != nil) != (fates != nil) {
		t.Errorf("it has the settings %v: %v", s, err)
	}
	runJobs(t, args...)
	runJobs(t, "check", crawl)
	if got := strings.Count(runJobs(t, "export", crawl, "--format", "jsonl"), "\n"); got != 40 {
		t.Errorf("the crawl went on to %d pages, want 40", got)
	}
}

// checkListing compares what the commands of describe say with what they said. Objects may have more keys than they had.
func checkListing(t *testing.T, got, want string) {
	t.Helper()
	now, then := strings.Split(got, "\n"), strings.Split(want, "\n")
	if len(now) != len(then) {
		t.Fatalf("it reads as\n%s\nand was\n%s", got, want)
	}
	for i := range then {
		var a, b map[string]any
		if json.Unmarshal([]byte(then[i]), &a) == nil && json.Unmarshal([]byte(now[i]), &b) == nil {
			if !hasAll(b, a) {
				t.Errorf("line %d lacks something:\n%s\nand was\n%s", i+1, now[i], then[i])
			}
			if a["gannet"] != nil && !strings.Contains(then[i], `"state":`) && !strings.Contains(now[i], `"state":"unknown"`) {
				t.Errorf("line %d: what an earlier version did not know is not unknown:\n%s", i+1, now[i])
			}
		} else if now[i] != then[i] {
			t.Errorf("line %d reads as\n%s\nand was\n%s", i+1, now[i], then[i])
		}
	}
}

// hasAll reports whether an object has all that another has, at any depth.
func hasAll(now, then map[string]any) bool {
	for key, want := range then {
		inner, ok := want.(map[string]any)
		if have, isObject := now[key].(map[string]any); ok && isObject {
			if !hasAll(have, inner) {
				return false
			}
		} else if !reflect.DeepEqual(now[key], want) {
			return false
		}
	}
	return true
}

// checkFates asks what became of links that gave no page: lines of a reason and a URL.
func checkFates(t *testing.T, crawl, fates string) {
	t.Helper()
	r, err := crawldir.Read(crawl)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for line := range strings.Lines(fates) {
		reason, url, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if got := fateIn(t, r, url); got != reason {
			t.Errorf("%s: %q, was %q", url, got, reason)
		}
	}
}

// fateIn returns the reason why a crawl has no page of a URL, "" if it has one.
func fateIn(t *testing.T, r *crawldir.Reader, url string) string {
	t.Helper()
	e, err := r.Explain(url, crawldir.ExplainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if e.Fate == nil {
		return ""
	}
	return string(e.Fate.Reason)
}

// fatesOf returns a line for each reason why a crawl has no page of a link on its pages.
func fatesOf(t *testing.T, crawl string) (lines string) {
	t.Helper()
	r, err := crawldir.Read(crawl)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	seen := map[string]bool{"": true}
	if err := r.Store.Select(store.Selection{Body: true}, func(p *store.Page) error {
		page, err := features.NewReader().Read(p.URL, p.Body)
		if err != nil {
			return err
		}
		for i := range page.Links {
			url := page.Links[i].URL
			if reason := fateIn(t, r, url); !seen[reason] {
				seen[reason] = true
				lines += reason + "\t" + url + "\n"
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return lines
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
	all, crawl := filepath.Join(dir, "all"), filepath.Join(dir, "crawl")
	words := []string{"--keywords", "job,jobs,career,vacancy,apply", "--seeds", strings.Join(relevant, ","), "--workers", "1", "--quiet"}
	runJobs(t, append([]string{"crawl", "--out", all, "--proxy", proxy.URL, "--delay", "1ms", "--strategy", "bfs", "--pages", "48"}, words...)...)
	runJobs(t, "export", all, "--format", "warc", "-o", filepath.Join(dir, frozenWeb))
	addAnswer(t, filepath.Join(dir, frozenWeb))
	words[3] += "," + frozenAnswer
	args := append([]string{"crawl", "--out", crawl, "--web", filepath.Join(dir, frozenWeb), "--jobs", "--warc", "--strategy", "blend", "--exclude", "*/about-us-*",
		"--pages", "32"}, words...)
	if out, err := gannet(args...).CombinedOutput(); err != nil { // a process of its own reads GANNET_TEST_HOT
		t.Fatalf("%v: %s", err, out)
	}
	if listed := runJobs(t, "jobs", "export", crawl, "--all", "--format", "jsonl"); !strings.Contains(listed, `"at":"/jobs/1"`) {
		t.Fatalf("no posting of the answer in %s", listed)
	}
	watchFrozen(t, crawl, filepath.Join(dir, frozenWeb))
	useFrozen(t, crawl)
	if err := os.WriteFile(filepath.Join(dir, frozenListing), []byte(describe(t, crawl)), 0o644); err != nil {
		t.Fatal(err)
	}
	fates := fatesOf(t, crawl)
	if err := os.WriteFile(filepath.Join(dir, frozenFates), []byte(fates), 0o644); err != nil || strings.Count(fates, "\n") < 3 {
		t.Fatalf("%v, the links' fates are %s", err, fates)
	}
	pack(t, dir, newestFrozen, "crawl", frozenWeb, frozenListing, frozenFates)
}

// frozenAnswer is the URL of an answer in JSON, which crawls have from crawl15 on.
const frozenAnswer = "http://board.example/api/jobs"

// addAnswer appends an answer with two jobs to an archive.
func addAnswer(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := archive.NewWriter(f, archive.WriterOptions{Compression: archive.Gzip})
	if err != nil {
		t.Fatal(err)
	}
	job := func(n int, title, town string) string {
		return fmt.Sprintf(`{"id":"b-%d","title":"%s","company":"Port Ltd","location":"%s","date_posted":"2026-11-0%d","url":"http://board.example/jobs/%d",
			"description":"<p>You keep the nets, the sails and the ropes of the fleet in order, and speak with the crews each morning.</p>"}`, n, title, town, n, n)
	}
	err = w.Write(archive.Page{
		URL: frozenAnswer, Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, Date: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC),
		Body: []byte(`{"jobs":[` + job(1, "Net mender", "Brest") + "," + job(2, "Harbour pilot", "Vigo") + `]}`),
	})
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
}

// watchFrozen goes on with a crawl of an archive for two days, and requests again what it knows. The command refuses that.
func watchFrozen(t *testing.T, dir, web string) {
	t.Helper()
	site, err := archive.Open(web)
	if err != nil {
		t.Fatal(err)
	}
	o, again := frozenOptions(t, dir, site), revisit.DefaultOptions()
	o.Revisit, o.Limits.Time = &again, 48*time.Hour
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []api.Command{{Verb: api.Block, Values: []string{"blocked.example"}}, {Verb: api.Exclude, Values: []string{"*/no-such-page*"}}} {
		if _, err := crawl.Control(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(crawl.Run(t.Context()), crawl.Close()); err != nil {
		t.Fatal(err)
	}
	watched := 0
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	db, err := r.DB()
	if err != nil {
		t.Fatal(err)
	}
	if err := db.EachWatched(func(*store.Watched) error { watched++; return nil }); err != nil || watched == 0 {
		t.Errorf("%d pages are watched, %v", watched, err)
	}
}

// useFrozen does what people do with a crawl: one says of a page whether it is on the topic, and somebody looks at the lists.
func useFrozen(t *testing.T, dir string) {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Store.Select(store.Selection{Limit: 1}, func(p *store.Page) error {
		return label.Append(filepath.Join(dir, crawldir.LabelsFile), label.Answer{URL: p.URL, Verdict: label.Yes, Time: p.Fetched})
	}); err != nil {
		t.Fatal(err)
	}
	if err := lists.Make(dir, r.Lists()); err != nil {
		t.Fatal(err)
	}
}

// frozenOptions are those of a crawl of an archive, but for its time.
func frozenOptions(t *testing.T, dir string, site *archive.Web) crawldir.Options {
	t.Helper()
	about, err := topic.Load(filepath.Join(dir, crawldir.TopicFile))
	if err != nil {
		t.Fatal(err)
	}
	o := crawldir.DefaultOptions()
	o.Topic, o.Web, o.Postings, o.PDF = about, site, true, readPDF
	o.Limits.Pages, o.Limits.Workers = 32, 1
	return o
}
