package render

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// browser returns a browser that ends with the test. Where none is installed the test is skipped.
func browser(t *testing.T, change func(*Options)) *Browser {
	t.Helper()
	path, err := Find()
	if err != nil {
		t.Skip("no browser: apt-get install chromium-headless-shell")
	}
	o := DefaultOptions(path)
	if change != nil {
		change(&o)
	}
	b := New(o)
	t.Cleanup(b.Close)
	return b
}

func html(body string) *Answer {
	return &Answer{Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(body)}
}

// asked is a gate that has the answers of a map, and remembers what was put to it.
type asked struct {
	mu      sync.Mutex
	urls    []string
	answers map[string]*Answer
}

func (a *asked) gate(_ context.Context, r Request) (*Answer, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.urls = append(a.urls, r.URL)
	if answer := a.answers[r.URL]; answer != nil {
		return answer, nil
	}
	return nil, errors.New("refused")
}

func script(text string) *Answer {
	return &Answer{Status: 200, Header: http.Header{"Content-Type": {"text/javascript"}}, Body: []byte(text)}
}

func jsonAnswer(text string) *Answer {
	return &Answer{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(text)}
}

// TestPageOfScript: a list that a script inserts after two timers, out of data of another host, is in the document; styles, pictures,
// frames and beacons are not requested.
func TestPageOfScript(t *testing.T) {
	b := browser(t, nil)
	a := &asked{answers: map[string]*Answer{
		"https://site.example/app.js": script(`
			navigator.sendBeacon?.("/beacon"); new Image().src = "/pixel.png"; fetch("/count", {method: "POST"}).catch(() => {});
			const jobs = () => fetch("https://api.example/jobs.json").then(r => r.json()).then(list => {
				for (const j of list) { const li = document.createElement("li"); li.innerHTML = "<a href=" + j.url + ">" + j.title + "</a>"; document.querySelector("ul").append(li) }
				class Foot extends HTMLElement { connectedCallback() { this.attachShadow({mode: "open"}).innerHTML = "<p>from a shadow tree</p>" } }
				customElements.define("x-foot", Foot);
			});
			setTimeout(() => setTimeout(jobs, 900), 900)`),
		"https://api.example/jobs.json": jsonAnswer(`[{"title": "Welder", "url": "/jobs/1"}, {"title": "Baker", "url": "/jobs/2"}]`),
	}}
	first := html(`<!DOCTYPE html><title>Jobs</title><link rel=stylesheet href=/style.css><ul></ul><x-foot></x-foot><iframe src=https://other.example/></iframe><script src=/app.js></script>`)
	r, err := b.Page(t.Context(), "https://site.example/careers", first, a.gate)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<!DOCTYPE html>", `<a href="/jobs/1">Welder</a>`, `<a href="/jobs/2">Baker</a>`, "from a shadow tree"} {
		if !strings.Contains(string(r.HTML), want) {
			t.Errorf("%q is not in %s", want, r.HTML)
		}
	}
	if got := strings.Join(a.urls, " "); got != "https://site.example/app.js https://api.example/jobs.json" {
		t.Error("requested:", got)
	}
	if r.Requests != 2 || r.Refused != 0 || r.Cut {
		t.Errorf("%+v", r)
	}
	t.Logf("took %v, processor %v", r.Took, r.Processor)
}

// TestPagesAreApart: a page sees nothing that another one has stored.
func TestPagesAreApart(t *testing.T) {
	b := browser(t, nil)
	page := html(`<body><script>document.body.append("before: " + localStorage.length + document.cookie); localStorage.a = 1; document.cookie = "a=1"</script>`)
	for range 2 {
		r, err := b.Page(t.Context(), "https://site.example/", page, (&asked{}).gate)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(r.HTML), "before: 0") || strings.Contains(string(r.HTML), "a=1<") {
			t.Errorf("%s", r.HTML)
		}
	}
}

// TestBrowserLeavesNothing: no process and no profile is left.
func TestBrowserLeavesNothing(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	b := browser(t, nil)
	if _, err := b.Page(t.Context(), "https://site.example/", html("<p>text"), (&asked{}).gate); err != nil {
		t.Fatal(err)
	}
	s := <-b.seats
	pid := s.process.cmd.Process.Pid
	b.seats <- s
	b.Close()
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*")); len(left) > 0 {
		t.Error("left behind:", left)
	}
	for end := time.Now().Add(10 * time.Second); usageOf(pid).memory > 0; time.Sleep(10 * time.Millisecond) { // the kernel ends them one by one
		if time.Now().After(end) {
			t.Fatal("a process is left")
		}
	}
}

// TestEndlessPage: a page that requests one thing after the other gets so many as a page may have.
func TestEndlessPage(t *testing.T) {
	b := browser(t, func(o *Options) { o.Requests = 5 })
	a := &asked{answers: map[string]*Answer{}}
	all := func(ctx context.Context, r Request) (*Answer, error) {
		_, _ = a.gate(ctx, r)
		return jsonAnswer("{}"), nil
	}
	page := html(`<p>text<script>let n = 0; const more = () => n < 50 && fetch("/" + n++).then(more, more); more()</script>`)
	r, err := b.Page(t.Context(), "https://site.example/", page, all)
	if err != nil || r.Requests != 5 || len(a.urls) != 5 || r.Refused != 45 {
		t.Error(err, r, a.urls)
	}
}

