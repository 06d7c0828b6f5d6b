package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gannet/features/records"
)

func TestPageIsFetchedAsItStands(t *testing.T) {
	var seen *http.Request
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		seen = r
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<p>héllo")
	})
	c := client(t, Options{UserAgent: "gannet/9", Contact: "https://crawler.example/"})
	resp := fetchOK(t, c, url+"/a%2Fb|c?q=%zz&x")
	if seen.RequestURI != "/a%2Fb|c?q=%zz&x" {
		t.Errorf("sent as %s", seen.RequestURI)
	}
	if got := seen.UserAgent(); got != "gannet/9 (+https://crawler.example/)" {
		t.Errorf("user agent %q", got)
	}
	if seen.Header.Get("Accept-Encoding") != "gzip, br, zstd" || seen.Header.Get("Cookie") != "" || seen.ContentLength != 0 {
		t.Errorf("request header %v, length %d", seen.Header, seen.ContentLength)
	}
	if resp.Status != 200 || string(resp.Body) != "<p>héllo" || resp.Charset != "utf-8" || resp.Truncated {
		t.Errorf("got %+v", resp)
	}
	if resp.Addr != netip.MustParseAddr("127.0.0.1") || resp.Took <= 0 {
		t.Errorf("got %+v", resp)
	}
}

func TestConnectionIsUsedAgain(t *testing.T) {
	var mu sync.Mutex
	peers := map[string]bool{}
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		peers[r.RemoteAddr] = true
		mu.Unlock()
		if strings.HasPrefix(r.URL.Path, "/gone") {
			http.Error(w, "nothing here", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, strings.Repeat("<p>text", 3000))
	})
	c := client(t, Options{})
	for i := range 20 {
		fetchOK(t, c, fmt.Sprintf("%s/page%d", url, i))
		fetchOK(t, c, fmt.Sprintf("%s/gone%d", url, i))
	}
	if len(peers) != 1 {
		t.Errorf("%d connections for 40 requests", len(peers))
	}
}

func TestHTTP2(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if strings.HasPrefix(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Encoding", "gzip")
		}
		_, _ = w.Write(packed([]byte("<p>" + r.Proto)))
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	c := client(t, Options{TLS: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}})
	defer c.Close()
	if resp := fetchOK(t, c, s.URL+"/a|b"); string(resp.Body) != "<p>HTTP/2.0" {
		t.Errorf("got %q", resp.Body)
	}

	stranger := client(t, Options{})
	if err := fetchFails(t, stranger, s.URL, TLS); err.Temporary() {
		t.Error("an unknown authority is not temporary")
	}
}

func TestRedirectIsToldAndNotFollowed(t *testing.T) {
	var hits atomic.Int32
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		w.Header()["Location"] = []string{strings.TrimPrefix(r.URL.RawQuery, "to=")}
		w.WriteHeader(http.StatusFound)
	})
	c := client(t, Options{})
	for _, test := range []struct{ location, want string }{
		{"/b/../c?q=1#frag", url + "/c?q=1"},
		{"HTTPS://Other.Example:443", "https://other.example/"},
		{"d", url + "/dir/d"},
		{"mailto:me@site.example", ""},
		{"", ""},
		{"http://[bad", ""},
	} {
		hits.Store(0)
		resp := fetchOK(t, client(t, Options{Transport: web(func(r *http.Request) (*http.Response, error) {
			hits.Add(1)
			return answer(302, strings.NewReader("moved"), "Location", test.location), nil
		})}), url+"/dir/a")
		if resp.Redirect != test.want || resp.Status != 302 || hits.Load() != 1 || len(resp.Body) != 0 {
			t.Errorf("%q: redirect %q, %d requests, %+v", test.location, resp.Redirect, hits.Load(), resp)
		}
	}
	hits.Store(0)
	if resp := fetchOK(t, c, url+"/dir/a?to=/x"); resp.Redirect != url+"/x" || hits.Load() != 1 {
		t.Errorf("got %q after %d requests", resp.Redirect, hits.Load())
	}
}

func TestContentTypes(t *testing.T) {
	for _, test := range []struct {
		kind, body string
		ok         bool
	}{
		{"text/html", "x", true},
		{"TEXT/HTML ; charset=utf-8", "x", true},
		{"application/xhtml+xml", "x", true},
		{"*/*", "<html>", true},
		{"html", "<html>", true},
		{"text/xml", "<!-- x --><html xmlns='x'>", true},
		{"application/pdf", "<html>", false},
		{"text/plain", "<html>", false},
		{"", " <!doctype html><p>x", true},
		{"", "<?xml version='1.0'?><html xmlns='x'>", true},
		{"", "<?xml version='1.0'?><rss>", false},
		{"", "%PDF-1.4", false},
		{"", "", true},
	} {
		read := &counter{r: strings.NewReader(test.body)}
		c := client(t, Options{Transport: web(func(*http.Request) (*http.Response, error) {
			return answer(200, read, "Content-Type", test.kind), nil
		})})
		if test.ok {
			if resp := fetchOK(t, c, "http://a.example/"); string(resp.Body) != test.body {
				t.Errorf("%q: body %q", test.kind, resp.Body)
			}
			continue
		}
		if err := fetchFails(t, c, "http://a.example/", ContentType); err.Temporary() {
			t.Errorf("%q is temporary", test.kind)
		}
		if test.kind != "" && read.n > 0 {
			t.Errorf("%q: %d bytes of the body were read", test.kind, read.n)
		}
	}
}

