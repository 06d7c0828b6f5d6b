package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/internal/cli"
)

// smallSite is a server of a few pages about bees, which notes when it is asked for what.
type smallSite struct {
	*httptest.Server
	robots string
	pages  int
	other  func(w http.ResponseWriter, r *http.Request) bool // true if it answered

	mu    sync.Mutex // guards asked
	asked []siteRequest
}

type siteRequest struct {
	path       string
	start, end time.Time
}

func startSite(t *testing.T, s *smallSite) *smallSite {
	t.Helper()
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s
}

func (s *smallSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := siteRequest{path: r.URL.Path, start: time.Now()}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		q.end = time.Now()
		s.asked = append(s.asked, q)
	}()
	switch {
	case r.URL.Path == "/robots.txt" && s.robots == "":
		w.WriteHeader(http.StatusNotFound)
	case r.URL.Path == "/robots.txt":
		_, _ = io.WriteString(w, s.robots)
	case s.other != nil && s.other(w, r):
	default:
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>bees %s</title><p>Bees make honey in their hive %s.", r.URL.Path, r.URL.Path)
		for n := range s.pages {
			fmt.Fprintf(w, "<a href='/%d'>bees and honey %d</a> ", n, n)
		}
	}
}

// count is how often a path was asked for.
func (s *smallSite) count(path string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, q := range s.asked {
		if q.path == path {
			n++
		}
	}
	return n
}

// TestSignalsEndACrawl holds that SIGHUP ends a crawl in good order, and that a second signal ends it at once although its
// workers wait for servers that never answer.
func TestSignalsEndACrawl(t *testing.T) {
	begun := make(chan struct{}, 1)
	var silent atomic.Bool
	site := startSite(t, &smallSite{pages: 1000, other: func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/" {
			return false
		}
		select {
		case begun <- struct{}{}:
		default:
		}
		if silent.Load() {
			<-r.Context().Done()
		}
		return silent.Load()
	}})
	args := []string{"crawl", "--keywords", "bees,honey", "--seeds", site.URL + "/", "--allow-private", "--delay", "10ms", "--pages", "0"}
	first := gannet(append(args, "--out", filepath.Join(t.TempDir(), "c"))...)
	var said strings.Builder
	first.Stdout = &said
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	<-begun
	hangUp := syscall.SIGHUP
	if signal.Ignored(hangUp) { // as under nohup: gannet ignores it, too
		hangUp = syscall.SIGTERM
	}
	_ = first.Process.Signal(hangUp)
	if err := first.Wait(); err != nil || !strings.Contains(said.String(), "ended: stopped") {
		t.Errorf("SIGHUP: %v: %s", err, said.String())
	}

	silent.Store(true)
	select {
	case <-begun: // of the first
	default:
	}
	second := gannet(append(args, "--out", filepath.Join(t.TempDir(), "c"))...)
	stopping := make(chan struct{})
	second.Stderr = writerFunc(func(p []byte) {
		if strings.Contains(string(p), "stopping") {
			close(stopping)
		}
	})
	if err := second.Start(); err != nil {
		t.Fatal(err)
	}
	<-begun
	_ = second.Process.Signal(syscall.SIGTERM)
	<-stopping
	_ = second.Process.Signal(syscall.SIGTERM)
	var exit *exec.ExitError
	if err := second.Wait(); !errors.As(err, &exit) || !exit.Sys().(syscall.WaitStatus).Signaled() {
		t.Errorf("the second signal: %v", err)
	}
}

// writerFunc is told each line.
type writerFunc func(p []byte)

func (f writerFunc) Write(p []byte) (int, error) {
	f(p)
	return len(p), nil
}

