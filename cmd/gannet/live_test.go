package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/store"
)

// said runs a command and returns all that it said, with its exit status.
func said(args ...string) string {
	var stdout, stderr bytes.Buffer
	status := run(args, &stdout, &stderr)
	return fmt.Sprintf("%sstatus %d %s", stdout.String(), status, stderr.String())
}

// readingCommands are commands that read the directory of a crawl. url is one of its pages.
func readingCommands(dir, url string) [][]string {
	var commands [][]string
	for order := range jobOrders {
		commands = append(commands, []string{"jobs", "list", dir, "--sort", order})
	}
	for _, line := range []string{
		"jobs list DIR", "jobs list DIR --all --format csv", "jobs list DIR --limit 2", "jobs list DIR --text 首席数据分析师 --format jsonl",
		"jobs list DIR --company pelmargar", "jobs list DIR --place aachen --language de", "jobs list DIR --host yaral.test",
		"jobs list DIR --since 2026-05-01 --until 2026-05-31", "jobs list DIR --since today", "jobs list DIR --salary-min 10000",
		"jobs show DIR 1", "jobs show DIR 2 --versions --json", "jobs show DIR URL", "jobs show DIR 99999", "jobs show DIR https://nowhere.test/",
		"jobs export DIR", "jobs export DIR --all --format csv --spreadsheet", "jobs export DIR --format parquet",
		"jobs changes DIR", "jobs changes DIR --since 9999",
		"export DIR", "export DIR --no-body --relevant", "export DIR --format csv",
		"explain DIR URL", "explain DIR URL --json --strategy parent-mean", "explain DIR https://nowhere.test/", "extract DIR --quiet",
	} {
		args := strings.Fields(line)
		for i := range args {
			args[i] = strings.NewReplacer("DIR", dir, "URL", url).Replace(args[i])
		}
		commands = append(commands, args)
	}
	return commands
}

// TestRunningCrawlReadsAsItsDirectory runs every reading command on a store that is open and answers, and on the same one
// at rest.
func TestRunningCrawlReadsAsItsDirectory(t *testing.T) {
	parent := t.TempDir()
	unpack(t, newestFrozen, parent)
	dir := filepath.Join(parent, "crawl")
	db, err := store.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	odd := &store.Page{ // not every server sends UTF-8
		URL: "http://odd.test/", Via: "http://nowhere.test/", Status: 200, Header: http.Header{"X-Name": {"Z\xfcrich"}, "Content-Type": {"text/html"}},
		Body: []byte("<p>\xff</p>"), Charset: "latin1", Fetched: time.Now(), Links: []uint64{1, 1 << 63},
	}
	if _, err := db.Put([]*store.Page{odd}); err != nil {
		t.Fatal(err)
	}
	if got := said("jobs", "list", dir); !strings.Contains(got, "status 1") || !strings.Contains(got, "another process has it open: wait for it, or stop it\n") {
		t.Errorf("of a store that is open and does not answer: %s", got)
	}
	server, err := api.Serve(dir, api.Source{Store: db, Postings: db.Postings(), Check: func(ctx context.Context, report func(string) error) error { return db.CheckEntriesIn(ctx, nil, report) }})
	if err != nil {
		t.Fatal(err)
	}
	commands := readingCommands(dir, anyLinked(t, db))
	var live []string
	for _, args := range commands {
		live = append(live, said(args...))
	}
	if got := said("check", dir); !strings.Contains(got, "is in order; not checked: references between entries of crawl.db, frontier") {
		t.Errorf("check: %s", got)
	}
	liveWARC := pagesOfWARC(t, dir)
	if err := errors.Join(server.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
	for i, args := range commands {
		if got := said(args...); got != live[i] {
			t.Errorf("gannet %s\nwhile the crawl runs: %.2000s\nat rest: %.2000s", strings.Join(args, " "), live[i], got)
		}
	}
	if !bytes.Equal(pagesOfWARC(t, dir), liveWARC) {
		t.Error("export --format warc gives other pages while the crawl runs")
	}
}

// anyLinked returns a page that was found by a link and has a posting.
func anyLinked(t *testing.T, db *store.DB) (url string) {
	t.Helper()
	if err := db.EachWithoutBody(func(p *store.Page) error {
		if _, err := db.Postings().NumberAt(p.URL); err == nil && p.Via != "" {
			url = p.URL
		}
		return nil
	}); err != nil || url == "" {
		t.Fatal("no such page", err)
	}
	return url
}

// pagesOfWARC exports a crawl as WARC and returns the pages in the archive.
func pagesOfWARC(t *testing.T, dir string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pages.warc.gz")
	if got := said("export", dir, "--format", "warc", "-o", path); got != "status 0 " {
		t.Fatal(got)
	}
	web, err := openArchives(func(err error) { t.Error(err) }, path)
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	var out bytes.Buffer
	for _, url := range web.URLs() {
		r, err := web.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s %s %d %v %s\n", url, r.Date, r.Status, r.Header, r.Body)
	}
	return out.Bytes()
}

// board is a site of postings, each on a page too large for the buffers of a socket. Only some requests are answered.
type board struct{ answers atomic.Int64 }

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(w, r)
		return
	}
	for b.answers.Add(-1) < 0 {
		b.answers.Add(1)
		select {
		case <-r.Context().Done():
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	w.Header().Set("Content-Type", "text/html")
	for i := range 200 {
		fmt.Fprintf(w, "<a href=/%d>job %d</a> ", i, i)
	}
	fmt.Fprintf(w, `<script type="application/ld+json">{"@context": "https://schema.org", "@type": "JobPosting", "title": "Welder %s",
		"hiringOrganization": {"name": "Iron Ltd"}, "description": "Weld steel, number %s."}</script>%s`, r.URL.Path, r.URL.Path, strings.Repeat("<p>steel"+r.URL.Path[1:]+" ", 8_000))
}

// TestCrawlIsReadWhileItRuns reads a crawl that runs, kills it while it is read, resumes it and ends it. The directory's
// path is too long for a socket.
func TestCrawlIsReadWhileItRuns(t *testing.T) {
	site := &board{}
	server := httptest.NewServer(site)
	defer server.Close()
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 30), "crawl")
	crawl := startCrawl(t, site, server.URL, dir)
	if got := said("stats", dir); !strings.Contains(got, "running ") || !strings.Contains(got, "postings ") {
		t.Errorf("stats: %s", got)
	}
	checkSocket(t, dir)
	for _, args := range [][]string{
		{"check", dir, "--repair"}, {"extract", dir, "--keep", "--quiet"}, {"annotate", dir, "-o", t.TempDir()},
	} {
		got := said(args...)
		if !strings.Contains(got, "status 1") || strings.Count(got, "\n") != 1 || !strings.Contains(got, "another process has it open: wait for it, or stop it") {
			t.Errorf("gannet %s: %s", args[0], got)
		}
	}
	killWhileRead(t, crawl, dir)
	if got := said("jobs", "list", dir); !strings.Contains(got, "Welder") || !strings.Contains(got, "status 0") {
		t.Errorf("after the kill: %s", got)
	}
	if got := said("check", dir); !strings.HasSuffix(got, "all in order\nstatus 0 ") {
		t.Errorf("after the kill: %s", got)
	}
	crawl = startCrawl(t, site, server.URL, dir)
	checkSocket(t, dir)
	site.answers.Store(1000) // requests under way are waited for
	if err := errors.Join(crawl.Process.Signal(syscall.SIGINT), crawl.Wait()); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, api.Dir)); err == nil {
		t.Error("the socket stays when a crawl has ended")
	}
}

