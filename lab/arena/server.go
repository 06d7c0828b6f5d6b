package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"gannet/crawler/archive"
	"gannet/internal/weburl"
	"gannet/lab/relink"
	"gannet/training/eval"
)

// relevantField is the header field by which a response states that the topic's classifier considers the page relevant. Only the adapter of a crawler
// that learns from what it finds reads it.
const relevantField = "X-Relevant"

// relevantMark is put at the end of a relevant page for a program that judges pages by a regular expression.
const relevantMark = "<!--relevant-->"

// server is a frozen web behind an HTTP forward proxy for one crawl. It has one additional page, the start page, which links to the seeds, because
// some crawlers begin with a single page. Links that leave the web are removed from all pages, as they are for our strategies.
type server struct {
	proxy string // URL
	start string // URL of the start page
	spent chan struct{}

	web  *archive.Web
	http *http.Server

	mu       sync.Mutex // guards the fields below
	task     eval.Task
	mark     bool // whether relevant pages have the relevantMark
	requests int
	over     bool
}

func serve(web *archive.Web, task eval.Task, mark bool) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{
		proxy: "http://" + l.Addr().String(), start: "http://" + commonDomain(web.URLs()) + "/start-of-the-arena",
		spent: make(chan struct{}), web: web, task: task, mark: mark,
	}
	s.http = &http.Server{Handler: archive.Proxy(s), ReadHeaderTimeout: time.Minute}
	go func() { _ = s.http.Serve(l) }() // ends by close, with ErrServerClosed
	return s, nil
}

// end ends the counting and returns how many requests there were. Some requests may still be running when a crawl's time is up; they are not counted.
func (s *server) end() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	return s.requests
}

func (s *server) close() { _ = s.http.Close() }

// RoundTrip answers a request from the recorded web. A GET request for a page counts as a fetch; a HEAD request is not counted.
func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.String() == s.start {
		return page(s.startPage(), false), nil
	}
	address, err := weburl.Canonical(r.URL.String())
	if err != nil {
		return nil, err
	}
	archived, ok := s.find(address)
	if !ok {
		return &http.Response{StatusCode: http.StatusNotFound, Header: http.Header{}, Body: http.NoBody}, nil
	}
	if r.Method == http.MethodHead {
		return page(nil, s.count(archived, false)), nil
	}
	relevant := s.count(archived, true)
	record, err := s.web.Get(archived)
	if err != nil {
		return nil, err
	}
	body := s.keepLinks(archived, record.Body)
	if s.mark && relevant {
		body = append(body, relevantMark...)
	}
	return page(body, relevant), nil
}

// find returns the URL under which the web has a page. Some crawlers escape more characters of a path than the web's links do.
func (s *server) find(address string) (archived string, ok bool) {
	if archived, ok = s.web.Find(address); ok {
		return archived, true
	}
	if unescaped, err := url.PathUnescape(address); err == nil {
		if address, err = weburl.Canonical(unescaped); err == nil {
			return s.web.Find(address)
		}
	}
	return "", false
}

// count records a fetch, and returns whether the page is relevant.
func (s *server) count(archived string, fetched bool) (relevant bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.requests++
		if fetched && !s.task.Fetched(archived) {
			s.over = true
			close(s.spent)
		}
	}
	return s.task.Relevant(archived)
}

func page(body []byte, relevant bool) *http.Response {
	h := http.Header{"Content-Type": {"text/html; charset=utf-8"}, "Content-Length": {strconv.Itoa(len(body))}}
	if relevant {
		h.Set(relevantField, "1")
	}
	return &http.Response{StatusCode: http.StatusOK, Header: h, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body))}
}

func (s *server) startPage() []byte {
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html><html><head><title>Seeds</title></head><body><ul>")
	for _, seed := range s.task.Seeds {
		address := html.EscapeString(plain(seed))
		fmt.Fprintf(&b, "<li><a href=\"%s\">%s</a>", address, address)
	}
	b.WriteString("</ul></body></html>")
	return b.Bytes()
}

// plain turns https into http, since the proxy has no TLS.
func plain(address string) string {
	if rest, ok := strings.CutPrefix(address, "https://"); ok {
		return "http://" + rest
	}
	return address
}

// keepLinks writes the links of a page that lead to pages of the web as http URLs, and removes all others.
func (s *server) keepLinks(address string, body []byte) []byte {
	return relink.Page(address, body, func(target string) (string, bool) {
		found, ok := s.web.Find(target)
		return plain(found), ok
	})
}

// commonDomain returns the longest domain that all hosts of the URLs share, so that crawlers that stay in the domain of their start page can reach
// every page.
func commonDomain(urls []string) string {
	var common []string
	for i, u := range urls {
		labels := strings.Split(weburl.Host(u), ".")
		if i == 0 {
			common = labels
		}
		for len(common) > len(labels) || !strings.HasSuffix("."+strings.Join(labels, "."), "."+strings.Join(common, ".")) {
			common = common[1:]
		}
	}
	return strings.Join(common, ".")
}