// TestNoWayAroundTheGate: a page that tries every way to the network that browsers have reaches no server by itself.
func TestNoWayAroundTheGate(t *testing.T) {
	b := browser(t, nil)
	var hits atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) }))
	defer server.Close()
	datagrams, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer datagrams.Close()
	at := strings.TrimPrefix(server.URL, "http://")
	page := strings.NewReplacer("AT", at, "UDP", datagrams.LocalAddr().String()).Replace(`<!DOCTYPE html>
<link rel=preconnect href=http://AT><link rel=prefetch href=http://AT/1><link rel=preload as=image href=http://AT/2><link rel="shortcut icon" href=http://AT/3>
<link rel=dns-prefetch href=http://AT><link rel=manifest href=http://AT/4><link rel=modulepreload href=http://AT/5>
<script type=speculationrules>{"prefetch": [{"source": "list", "urls": ["http://AT/6"]}], "prerender": [{"source": "list", "urls": ["http://AT/7"]}]}</script>
<style>@font-face { font-family: f; src: url(http://AT/8) } p { font-family: f; background: url(http://AT/9) }</style>
<p>text<img src=http://AT/10><video src=http://AT/11></video><iframe src=http://AT/12></iframe><object data=http://AT/13></object><embed src=http://AT/14>
<iframe srcdoc="<script>new WebSocket('ws://AT/15'); new RTCPeerConnection({iceServers: [{urls: 'stun:UDP'}]}).createDataChannel('x')</script>"></iframe>
<a href=http://AT/16 ping=http://AT/17>x</a><form action=http://AT/18 method=post></form>
<script>
const all = [
	() => new WebSocket("ws://AT/20"), () => new EventSource("http://AT/21"), () => navigator.sendBeacon("http://AT/22", "x"),
	() => fetch("http://AT/23", {method: "POST", body: "x"}), () => fetch("http://AT/24", {keepalive: true}), () => navigator.serviceWorker.register("/sw.js"),
	() => { const c = new RTCPeerConnection({iceServers: [{urls: "stun:UDP"}]}); c.createDataChannel("x"); c.createOffer().then(o => c.setLocalDescription(o)) },
	() => new WebTransport("https://AT/25"), () => document.querySelector("a").click(), () => window.open("http://AT/26"), () => document.forms[0].submit(),
	() => new Worker(URL.createObjectURL(new Blob(["fetch('http://AT/27'); importScripts('http://AT/28'); new WebSocket('ws://AT/29')"]))),
	() => new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://AT/30')"]))), () => location.assign("http://AT/31"),
];
for (const f of all) try { Promise.resolve(f()).catch(() => {}) } catch (e) {}
document.querySelector("p").append(" after all");
</script>`)
	r, err := b.Page(t.Context(), "http://site.example/", html(page), (&asked{}).gate)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(r.HTML), "after all") {
		t.Errorf("the script did not run: %s", r.HTML)
	}
	_ = datagrams.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	if n, _, err := datagrams.ReadFrom(make([]byte, 2000)); err == nil {
		t.Errorf("a datagram of %d bytes came past the gate", n)
	}
	if hits.Load() > 0 {
		t.Errorf("%d requests came past the gate", hits.Load())
	}
}

// fake is a browser that is a script for the shell.
func fake(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBrowserThatFails: a browser that ends, or answers nonsense, fails one page, and the next page has another process.
func TestBrowserThatFails(t *testing.T) {
	for name, text := range map[string]string{"ends": "exit 1", "nonsense": `printf 'nonsense\0' >&4; sleep 60`} {
		t.Run(name, func(t *testing.T) {
			b := New(DefaultOptions(fake(t, text)))
			defer b.Close()
			for range 2 {
				if _, err := b.Page(t.Context(), "https://site.example/", html(""), (&asked{}).gate); !errors.Is(err, ErrDied) {
					t.Error(err)
				}
			}
		})
	}
	if _, err := New(DefaultOptions("/nowhere")).Page(t.Context(), "https://site.example/", html(""), (&asked{}).gate); !errors.Is(err, ErrStart) {
		t.Error(err)
	}
}

// TestBrowserThatHangs: a browser that answers nothing is ended with its page.
func TestBrowserThatHangs(t *testing.T) {
	b := New(DefaultOptions(fake(t, "sleep 60")))
	defer b.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := b.Page(ctx, "https://site.example/", html(""), (&asked{}).gate); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	s := <-b.seats
	defer func() { b.seats <- s }()
	if s.process.alive() {
		t.Error("the browser still runs")
	}
}

// TestBrowserThatEatsMemory: a browser over its limit is ended, and the error says so.
func TestBrowserThatEatsMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory of other processes is not known here")
	}
	o := DefaultOptions(fake(t, "sleep 60"))
	o.Memory = 1 << 10 // less than any process has
	b := New(o)
	defer b.Close()
	if _, err := b.Page(t.Context(), "https://site.example/", html(""), (&asked{}).gate); !errors.Is(err, ErrMemory) {
		t.Error(err)
	}
}
