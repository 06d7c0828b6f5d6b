package fetch

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// exchanges is an Archive in memory.
type exchanges struct {
	t    testing.TB
	mu   sync.Mutex // guards list
	list []keptExchange
}

type keptExchange struct {
	Exchange
	answer string
}

func (x *exchanges) Archive(e *Exchange) string {
	answer, err := io.ReadAll(e.Answer)
	if err != nil || e.Err != nil || int64(len(answer)) != e.Size {
		x.t.Errorf("%s: an answer of %d bytes, not %d: %v, %v", e.URL, len(answer), e.Size, err, e.Err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.list = append(x.list, keptExchange{*e, string(answer)})
	return fmt.Sprint("record ", len(x.list))
}

func (x *exchanges) Spool() (*os.File, error) {
	return os.Create(filepath.Join(x.t.TempDir(), "spool"))
}

// last returns the latest exchange, and forgets all.
func (x *exchanges) last() keptExchange {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.list) != 1 {
		x.t.Fatalf("%d exchanges", len(x.list))
	}
	e := x.list[0]
	x.list = nil
	return e
}

// literally serves answers as they are written here, one for each request, and then ends the connection if the answer ends with
// an exclamation mark.
func literally(t testing.TB, config *tls.Config, answer func(path string) string) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if config != nil {
		l = tls.NewListener(l, config)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go answerLiterally(conn, answer)
		}
	}()
	return l.Addr().String()
}

func answerLiterally(conn net.Conn, answer func(path string) string) {
	defer conn.Close()
	in := textproto.NewReader(bufio.NewReader(conn))
	for {
		line, err := in.ReadLine()
		if err != nil {
			return
		}
		if _, err := in.ReadMIMEHeader(); err != nil {
			return
		}
		text, last := strings.CutSuffix(answer(strings.Fields(line)[1]), "!")
		if _, err := io.WriteString(conn, text); err != nil || last {
			return
		}
	}
}

const oddHead = "HTTP/1.1 200 Fine, thanks\r\nx-lower: 1\r\nX-UPPER:2\r\nX-Folded: a\r\n b\r\ncontent-TYPE:text/html\r\nSet-Cookie: a=b\r\nX-lower:  3 \r\n"

