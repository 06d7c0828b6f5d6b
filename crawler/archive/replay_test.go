package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"strings"
	"testing"
)

func replayed(t testing.TB) *Web {
	return open(t, DefaultOptions(), page("http://a.test/", "hello"), page("https://s.test/x", "secure"),
		response("http://a.test/gone", "HTTP/1.1 410 Gone\r\nX-A: 1\r\n\r\nbye"),
		response("http://a.test/old", "HTTP/1.1 301 Moved\r\nLocation: /\r\n\r\n"),
		response("http://up.test/", "HTTP/1.1 301 Moved\r\nLocation: https://up.test/\r\n\r\n"),
		response("http://a.test/early", "HTTP/1.1 103 Early Hints\r\n\r\n"))
}

func ask(t testing.TB, rt http.RoundTripper, method, url string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader("ignored"))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

func TestRoundTrip(t *testing.T) {
	w := replayed(t)
	for _, c := range []struct {
		method, url string
		status      int
		body        string
		location    string
	}{
		{"GET", "http://a.test/", 200, "hello", ""},
		{"GET", "http://user@A.TEST:80/#x", 200, "hello", ""},
		{"HEAD", "http://a.test/", 200, "", ""},
		{"GET", "http://a.test/gone", 410, "bye", ""},
		{"GET", "http://a.test/old", 301, "", "/"},
		{"GET", "http://a.test/robots.txt", 404, "not in the archive\n", ""},
		{"GET", "https://a.test/", 301, "archived as http://a.test/\n", "http://a.test/"},
		{"GET", "http://s.test/x", 301, "archived as https://s.test/x\n", "https://s.test/x"},
		{"GET", "http://up.test/", 301, "", "https://up.test/"},
		{"GET", "https://up.test/", 404, "not in the archive\n", ""}, // and not round in a circle
		{"POST", "http://a.test/", 405, "an archive can only be read\n", ""},
	} {
		resp, body := ask(t, w, c.method, c.url)
		if resp.StatusCode != c.status || body != c.body || resp.Header.Get("Location") != c.location {
			t.Errorf("%s %s: %s, %q, to %q", c.method, c.url, resp.Status, body, resp.Header.Get("Location"))
		}
		if c.method == "HEAD" && resp.ContentLength != 5 {
			t.Errorf("HEAD: Content-Length %d", resp.ContentLength)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	req := httptest.NewRequestWithContext(ctx, "GET", "http://a.test/", nil)
	if _, err := w.RoundTrip(req); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is over: %v", err)
	}
}

func TestGetFallsBackToTheOtherScheme(t *testing.T) {
	w := replayed(t)
	if r := get(t, w, "https://a.test/"); r.URL != "http://a.test/" || string(r.Body) != "hello" {
		t.Errorf("got %+v", r)
	}
	if _, ok := w.Find("https://up.test/"); ok {
		t.Error("a redirect to the URL that is asked for was taken for its page")
	}
	if w.Has("https://a.test/") {
		t.Error("Has does not tell the schemes apart")
	}
	if body, err := w.Body("http://a.test/gone"); err != nil || string(body) != "bye" {
		t.Errorf("Body: %q, %v", body, err)
	}
}

func proxied(t testing.TB, rt http.RoundTripper) (*httptest.Server, *http.Transport) {
	t.Helper()
	server := httptest.NewServer(Proxy(rt))
	t.Cleanup(server.Close)
	proxy, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{Proxy: http.ProxyURL(proxy)}
	t.Cleanup(transport.CloseIdleConnections)
	return server, transport
}

func TestProxy(t *testing.T) {
	server, transport := proxied(t, replayed(t))
	for _, c := range []struct {
		method, url string
		status      int
		body        string
		length      int64
	}{
		{"GET", "http://a.test/", 200, "hello", 5},
		{"HEAD", "http://a.test/", 200, "", 5},
		{"GET", "http://a.test/gone", 410, "bye", 3},
		{"GET", "http://a.test/early", 502, "the archived status is 103 Early Hints\n", 39},
		{"GET", "http://b.test/robots.txt", 404, "not in the archive\n", 19},
		{"HEAD", "http://b.test/", 404, "", 19},
		{"GET", "http://s.test/x", 200, "secure", 6},
		{"GET", "http://up.test/", 404, "not in the archive\n", 19},
	} {
		resp, body := ask(t, transport, c.method, c.url)
		if resp.StatusCode != c.status || body != c.body || resp.ContentLength != c.length {
			t.Errorf("%s %s: %s, %q, length %d", c.method, c.url, resp.Status, body, resp.ContentLength)
		}
	}
	if resp, body := ask(t, http.DefaultTransport, "GET", server.URL+"/page"); resp.StatusCode != 400 || !strings.Contains(body, "proxy") {
		t.Errorf("asked as a web server: %s, %q", resp.Status, body)
	}
	req, err := http.NewRequest("GET", "https://a.test/", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := transport.RoundTrip(req); err == nil || !strings.Contains(err.Error(), "Not Implemented") {
		t.Errorf("https through the proxy: %v", err)
	}
}

func TestConnectIsRefusedWithAReason(t *testing.T) {
	server, _ := proxied(t, replayed(t))
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 501") || !strings.Contains(string(answer), "https cannot be replayed") {
		t.Errorf("answer %q, %v", answer, err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestProxyPassesOnNoHopByHopFields(t *testing.T) {
	var got http.Header
	_, transport := proxied(t, roundTrip(func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == "/fail" {
			return nil, errors.New("no such thing")
		}
		got = r.Header
		resp := message(r, 200, "ok")
		resp.Header.Set("Connection", "X-Private, keep-alive")
		resp.Header.Set("X-Private", "1")
		resp.Header.Set("X-Public", "2")
		resp.Header.Set("Proxy-Authenticate", "Basic")
		return resp, nil
	}))
	req := httptest.NewRequest("GET", "http://a.test/", nil)
	req.RequestURI = ""
	for name, value := range map[string]string{"Connection": "X-Mine", "X-Mine": "1", "X-All": "2", "Proxy-Authorization": "secret", "Te": "trailers"} {
		req.Header.Set(name, value)
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if got.Get("X-All") != "2" || got.Get("X-Mine")+got.Get("Proxy-Authorization")+got.Get("Te")+got.Get("Connection") != "" {
		t.Errorf("the request was passed on with %v", got)
	}
	if resp.Header.Get("X-Public") != "2" || resp.Header.Get("X-Private")+resp.Header.Get("Proxy-Authenticate") != "" {
		t.Errorf("the answer was passed on with %v", resp.Header)
	}
	if resp, body := ask(t, transport, "GET", "http://a.test/fail"); resp.StatusCode != 502 || body != "no such thing\n" {
		t.Errorf("a failing upstream: %s, %q", resp.Status, body)
	}
}

func TestProxyWithCurl(t *testing.T) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Skip("no curl here")
	}
	server, _ := proxied(t, replayed(t))
	out, err := exec.Command(curl, "-s", "-S", "-x", server.URL, "http://a.test/", "-w", " %{http_code}").CombinedOutput()
	if err != nil || string(out) != "hello 200" {
		t.Errorf("curl: %q, %v", out, err)
	}
}

// TestAbsentPagesAreToldFromMissingOnes asks for a page that a server did not have, and for one that nobody asked for.
func TestAbsentPagesAreToldFromMissingOnes(t *testing.T) {
	w, err := Open(write(t, "x.warc", written(t, WriterOptions{}, Page{URL: "http://a.test/gone", Status: 404, Date: fetched})))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for url, absent := range map[string]bool{"http://a.test/gone": false, "http://a.test/never": true} {
		resp, err := w.RoundTrip(httptest.NewRequest("GET", url, nil))
		if err != nil || resp.StatusCode != 404 || IsAbsent(resp.Header) != absent {
			t.Errorf("%s: %v, %v", url, resp, err)
		}
	}
}

// TestBodiesThatBrokeOffBreakOffAgain replays an exchange that was cut, one whose compressed body is damaged, and a page that is
// the same as another.
func TestBodiesThatBrokeOffBreakOffAgain(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n"
	record := func(header, message string) string {
		return fmt.Sprintf("WARC/1.1\r\n%sWARC-Record-ID: <urn:uuid:0>\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", header, len(message), message)
	}
	answered := func(path, more, message string) string {
		return record("WARC-Type: response\r\nWARC-Target-URI: http://a.test/"+path+"\r\n"+more, message)
	}
	damaged := encoded(t, toGzip, "honey")
	damaged = damaged[:len(damaged)-8] + "12345678"
	content := answered("whole", "", head+"\r\nhoney") + answered("cut", "WARC-Truncated: disconnect\r\n", head+"\r\nhon") +
		answered("long", "WARC-Truncated: length\r\n", head+"\r\nhon") + answered("damaged", "", head+"Content-Encoding: gzip\r\n\r\n"+damaged) +
		answered("unframed", "WARC-Truncated: disconnect\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhoney") +
		answered("again", "WARC-Truncated: time\r\n", head+"\r\nh") + answered("again", "", head+"\r\nhoney") +
		record("WARC-Type: revisit\r\nWARC-Target-URI: http://a.test/same\r\nWARC-Refers-To-Target-URI: <http://a.test/whole>\r\n", "HTTP/1.1 200 OK\r\n\r\n")
	w, err := Open(write(t, "x.warc", []byte(content)))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for path, want := range map[string]string{
		"whole": "honey <nil>", "same": "honey <nil>", "again": "honey <nil>", "long": "hon <nil>", "cut": "hon unexpected EOF", "unframed": " unexpected EOF", "damaged": "honey <nil>",
	} {
		resp, err := w.RoundTrip(httptest.NewRequest("GET", "http://a.test/"+path, nil))
		if err != nil {
			t.Fatal(path, err)
		}
		body, err := io.ReadAll(resp.Body)
		if got := fmt.Sprintf("%s %v", body, err); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
