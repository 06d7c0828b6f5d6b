package fetch

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
)

// sameAnswer is a web where all pages are equal and set a cookie.
func sameAnswer(page string) web {
	return func(r *http.Request) (*http.Response, error) {
		return answer(200, strings.NewReader(page), "Content-Type", "text/html; charset=utf-8",
			"Set-Cookie", "id="+r.URL.Path+"; Path=/"), nil
	}
}

// TestFetchesLeaveNothingBehind: no visited set, cookie jar or the like grows with the crawl.
func TestFetchesLeaveNothingBehind(t *testing.T) {
	c := client(t, Options{Transport: sameAnswer("<p>" + strings.Repeat("x", 1000))})
	fetch := func(from, to int) {
		for i := from; i < to; i++ {
			fetchOK(t, c, fmt.Sprintf("http://host%d.example/page%d", i%500, i))
		}
	}
	fetch(0, 1000)
	before := heap()
	const n = 10_000
	fetch(1000, 1000+n)
	if grown := heap() - before; grown > 20*n {
		t.Errorf("the heap grew by %d bytes, %d for each fetch", grown, grown/n)
	} else {
		t.Logf("the heap grew by %d bytes in %d fetches", grown, n)
	}
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkFetch measures a fetch without the network: a page of 20 kB from memory.
func BenchmarkFetch(b *testing.B) {
	page := "<p>" + strings.Repeat("words and more ", 1333)
	c := client(b, Options{Transport: sameAnswer(page)})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Fetch(context.Background(), "http://a.example/page?q=1"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncodings measures a fetch with a Content-Encoding: a page of 90 kB from memory.
func BenchmarkEncodings(b *testing.B) {
	var page []byte
	for i := range 20_000 {
		page = fmt.Appendf(page, "<p>%d", i*i%977)
	}
	for name, body := range map[string][]byte{"identity": page, "gzip": packed(page), "br": brotliOf(page)} {
		b.Run(name, func(b *testing.B) {
			c := client(b, Options{Transport: web(func(*http.Request) (*http.Response, error) {
				return answer(200, bytes.NewReader(body), "Content-Type", "text/html", "Content-Encoding", name), nil
			})})
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Fetch(context.Background(), "http://a.example/"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