// startCrawl starts a crawl, and returns once it answers and some twenty pages of this run are kept.
func startCrawl(t *testing.T, site *board, url, dir string) *exec.Cmd {
	t.Helper()
	before := strings.Count(said("export", dir, "--no-body"), "\n")
	cmd := gannet("crawl", "--topic", "jobs", "--seeds", url+"/", "--out", dir, "--allow-private", "--delay", "1ms", "--no-sitemaps", "--quiet")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	site.answers.Store(25)
	for range 600 {
		if r, err := crawldir.Read(dir); err == nil {
			s, err := r.Store.Stats()
			running := r.Running()
			r.Close()
			if err == nil && running && s.Pages >= before+20 {
				return cmd
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the crawl keeps no pages")
	return nil
}

// checkSocket holds that only the user may use the socket.
func checkSocket(t *testing.T, dir string) {
	t.Helper()
	own, err := os.Lstat(filepath.Join(dir, api.Dir))
	if err != nil {
		t.Fatal(err)
	}
	socket, err := os.Lstat(filepath.Join(dir, api.Dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && (own.Mode().Perm() != 0o700 || socket.Mode().Perm() != 0o600 || socket.Mode().Type() != os.ModeSocket) {
		t.Errorf("the directory is %s, the socket %s", own.Mode(), socket.Mode())
	}
}

// killWhileRead kills a crawl when a reader has its first page.
func killWhileRead(t *testing.T, crawl *exec.Cmd, dir string) {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	pages := 0
	err = r.Store.Select(store.Selection{Body: true}, func(*store.Page) error {
		if pages++; pages == 1 {
			_ = crawl.Process.Kill()
			_ = crawl.Wait()
		}
		return nil
	})
	if text := oneLine(remedied(err, "")); !errors.Is(err, api.ErrEnded) || !strings.HasSuffix(text, "the crawl ended while it was read: run the same command again") {
		t.Errorf("after %d pages of a killed crawl: %v", pages, err)
	}
}