// TestSeedsAndCrawlShareClocks learns a topic from a seed of a host with a Crawl-delay, and crawls it. The server sees the
// pause between the last seed page and the first page, too.
func TestSeedsAndCrawlShareClocks(t *testing.T) {
	t.Parallel()
	const pause = 2 * time.Second
	site := startSite(t, &smallSite{pages: 3, robots: "User-agent: *\nCrawl-delay: 2\n"})
	out, err := gannet("crawl", "--keywords", "bees,honey", "--seeds", site.URL+"/", "--allow-private", "--delay", "10ms",
		"--pages", "2", "--quiet", "--out", filepath.Join(t.TempDir(), "c")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if len(site.asked) != 3 {
		t.Errorf("%d requests, want robots.txt, the seed and a page", len(site.asked))
	}
	for i, q := range site.asked[1:] {
		if gap := q.start.Sub(site.asked[i].end); gap < pause-50*time.Millisecond {
			t.Errorf("%s was asked for %v after %s", q.path, gap, site.asked[i].path)
		}
	}
}

// TestFailedFirstStartSpoilsNothing starts a crawl that may not ask its seeds, then the same one mended. What the first
// learnt from no page is not kept, and its seeds are tried again.
func TestFailedFirstStartSpoilsNothing(t *testing.T) {
	var gone atomic.Bool
	site := startSite(t, &smallSite{pages: 5, other: func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "/target", http.StatusFound)
			return true
		}
		missing := gone.Load() && r.URL.Path == "/target"
		if missing {
			w.WriteHeader(http.StatusNotFound)
		}
		return missing
	}})
	for name, topic := range map[string][]string{"learnt": {"--keywords", "bees,honey"}, "built in": {"--topic", "jobs"}} {
		gone.Store(true)
		dir := filepath.Join(t.TempDir(), "c")
		args := append([]string{"crawl", "--seeds", site.URL + "/", "--out", dir, "--pages", "3", "--delay", "10ms", "--quiet"}, topic...)
		out, err := gannet(args...).CombinedOutput()
		var exit *exec.ExitError
		last := lastLine(string(out))
		if !errors.As(err, &exit) || exit.ExitCode() != cli.ExitFailed || !strings.Contains(last, site.URL+"/ (private address") {
			t.Errorf("%s: %v: %s", name, err, out)
		}
		if _, err := os.Stat(filepath.Join(dir, crawldir.TopicFile)); name == "learnt" && err == nil {
			t.Errorf("%s: what was learnt from no page is kept", name)
		}
		if out, err := gannet(append(args, "--allow-private")...).CombinedOutput(); err != nil || !strings.Contains(string(out), "3 pages kept") {
			t.Errorf("%s, mended: %v: %s", name, err, out)
		}

		dir += "2" // a seed that redirects to a page that is not there at first
		args = append([]string{"crawl", "--seeds", site.URL + "/moved", "--out", dir, "--pages", "3", "--delay", "10ms", "--quiet", "--allow-private"}, topic...)
		out, err = gannet(args...).CombinedOutput()
		if last := lastLine(string(out)); err == nil || !strings.Contains(last, "/moved (redirect to ") {
			t.Errorf("%s: %v: %s", name, err, out)
		}
		gone.Store(false)
		if out, err := gannet(args...).CombinedOutput(); err != nil || !strings.Contains(string(out), "3 pages kept") {
			t.Errorf("%s, mended: %v: %s", name, err, out)
		}
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// TestPageThatKillsIsGivenUp has a server kill gannet whenever it is asked for one page, and starts gannet again each
// time: the page is given up and reported, and all others are kept. It takes half a minute: make hostile.
func TestPageThatKillsIsGivenUp(t *testing.T) {
	if os.Getenv("GANNET_HOSTILE") == "" {
		t.Skip("takes half a minute: make hostile sets GANNET_HOSTILE")
	}
	var mu sync.Mutex // guards victim
	var victim *os.Process
	site := startSite(t, &smallSite{pages: 20, other: func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/7" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		_ = victim.Kill()
		return true
	}})
	dir := filepath.Join(t.TempDir(), "c")
	for run := 1; ; run++ {
		cmd := gannet("crawl", "--topic", "jobs", "--seeds", site.URL+"/", "--allow-private", "--delay", "10ms", "--pages", "0", "--out", dir, "--json")
		var said strings.Builder
		cmd.Stdout, cmd.Stderr = &said, &said
		mu.Lock()
		err := cmd.Start()
		victim = cmd.Process
		mu.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Logf("ended in run %d", run)
			if !strings.Contains(said.String(), "three times in a row") || !strings.Contains(said.String(), "/7") || !strings.Contains(said.String(), `"kept": 20`) {
				t.Error(said.String())
			}
			break
		}
		if run == 10 {
			t.Fatal("a page makes a crash loop")
		}
	}
	if n := site.count("/7"); n != 1+3 {
		t.Errorf("the page was asked for %d times, want once beside others and three times alone", n)
	}
}
