package fetch

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// listen serves raw connections until the test ends.
func listen(t *testing.T, l net.Listener, serve func(c net.Conn)) {
	t.Helper()
	var serving sync.WaitGroup
	var mu sync.Mutex // guards open
	var open []net.Conn
	serving.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open = append(open, c)
			mu.Unlock()
			serving.Go(func() { defer c.Close(); serve(c) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		mu.Lock()
		for _, c := range open {
			c.Close()
		}
		mu.Unlock()
		serving.Wait()
	})
}

func localListener(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestSwitchedProtocolsAreNoAnswer has a server answer 101, or another 1xx, and then send nothing. The request must end at once
// with a protocol error, though the time-outs are an hour.
func TestSwitchedProtocolsAreNoAnswer(t *testing.T) {
	l := localListener(t)
	listen(t, l, func(c net.Conn) {
		_, _ = http.ReadRequest(bufio.NewReader(c))
		_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: silence\r\nConnection: Upgrade\r\n\r\n")
		_, _ = io.Copy(io.Discard, c)
	})
	c := client(t, Options{HeaderTimeout: time.Hour, BodyTimeout: time.Hour, IdleTimeout: time.Hour})
	fetchFails(t, c, "http://"+l.Addr().String()+"/", Protocol)
	if _, err := c.File(t.Context(), "http://"+l.Addr().String()+"/robots.txt", 100); !errors.Is(err, Protocol) {
		t.Error(err)
	}
	in := client(t, Options{Transport: web(func(*http.Request) (*http.Response, error) { return answer(103, silent{}), nil })})
	fetchFails(t, in, "http://a.test/", Protocol)
}

// silent is a body that never comes.
type silent struct{}

func (silent) Read([]byte) (int, error) { select {} }

// TestRequestIsNotRepeatedOnAnotherConnection has a server close a reused connection after it has read the next request.
// net/http would send that again at once.
func TestRequestIsNotRepeatedOnAnotherConnection(t *testing.T) {
	l := localListener(t)
	var requests atomic.Int32
	listen(t, l, func(c net.Conn) {
		in := bufio.NewReader(c)
		for n := 0; ; n++ {
			if _, err := http.ReadRequest(in); err != nil {
				return
			}
			requests.Add(1)
			if n > 0 {
				return
			}
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi")
		}
	})
	c := client(t, Options{})
	url := "http://" + l.Addr().String() + "/"
	for n := range 3 {
		fetchOK(t, c, url)
		if err := fetchFails(t, c, url, Stale); !err.Temporary() {
			t.Error("a request that was not answered is not tried again")
		}
		if got := requests.Load(); got != int32(2*n+2) {
			t.Fatalf("the server read %d requests of %d", got, 2*n+2)
		}
	}
}

// http2Server answers the first request of each connection if it should, and refuses the others with refuse.
func http2Server(t *testing.T, answerFirst bool, refuse func(f *http2.Framer, stream uint32)) (url string, requests *atomic.Int32) {
	t.Helper()
	requests = new(atomic.Int32)
	s := httptest.NewUnstartedServer(nil)
	s.EnableHTTP2 = true
	s.StartTLS()
	config := &tls.Config{Certificates: s.TLS.Certificates, NextProtos: []string{"h2"}}
	s.Close()
	l := tls.NewListener(localListener(t), config)
	listen(t, l, func(c net.Conn) {
		preface := make([]byte, len(http2.ClientPreface))
		if _, err := io.ReadFull(c, preface); err != nil {
			return
		}
		f := http2.NewFramer(c, c)
		_ = f.WriteSettings()
		for n := 0; ; {
			frame, err := f.ReadFrame()
			if err != nil {
				return
			}
			if _, ok := frame.(*http2.HeadersFrame); !ok {
				continue
			}
			requests.Add(1)
			n++
			if n == 1 && answerFirst {
				answerHTTP2(f, frame.Header().StreamID)
			} else {
				refuse(f, frame.Header().StreamID)
			}
		}
	})
	return "https://" + l.Addr().String() + "/", requests
}

func answerHTTP2(f *http2.Framer, stream uint32) {
	beginHTTP2(f, stream)
	_ = f.WriteData(stream, true, []byte("hi"))
}

// beginHTTP2 sends the header of an answer.
func beginHTTP2(f *http2.Framer, stream uint32) {
	var block writeBytes
	e := hpack.NewEncoder(&block)
	_ = e.WriteField(hpack.HeaderField{Name: ":status", Value: "200"})
	_ = e.WriteField(hpack.HeaderField{Name: "content-type", Value: "text/html"})
	_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block, EndHeaders: true})
}

