package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawler/archive"
	"gannet/internal/testdata"
	"gannet/internal/testweb/jobweb"
	"gannet/store"
	"gannet/store/postings"
)

// killWeb is a web behind a proxy that counts what it was asked for.
type killWeb struct {
	handler http.Handler
	seeds   []string

	postings map[uint64]*postings.Posting // of the last look, by number
	told     toldPostings                 // what the feed has said up to the last look

	mu    sync.Mutex // guards asked
	asked map[string]int
}

func (w *killWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.asked[r.URL.String()]++
	w.mu.Unlock()
	w.handler.ServeHTTP(rw, r)
}

// newKillWeb gives a generated web of job boards, which for many kills stands beside a real one.
func newKillWeb(t *testing.T, real bool) *killWeb {
	w := &killWeb{asked: make(map[string]int), told: toldPostings{of: map[uint64]toldPosting{}}}
	options := jobweb.DefaultOptions(2)
	if real {
		options.Jobs, options.Rest = 2000, killRest(t, w)
	}
	web, err := jobweb.New(options)
	if err != nil {
		t.Fatal(err)
	}
	relevant, general := web.Seeds(10, 1)
	w.handler, w.seeds = archive.Proxy(web), append(append(w.seeds, relevant...), general...)
	return w
}

// killRest opens the real web, and adds seeds in it.
func killRest(t *testing.T, w *killWeb) *archive.Web {
	web, err := archive.Open(testdata.Web(t, "uci"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.Close() })
	urls := web.URLs()
	for i := 0; i < len(urls); i += len(urls) / 50 {
		w.seeds = append(w.seeds, urls[i])
	}
	return web
}

// TestKilledCrawlLosesNothing kills a crawl for jobs at random moments and runs the same command again. Whatever page or
// posting was stored stays, once, and no page is ever requested again. The feed gives what the export gives. All references are right, and the archives of all
// runs are whole and have all pages. A notice says that the run died. GANNET_KILLS says how often; from 20 on it also crawls the real web uci.
func TestKilledCrawlLosesNothing(t *testing.T) {
	kills := 3
	if n, err := strconv.Atoi(os.Getenv("GANNET_KILLS")); err == nil {
		kills = n
	}
	t.Setenv("GANNET_TEST_HOT", "1000") // so that the index of postings is written
	web := newKillWeb(t, kills >= 20)
	proxy := httptest.NewServer(web)
	defer proxy.Close()
	dir := filepath.Join(t.TempDir(), "crawl")
	// The test binary is gannet too: TestMain runs main under that name.
	args := []string{"crawl", "--out", dir, "--proxy", proxy.URL, "--delay", "1ms", "--pages", "0", "--time", "10s",
		"--topic", "jobs", "--workers", "8", "--warc"}
	for _, s := range web.seeds {
		args = append(args, "--seeds", s)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	stored, noticed := make(map[string]bool), 0
	for n := range kills {
		before := web.snapshot()
		cmd := gannet(args...)
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(200+rng.IntN(1500)) * time.Millisecond)
		_ = cmd.Process.Kill() // SIGKILL; it may have ended by itself
		_ = cmd.Wait()
		if strings.Contains(said.String(), "is given up") {
			t.Errorf("kill %d, from outside, is laid to a page: %s", n+1, said.String())
		}
		had := len(stored)
		stored = web.compare(t, filepath.Join(dir, crawldir.StoreFile), before, stored)
		if len(stored) > 0 {
			compareFeed(t, dir)
		}
		told := noticed
		if noticed = strings.Count(runJobs(t, "notices", dir), "\n"); len(stored) > had && noticed == told {
			t.Errorf("kill %d: no notice of a run that has stored %d pages", n+1, len(stored)-had)
		}
		t.Logf("kill %d: %d pages stored", n+1, len(stored))
	}
	before := web.snapshot()
	out, err := gannet(append(args, "--json", "--quiet")...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	stored = web.compare(t, filepath.Join(dir, crawldir.StoreFile), before, stored)
	var p struct{ Kept int }
	if err := json.Unmarshal(out, &p); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if len(stored) == 0 || p.Kept != len(stored) {
		t.Errorf("%d pages counted, %d stored", p.Kept, len(stored))
	}
	if len(web.postings) == 0 {
		t.Error("no posting was found")
	}
	if _, err := os.Stat(filepath.Join(dir, crawldir.IndexDir)); err != nil {
		t.Error("the index of postings was never written:", err)
	}
	checkArchives(t, dir, stored, kills+1)
	t.Logf("at the end: %d pages, %d postings stored", len(stored), len(web.postings))
}

// checkArchives holds that the archives of so many runs are whole and have all pages.
func checkArchives(t *testing.T, dir string, stored map[string]bool, runs int) {
	t.Helper()
	if open, err := filepath.Glob(filepath.Join(dir, "*.open")); err != nil || len(open) > 0 {
		t.Errorf("archives are open: %v, %v", open, err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	if err != nil || len(files) < 2 || len(files) > runs { // a run that was killed early may have kept no page
		t.Fatalf("the archives are %v, %v", files, err)
	}
	web, err := archive.Open(files...)
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	lost := 0
	for url := range stored {
		if !web.Has(url) {
			lost++
		}
	}
	if lost > 0 {
		t.Errorf("%d of %d pages are in no archive", lost, len(stored))
	}
}

func (w *killWeb) snapshot() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := make(map[string]int, len(w.asked))
	for url, n := range w.asked {
		asked[url] = n
	}
	return asked
}

// compare gives the URLs stored now: each once, all of those stored before among them or a page that stands for them,
// and none of these requested again since.
func (w *killWeb) compare(t *testing.T, path string, before map[string]int, stored map[string]bool) map[string]bool {
	t.Helper()
	now := make(map[string]bool)
	db, err := store.Open(path)
	if err != nil {
		if len(stored) == 0 {
			return now // killed before there was a store
		}
		t.Fatal(err)
	}
	defer db.Close()
	if err := crawldir.CheckIndex(filepath.Dir(path), db); err != nil {
		t.Error(err)
	}
	if err := db.EachWithoutBody(func(p *store.Page) error {
		if now[p.URL] {
			return fmt.Errorf("%s is stored twice", p.URL)
		}
		now[p.URL] = true
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	w.comparePostings(t, db)
	asked := w.snapshot()
	for url := range stored {
		if !db.Has(url) {
			t.Errorf("%s was stored and is lost", url)
		}
		if asked[url] > before[url] {
			t.Errorf("%s was stored and is asked for again", url)
		}
	}
	return now
}

// comparePostings looks whether everything fits together and all postings are there that were, in the same clusters.
func (w *killWeb) comparePostings(t *testing.T, db *store.DB) {
	t.Helper()
	if err := db.Check(func(problem string) error { t.Error(problem); return nil }); err != nil {
		t.Error(err)
	}
	now, at := make(map[uint64]*postings.Posting), make(map[string]uint64)
	if err := db.Postings().Each(func(k *postings.Posting) error {
		if other := at[k.URL]; other != 0 {
			t.Errorf("postings %d and %d are both of %s", other, k.Number, k.URL)
		}
		now[k.Number], at[k.URL] = k, k.Number
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for number, was := range w.postings {
		if is := now[number]; is == nil || is.Cluster != was.Cluster || is.First != was.First {
			t.Errorf("posting %d was %+v and is %+v", number, was, is)
		}
	}
	w.postings = now
	w.told.compare(t, db, now)
}

// gannet is the program as a process of its own: testscript.Main has put it on the PATH.
func gannet(args ...string) *exec.Cmd { return exec.Command("gannet", args...) }