// answersAsTheyCome has answers by path, what of them is archived, and why that is cut. "" stands for all of the answer.
var answersAsTheyCome = map[string]struct{ answer, archived, cut string }{
	"/length":  {oddHead + "Content-Length: 5\r\n\r\nhoney", "", ""},
	"/chunks":  {oddHead + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nhon\r\n2\r\ney\r\n0\r\nTrailer: t\r\n\r\n", "", ""},
	"/lines":   {"HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 5\n\nhoney", "", ""},
	"/old":     {"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\nhoney!", "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\nhoney", ""},
	"/hints":   {"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + oddHead + "Content-Length: 2\r\n\r\nhi", oddHead + "Content-Length: 2\r\n\r\nhi", ""},
	"/more":    {oddHead + "Content-Length: 2\r\n\r\nhi and more", oddHead + "Content-Length: 2\r\n\r\nhi", ""},
	"/gzip":    {oddHead + "Content-Encoding: gzip\r\nContent-Length: " + fmt.Sprint(len(packed([]byte("hi")))) + "\r\n\r\n" + string(packed([]byte("hi"))), "", ""},
	"/moved":   {"HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 5\r\n\r\nthere", "", ""},
	"/missing": {"HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nnone\r\n0\r\n\r\n", "", ""},
	"/same":    {"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", "", ""},
	"/empty":   {"HTTP/1.1 204 No Content\r\n\r\n", "", ""},
	"/image":   {"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 99999\r\n\r\nimage", "", CutRefused},
	"/broken":  {oddHead + "Content-Length: 99\r\n\r\nhoney!", oddHead + "Content-Length: 99\r\n\r\nhoney", CutDisconnect},
	"/slow":    {oddHead + "Content-Length: 99\r\n\r\nhoney", "", CutTime},
	"/lost":    {"HTTP/1.1 404 Gone\r\nContent-Length: 99\r\n\r\nhoney!", "HTTP/1.1 404 Gone\r\nContent-Length: 99\r\n\r\nhoney", CutDisconnect},
}

// TestAnswersAreArchivedAsTheyCome compares what is archived of each answer with the bytes that the server sent, with and
// without TLS. Connections serve several requests.
func TestAnswersAreArchivedAsTheyCome(t *testing.T) {
	s := httptest.NewTLSServer(http.NotFoundHandler())
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	answer := func(path string) string { return answersAsTheyCome[path].answer }
	plain, secure := literally(t, nil, answer), literally(t, &tls.Config{Certificates: s.TLS.Certificates}, answer)
	x := &exchanges{t: t}
	o := Options{Archive: x, TLS: &tls.Config{RootCAs: roots}}
	clients := map[string]*Client{"": client(t, o)}
	o.IdleTimeout = 100 * time.Millisecond
	clients["/slow"] = client(t, o)
	// What follows an answer spoils its connection, and the next request on it fails if it comes before that is seen.
	clients["/more"] = client(t, Options{Archive: x, TLS: o.TLS})
	for origin, protocols := range map[string]string{"http://" + plain: "[http/1.1]", "https://" + secure: "[http/1.1 tls/1.3]"} {
		for path, want := range answersAsTheyCome {
			began := time.Now()
			c := clients[path]
			if c == nil {
				c = clients[""]
			}
			resp, err := c.Fetch(t.Context(), origin+path)
			e := x.last()
			if want.archived == "" {
				want.archived = want.answer
			}
			if e.answer != want.archived || e.Truncated != want.cut {
				t.Errorf("%s%s: archived, cut for %q, is\n%q, want for %q\n%q", origin, path, e.Truncated, e.answer, want.cut, want.archived)
			}
			if path != "/old" && fmt.Sprint(e.Protocols) != protocols || e.Addr.String() != "127.0.0.1" || e.Time.Before(began) {
				t.Errorf("%s%s: %v, %v, %v", origin, path, e.Protocols, e.Addr, e.Time.Sub(began))
			}
			request := "GET " + path + " HTTP/1.1\r\nHost: " + strings.SplitN(origin, "//", 2)[1] + "\r\nUser-Agent: gannet/"
			if !strings.HasPrefix(string(e.Request), request) || !strings.HasSuffix(string(e.Request), "\r\n\r\n") {
				t.Errorf("the request is %q", e.Request)
			}
			if err == nil && resp.Record != "record 1" {
				t.Errorf("%s: record %q", path, resp.Record)
			}
		}
	}
}

// TestLongAnswersAreArchived spools an answer, and cuts one off that is longer than may be read.
func TestLongAnswersAreArchived(t *testing.T) {
	long := strings.Repeat("honey in the hive ", 100_000)
	address := literally(t, nil, func(path string) string { return oddHead + "Content-Length: 1800000\r\n\r\n" + long })
	x := &exchanges{t: t}
	if resp := fetchOK(t, client(t, Options{Archive: x}), "http://"+address+"/"); len(resp.Body) != len(long) {
		t.Errorf("%d bytes", len(resp.Body))
	}
	if e := x.last(); e.Truncated != "" || !strings.HasSuffix(e.answer, "\r\n\r\n"+long) {
		t.Errorf("%d bytes archived, cut for %q", len(e.answer), e.Truncated)
	}
	fetchOK(t, client(t, Options{Archive: x, MaxBody: 1000}), "http://"+address+"/")
	if e := x.last(); e.Truncated != CutLength || len(e.answer) < 1000 || !strings.HasPrefix(oddHead+"Content-Length: 1800000\r\n\r\n"+long, e.answer) {
		t.Errorf("%d bytes archived, cut for %q", len(e.answer), e.Truncated)
	}
}

// TestHTTP2IsArchivedAsHTTP1 has the fields of HTTP/2 in lower case and sorted, and the body before decoding.
func TestHTTP2IsArchivedAsHTTP1(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Date"] = nil
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed([]byte("honey")))
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	x := &exchanges{t: t}
	fetchOK(t, client(t, Options{Archive: x, TLS: &tls.Config{RootCAs: roots}}), s.URL+"/")
	body := string(packed([]byte("honey")))
	want := fmt.Sprintf("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: %d\r\ncontent-type: text/html\r\n\r\n%s", len(body), body)
	e := x.last()
	if e.answer != want || fmt.Sprint(e.Protocols) != "[h2 tls/1.3]" || e.Truncated != "" || !strings.HasPrefix(string(e.Request), "GET / HTTP/1.1\r\nHost: ") {
		t.Errorf("archived by %v, cut for %q: %q\n%q", e.Protocols, e.Truncated, e.answer, e.Request)
	}
}

// TestProxyIsNotArchived leaves the proxy's password out, and its own answer.
func TestProxyIsNotArchived(t *testing.T) {
	proxy := literally(t, nil, func(url string) string {
		if strings.HasSuffix(url, "/locked") {
			return "HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n"
		}
		return answersAsTheyCome["/length"].answer
	})
	x := &exchanges{t: t}
	c := client(t, Options{Archive: x, Proxies: []string{"http://me:hush@" + proxy}})
	fetchOK(t, c, "http://a.test/length")
	e, secret := x.last(), "bWU6aHVzaA" // me:hush
	if e.answer != answersAsTheyCome["/length"].answer || e.Addr.IsValid() || strings.Contains(string(e.Request), secret) ||
		!strings.HasPrefix(string(e.Request), "GET http://a.test/length HTTP/1.1\r\nHost: a.test\r\n") {
		t.Errorf("%v %q\n%q", e.Addr, e.Request, e.answer)
	}
	fetchFails(t, c, "http://a.test/locked", Proxy)
	if len(x.list) > 0 {
		t.Errorf("%q", x.list[0].answer)
	}
}

// TestSecretsAreNotArchived sends a field that only the server may see. The answer's cookies are then left out.
func TestSecretsAreNotArchived(t *testing.T) {
	address := literally(t, nil, func(path string) string { return answersAsTheyCome["/length"].answer })
	origin, x := "http://"+address, &exchanges{t: t}
	c := client(t, Options{
		Archive: x, HeaderOrigins: []string{origin}, Header: http.Header{"Authorization": {"hush"}, "Accept": {"hush"}},
	})
	fetchOK(t, c, origin+"/length")
	e := x.last()
	if strings.Contains(string(e.Request), "hush") || strings.Contains(string(e.Request), "Authorization") {
		t.Errorf("%q", e.Request)
	}
	if want := strings.Replace(answersAsTheyCome["/length"].answer, "Set-Cookie: a=b\r\n", "", 1); e.answer != want {
		t.Errorf("%q", e.answer)
	}
}