func TestPDFIsReadWhereItIsAccepted(t *testing.T) {
	for _, test := range []struct {
		kind, body string
		read, pdf  bool
	}{
		{"application/pdf", "%PDF-1.4 é", true, true},
		{"application/pdf; charset=latin1", "no PDF at all", true, true}, // what reads it says so
		{"application/octet-stream", "%PDF-1.4", true, true},
		{"application/octet-stream", "PK", false, false},
		{"", "%PDF-1.4", true, true},
		{"", "<html>", true, false},
		{"text/html", "<html>", true, false},
		{"image/png", "%PDF-1.4", false, false},
	} {
		c := client(t, Options{Transport: web(func(*http.Request) (*http.Response, error) {
			return answer(200, strings.NewReader(test.body), "Content-Type", test.kind), nil
		})})
		resp, err := c.Fetch(AcceptPDF(t.Context()), "http://a.example/")
		switch {
		case (err == nil) != test.read:
			t.Errorf("%q with %q: %v", test.kind, test.body, err)
		case err == nil && (string(resp.Body) != test.body || resp.PDF != test.pdf):
			t.Errorf("%q with %q: %+v", test.kind, test.body, resp)
		}
	}
}

func TestDataAreReadWhereTheyAreAccepted(t *testing.T) {
	for _, test := range []struct {
		kind, body string
		read       bool
	}{
		{"application/json", `{"a":"b c"}`, true},
		{"application/vnd.api+json; charset=utf-8", " [1]", true},
		{"application/xml", "<jobs><job>a b</job></jobs>", true},
		{"application/json", `{"a":`, false},
		{"application/json", "Not found", false},
		{"application/xml", "<urlset></urlset>", false},
		{"image/svg+xml", "<svg></svg>", false},
		{"text/plain", `{"a":"b"}`, false},
		{"text/javascript", `fetch("/api/jobs")`, false},
	} {
		c := client(t, Options{Transport: web(func(*http.Request) (*http.Response, error) {
			return answer(200, strings.NewReader(test.body), "Content-Type", test.kind), nil
		})})
		resp, err := c.Fetch(AcceptData(t.Context()), "http://a.example/")
		if (err == nil) != test.read || err == nil && (!resp.Data || !records.IsMade(resp.Body)) {
			t.Errorf("%q with %q: %+v, %v", test.kind, test.body, resp, err)
		}
		if resp, err = c.Fetch(t.Context(), "http://a.example/"); err == nil {
			t.Errorf("%q with %q is read without being accepted: %+v", test.kind, test.body, resp)
		}
	}
}

func TestListsAreReadWhereTheyAreAccepted(t *testing.T) {
	const rss, urlset = "<?xml version='1.0' encoding='latin1'?><rss>\xe9</rss>", "<urlset></urlset>"
	for _, test := range []struct {
		kind, body string
		read, list bool
	}{
		{"application/rss+xml", rss, true, true},
		{"application/rss+xml; charset=utf-8", "Warning: x\n" + rss, true, true},
		{"application/xml", urlset, true, true},
		{"text/xml", "<?xml version='1.0'?>" + strings.Repeat(" ", 1000) + urlset, true, true},
		{"application/rdf+xml", "<foaf>", false, false},
		{"image/svg+xml", "<svg>", false, false},
		{"text/plain", rss, true, true},
		{"text/plain", "http://a.example/1", false, false},
		{"text/html", rss, true, true},
		{"text/html", "<html><p>é", true, false},
		{"", "<feed>", true, true},
		{"application/json", `{"version": "https://jsonfeed.org/version/1"}`, true, true},
		{"application/json", `{"rss": 1}`, false, false},
		{"application/x-gzip", string(packed([]byte(urlset))), true, true},
		{"application/gzip", string(packed([]byte("ustar"))), false, false},
		{"image/png", rss, false, false},
	} {
		for _, accepted := range []bool{true, false} {
			c, ctx := client(t, Options{Transport: web(func(*http.Request) (*http.Response, error) {
				return answer(200, strings.NewReader(test.body), "Content-Type", test.kind), nil
			})}), t.Context()
			if accepted {
				ctx = AcceptLists(ctx)
			}
			resp, err := c.Fetch(ctx, "http://a.example/")
			switch page := test.kind == "text/html"; {
			case (err == nil) != (page || accepted && test.read):
				t.Errorf("%q with %q, accepted %v: %v", test.kind, test.body, accepted, err)
			case err == nil && resp.List != (test.list && accepted), err == nil && resp.List && string(resp.Body) != test.body:
				t.Errorf("%q with %q, accepted %v: %+v", test.kind, test.body, accepted, resp)
			}
		}
	}
}

