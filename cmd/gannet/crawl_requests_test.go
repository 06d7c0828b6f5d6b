package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawler/fetch"
	"gannet/internal/cli"
)

// A header of --header may be a password. It goes to the hosts of the seeds, not to others that they link or redirect to,
// and nothing of it is on the disk or in the output. robots.txt is read for the name in --user-agent.
func TestHeadersGoToTheSeedsAlone(t *testing.T) {
	const secret = "Bearer c2VjcmV0"
	var mu sync.Mutex // guards the maps
	sent, agents := make(map[string]string), make(map[string]bool)
	record := func(name string, answer func(w http.ResponseWriter, path string)) *httptest.Server {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			sent[name+r.URL.Path], agents[r.UserAgent()] = r.Header.Get("Authorization"), true
			mu.Unlock()
			w.Header().Set("Content-Type", "text/html")
			answer(w, r.URL.Path)
		}))
		t.Cleanup(s.Close)
		return s
	}
	other := record("other", func(w http.ResponseWriter, path string) { fmt.Fprint(w, "<p>honey elsewhere ", path) })
	seed := record("seed", func(w http.ResponseWriter, path string) {
		switch path {
		case "/robots.txt":
			fmt.Fprint(w, "User-agent: bees\nDisallow: /closed\n\nUser-agent: *\nAllow: /\n")
		case "/moved":
			w.Header().Set("Location", other.URL+"/target")
			w.WriteHeader(http.StatusFound)
		case "/":
			fmt.Fprintf(w, "<p>honey <a href=/1>one</a> <a href=/closed>two</a> <a href=/moved>three</a> <a href='%s/page'>four</a>", other.URL)
		default:
			fmt.Fprint(w, "<p>honey page ", path, strings.Repeat(" hive", 1000))
		}
	})
	dir := filepath.Join(t.TempDir(), "c")
	var stdout, stderr bytes.Buffer
	args := []string{
		"crawl", "--keywords", "honey", "--seeds", seed.URL + "/", "--out", dir, "--allow-private", "--delay", "1ms", "--warc",
		"--no-sitemaps", "--header", "authorization: " + secret, "--user-agent", "Bees/2", "--max-body", "1k", "--timeout", "8s",
	}
	if status := run(args, &stdout, &stderr); status != cli.ExitOK {
		t.Fatal(status, stderr.String())
	}
	mu.Lock()
	defer mu.Unlock()
	for _, path := range []string{"seed/", "seed/robots.txt", "seed/1", "seed/moved"} {
		if sent[path] != secret {
			t.Errorf("%s got %q", path, sent[path])
		}
	}
	for _, path := range []string{"other/robots.txt", "other/page", "other/target"} {
		if header, asked := sent[path]; !asked || header != "" {
			t.Errorf("%s: asked %v, got %q", path, asked, header)
		}
	}
	if _, asked := sent["seed/closed"]; asked || len(agents) != 1 || !agents["Bees/2"] {
		t.Errorf("a page is asked for although robots.txt forbids it to bees: %v; agents %v", asked, agents)
	}
	if text := stdout.String() + stderr.String(); strings.Contains(text, "c2VjcmV0") {
		t.Errorf("printed: %s", text)
	}
	archives := 0
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if filepath.Ext(path) == ".gz" {
			packed, _ := gzip.NewReader(bytes.NewReader(data))
			data, err = io.ReadAll(packed)
			archives++
		}
		if bytes.Contains(data, []byte("c2VjcmV0")) {
			t.Errorf("%s has the header", path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if archives != 1 {
		t.Errorf("%d archives", archives)
	}
	stdout.Reset()
	if status := run([]string{"export", dir}, &stdout, &stderr); status != cli.ExitOK || strings.Count(stdout.String(), "hive") > 250 {
		t.Errorf("exit status %d; %d words are kept of a page that was to be cut at 1 kB", status, strings.Count(stdout.String(), "hive"))
	}
}

func TestTimeoutAndMaxBodyBecomeOptions(t *testing.T) {
	o := fetch.DefaultOptions()
	if err := (&requestFlags{timeout: 5 * time.Second}).apply(&o); err != nil {
		t.Fatal(err)
	}
	if o.ConnectTimeout != 5*time.Second || o.HeaderTimeout != 5*time.Second || o.BodyTimeout != 5*time.Second || o.IdleTimeout != 5*time.Second {
		t.Errorf("%+v", o)
	}
	o = fetch.DefaultOptions()
	if err := (&requestFlags{timeout: 2 * time.Minute}).apply(&o); err != nil || o.ConnectTimeout != 10*time.Second || o.HeaderTimeout != 2*time.Minute {
		t.Errorf("%v %+v", err, o)
	}
	for text, want := range map[string]int64{"1": 1, "500k": 500 << 10, "4M": 4 << 20, "4194304": 4 << 20} {
		if err := (bodyLimit{&o.MaxBody}).Set(text); err != nil || o.MaxBody != want {
			t.Errorf("--max-body %s: %v, %d", text, err, o.MaxBody)
		}
	}
}

func TestErrorsQuoteNoHeader(t *testing.T) {
	for _, field := range []string{"c2VjcmV0", "X: c2VjcmV0\x01", "Host: c2VjcmV0", "Proxy-Authorization: c2VjcmV0", "a b: c2VjcmV0"} {
		var stdout, stderr bytes.Buffer
		args := []string{"crawl", "--seeds", "http://a.test/", "--out", filepath.Join(t.TempDir(), "c"), "--header", field}
		status := run(args, &stdout, &stderr)
		if text := stderr.String(); status != cli.ExitUsage || strings.Contains(text, "c2VjcmV0") || strings.Count(text, "\n") != 1 {
			t.Errorf("%q: exit status %d: %s", field, status, text)
		}
	}
}
