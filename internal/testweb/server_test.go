package testweb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// dialed returns a client to which every host of the web is at a server over loopback.
func dialed(t *testing.T, w *Web) *http.Client {
	t.Helper()
	server := httptest.NewServer(w)
	transport := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
	}}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
}

func TestServerAndRoundTripAgree(t *testing.T) {
	defer goleak.VerifyNone(t)
	w := New(DefaultOptions(30))
	t.Run("over loopback", func(t *testing.T) {
		client := dialed(t, w)
		for n := 0; n < w.Pages(); n += 4999 {
			for _, address := range []string{w.Page(n), w.Links(w.Page(n))[0].URL, w.Page(n) + "no-such-page"} {
				direct, body := served(t, w, address)
				response, err := client.Get(address)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(response.Body)
				_ = response.Body.Close()
				if err != nil || response.StatusCode != direct.StatusCode || !bytes.Equal(got, body) {
					t.Fatalf("%s: %d over loopback, %d in process, %v", address, response.StatusCode, direct.StatusCode, err)
				}
			}
		}
	})
}

func TestServerIsAForwardProxy(t *testing.T) {
	w := New(DefaultOptions(31))
	server := httptest.NewServer(w)
	defer server.Close()
	proxy, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{Proxy: http.ProxyURL(proxy)}
	defer transport.CloseIdleConnections()
	response, body, err := try(t.Context(), transport, w.Page(77), 1<<20)
	_, want := served(t, w, w.Page(77))
	if err != nil || response.StatusCode != http.StatusOK || !bytes.Equal(body, want) {
		t.Errorf("through the proxy: %v", err)
	}
	response, _, err = try(t.Context(), transport, "http://nobody.example/", 1<<20)
	if err != nil || response.StatusCode != http.StatusBadGateway {
		t.Errorf("unknown host: %v", err)
	}
}

func TestServerBreaksConnections(t *testing.T) {
	defer goleak.VerifyNone(t)
	t.Run("over loopback", func(t *testing.T) {
		client := dialed(t, New(hostileOptions(32, Hostile{Drip: time.Millisecond})))
		for trap, wrong := range map[Trap]func(error) bool{
			Truncated:    func(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) },
			Reset:        func(err error) bool { return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF) },
			ResetMidBody: func(err error) bool { return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.ErrUnexpectedEOF) },
			TLSFailure:   func(err error) bool { return err != nil },
		} {
			_, _, err := try(t.Context(), client.Transport, "http://"+TrapHost(trap, 0)+"/", 1<<20)
			if err == nil || !wrong(err) {
				t.Errorf("%s: %v", trap, err)
			}
		}
		response, body, err := try(t.Context(), client.Transport, "http://"+TrapHost(SlowBody, 0)+"/", 5)
		if err != nil || response.StatusCode != http.StatusOK || len(body) != 5 {
			t.Errorf("slow body: %q, %v", body, err)
		}
		_, body, err = try(t.Context(), client.Transport, "http://"+TrapHost(EndlessBody, 0)+"/trap/page.html", 1<<20)
		if err != nil || len(body) != 1<<20 {
			t.Errorf("endless body: %d bytes, %v", len(body), err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, cancel)
		if _, _, err = try(ctx, client.Transport, "http://"+TrapHost(RobotsTimeout, 0)+"/robots.txt", 1); !errors.Is(err, context.Canceled) {
			t.Errorf("robots.txt without an answer: %v", err)
		}
	})
}

func TestOnlyGetAndHead(t *testing.T) {
	w := New(DefaultOptions(33))
	for method, status := range map[string]int{http.MethodPost: 405, http.MethodHead: 200} {
		request, err := http.NewRequest(method, w.Page(5), strings.NewReader("x"))
		if err != nil {
			t.Fatal(err)
		}
		response, err := w.RoundTrip(request)
		if err != nil || response.StatusCode != status {
			t.Errorf("%s: %v, %v", method, response, err)
		}
	}
	if _, _, err := try(t.Context(), w, strings.Replace(w.Page(5), "http:", "https:", 1), 9); err == nil {
		t.Error("https is served")
	}
}

func TestGzipWhereBothAgree(t *testing.T) {
	w := New(DefaultOptions(34))
	packed := 0
	for id := range 100 {
		request, err := http.NewRequest(http.MethodGet, "http://"+w.Host(id)+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept-Encoding", "gzip")
		response, err := w.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		if response.Header.Get("Content-Encoding") == "gzip" {
			packed++
		}
	}
	if packed < 4 || packed > 30 {
		t.Errorf("%d of 100 hosts compress", packed)
	}
}

func TestRecorderMeasuresPoliteness(t *testing.T) {
	at := func(second float64) time.Time { return time.Unix(1000, int64(second*1e9)) }
	var r Recorder
	for _, q := range []struct {
		host       string
		start, end float64
	}{{"a", 0, 1}, {"b", 0, 9}, {"a", 3, 4}, {"b", 1, 2}, {"a", 4.5, 5}, {"b", 1.5, 3}, {"b", 20, 21}} {
		r.Record(Request{Host: q.host, Start: at(q.start), End: at(q.end)})
	}
	got := r.Politeness(ByHost)
	if want := (Politeness{3, 1, 500 * time.Millisecond}); got["a"] != want {
		t.Errorf("a: %+v, want %+v", got["a"], want)
	}
	if want := (Politeness{4, 3, 0}); got["b"] != want {
		t.Errorf("b: %+v, want %+v", got["b"], want)
	}
	bounded := Recorder{Limit: 3}
	for second := range 10 {
		bounded.Record(Request{Start: at(float64(second))})
	}
	if kept := bounded.Requests(); len(kept) != 3 || !kept[0].Start.Equal(at(7)) || bounded.Count() != 10 {
		t.Errorf("kept %v of %d", kept, bounded.Count())
	}
}

func TestRequestsAreTold(t *testing.T) {
	var r Recorder
	clock := time.Unix(5000, 0)
	var mu sync.Mutex // guards clock
	o := DefaultOptions(35)
	o.OnRequest = r.Record
	o.Now = func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		clock = clock.Add(time.Second)
		return clock
	}
	w := New(o)
	served(t, w, w.Page(3))
	if _, _, err := try(t.Context(), w, "http://"+TrapHost(Reset, 0)+"/", 9); err == nil {
		t.Fatal("no reset")
	}
	client := dialed(t, w)
	response, err := client.Get(w.Page(3))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	client.Transport.(*http.Transport).CloseIdleConnections()
	for range 1000 { // the handler's end comes after the body's
		if r.Count() == 3 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	requests := r.Requests()
	if len(requests) != 3 {
		t.Fatalf("told of %d requests", len(requests))
	}
	for i, want := range []int{200, 0, 200} {
		q := requests[i]
		if q.Status != want || !q.End.After(q.Start) || q.Addr != w.Addr(q.Host) {
			t.Errorf("request %d: %+v", i, q)
		}
	}
	if fmt.Sprintf("http://%s%s", requests[0].Host, requests[0].Path) != w.Page(3) {
		t.Errorf("told of %s%s, asked for %s", requests[0].Host, requests[0].Path, w.Page(3))
	}
}
