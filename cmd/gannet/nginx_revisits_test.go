package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// nginxJobs is how many postings a server has, and nginxLooks how often each of them is requested.
const (
	nginxJobs  = 20
	nginxLooks = 5
)

// TestNginxRevisits needs nginx: `make nginx-check` installs and runs it.
func TestNginxRevisits(t *testing.T) {
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		if os.Getenv("GANNET_NGINX") != "" {
			t.Fatal("GANNET_NGINX is set and there is no nginx: apt-get install nginx-light")
		}
		t.Skip("no nginx: make nginx-check installs it")
	}
	dir := t.TempDir()
	watchUnchanged(t, dir, startNginx(t, nginx, dir))
}

// watchUnchanged watches files that a server serves, some of which are touched meanwhile. The server's log has status 304 for at least
// 95 % of the requests for what was not touched since the request before.
func watchUnchanged(t *testing.T, dir string, port int) {
	t.Helper()
	root, log := filepath.Join(dir, nginxHosts[0]), filepath.Join(dir, "access.log")
	var jobs []int
	for n := 1; n <= nginxJobs; n++ {
		writePosting(t, root, n)
		jobs = append(jobs, n)
	}
	writeJobList(t, root, jobs...)
	touched := make(map[string]time.Time)
	for n := 0; n <= nginxJobs; n++ { // a file of this very second is no reason for a 304
		touch(t, root, pathOf(n), time.Now().Add(-time.Hour))
	}
	args := []string{"crawl", "--out", filepath.Join(dir, "crawl"), "--json", "--quiet", "--topic", "jobs", "--allow-private", "--delay", "1ms",
		"--max-delay", "1ms", "--no-sitemaps", "--fresh", "1s", "--max-age", "1s", "--seeds", fmt.Sprintf("http://%s:%d/", nginxHosts[0], port)}
	p := watchUntil(t, args, func() (missing string) {
		asked := askedOf(t, log)
		for n := range nginxJobs + 1 {
			path := pathOf(n)
			if n%7 == 1 && len(asked[path]) >= 2 && touched[path].IsZero() {
				touched[path] = time.Now()
				touch(t, root, path, touched[path])
			}
			if len(asked[path]) < nginxLooks {
				missing += fmt.Sprintf("%s was asked for %d times; want %d\n", path, len(asked[path]), nginxLooks)
			}
		}
		return missing
	})
	could, same := 0, 0
	for path, list := range askedOf(t, log) {
		for i := 1; i < len(list); i++ {
			if at := touched[path]; at.IsZero() || at.Before(list[i-1].at) || at.After(list[i].at) {
				could++
				if list[i].status == "304" {
					same++
				}
			}
		}
	}
	t.Logf("%d requests for what nothing had touched, %d of them answered with 304; %+v", could, same, *p.Revisits)
	if could < nginxJobs*(nginxLooks-2) || float64(same) < .95*float64(could) {
		t.Errorf("%d of %d requests for what nothing had touched were answered with 304; want 95 %%", same, could)
	}
}

// pathOf is where a server serves a posting; 0 is the list.
func pathOf(n int) string {
	if n == 0 {
		return "/"
	}
	return fmt.Sprint("/job", n)
}

func touch(t *testing.T, root, path string, at time.Time) {
	t.Helper()
	if path == "/" {
		path = "/index.html"
	}
	if err := os.Chtimes(filepath.Join(root, path), at, at); err != nil {
		t.Fatal(err)
	}
}

type nginxRequest struct {
	at     time.Time
	status string
}

// askedOf returns the requests in a server's log by path.
func askedOf(t *testing.T, log string) map[string][]nginxRequest {
	t.Helper()
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	asked := make(map[string][]nginxRequest)
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) < 5 || f[3] == "/robots.txt" {
			continue
		}
		asked[f[3]] = append(asked[f[3]], nginxRequest{time.UnixMilli(int64(1000 * number(t, f[0]))), f[4]})
	}
	return asked
}
