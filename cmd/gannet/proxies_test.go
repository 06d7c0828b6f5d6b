package main

import (
	"bytes"
	"encoding/pem"
	"fmt"
	"gannet/internal/cli"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const (
	proxiedHosts = 16
	proxiedPages = 6 // of each host
)

// TestSquidAndDante crawls through a real HTTP proxy and a real SOCKS proxy, which know the names of the hosts and ask for a
// password: `make proxies` installs them.
func TestSquidAndDante(t *testing.T) {
	if os.Getenv("GANNET_PROXIES") == "" {
		t.Skip("make proxies crawls through squid and dante")
	}
	for _, name := range []string{"squid", "danted"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("there is no %s: apt-get install squid dante-server libnss-wrapper", name)
		}
	}
	web := newProxiedWeb(t)
	squid, dante := startSquid(t), startDante(t)
	t.Run("squid", func(t *testing.T) { web.crawlAll(t, squid.url(proxyPassword)) })
	t.Run("dante", func(t *testing.T) { web.crawlAll(t, dante.url(proxyPassword)) })
	t.Run("both", func(t *testing.T) {
		web.crawlAll(t, squid.url(proxyPassword)+","+dante.url(proxyPassword))
		if n := len(web.through(true)); n == 0 || n == proxiedHosts {
			t.Errorf("squid has %d hosts of %d", n, proxiedHosts)
		}
		for host := range web.through(true) {
			if web.through(false)[host] {
				t.Errorf("%s was asked through both proxies", host)
			}
		}
	})
	t.Run("https", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "ca.pem")
		write(t, file, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: web.secure.Certificate().Raw})))
		for _, proxy := range []*proxyProgram{squid, dante} {
			crawlOK(t, "--seeds", web.secure.URL+"/", "--out", filepath.Join(t.TempDir(), "c"), "--ca", file, "--proxy", proxy.url(proxyPassword))
		}
	})
	t.Run("wrong password", func(t *testing.T) {
		for _, proxy := range []*proxyProgram{squid, dante} {
			var stdout, stderr bytes.Buffer
			out := filepath.Join(t.TempDir(), "c")
			args := append(web.args(out, proxy.url("d3Jvbmc")), "--topic", "jobs", "--wait", "1s")
			if status := run(args, &stdout, &stderr); status == cli.ExitOK || !strings.Contains(stderr.String(), "proxy") {
				t.Errorf("exit status %d: %s", status, stderr.String())
			}
			if strings.Contains(stdout.String()+stderr.String(), "d3Jvbmc") || len(filesWith(t, out, "d3Jvbmc")) > 0 {
				t.Errorf("the password is printed or kept: %s", stderr.String())
			}
		}
	})
	t.Run("squid dies", func(t *testing.T) { // last
		web.afterRequests(20, squid.stop)
		web.crawlAll(t, squid.url(proxyPassword)+","+dante.url(proxyPassword))
		if len(web.through(true)) == 0 || len(web.through(false)) != proxiedHosts {
			t.Errorf("hosts through squid: %v, through dante: %v", web.through(true), web.through(false))
		}
	})
}

// proxiedWeb is a web whose names only the proxies know.
type proxiedWeb struct {
	server, secure *httptest.Server

	mu    sync.Mutex               // guards the fields below
	via   map[bool]map[string]bool // hosts that were asked through squid, which says so, or else through dante
	after int
	then  func()
}

func newProxiedWeb(t *testing.T) *proxiedWeb {
	w := &proxiedWeb{via: map[bool]map[string]bool{true: {}, false: {}}}
	w.server = httptest.NewServer(w)
	w.secure = httptest.NewTLSServer(w)
	t.Cleanup(w.server.Close)
	t.Cleanup(w.secure.Close)
	return w
}

func (w *proxiedWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	host, _, _ := net.SplitHostPort(r.Host)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.via[r.Header.Get("Via") != ""][host] = true
	if w.after--; w.after == 0 {
		go w.then()
	}
	rw.Header().Set("Content-Type", "text/html")
	n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
	if r.URL.Path == "/robots.txt" || n >= proxiedPages {
		http.NotFound(rw, r)
		return
	}
	fmt.Fprintf(rw, "<title>Honey %[1]d of %[2]s</title><p>honey number %[1]d of %[2]s, w%[3]d x%[4]d", n, host, n*n, n*7)
	if n+1 < proxiedPages {
		fmt.Fprintf(rw, " <a href=/%d>next</a>", n+1)
	}
}

// hostNames are the names of the hosts.
func hostNames() (names []string) {
	for i := range proxiedHosts {
		names = append(names, fmt.Sprintf("host%d.bees.test", i))
	}
	return names
}

func (w *proxiedWeb) args(out, proxy string) []string {
	_, port, _ := net.SplitHostPort(w.server.Listener.Addr().String())
	args := []string{"crawl", "--out", out, "--proxy", proxy, "--delay", "30ms", "--contact", "bees@example.org", "--no-sitemaps"}
	for _, name := range hostNames() {
		args = append(args, "--seeds", "http://"+name+":"+port+"/0")
	}
	return args
}

// crawlAll crawls the web and checks that every page is kept.
func (w *proxiedWeb) crawlAll(t *testing.T, proxy string) {
	t.Helper()
	w.mu.Lock()
	w.via = map[bool]map[string]bool{true: {}, false: {}}
	w.mu.Unlock()
	out := filepath.Join(t.TempDir(), "c")
	var stdout, stderr bytes.Buffer
	if status := run(append(w.args(out, proxy), "--keywords", "honey"), &stdout, &stderr); status != cli.ExitOK {
		t.Fatalf("exit status %d: %s", status, stderr.String())
	}
	if want := fmt.Sprintf("%d pages kept", proxiedHosts*proxiedPages); !strings.Contains(stdout.String(), want) {
		t.Errorf("want %s: %s%s", want, stdout.String(), stderr.String())
	}
	if strings.Contains(stdout.String()+stderr.String(), proxyPassword) || len(filesWith(t, out, proxyPassword)) > 0 {
		t.Errorf("the password is printed or kept: %s", stderr.String())
	}
	t.Logf("%d hosts through squid, %d through dante: %s", len(w.through(true)), len(w.through(false)), stdout.String())
}

// through returns the hosts that were asked through squid, or through dante.
func (w *proxiedWeb) through(squid bool) map[string]bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.via[squid])
}

// afterRequests calls a function after n requests.
func (w *proxiedWeb) afterRequests(n int, then func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.after, w.then = n, then
}
