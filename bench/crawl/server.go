package main

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"gannet/crawler/archive"
	"gannet/internal/weburl"
)

// server is a frozen web behind an HTTP forward proxy that counts what one crawler asks of it.
type server struct {
	address string
	full    chan struct{} // closed when limit pages have been served

	web   http.RoundTripper
	limit int
	http  *http.Server

	mu       sync.Mutex // guards the fields below
	seen     map[string]struct{}
	pages    []string // distinct URLs answered with 200, in the order of the answers
	requests int
	last     time.Time // of the last request
}

// serve starts a proxy for a web on a free port of the loopback interface.
func serve(web http.RoundTripper, limit int) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{
		address: "http://" + l.Addr().String(), full: make(chan struct{}),
		web: web, limit: limit, seen: make(map[string]struct{}), last: time.Now(),
	}
	s.http = &http.Server{Handler: archive.Proxy(s), ReadHeaderTimeout: time.Minute}
	go func() { _ = s.http.Serve(l) }() // ends by close, with ErrServerClosed
	return s, nil
}

func (s *server) close() { _ = s.http.Close() }

// RoundTrip answers a request from the recorded web, and counts it. Different spellings of a URL count as one page.
func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := s.web.RoundTrip(r)
	url := ""
	if err == nil && resp.StatusCode == http.StatusOK {
		url, _ = weburl.Canonical(r.URL.String()) // the web has found it by this form
		err = plain(resp)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	s.last = time.Now()
	if _, known := s.seen[url]; url == "" || known {
		return resp, err
	}
	s.seen[url] = struct{}{}
	if s.pages = append(s.pages, url); len(s.pages) == s.limit {
		close(s.full)
	}
	return resp, err
}

// counts returns the distinct pages and all requests so far, and the time of the last one.
func (s *server) counts() (pages []string, requests int, last time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pages, s.requests, s.last
}

// plain turns a page's links to https into links to http. The proxy has no TLS, and how a crawler treats a host that
// refuses TLS is not measured.
func plain(resp *http.Response) error {
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	body = bytes.ReplaceAll(body, []byte("https://"), []byte("http://"))
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	resp.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return nil
}
