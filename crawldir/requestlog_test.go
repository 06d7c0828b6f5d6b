package crawldir

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/internal/pageguard"
)

// answers is a Fetcher that gives the same answer to all.
type answers struct {
	resp *fetch.Response
	err  error
}

func (a answers) Resolve(context.Context, string) (netip.Addr, error)          { return netip.Addr{}, a.err }
func (a answers) Fetch(context.Context, string) (*fetch.Response, error)       { return a.resp, a.err }
func (a answers) File(context.Context, string, int64) (*fetch.Response, error) { return a.resp, a.err }

// TestEveryRequestIsLoggedWithoutSecrets logs requests whose URLs, headers and errors have passwords and cookies.
func TestEveryRequestIsLoggedWithoutSecrets(t *testing.T) {
	var out bytes.Buffer
	ok := &fetch.Response{
		Status: 200, Body: []byte("12345"), Addr: netip.MustParseAddr("192.0.2.1"),
		Header: http.Header{"Set-Cookie": {"id=hush"}},
	}
	moved := &fetch.Response{Status: 301, Redirect: "http://me:hush@a.test/b"}
	failed := &fetch.Error{Kind: fetch.Proxy, URL: "http://a.test/", Err: errors.New("no answer of http://me:hush@proxy.test:3128")}
	ctx := context.Background()
	for _, c := range []struct {
		answers answers
		file    int64 // its limit, 0 for a page
		want    string
	}{
		{answers{ok, nil}, 0, `"for":"page","status":200,"bytes":5,"ms":0,"address":"192.0.2.1","outcome":"ok"}`},
		{answers{ok, nil}, robots.MaxBytes + 1, `"for":"robots.txt","status":200,`},
		{answers{ok, nil}, 2048, `"for":"sitemap","status":200,`},
		{answers{moved, nil}, 0, `"outcome":"redirect","redirect":"http://…@a.test/b"}`},
		{answers{&fetch.Response{Status: 404}, nil}, 0, `"status":404,"bytes":0,"ms":0,"outcome":"status 404"}`},
		{answers{nil, failed}, 0, `"outcome":"proxy","error":"no answer of http://…@proxy.test:3128"}`},
	} {
		out.Reset()
		f := &loggingFetcher{Fetcher: c.answers, clock: crawler.NewVirtual(time.Unix(1e9, 0), nil), warn: slog.New(slog.DiscardHandler), w: &out}
		if c.file > 0 {
			_, _ = f.File(ctx, "http://me:hush@a.test/", c.file)
		} else {
			_, _ = f.Fetch(ctx, "http://me:hush@a.test/")
		}
		line := out.String()
		if !strings.Contains(line, c.want) || strings.Count(line, "\n") != 1 {
			t.Errorf("the line is %s, want %s in it", line, c.want)
		}
		if strings.Contains(line, "hush") {
			t.Errorf("a secret is in %s", line)
		}
	}
}

func TestReaderFailuresAreLoggedWithTheirStack(t *testing.T) {
	var out bytes.Buffer
	f := &loggingFetcher{clock: crawler.NewVirtual(time.Unix(1e9, 0), nil), warn: slog.New(slog.DiscardHandler), w: &out}
	f.readerFailed("http://me:hush@a.test/", pageguard.Of(pageguard.Do(func() error { panic("no such word") })))
	line := out.String()
	for _, want := range []string{`"for":"reader"`, `"outcome":"reader failed"`, "no such word in ", `"stack":"goroutine `} {
		if !strings.Contains(line, want) {
			t.Errorf("%s is not in %s", want, line)
		}
	}
	if strings.Contains(line, "hush") || strings.Count(line, "\n") != 1 {
		t.Errorf("the line is %s", line)
	}
}
