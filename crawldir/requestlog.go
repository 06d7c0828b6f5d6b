package crawldir

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/crawler/archive"
	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/robots"
	"gannet/internal/pageguard"
	"gannet/internal/weburl"
)

// loggedRequest is a line of the request log. It has nothing of a request's or a response's header but the redirect.
type loggedRequest struct {
	Time     time.Time `json:"time"` // when the request began
	URL      string    `json:"url,omitempty"`
	Host     string    `json:"host,omitempty"` // in place of the URL, if its name could not be resolved
	For      string    `json:"for"`
	Status   int       `json:"status,omitempty"`
	Bytes    int       `json:"bytes"` // of the body as far as it was read, decoded
	Millis   float64   `json:"ms"`
	Address  string    `json:"address,omitempty"`
	Outcome  string    `json:"outcome"`
	Redirect string    `json:"redirect,omitempty"`
	Error    string    `json:"error,omitempty"`
	Stack    string    `json:"stack,omitempty"` // of a panic over the page
}

// What requests are for.
const (
	forPage    = "page"
	forRobots  = "robots.txt"
	forSitemap = "sitemap"
	forAddress = "address"
	forReader  = "reader" // no request: the reader failed on a page that was fetched
)

// loggingFetcher writes a line for each request. If the log cannot be written, this is reported once and the crawl continues.
type loggingFetcher struct {
	crawler.Fetcher
	clock crawler.Clock
	warn  *slog.Logger

	mu     sync.Mutex // guards the fields below
	w      io.Writer
	failed bool
}

// Resolve implements crawler.Fetcher: it finds the IP address of a host. It logs only failures, because resolving a name is not yet a
// request.
func (f *loggingFetcher) Resolve(ctx context.Context, host string) (netip.Addr, error) {
	begin := f.clock.Now()
	addr, err := f.Fetcher.Resolve(ctx, host)
	if err != nil {
		f.write(f.line(loggedRequest{Time: begin, Host: host, For: forAddress}, nil, err))
	}
	return addr, err
}

// Fetch implements crawler.Fetcher: it requests a page and logs the request.
func (f *loggingFetcher) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	begin := f.clock.Now()
	resp, err := f.Fetcher.Fetch(ctx, url)
	f.write(f.line(loggedRequest{Time: begin, URL: weburl.Redact(url), For: forPage}, resp, err))
	return resp, err
}

// File implements crawler.Fetcher: it requests a robots.txt or a sitemap and logs the request. It recognises which of the two the file is by
// the limit of bytes.
func (f *loggingFetcher) File(ctx context.Context, url string, limit int64) (*fetch.Response, error) {
	begin := f.clock.Now()
	resp, err := f.Fetcher.File(ctx, url, limit)
	line := loggedRequest{Time: begin, URL: weburl.Redact(url), For: forSitemap}
	if limit == robots.MaxBytes+1 {
		line.For = forRobots
	}
	f.write(f.line(line, resp, err))
	return resp, err
}

// line completes a line with the response.
func (f *loggingFetcher) line(l loggedRequest, resp *fetch.Response, err error) *loggedRequest {
	l.Millis = float64(f.clock.Now().Sub(l.Time).Microseconds()) / 1000
	if err != nil {
		l.Outcome, l.Error = string(reason.Fetch), weburl.Scrub(err.Error())
		var failure *fetch.Error
		if errors.As(err, &failure) {
			l.Outcome, l.Error = string(failure.Kind), weburl.Scrub(failure.Err.Error())
		}
		return &l
	}
	if resp == nil {
		return &l
	}
	l.Status, l.Bytes = resp.Status, len(resp.Body)
	if resp.Addr.IsValid() {
		l.Address = resp.Addr.String()
	}
	switch {
	case resp.Redirect != "":
		l.Outcome, l.Redirect = string(reason.Redirected), weburl.Redact(resp.Redirect)
	case archive.IsAbsent(resp.Header):
		l.Outcome = string(reason.NotArchived)
	case resp.Status/100 == 2:
		l.Outcome = string(reason.Answered)
	default:
		l.Outcome = fmt.Sprint(reason.Status, resp.Status)
	}
	return &l
}

// readerFailed writes a line for a page on which the reader failed.
func (f *loggingFetcher) readerFailed(url string, p *pageguard.Panic) {
	f.write(&loggedRequest{
		Time: f.clock.Now(), URL: weburl.Redact(url), For: forReader, Outcome: string(reason.ReaderFailed),
		Error: weburl.Scrub(p.Error()), Stack: string(p.Stack),
	})
}

// write writes a line at once, so that a crash loses none.
func (f *loggingFetcher) write(l *loggedRequest) {
	var line bytes.Buffer
	out := json.NewEncoder(&line)
	out.SetEscapeHTML(false)
	err := out.Encode(l)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		_, err = f.w.Write(line.Bytes())
	}
	if err != nil && !f.failed {
		f.failed = true
		f.warn.Warn("requests are missing in the log of requests", "err", err)
	}
}