type writeBytes []byte

func (w *writeBytes) Write(p []byte) (int, error) {
	*w = append(*w, p...)
	return len(p), nil
}

// TestHTTP2RequestIsNotRepeated refuses streams and sends GOAWAY. net/http would send another request at once.
func TestHTTP2RequestIsNotRepeated(t *testing.T) {
	refusals := map[string]func(f *http2.Framer, stream uint32){
		"REFUSED_STREAM": func(f *http2.Framer, stream uint32) { _ = f.WriteRSTStream(stream, http2.ErrCodeRefusedStream) },
		"GOAWAY":         func(f *http2.Framer, stream uint32) { _ = f.WriteGoAway(stream-2, http2.ErrCodeNo, nil) },
	}
	for name, refuse := range refusals {
		for _, answerFirst := range []bool{true, false} {
			if name == "GOAWAY" && !answerFirst {
				refuse = func(f *http2.Framer, _ uint32) { _ = f.WriteGoAway(0, http2.ErrCodeNo, nil) }
			}
			url, requests := http2Server(t, answerFirst, refuse)
			c := client(t, Options{TLS: &tls.Config{InsecureSkipVerify: true}})
			want, kind := int32(1), Reset
			if answerFirst {
				fetchOK(t, c, url)
				want, kind = 2, Stale
			}
			fetchFails(t, c, url, kind)
			if got := requests.Load(); got != want {
				t.Errorf("%s, first answered %v: the server read %d requests, want %d", name, answerFirst, got, want)
			}
		}
	}
}

// TestProxyThatRefusesIsNotTheHost has a proxy ask for a password, refuse connections and drop them.
func TestProxyThatRefusesIsNotTheHost(t *testing.T) {
	asks := server(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) })
	l := localListener(t)
	l.Close() // nobody listens there
	for _, proxy := range []string{asks, "http://" + l.Addr().String()} {
		c := client(t, Options{Proxies: []string{proxy}})
		for _, url := range []string{"http://a.example/", "https://a.example/"} {
			if err := fetchFails(t, c, url, Proxy); !err.Temporary() {
				t.Errorf("%s through %s: %v is no reason to give the link up", url, proxy, err)
			}
		}
	}
	fails := server(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	if resp := fetchOK(t, client(t, Options{Proxies: []string{fails}}), "http://a.example/"); resp.Status != http.StatusBadGateway {
		t.Errorf("%+v", resp)
	}
}

// TestLocalErrorsAreOurs: a lack of files on this machine is no failure of a host.
func TestLocalErrorsAreOurs(t *testing.T) {
	for _, errno := range []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.EADDRNOTAVAIL} {
		dial := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("socket", errno)}
		lookup := &net.DNSError{Err: errno.Error(), Name: "a.example"}
		for _, err := range []error{dial, &net.OpError{Op: "proxyconnect", Net: "tcp", Err: dial}, lookup} {
			if errno != syscall.EMFILE && err == error(lookup) {
				continue
			}
			if got := classify(err, "http://a.example/", context.Background(), nil); got.Kind != Local || !got.Temporary() {
				t.Errorf("%v is of kind %s", err, got.Kind)
			}
		}
	}
}

// movingName is a name whose address changes.
type movingName struct{ addr atomic.Pointer[netip.Addr] }

func (n *movingName) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{*n.addr.Load()}, nil
}

// TestConnectionToAFormerAddressIsNotUsed moves a name to another address while a connection to the former one is open. The next
// request must go to the address that was resolved for it.
func TestConnectionToAFormerAddressIsNotUsed(t *testing.T) {
	l, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "hi")
	}))
	s.Listener.Close()
	s.Listener = l
	s.Start()
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	names := new(movingName)
	former, now := netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("127.0.0.2")
	names.addr.Store(&former)
	c := client(t, Options{Lookup: names})
	_, port, _ := net.SplitHostPort(l.Addr().String())
	url := "http://moving.test:" + port + "/"
	if resp := fetchOK(t, c, url); resp.Addr != former {
		t.Errorf("fetched from %v", resp.Addr)
	}
	names.addr.Store(&now)
	c.resolver.known = make(map[string]known) // as if ResolveFor were over
	if addr, err := c.Resolve(t.Context(), "moving.test"); addr != now || err != nil {
		t.Errorf("resolved to %v, %v", addr, err)
	}
	fetchFails(t, c, url, Stale)
	if resp := fetchOK(t, c, url); resp.Addr != now {
		t.Errorf("fetched from %v", resp.Addr)
	}
}
