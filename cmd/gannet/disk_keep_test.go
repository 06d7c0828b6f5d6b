//go:build linux

package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/feed/search"
	"gannet/internal/testdata"
	"gannet/topic/label"
)

// fill takes the room of a disk, except for some bytes.
func fill(t *testing.T, disk string, left int64) {
	t.Helper()
	path := filepath.Join(disk, "ballast")
	var free syscall.Statfs_t
	if err := syscall.Statfs(disk, &free); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, make([]byte, int64(free.Bfree)*free.Bsize-left), 0o600); err != nil {
		t.Fatal(err)
	}
}

// makeRoom undoes fill.
func makeRoom(t *testing.T, disk string) {
	t.Helper()
	if err := os.Remove(filepath.Join(disk, "ballast")); err != nil {
		t.Fatal(err)
	}
}

// TestFullDiskBesideACrawl fills the disk under whatever keeps something of a crawl that is there.
func TestFullDiskBesideACrawl(t *testing.T) {
	testdata.Long(t)
	t.Parallel()
	web := newKillWeb(t, false)
	proxy := httptest.NewServer(web)
	defer proxy.Close()
	crawled := filepath.Join(t.TempDir(), "crawl")
	if out, err := gannet(diskArgs(web, proxy.URL, crawled, "--pages", "500")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	copyTo := func(t *testing.T, disk string) (dir string) {
		dir = filepath.Join(disk, "crawl")
		if err := os.CopyFS(dir, os.DirFS(crawled)); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	t.Run("postings", func(t *testing.T) {
		disk := smallDisk(t, "200m")
		replaceOnFullDisk(t, disk, copyTo(t, disk), copyTo(t, t.TempDir()))
	})
	t.Run("database", func(t *testing.T) { syncToFullDisk(t, smallDisk(t, "200m"), crawled) })
	t.Run("page", func(t *testing.T) {
		disk := smallDisk(t, "200m")
		answerOnFullDisk(t, disk, copyTo(t, disk))
	})
}

// replaceOnFullDisk replaces a crawl's own postings when the disk has little room or none: the postings are those before,
// or those after. With room the same command does
// what it does to another copy of the crawl.
func replaceOnFullDisk(t *testing.T, disk, dir, whole string) {
	t.Helper()
	before := runJobs(t, "jobs", "export", dir)
	for _, left := range []int64{0, 64 << 10} {
		fill(t, disk, left)
		fails(t, []string{"extract", dir, "--keep", "--quiet"}, dir, "no space left", "make room", "again")
		makeRoom(t, disk)
		if after := runJobs(t, "jobs", "export", dir); after != before {
			t.Errorf("with %d bytes left the postings are others than before", left)
		}
		if out := runJobs(t, "check", dir); !strings.Contains(out, "all in order") {
			t.Errorf("with %d bytes left: %s", left, out)
		}
	}
	for _, dir := range []string{dir, whole} {
		runJobs(t, "extract", dir, "--keep", "--quiet")
	}
	if after, want := runJobs(t, "jobs", "export", dir), runJobs(t, "jobs", "export", whole); after != want {
		t.Errorf("%d lines of postings, %d without a full disk", strings.Count(after, "\n"), strings.Count(want, "\n"))
	}
}

// syncToFullDisk brings the postings of a crawl into a database on a full disk. With room the same command brings all of them, once.
func syncToFullDisk(t *testing.T, disk, dir string) {
	t.Helper()
	database, whole := filepath.Join(disk, "jobs.db"), filepath.Join(t.TempDir(), "jobs.db")
	for _, left := range []int64{0, 64 << 10} {
		fill(t, disk, left)
		fails(t, []string{"jobs", "sync", dir, database}, database, "no space left", "make room", "again")
		makeRoom(t, disk)
	}
	for _, path := range []string{database, whole} {
		runJobs(t, "jobs", "sync", dir, path)
	}
	if got, want := rowsOf(t, database), rowsOf(t, whole); got != want || strings.Count(want, "\n") < 50 {
		t.Errorf("%d bytes of rows after a full disk, %d without", len(got), len(want))
	}
	fill(t, disk, 0)
	runJobs(t, "jobs", "sync", dir, database) // there is nothing to bring
	makeRoom(t, disk)
}

// answerOnFullDisk saves searches and answers of a person on a full disk: each is refused with the cause, and those before stay. With room the
// same are saved, and the page has run all the while.
func answerOnFullDisk(t *testing.T, disk, dir string) {
	t.Helper()
	labels := filepath.Join(dir, crawldir.LabelsFile)
	const token = "a token that nobody guesses, for a test"
	secret := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(secret, []byte(token), 0o600); err != nil {
		t.Fatal(err)
	}
	page := servedPage(t, token, dir, secret)
	save := func(name string) (int, string) {
		return page.post("searches", url.Values{"name": {name}, "text": {"welder"}})
	}
	answer := func(about string) (int, string) {
		return page.post("label", url.Values{"answer": {"yes"}, "url": {about}})
	}
	asked := page.question(t)
	if status, text := save("before"); status != http.StatusSeeOther {
		t.Fatal(status, text)
	}
	if status, text := answer(asked); status != http.StatusSeeOther {
		t.Fatal(status, text)
	}
	next := page.question(t)
	fill(t, disk, 0)
	leaveBytes(t, labels, 30) // half an answer
	for what, do := range map[string]func(string) (int, string){"during": save, next: answer} {
		if status, text := do(what); status != http.StatusInsufficientStorage || !strings.Contains(text, "no space left") || !strings.Contains(text, "make room") {
			t.Errorf("%s: status %d: %s", what, status, text)
		}
	}
	if status, text := page.get("now"); status != http.StatusOK {
		t.Errorf("the page itself: status %d: %s", status, text)
	}
	makeRoom(t, disk)
	if list, err := search.List(dir); err != nil || len(list) != 1 || list[0].Name != "before" {
		t.Errorf("saved searches: %v, %v", list, err)
	}
	if status, text := save("after"); status != http.StatusSeeOther {
		t.Error(status, text)
	}
	if status, text := answer(next); status != http.StatusSeeOther {
		t.Error(status, text)
	}
	if list, err := search.List(dir); err != nil || len(list) != 2 {
		t.Errorf("saved searches with room: %v, %v", list, err)
	}
	if list, err := label.Load(labels); err != nil || len(list) != 3 || list[0].URL != asked || list[2].URL != next {
		t.Errorf("answers: %v, %v", list, err)
	}
}

// leaveBytes lengthens a file of answers by one more, until so many bytes are left of its last block.
func leaveBytes(t *testing.T, labels string, left int64) {
	t.Helper()
	info, err := os.Stat(labels)
	if err != nil {
		t.Fatal(err)
	}
	a := label.Answer{Verdict: label.Skip, Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), URL: "http://padding.test/"}
	line, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	a.URL += strings.Repeat("x", os.Getpagesize()-int(left+info.Size())-len(line)-1)
	if err := label.Append(labels, a); err != nil {
		t.Fatal(err)
	}
}

// rowsOf returns the postings of a database.
func rowsOf(t *testing.T, path string) string {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var all strings.Builder
	rows, err := db.Query(`SELECT number || ' ' || coalesce(title, '') || ' ' || url FROM postings ORDER BY number`)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// served is the page of a crawl, in a process of its own.
type served struct {
	url, token string
	client     http.Client
}

// servedPage serves the crawl in a directory until the test ends.
func servedPage(t *testing.T, token, dir, tokenFile string) *served {
	t.Helper()
	cmd := gannet("serve", dir, "--listen", "127.0.0.1:0", "--token-file", tokenFile)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	s := &served{url: strings.TrimSpace(line) + "crawl/crawl/", token: token}
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return s
}

func (s *served) do(method, path string, form url.Values) (status int, text string) {
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, err.Error()
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := s.client.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err.Error()
	}
	return resp.StatusCode, string(body)
}

func (s *served) get(path string) (status int, text string) { return s.do("GET", path, nil) }
func (s *served) post(path string, form url.Values) (status int, text string) {
	return s.do("POST", path, form)
}

var askedAbout = regexp.MustCompile(`name="url" value="([^"]*)"`)

// question returns the page that the view asks about, when the pages are read.
func (s *served) question(t *testing.T) string {
	t.Helper()
	for range 600 {
		_, text := s.get("label")
		if m := askedAbout.FindStringSubmatch(text); m != nil {
			return html.UnescapeString(m[1])
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("nobody is asked about a page")
	return ""
}
