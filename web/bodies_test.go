package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
)

// counted is a body of a form with a file that never ends. It counts what is read of it.
type counted struct{ read int }

const formBoundary = "x"

func (c *counted) Read(p []byte) (int, error) {
	n := 0
	if c.read == 0 {
		n = copy(p, "--"+formBoundary+"\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n")
	}
	for ; n < len(p); n++ {
		p[n] = 'a'
	}
	c.read += n
	if c.read > 64<<20 {
		return n, io.ErrUnexpectedEOF
	}
	return n, nil
}

// TestBodiesAreReadOnceItIsKnownWhoAsks sends a form with an endless file to every kind of path. Requests that are refused are
// refused by their heads; of others no more is read than a body may have, and no file of it is kept.
func TestBodiesAreReadOnceItIsKnownWhoAsks(t *testing.T) {
	dir, _ := openCrawl(t)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	open, locked := newServer(t, "", dir), newServer(t, token, dir)
	crawl := "/crawl/" + open.crawls[0].name
	paths := []string{
		"/", "/login", "/logout", "/compare", "/nothing", "/v1/stats", "/v1/pages", "/v1/control/pause", "/mcp",
		crawl + "/now", crawl + "/why", crawl + "/label", crawl + "/control", crawl + "/copy", crawl + "/v1/lookup", crawl + "/mcp",
	}
	for _, c := range []struct {
		about string
		of    *Server
		most  int
		head  []string
	}{
		{"another name", locked, 0, []string{"Host", "evil.test", "Authorization", "Bearer " + token}},
		{"another site", locked, 0, []string{"Sec-Fetch-Site", "cross-site", "Authorization", "Bearer " + token}},
		{"another origin", locked, 0, []string{"Origin", "http://evil.test", "Authorization", "Bearer " + token}},
		{"no token", locked, 0, nil},
		{"a cookie of nobody", locked, 0, []string{"Cookie", sessionCookie + "=x"}},
		{"the token", locked, mostBody + 1, []string{"Authorization", "Bearer " + token}},
		{"no token needed", open, mostBody + 1, nil},
	} {
		for _, path := range paths {
			for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodGet} {
				body := new(counted)
				r := httptest.NewRequest(method, path, body)
				r.Host = "127.0.0.1:8030"
				r.Header.Set("Content-Type", "multipart/form-data; boundary="+formBoundary)
				for i := 0; i+1 < len(c.head); i += 2 {
					if c.head[i] == "Host" {
						r.Host = c.head[i+1]
					}
					r.Header.Set(c.head[i], c.head[i+1])
				}
				w := httptest.NewRecorder()
				c.of.ServeHTTP(w, r)
				if body.read > c.most {
					t.Errorf("%s, %s %s: %d bytes of the body are read, status %d", c.about, method, path, body.read, w.Code)
				}
			}
		}
	}
	if kept, err := os.ReadDir(temporary); err != nil || len(kept) > 0 {
		t.Errorf("kept of the bodies: %v %v", kept, err)
	}
}
