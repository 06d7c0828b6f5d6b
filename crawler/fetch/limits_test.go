package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"
)

// inMemory fetches one answer from a web in memory, in virtual time.
func inMemory(t *testing.T, o Options, reply func(ctx context.Context) *http.Response) (resp *Response, err error) {
	synctest.Test(t, func(t *testing.T) {
		o.Transport = web(func(r *http.Request) (*http.Response, error) {
			if answer := reply(r.Context()); answer != nil {
				return answer, nil
			}
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		c := client(t, o)
		resp, err = c.Fetch(context.Background(), "http://a.example/")
	})
	return resp, err
}

func TestSlowAnswers(t *testing.T) {
	html := []string{"Content-Type", "text/html"}
	for name, test := range map[string]struct {
		reply func(ctx context.Context) *http.Response
		what  string
	}{
		"no header": {func(context.Context) *http.Response { return nil }, "header"},
		"long pause": {func(ctx context.Context) *http.Response {
			return answer(200, &drip{pause: 11 * time.Second, piece: "x", count: 2, ctx: ctx}, html...)
		}, "the body"},
		"drip": {func(ctx context.Context) *http.Response {
			return answer(200, &drip{pause: time.Second, piece: "x", count: 1000, ctx: ctx}, html...)
		}, "fewer than 512/s"},
		"pause while sniffing": {func(ctx context.Context) *http.Response {
			return answer(200, &drip{pause: time.Hour, piece: "x", count: 1, ctx: ctx})
		}, "the body"},
		"pause before gzip": {func(ctx context.Context) *http.Response {
			return answer(200, &drip{pause: time.Hour, piece: "x", count: 1, ctx: ctx}, "Content-Type", "text/html", "Content-Encoding", "gzip")
		}, "the body"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := inMemory(t, Options{}, test.reply)
			var failure *Error
			if !errors.As(err, &failure) || failure.Kind != Timeout || !failure.Temporary() || !strings.Contains(err.Error(), test.what) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestSlowButSteadyBodyIsRead(t *testing.T) {
	resp, err := inMemory(t, Options{}, func(ctx context.Context) *http.Response {
		return answer(200, &drip{pause: time.Second, piece: strings.Repeat("x", 1000), count: 50, ctx: ctx}, "Content-Type", "text/html")
	})
	if err != nil || len(resp.Body) != 50_000 || resp.Took != 50*time.Second {
		t.Errorf("got %v, %v", resp, err)
	}
}

// zeros is an endless body.
type zeros struct{ read int64 }

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	z.read += int64(len(p))
	return len(p), nil
}

func TestEndlessBodyIsCut(t *testing.T) {
	source := &zeros{}
	resp, err := inMemory(t, Options{MaxBody: 1 << 20}, func(context.Context) *http.Response {
		return answer(200, source, "Content-Type", "text/html")
	})
	if err != nil || len(resp.Body) != 1<<20 || !resp.Truncated {
		t.Fatalf("got %d bytes, %v", len(resp.Body), err)
	}
	if source.read > 1<<20+64<<10 {
		t.Errorf("%d bytes were read", source.read)
	}
}

func TestBodyOfTheCapIsNotCut(t *testing.T) {
	for size, cut := range map[int]bool{999: false, 1000: false, 1001: true} {
		resp, err := inMemory(t, Options{MaxBody: 1000}, func(context.Context) *http.Response {
			return answer(200, strings.NewReader(strings.Repeat("x", size)), "Content-Type", "text/html")
		})
		if err != nil || resp.Truncated != cut || len(resp.Body) != min(size, 1000) {
			t.Errorf("%d: %d bytes, %v, %v", size, len(resp.Body), resp.Truncated, err)
		}
	}
}

// TestDecodedBodyIsCut: a body of MaxBody bytes may become three times as long in UTF-8.
func TestDecodedBodyIsCut(t *testing.T) {
	for _, label := range []string{"windows-1252", "utf-8"} {
		resp, err := inMemory(t, Options{MaxBody: 1000}, func(context.Context) *http.Response {
			return answer(200, strings.NewReader("<p>"+strings.Repeat("x\x80\xe9", 300)), "Content-Type", "text/html; charset="+label)
		})
		if err != nil || !resp.Truncated || len(resp.Body) > 1000 || len(resp.Body) < 997 || !utf8.Valid(resp.Body) {
			t.Errorf("%s: %d bytes, %v", label, len(resp.Body), err)
		}
	}
}

func TestGzipBombIsCutAfterDecompression(t *testing.T) {
	var body bytes.Buffer
	for i := range 50_000 {
		fmt.Fprintln(&body, "line", i*i)
	}
	bomb := packed(body.Bytes())
	source := bytes.NewReader(bomb)
	resp, err := inMemory(t, Options{MaxBody: 100_000}, func(context.Context) *http.Response {
		return answer(200, source, "Content-Type", "text/html", "Content-Encoding", "gzip")
	})
	if err != nil || len(resp.Body) != 100_000 || !resp.Truncated {
		t.Fatalf("got %v, %v", resp, err)
	}
	if read := len(bomb) - source.Len(); read > len(bomb)/2 {
		t.Errorf("%d of %d compressed bytes were read", read, len(bomb))
	}
}

func TestBrotliBombIsCutAfterDecompression(t *testing.T) {
	bomb := brotliOf(make([]byte, 1<<20))
	source := bytes.NewReader(bomb)
	resp, err := inMemory(t, Options{MaxBody: 100_000}, func(context.Context) *http.Response {
		return answer(200, source, "Content-Type", "text/html", "Content-Encoding", "br")
	})
	if err != nil || len(resp.Body) != 100_000 || !resp.Truncated {
		t.Fatalf("got %v, %v", resp, err)
	}
}

// TestContentEncodings holds that pages are decoded by package content, and what its errors become.
func TestContentEncodings(t *testing.T) {
	page := "<p>" + strings.Repeat("words ", 100)
	full := packed([]byte(page))
	damaged := bytes.Clone(full)
	damaged[10] |= 6 // a block of the type that does not exist
	for name, test := range map[string]struct {
		encoding string
		body     []byte
		kind     Kind // empty: the page comes
	}{
		"gzip":      {"gzip", full, ""},
		"twice":     {"gzip, gzip", packed(full), ""},
		"br":        {"br", brotliOf([]byte(page)), ""},
		"unknown":   {"none", []byte(page), ""},
		"cut":       {"gzip", full[:12], Reset},
		"damaged":   {"gzip", damaged, Protocol},
		"too often": {strings.Repeat("gzip,", 20), full, Protocol},
	} {
		resp, err := inMemory(t, Options{}, func(context.Context) *http.Response {
			return answer(200, bytes.NewReader(test.body), "Content-Type", "text/html", "Content-Encoding", test.encoding)
		})
		if test.kind == "" && (err != nil || string(resp.Body) != page) || test.kind != "" && !errors.Is(err, test.kind) {
			t.Errorf("%s: got %v, %v", name, resp, err)
		}
	}
}

// rawServer answers every connection with fixed bytes and then closes it, hard if it should be reset.
func rawServer(t *testing.T, reply string, reset bool) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Read(make([]byte, 4096))
			_, _ = io.WriteString(conn, reply)
			if reset {
				_ = conn.(*net.TCPConn).SetLinger(0)
			}
			conn.Close()
		}
	}()
	return "http://" + l.Addr().String()
}

func TestBrokenAnswers(t *testing.T) {
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	for name, test := range map[string]struct {
		reply string
		reset bool
		kind  Kind
	}{
		"closed at once":      {"", false, Reset},
		"reset at once":       {"", true, Reset},
		"nothing of the body": {head + "Content-Length: 1000\r\n\r\n", true, Reset},
		"only markup":         {head + "Content-Length: 1000\r\n\r\n<html> <body>\n<p", false, Reset},
		"nothing of a chunk":  {head + "Transfer-Encoding: chunked\r\n\r\n100\r\n", false, Reset},
		"bad chunk":           {head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n<p>", false, Protocol},
		"not HTTP":            {"SSH-2.0-OpenSSH_9\r\n", false, Protocol},
		"bad Content-Length":  {head + "Content-Length: many\r\n\r\n<p>", false, Protocol},
		"huge header":         {head + "X: " + strings.Repeat("x", 300<<10) + "\r\n\r\n<p>", false, Protocol},
	} {
		t.Run(name, func(t *testing.T) {
			c := client(t, Options{})
			failure := fetchFails(t, c, rawServer(t, test.reply, test.reset), test.kind)
			if failure.Temporary() != (test.kind == Reset) {
				t.Errorf("temporary: %v", failure.Temporary())
			}
		})
	}
	c := client(t, Options{})
	resp := fetchOK(t, c, rawServer(t, head+"Content-Length: 3\r\n\r\n<p>and more", false))
	if string(resp.Body) != "<p>" {
		t.Errorf("a short Content-Length ends the body: %q", resp.Body)
	}
}

// TestBrokenBodies holds that what came of a page before its body broke off is kept, and the kind of fault is said.
func TestBrokenBodies(t *testing.T) {
	head, text := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", strings.Repeat("<p>some words", 10)
	gz := string(packed(noise(9000)))
	for name, test := range map[string]struct {
		reply string
		kind  Kind
	}{
		"Content-Length too big": {head + "Content-Length: 1000\r\n\r\n" + text, Reset},                      // RFC 9112 section 8
		"no last chunk":          {head + "Transfer-Encoding: chunked\r\n\r\n82\r\n" + text + "\r\n", Reset}, // RFC 9112 section 7.1
		"cut chunk":              {head + "Transfer-Encoding: chunked\r\n\r\n100\r\n" + text, Reset},
		"bad chunk":              {head + "Transfer-Encoding: chunked\r\n\r\n82\r\n" + text + "\r\nzz\r\n", Protocol},
		"cut gzip":               {head + "Content-Encoding: gzip\r\n\r\n" + gz[:len(gz)/2], Reset},
	} {
		resp := fetchOK(t, client(t, Options{}), rawServer(t, test.reply, false))
		if !errors.Is(resp.Broken, test.kind) || !bytes.HasPrefix(resp.Body, []byte("<p>some")) || resp.Truncated {
			t.Errorf("%s: %q, %v", name, resp.Body, resp.Broken)
		}
	}
}

// noise is a page that compresses badly.
func noise(size int) []byte {
	page, x := []byte("<p>some words "), uint32(1)
	for len(page) < size {
		x = x*1664525 + 1013904223
		page = append(page, "abcdefghijklmnop"[x>>28])
	}
	return page
}

// TestBodiesThatStop holds that a page of which nothing more comes is kept in part, and a file is not.
func TestBodiesThatStop(t *testing.T) {
	for _, pieces := range []int{1, 1000} { // a pause, and more time than a body may take
		reply := func(ctx context.Context) *http.Response {
			text := "<p>" + strings.Repeat("word ", 300)
			return answer(200, io.MultiReader(&drip{pause: time.Second, piece: text, count: pieces, ctx: ctx}, &drip{pause: time.Hour, count: 1, ctx: ctx}), "Content-Type", "text/html")
		}
		resp, err := inMemory(t, Options{}, reply)
		if err != nil || !errors.Is(resp.Broken, Timeout) || !bytes.HasPrefix(resp.Body, []byte("<p>word")) {
			t.Errorf("%d pieces: %v", pieces, err)
		}
	}
	url := rawServer(t, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nUser-agent: *", false)
	if _, err := client(t, Options{}).File(context.Background(), url, 1000); !errors.Is(err, Reset) {
		t.Errorf("a file in part: %v", err)
	}
}

func TestTimeoutsOverTheNetwork(t *testing.T) {
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<p>")
			_ = http.NewResponseController(w).Flush()
		}
		<-r.Context().Done()
	})
	c := client(t, Options{HeaderTimeout: 50 * time.Millisecond, IdleTimeout: 50 * time.Millisecond})
	if err := fetchFails(t, c, url+"/header", Timeout); err.Unsent {
		t.Error("a request that was sent counts as none")
	}
	fetchFails(t, c, url+"/body", Timeout)

	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts, but never shakes hands
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	c = client(t, Options{ConnectTimeout: 50 * time.Millisecond})
	if err := fetchFails(t, c, "https://"+silent.Addr().String(), Timeout); !err.Unsent {
		t.Error("without a connection no request was sent")
	}
}

func TestCancelEndsAtOnce(t *testing.T) {
	started := make(chan struct{}, 1)
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<p>")
			_ = http.NewResponseController(w).Flush()
		}
		started <- struct{}{}
		<-r.Context().Done()
	})
	c := client(t, Options{HeaderTimeout: time.Hour, IdleTimeout: time.Hour, BodyTimeout: time.Hour})
	for _, path := range []string{"/header", "/body"} {
		ctx, cancel := context.WithCancel(context.Background())
		go func() { <-started; cancel() }()
		_, err := c.Fetch(ctx, url+path)
		if !errors.Is(err, Canceled) || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", path, err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Fetch(ended, url); !errors.Is(err, Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := fetchFails(t, client(t, Options{}), "http://"+l.Addr().String(), Connect); !err.Temporary() {
		t.Error("a refused connection may be accepted later")
	}
}
