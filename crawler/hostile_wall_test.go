package crawler_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gannet/internal/testweb"
	"gannet/internal/weburl"
)

// Budgets of a crawl of a hostile web, as the operating system sees the process. The order of links holds some 400 bytes of each of at most
// evidence.DefaultMaxTargets URLs, the garbage collector lets the process grow to 1.6 times what it holds, and a checkpoint copies what the
// order holds.
const (
	memoryBudget    = 200 << 10 // KiB
	memoryPerLink   = 1         // KiB, of each link known
	goroutineBudget = 250
	fileBudget      = 150
	stallBudget     = 60 * time.Second // without a request, or without a page of a good host while some are left
)

// TestHostileWall lets gannet itself crawl a web that has every trap many times, over real connections, until it has kept as many
// pages as GANNET_HOSTILE says, and all pages of good hosts: `make hostile`. The generated web is the proxy that it crawls through. Good hosts may ask
// for pauses of seconds, so a fast crawl has kept enough hostile pages before it may have requested all good ones. But it never goes long without one
// of them, the process stays within its budgets, and what it kept fits together. It crawls without patience: all pages are wanted, and most hosts
// of this web are off the topic.
func TestHostileWall(t *testing.T) {
	budget, err := strconv.Atoi(os.Getenv("GANNET_HOSTILE"))
	if err != nil {
		t.Skip("GANNET_HOSTILE is no number of pages, such as 30000: make hostile sets it")
	}
	pages := max(1500, budget/5)
	var log testweb.Recorder
	o := testweb.DefaultOptions(43).Sized(max(100, pages/30), pages)
	o.Hostile, o.OnRequest = testweb.Everything(.008), log.Record
	web := testweb.New(o)
	proxy := httptest.NewServer(web)
	defer func() { proxy.CloseClientConnections(); proxy.Close() }()
	r := &hostileRig{web: web, pages: make(map[string]bool)}
	good := r.good(web.Hosts(), pages)
	hosts := good
	for _, trap := range testweb.Traps() {
		hosts = append(hosts, testweb.TrapHost(trap, 0), testweb.TrapHost(trap, 1))
	}
	left := r.reachable(good)
	run := startGannet(t, proxy.URL, r.homes(hosts))
	run.watch(t, budget, func() int {
		for _, q := range log.Requests() {
			if url, err := weburl.Canonical("http://" + q.Host + q.Path); err == nil && q.Status == http.StatusOK {
				r.pages[url] = true
				delete(left, url)
			}
		}
		return len(left)
	})
	t.Logf("%d requests, %d good hosts", log.Count(), len(good))
	r.checkGood(t, good)
	if out, err := exec.CommandContext(t.Context(), run.binary, "check", run.dir).CombinedOutput(); err != nil {
		t.Errorf("gannet check: %v: %s", err, out)
	}
}

// running is a gannet that crawls.
type running struct {
	cmd          *exec.Cmd
	binary, dir  string
	metrics      string
	highest      map[string]float64 // of each metric
	last         map[string]float64
	output       strings.Builder
	memory       int64 // the process's own, RssAnon, in KiB: the mapped file of a store grows with its pages
	longestStall time.Duration
}

func startGannet(t *testing.T, proxy string, seeds []string) *running {
	t.Helper()
	place := t.TempDir()
	r := &running{binary: filepath.Join(place, "gannet"), dir: filepath.Join(place, "crawl"), highest: make(map[string]float64)}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", r.binary, "gannet/cmd/gannet").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list := filepath.Join(place, "seeds")
	if err := os.WriteFile(list, []byte(strings.Join(seeds, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.metrics = l.Addr().String()
	l.Close()
	r.cmd = exec.CommandContext(t.Context(), r.binary, "crawl", "--out", r.dir, "--proxy", proxy, "--delay", "100ms", "--patience", "0s",
		"--pages", "0", "--topic", "jobs", "--metrics", r.metrics, "--seeds", list, "--quiet")
	r.cmd.Stdout, r.cmd.Stderr = &r.output, &r.output
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return r
}

// watch looks at the process every half second, and holds it to its budgets. It ends the crawl when that has kept enough pages, and left counts no
// pages of good hosts.
func (r *running) watch(t *testing.T, pages int, left func() int) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- r.cmd.Wait() }()
	fetched, goodLeft, stopped := -1., -1, false
	since, goodSince := time.Now(), time.Now()
	for over := false; !over; {
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("%v: %s", err, r.output.String())
			}
			over = true
		case <-time.After(500 * time.Millisecond):
			r.look()
			if n := r.last["gannet_fetches_total"]; n != fetched {
				fetched, since = n, time.Now()
			}
			if n := left(); n != goodLeft || n == 0 {
				goodLeft, goodSince = n, time.Now()
			}
			r.longestStall = max(r.longestStall, time.Since(since), time.Since(goodSince))
			switch {
			case r.longestStall > stallBudget:
				_ = r.cmd.Process.Kill() // it might never keep all the pages
			case goodLeft == 0 && r.last["gannet_pages_total"] >= float64(pages) && !stopped:
				stopped = true
				_ = r.cmd.Process.Signal(syscall.SIGTERM)
			}
		}
	}
	r.report(t)
}

func (r *running) report(t *testing.T) {
	t.Helper()
	goroutines, files := r.highest["go_goroutines"], r.highest["process_open_fds"]
	links := 0.
	for name, n := range r.last {
		if strings.HasPrefix(name, "gannet_frontier_links") {
			links += n
		}
	}
	memory := memoryBudget + memoryPerLink*int64(links)
	t.Logf("%v fetches, %v pages, %v links known, %d KiB of memory, %v goroutines, %v files, at most %v without a request or a good page",
		r.last["gannet_fetches_total"], r.last["gannet_pages_total"], links, r.memory, goroutines, files, r.longestStall.Round(time.Second))
	for name, n := range r.last {
		if reason, found := strings.CutPrefix(name, "gannet_refusals_total"); found {
			t.Logf("%8.0f %s", n, reason)
		}
	}
	if r.memory == 0 || r.memory > memory || goroutines > goroutineBudget || files > fileBudget || r.longestStall > stallBudget {
		t.Errorf("beyond the budgets of %d KiB, %d goroutines, %d files and %v", memory, goroutineBudget, fileBudget, stallBudget)
	}
	if r.last["gannet_pages_total"] == 0 || goroutines == 0 || files == 0 {
		t.Errorf("the metrics tell nothing: %v", r.last)
	}
}

// look reads the metrics and the memory of the process. They may be missing when it begins and ends.
func (r *running) look() {
	if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.cmd.Process.Pid)); err == nil {
		if _, rest, found := strings.Cut(string(status), "RssAnon:"); found {
			kib, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			if n, err := strconv.ParseInt(kib, 10, 64); err == nil {
				r.memory = max(r.memory, n)
			}
		}
	}
	client := http.Client{Timeout: 5 * time.Second}
	defer client.CloseIdleConnections()
	resp, err := client.Get("http://" + r.metrics + "/metrics")
	if err != nil {
		return
	}
	defer resp.Body.Close()
	last := make(map[string]float64)
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		line := lines.Text()
		at := strings.LastIndexByte(line, ' ')
		if at < 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if n, err := strconv.ParseFloat(line[at+1:], 64); err == nil {
			last[line[:at]] = n
			r.highest[line[:at]] = max(r.highest[line[:at]], n)
		}
	}
	r.last = last
}
