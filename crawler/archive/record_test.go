package archive

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

type closeWriter interface {
	Write([]byte) (int, error)
	Close() error
}

func encoded(t testing.TB, open func(*bytes.Buffer) (closeWriter, error), content string) string {
	t.Helper()
	var out bytes.Buffer
	z, err := open(&out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func toGzip(b *bytes.Buffer) (closeWriter, error)   { return gzip.NewWriter(b), nil }
func toZlib(b *bytes.Buffer) (closeWriter, error)   { return zlib.NewWriter(b), nil }
func toBare(b *bytes.Buffer) (closeWriter, error)   { return flate.NewWriter(b, 5) }
func toBrotli(b *bytes.Buffer) (closeWriter, error) { return brotli.NewWriter(b), nil }
func toZstd(b *bytes.Buffer) (closeWriter, error)   { return zstd.NewWriter(b) }

func chunked(content string) string {
	var b strings.Builder
	for len(content) > 0 {
		n := min(len(content), 100)
		fmt.Fprintf(&b, "%x;ext=1\r\n%s\r\n", n, content[:n])
		content = content[n:]
	}
	return b.String() + "0\r\nTrailer: x\r\n\r\n"
}

func TestBodiesAreDecodedAsAClientWould(t *testing.T) {
	const text = "It was a bright cold day in April, and the clocks were striking. "
	body := strings.Repeat(text, 20)
	zipped, packed := encoded(t, toGzip, body), encoded(t, toBrotli, body)
	for name, c := range map[string]struct {
		header, body string
		want         string
		truncated    bool
	}{
		"plain":                   {"", body, body, false},
		"empty":                   {"Content-Encoding: gzip\r\n", "", "", false},
		"gzip":                    {"Content-Encoding: gzip\r\n", zipped, body, false},
		"x-gzip":                  {"content-encoding: X-GZIP\r\n", zipped, body, false},
		"deflate":                 {"Content-Encoding: deflate\r\n", encoded(t, toZlib, body), body, false},
		"bare deflate":            {"Content-Encoding: deflate\r\n", encoded(t, toBare, body), body, false},
		"zstd":                    {"Content-Encoding: zstd\r\n", encoded(t, toZstd, body), body, false},
		"twice":                   {"Content-Encoding: gzip, zstd\r\n", encoded(t, toZstd, zipped), body, false},
		"two fields":              {"Content-Encoding: gzip\r\nContent-Encoding: zstd\r\n", encoded(t, toZstd, zipped), body, false},
		"chunked":                 {"Transfer-Encoding: chunked\r\n", chunked(body), body, false},
		"chunked gzip":            {"Transfer-Encoding: Chunked\r\nContent-Encoding: gzip\r\n", chunked(zipped), body, false},
		"stored decoded":          {"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", body, body, false},
		"brotli":                  {"Content-Encoding: br\r\n", packed, body, false},
		"chunked brotli":          {"Transfer-Encoding: chunked\r\nContent-Encoding: BR\r\n", chunked(packed), body, false},
		"brotli in gzip":          {"Content-Encoding: br, gzip\r\n", encoded(t, toGzip, packed), body, false},
		"rubbish behind brotli":   {"Content-Encoding: br\r\n", packed + "\r\n\r\n", body, false},
		"cut brotli":              {"Content-Encoding: br\r\n", packed[:len(packed)-1], body, true},
		"brotli stored decoded":   {"Content-Encoding: br\r\n", "<!doctype html>\n<p>" + body, "<!doctype html>\n<p>" + body, false},
		"text stored decoded":     {"Content-Encoding: br\r\n", "é " + body, "é " + body, false},
		"unknown":                 {"Content-Encoding: dcb\r\n", body, body, false},
		"unknown below":           {"Content-Encoding: dcb, gzip\r\n", zipped, body, false},
		"cut off":                 {"Content-Encoding: gzip\r\n", zipped[:len(zipped)-9], body, true},
		"wrong length":            {"Content-Length: 3\r\n", body, body, false},
		"folded and broken lines": {"X: a\r\n b\r\nno colon\r\nBad Name: x\r\n", body, body, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, DefaultOptions(), response("http://a.test/", "HTTP/1.1 200 OK\r\nConnection: close\r\n"+c.header+"\r\n"+c.body))
			r := get(t, w, "http://a.test/")
			whole := string(r.Body) == c.want || c.truncated && len(r.Body) > 0 && strings.HasPrefix(c.want, string(r.Body))
			if !whole || r.Truncated != c.truncated {
				t.Errorf("truncated %v, body of %d bytes: %.80q", r.Truncated, len(r.Body), r.Body)
			}
			h := r.Header
			if h.Get("Content-Encoding") != "" || h.Get("Content-Length") != fmt.Sprint(len(r.Body)) ||
				h.Get("Transfer-Encoding")+h.Get("Connection") != "" || h["Bad Name"] != nil {
				t.Errorf("header %v", h)
			}
			if strings.Contains(c.header, "X: a") && h.Get("X") != "a b" {
				t.Errorf("folded field: %v", h)
			}
		})
	}
}

func TestLargeBodiesAreCut(t *testing.T) {
	bomb := encoded(t, toGzip, strings.Repeat("x", 5<<20))
	w := open(t, Options{MaxBody: 1000},
		response("http://a.test/bomb", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"+bomb),
		page("http://a.test/large", strings.Repeat("y", 3<<20)), page("http://a.test/right", strings.Repeat("z", 1000)))
	for url, cut := range map[string]bool{"http://a.test/bomb": true, "http://a.test/large": true, "http://a.test/right": false} {
		if r := get(t, w, url); len(r.Body) != 1000 || r.Truncated != cut {
			t.Errorf("%s: %d bytes, truncated %v", url, len(r.Body), r.Truncated)
		}
	}
}

// FuzzOpen opens arbitrary bytes and gets every page that was found.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(page("http://a.test/", "one") + warcRecord("revisit", "http://a.test/2", "")))
	f.Add([]byte(warcRecord("resource", "http://a.test/", "x", "Content-Type:", " text/plain")))
	f.Add([]byte(response("http://a.test/", "HTTP/1.1 200\nTransfer-Encoding: chunked\nContent-Encoding: gzip\n\n5\nabc")))
	f.Add([]byte(response("http://a.test/", "HTTP/1.1 301\r\nLocation: https://a.test/\r\n x")))
	f.Add([]byte(encoded(f, toGzip, page("http://a.test/", "one"))))
	f.Add([]byte(encoded(f, toZstd, page("http://a.test/", "one"))))
	f.Add(skippable(0x5d, []byte("dictionary")))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte) {
		file := filepath.Join(dir, "fuzz.warc")
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := Options{Partial: true, MaxBody: 1 << 20}.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		for _, url := range w.URLs() {
			r, err := w.Get(url)
			if err != nil || len(r.Body) > 1<<20 || r.Status < 100 || r.Status > 999 {
				t.Fatalf("%q: %+v, %v", url, r, err)
			}
			req, err := http.NewRequest(http.MethodGet, url, nil)
			if err != nil {
				continue // WHATWG takes hosts that net/url does not
			}
			resp, err := w.RoundTrip(req)
			if err != nil || resp.ContentLength != int64(len(r.Body)) && resp.StatusCode == r.Status && r.broke == io.EOF {
				t.Fatalf("%q: %+v, %v", url, resp, err)
			}
		}
	})
}
