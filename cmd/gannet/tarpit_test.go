package main

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestTarPitsOverLoopback crawls five good hosts for a minute, and at the same time five others beside forty hosts that send on-topic pages
// in 55 s each, with few and many workers. It takes three minutes: make hostile.
func TestTarPitsOverLoopback(t *testing.T) {
	if os.Getenv("GANNET_HOSTILE") == "" {
		t.Skip("takes three minutes: make hostile sets GANNET_HOSTILE")
	}
	other, port := serveAt(t, "127.0.1.", 5, 0, 0)
	good, _ := serveAt(t, "127.0.2.", 5, 0, port)
	pits, _ := serveAt(t, "127.0.3.", 40, time.Second, port)
	for _, workers := range []int{1, 4, 16} {
		var alone, beside int
		var crawls sync.WaitGroup
		crawls.Go(func() { alone = crawlFor(t, time.Minute, workers, other, other) })
		crawls.Go(func() { beside = crawlFor(t, time.Minute, workers, slices.Concat(good, pits), good) })
		crawls.Wait()
		t.Logf("%d workers: %d pages of good hosts alone, %d beside 40 tar pits", workers, alone, beside)
		if beside*10 < alone*8 || alone < 20 {
			t.Errorf("%d workers: %d pages of good hosts alone, %d beside 40 tar pits", workers, alone, beside)
		}
	}
}

// serveAt serves pages about bees at n addresses that begin with prefix, on one port. A page comes in 55 pieces with a
// drip between them, if there is one.
func serveAt(t *testing.T, prefix string, n int, drip time.Duration, port int) (urls []string, used int) {
	t.Helper()
	for i := range n {
		l, err := net.Listen("tcp", prefix+strconv.Itoa(i+1)+":"+strconv.Itoa(port))
		if err != nil {
			t.Fatal(err)
		}
		port = l.Addr().(*net.TCPAddr).Port
		s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { beePage(w, r, drip) })}
		served := make(chan struct{})
		go func() {
			_ = s.Serve(l)
			close(served)
		}()
		t.Cleanup(func() { s.Close(); <-served })
		urls = append(urls, "http://"+l.Addr().String()+"/")
	}
	return urls, port
}

func beePage(w http.ResponseWriter, r *http.Request, drip time.Duration) {
	if r.URL.Path == "/robots.txt" {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	var page bytes.Buffer
	fmt.Fprintf(&page, "<title>bees %s</title><p>Bees make honey in the hive %s %s.", r.URL.Path, r.Host, r.URL.Path)
	n, _ := strconv.Atoi(strings.Trim(r.URL.Path, "/"))
	for i := range 3 {
		fmt.Fprintf(&page, "<a href='/%d'>bees and honey %d</a> ", n*3+i+1, n*3+i+1)
	}
	w.Header().Set("Content-Type", "text/html")
	if drip == 0 {
		_, _ = w.Write(page.Bytes())
		return
	}
	page.WriteString("<!--" + strings.Repeat(" padding", 8<<10) + "-->")
	for piece := range bytes.SplitAfterSeq(page.Bytes(), bytes.Repeat([]byte(" padding"), 150)) {
		if _, err := w.Write(piece); err != nil || http.NewResponseController(w).Flush() != nil {
			return
		}
		select {
		case <-time.After(drip):
		case <-r.Context().Done():
			return
		}
	}
}

// crawlFor crawls from seeds for so long and counts the pages kept of some of the hosts.
func crawlFor(t *testing.T, long time.Duration, workers int, seeds, of []string) (pages int) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "c")
	args := []string{"crawl", "--keywords", "bees,honey,hive", "--seeds", strings.Join(seeds, ","), "--allow-private",
		"--out", dir, "--time", long.String(), "--pages", "0", "--workers", strconv.Itoa(workers), "--quiet"}
	if out, err := gannet(args...).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	out, err := gannet("export", dir, "--no-body", "--format", "jsonl").Output()
	if err != nil {
		t.Error(err)
	}
	for _, url := range of {
		pages += strings.Count(string(out), `"url":"`+url)
	}
	return pages
}
