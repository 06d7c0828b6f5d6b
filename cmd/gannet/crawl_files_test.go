package main

import (
	"bytes"
	"compress/gzip"
	"encoding/pem"
	"fmt"
	"gannet/internal/cli"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A cookie goes to its host and to no other, not after a redirect either. The server renews it. Nothing of it is on the disk or in
// the output.
func TestCookiesOfAFile(t *testing.T) {
	var mu sync.Mutex // guards sent
	sent := make(map[string]string)
	handler := func(name string, answer func(w http.ResponseWriter, path string)) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			sent[name+r.URL.Path] = r.Header.Get("Cookie")
			mu.Unlock()
			w.Header().Set("Content-Type", "text/html")
			answer(w, r.URL.Path)
		})
	}
	other := httptest.NewServer(handler("other", func(w http.ResponseWriter, path string) { fmt.Fprint(w, "<p>honey elsewhere ", path) }))
	defer other.Close()
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	seed := httptest.NewServer(handler("seed", func(w http.ResponseWriter, path string) {
		switch path {
		case "/robots.txt":
		case "/":
			w.Header().Set("Set-Cookie", "sid=c2VjcmV0-renewed; Path=/")
			fmt.Fprintf(w, "<p>honey <a href=/1>one</a> <a href=/moved>two</a> <a href='%s/page'>three</a>", elsewhere)
		case "/moved":
			http.Redirect(w, &http.Request{Method: "GET"}, elsewhere+"/target", http.StatusFound)
		default:
			fmt.Fprint(w, "<p>honey page ", path)
		}
	}))
	defer seed.Close()
	dir := t.TempDir()
	file, out := filepath.Join(dir, "cookies.txt"), filepath.Join(dir, "c")
	write(t, file, "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tc2VjcmV0\n127.0.0.1\tFALSE\t/\tFALSE\t1\told\tc2VjcmV0\n")
	said := crawlOK(t, "--seeds", seed.URL+"/", "--out", out, "--cookies", file, "--warc")
	mu.Lock()
	defer mu.Unlock()
	for path, want := range map[string]string{
		"seed/robots.txt": "sid=c2VjcmV0", "seed/": "sid=c2VjcmV0", "seed/1": "sid=c2VjcmV0-renewed", "seed/moved": "sid=c2VjcmV0-renewed",
		"other/page": "", "other/target": "",
	} {
		if got, asked := sent[path]; !asked || got != want {
			t.Errorf("%s: asked %v, got %q", path, asked, got)
		}
	}
	if strings.Contains(said, "c2VjcmV0") || !strings.Contains(said, "cookies have expired") {
		t.Errorf("printed: %s", said)
	}
	if found := filesWith(t, out, "c2VjcmV0"); len(found) > 0 {
		t.Errorf("kept in %v", found)
	}
}

// --ca makes a server trusted whose certificate no authority of the system has signed.
func TestAuthoritiesOfAFile(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>honey")
	}))
	defer s.Close()
	s.Config.ErrorLog = nil
	dir := t.TempDir()
	file := filepath.Join(dir, "ca.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	write(t, file, "some text\n"+string(certificate))
	crawlOK(t, "--seeds", s.URL+"/", "--out", filepath.Join(dir, "c"), "--ca", file)
	for text, want := range map[string]string{
		"": "has no certificate", "-----BEGIN CERTIFICATE-----\nMIIB": "certificate 1 is cut off",
		string(certificate) + string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("x")})): "certificate 2 cannot be read",
	} {
		write(t, file, text)
		var stdout, stderr bytes.Buffer
		status := run([]string{"crawl", "--seeds", s.URL + "/", "--out", filepath.Join(dir, "d"), "--ca", file}, &stdout, &stderr)
		if said := stderr.String(); status != cli.ExitUsage || !strings.Contains(said, want) || strings.Count(said, "\n") != 1 {
			t.Errorf("%q: exit status %d: %s", text, status, said)
		}
	}
}

// crawlOK crawls servers of the test for honey, and returns what is printed.
func crawlOK(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args = append([]string{"crawl", "--keywords", "honey", "--allow-private", "--delay", "1ms", "--no-sitemaps", "--wait", "1s"}, args...)
	if status := run(args, &stdout, &stderr); status != cli.ExitOK {
		t.Fatalf("exit status %d: %s", status, stderr.String())
	}
	return stdout.String() + stderr.String()
}

// filesWith returns the files in a directory that have a text, compressed ones too.
func filesWith(t *testing.T, dir, text string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && filepath.Ext(path) == ".gz" {
			var packed *gzip.Reader
			if packed, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
				data, err = io.ReadAll(packed)
			}
		}
		if bytes.Contains(data, []byte(text)) {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