type counter struct {
	r *strings.Reader
	n int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

func TestFileTakesAnyTypeAsItCame(t *testing.T) {
	data := packed([]byte("Disallow: /é"))
	c := client(t, Options{Transport: web(func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == "/robots.txt" {
			return answer(200, bytes.NewReader(data), "Content-Type", "text/plain; charset=latin1", "Content-Encoding", "gzip"), nil
		}
		return answer(200, bytes.NewReader(data), "Content-Type", "application/x-gzip"), nil
	})})
	resp, err := c.File(context.Background(), "http://a.example/robots.txt", 100)
	if err != nil || string(resp.Body) != "Disallow: /é" || resp.Truncated {
		t.Errorf("got %+v, %v", resp, err)
	}
	resp, err = c.File(context.Background(), "http://a.example/robots.txt", 8)
	if err != nil || string(resp.Body) != "Disallow" || !resp.Truncated {
		t.Errorf("got %+v, %v", resp, err)
	}
	resp, err = c.File(context.Background(), "http://a.example/sitemap.xml.gz", 1000)
	if err != nil || !bytes.Equal(resp.Body, data) {
		t.Errorf("a compressed file must come as it is: %q, %v", resp.Body, err)
	}
}

func TestStatusesAreNoErrors(t *testing.T) {
	for _, status := range []int{204, 304, 403, 404, 410, 429, 500, 503} {
		c := client(t, Options{Transport: web(func(*http.Request) (*http.Response, error) {
			return answer(status, strings.NewReader("sorry"), "Content-Type", "text/plain", "Retry-After", "120"), nil
		})})
		resp := fetchOK(t, c, "http://a.example/")
		if resp.Status != status || len(resp.Body) != 0 || resp.RetryAfter.Seconds() != 120 {
			t.Errorf("%d: got %+v", status, resp)
		}
	}
}

func TestManyCallersAtOnce(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>"+r.URL.Path)
	})
	c := client(t, Options{})
	var group sync.WaitGroup
	for worker := range 32 {
		group.Go(func() {
			for i := range 20 {
				path := fmt.Sprintf("/%d/%d", worker, i)
				resp, err := c.Fetch(context.Background(), url+path)
				if err != nil || string(resp.Body) != "<p>"+path {
					t.Errorf("%s: %v, %v", path, resp, err)
				}
			}
		})
	}
	group.Wait()
}

func TestProxyGetsTheWholeAddress(t *testing.T) {
	var seen []string
	proxy := server(t, func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.RequestURI)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>from the proxy")
	})
	c, err := New(withDefaults(Options{Proxies: []string{proxy}}))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	resp := fetchOK(t, c, "http://no.such.host.invalid/a?b")
	fetchOK(t, c, "http://no.such.host.invalid/a|b")
	if string(resp.Body) != "<p>from the proxy" || resp.Addr.IsValid() {
		t.Errorf("got %+v", resp)
	}
	if strings.Join(seen, " ") != "http://no.such.host.invalid/a?b http://no.such.host.invalid/a|b" {
		t.Errorf("asked for %v", seen)
	}
	fetchFails(t, c, "http://169.254.169.254/latest", Private)
	if addr, err := c.Resolve(context.Background(), "localhost"); addr.IsValid() || err != nil {
		t.Errorf("a proxy resolves by itself, got %v, %v", addr, err)
	}
}

func TestEnvironmentChangesNothing(t *testing.T) {
	t.Setenv("COLLY_USER_AGENT", "someone else")
	t.Setenv("COLLY_DISALLOWED_DOMAINS", "a.example")
	t.Setenv("COLLY_MAX_BODY_SIZE", "3")
	c := client(t, Options{Transport: web(func(r *http.Request) (*http.Response, error) {
		return answer(200, strings.NewReader("<p>"+r.UserAgent()), "Content-Type", "text/html"), nil
	})})
	if got := string(fetchOK(t, c, "http://a.example/").Body); got != "<p>gannet/"+Version {
		t.Errorf("got %q", got)
	}
}

func TestBadURLsAndOptions(t *testing.T) {
	c := client(t, Options{})
	for _, url := range []string{"", "ftp://a.example/", "http://", "/relative", "javascript:1"} {
		fetchFails(t, c, url, BadURL)
	}
	for _, o := range []Options{
		{UserAgent: "9lives"}, {UserAgent: "gannet\r\nX: y"}, {Contact: "bad\n"}, {MaxBody: -1}, {BodyTimeout: -1},
		{Proxies: []string{"localhost:3128"}}, {Proxies: []string{"ftp://p/"}}, {Proxies: []string{"http://p/", "http://p/"}},
	} {
		if _, err := New(withDefaults(o)); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
	if _, err := New(Options{}); err == nil {
		t.Error("time-outs of 0 were accepted")
	}
}

func TestErrorsSayWhatOnWhatWhy(t *testing.T) {
	cause := errors.New("the reason")
	err := error(&Error{Kind: Reset, URL: "http://a.example/", Err: cause})
	if !errors.Is(err, Reset) || errors.Is(err, Timeout) || !errors.Is(err, cause) {
		t.Error("errors.Is fails")
	}
	if err.Error() != "fetch http://a.example/: reset: the reason" {
		t.Error(err)
	}
}
