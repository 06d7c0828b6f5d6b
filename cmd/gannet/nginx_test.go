package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// nginxHosts are addresses of the loopback network that stand for hosts. The last asks for a Crawl-delay.
var nginxHosts = []string{"127.0.0.1", "127.0.0.2", "127.0.0.3"}

const (
	nginxPages = 12 // of each host
	nginxDelay = 100 * time.Millisecond
	crawlDelay = 400 * time.Millisecond
)

// TestNginx crawls a real server over loopback and checks from its log that robots.txt and delays were kept. It needs
// nginx: `make nginx` installs and runs it.
func TestNginx(t *testing.T) {
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		if os.Getenv("GANNET_NGINX") != "" {
			t.Fatal("GANNET_NGINX is set and there is no nginx: apt-get install nginx-light")
		}
		t.Skip("no nginx: make nginx installs it")
	}
	dir := t.TempDir()
	port := startNginx(t, nginx, dir)
	out := filepath.Join(dir, "crawl")
	var seeds []string
	for _, host := range nginxHosts {
		seeds = append(seeds, fmt.Sprintf("http://%s:%d/", host, port))
	}
	cmd := gannet("crawl", "--allow-private", "--keywords", "honey", "--seeds", strings.Join(seeds, ","), "--out", out,
		"--delay", nginxDelay.String(), "--contact", "crawler@example.org", "--quiet", "--pages", "100")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if said, err := gannet("stats", out, "--json").CombinedOutput(); err != nil ||
		!bytes.Contains(said, []byte(`"pages": `+strconv.Itoa(len(nginxHosts)*nginxPages))) {
		t.Errorf("%v: want %d pages: %s", err, len(nginxHosts)*nginxPages, said)
	}
	checkLog(t, filepath.Join(dir, "access.log"))
}

// startNginx serves a small site under every host and gives its port.
func startNginx(t *testing.T, nginx, dir string) (port int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port = l.Addr().(*net.TCPAddr).Port
	l.Close()
	var servers strings.Builder
	for i, host := range nginxHosts {
		root := filepath.Join(dir, host)
		writeSite(t, root, i == len(nginxHosts)-1)
		fmt.Fprintf(&servers, "server { listen %s:%d; root %s; location = /moved { return 301 /page1.html; } "+
			"location = /busy { add_header Retry-After 1 always; return 503; } }\n", host, port, root)
	}
	config := filepath.Join(dir, "nginx.conf")
	write(t, config, fmt.Sprintf(`daemon off; master_process off; error_log %[1]s/error.log; pid %[1]s/nginx.pid;
events { worker_connections 64; }
http {
  types { text/html html; text/plain txt; } default_type text/html;
  gzip on; gzip_min_length 1; gzip_types text/html;
  log_format timed '$msec $request_time $server_addr $request_uri $status $connection "$http_user_agent" $gzip_ratio';
  access_log %[1]s/access.log timed;
  client_body_temp_path %[1]s; proxy_temp_path %[1]s; fastcgi_temp_path %[1]s; uwsgi_temp_path %[1]s; scgi_temp_path %[1]s;
  %[2]s
}
`, dir, servers.String()))
	startServer(t, exec.Command(nginx, "-p", dir, "-c", config), port)
	return port
}

// startServer starts a server and waits until it answers. The server ends with the test.
func startServer(t *testing.T, server *exec.Cmd, port int) {
	t.Helper()
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	for range 100 {
		c, err := net.Dial("tcp", net.JoinHostPort(nginxHosts[0], strconv.Itoa(port)))
		if err == nil {
			c.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("%s does not answer", server.Path)
}

func writeSite(t *testing.T, root string, slow bool) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(root, "private"), 0o755); err != nil {
		t.Fatal(err)
	}
	robots := "User-agent: *\nDisallow: /private/\n"
	if slow {
		robots += fmt.Sprintf("Crawl-delay: %g\n", crawlDelay.Seconds())
	}
	write(t, filepath.Join(root, "robots.txt"), robots)
	write(t, filepath.Join(root, "private", "secret.html"), "<title>Secret</title>")
	for i := range nginxPages {
		name := "index.html"
		if i > 0 {
			name = fmt.Sprintf("page%d.html", i)
		}
		write(t, filepath.Join(root, name), fmt.Sprintf(`<title>Page %d</title><p>Honey number %d of this site, with words of its own: w%d x%d.
<a href="page%d.html">next</a> <a href="/private/secret.html">secret</a> <a href="/moved">moved</a> <a href="/gone">gone</a>`,
			i, i, i*i, i*7, i+1))
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// checkLog reads the server's own words.
func checkLog(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	last := make(map[string]float64) // host → end of its last request, in seconds
	seen := make(map[string]bool)
	connections := make(map[string]map[string]bool)
	requests := 0
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		end, took, host, uri, connection := number(t, f[0]), number(t, f[1]), f[2], f[3], f[5]
		requests++
		if len(seen) > 0 && seen[host+uri] {
			t.Errorf("%s%s was asked for twice", host, uri)
		}
		if !seen[host+"/robots.txt"] && uri != "/robots.txt" {
			t.Errorf("%s%s was asked for before robots.txt", host, uri)
		}
		seen[host+uri] = true
		if strings.HasPrefix(uri, "/private") {
			t.Errorf("%s%s was asked for although robots.txt forbids it", host, uri)
		}
		if !strings.Contains(line, "gannet/") || !strings.Contains(line, "crawler@example.org") {
			t.Errorf("the User-Agent names neither program nor contact: %s", line)
		}
		delay := nginxDelay
		if host == nginxHosts[len(nginxHosts)-1] {
			delay = crawlDelay
		}
		const rounding = 0.003 // nginx logs milliseconds
		if gap := end - took - last[host]; gap < delay.Seconds()-rounding {
			t.Errorf("%s%s came %.3f s after the request before it, want %v", host, uri, gap, delay)
		}
		last[host] = end
		if connections[host] == nil {
			connections[host] = make(map[string]bool)
		}
		connections[host][connection] = true
	}
	for host, c := range connections {
		if len(c) > 3 {
			t.Errorf("%s: %d connections for some 17 requests, want them used again", host, len(c))
		}
	}
	t.Logf("%d requests in nginx's log", requests)
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
