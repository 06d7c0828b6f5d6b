package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof" // where GANNET_LOAD_PPROF says
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gannet/internal/cli"
	"gannet/internal/testweb"
	"gannet/internal/testweb/loopback"
)

// load is a crawl of a web that is served over loopback, by a process of its own so that memory is the crawler's alone.
type load struct {
	Seed           uint64
	Hosts, Pages   int
	Delay, Latency time.Duration // of the servers
	Workers, Seeds int
	Time           time.Duration
}

func (l *load) served() loopback.Options {
	return loopback.Options{
		Web: testweb.DefaultOptions(l.Seed).Sized(l.Hosts, l.Pages), Delay: l.Delay, Latency: l.Latency,
	}
}

// What the crawler may have open at once: the idle connections that a fetch.Client keeps, and for each worker one more
// and the two sockets of a question for a name.
const (
	idleConnections = 512
	otherFiles      = 100
	otherGoroutines = 150
)

func (l *load) maxFiles() float64 { return float64(idleConnections + 3*l.Workers + otherFiles) }

// maxGoroutines has two for each connection and four for each worker.
func (l *load) maxGoroutines() float64 {
	return float64(2*(idleConnections+l.Workers) + 4*l.Workers + otherGoroutines)
}

// TestLoad crawls a generated web for jobs, with everything on and everything kept, over connections. What the servers
// see and what the process holds open is within the limits, and no goroutine is left. GANNET_LOAD, a duration, makes
// the web one of five million pages and 50,000 hosts: `make load`. GANNET_LOAD_REPORT is a file for the report.
func TestLoad(t *testing.T) {
	l := load{
		Seed: 7, Hosts: 300, Pages: 30_000, Delay: 250 * time.Millisecond, Latency: 20 * time.Millisecond,
		Workers: 16, Seeds: 100, Time: 4 * time.Second,
	}
	long, err := time.ParseDuration(os.Getenv("GANNET_LOAD"))
	if err == nil {
		l.Hosts, l.Pages, l.Delay, l.Latency = 50_000, 5_000_000, time.Second, 50*time.Millisecond
		l.Workers, l.Seeds, l.Time = 64, 2000, long
	} else if os.Getenv("GANNET_LOAD") != "" {
		t.Fatalf("GANNET_LOAD: %v: want a duration such as 1h", err)
	}
	web := l.serve(t)
	run := l.start(t, web)
	run.watch(t, l.Time)
	var asked loopback.Report
	readJSON(t, web.Control, &asked)
	report := run.report(&l, &asked)
	t.Log("\n" + report)
	if path := os.Getenv("GANNET_LOAD_REPORT"); path != "" {
		write(t, path, report)
	}
	run.check(t, &l, &asked)
}

// check holds that no limit was broken.
func (r *loadRun) check(t *testing.T, l *load, asked *loopback.Report) {
	t.Helper()
	if asked.Broken() {
		t.Errorf("the servers saw what should not be: %+v: %s", asked, strings.Join(asked.Examples, "\n"))
	}
	if asked.Requests < 100 || asked.Shared == 0 {
		t.Errorf("only %d requests, %d to addresses shared by hosts", asked.Requests, asked.Shared)
	}
	for name, most := range map[string]float64{openFiles: l.maxFiles(), goroutines: l.maxGoroutines()} {
		first, second := r.highest(name)
		switch {
		case first == 0 || second == 0:
			t.Errorf("%s was not measured", name)
		case max(first, second) > most:
			t.Errorf("%s: %v, above the limit of %v", name, max(first, second), most)
		case l.Time >= 10*time.Minute && second > 1.1*first+10: // before, the first half is all beginning
			t.Errorf("%s grew: at most %v in the first half, %v in the second", name, first, second)
		}
	}
}

// loadWeb is the process that serves.
type loadWeb struct {
	DNS, Control string
	Seeds        []string
}

// serveLoadWeb is the program of that process: the first argument has its options, and it ends with its input.
func serveLoadWeb() {
	var l load
	err := json.Unmarshal([]byte(os.Args[1]), &l)
	var s *loopback.Server
	if err == nil {
		s, err = loopback.Start(l.served())
	}
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(loadWeb{DNS: s.DNS(), Control: s.Control(), Seeds: s.Web().Seeds(testweb.JobsTopic, l.Seeds)})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(cli.ExitFailed)
	}
	_, _ = bufio.NewReader(os.Stdin).ReadByte()
}

func (l *load) serve(t *testing.T) *loadWeb {
	t.Helper()
	options, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("gannet-load-web", string(options))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close(); _ = cmd.Wait() })
	w := new(loadWeb)
	if err := json.NewDecoder(out).Decode(w); err != nil {
		t.Fatalf("the web's process: %v", err)
	}
	return w
}

// crawlLoadWeb is gannet with another resolver, which fails when a goroutine is left.
func crawlLoadWeb() {
	net.DefaultResolver = loopback.Resolver(os.Getenv("GANNET_LOAD_DNS"))
	if at := os.Getenv("GANNET_LOAD_PPROF"); at != "" {
		go func() { fmt.Fprintln(os.Stderr, http.ListenAndServe(at, nil)) }()
	}
	debug.SetGCPercent(gcPercent)
	status := profiled()
	if err := goleak.Find(); err != nil && os.Getenv("GANNET_LOAD_PPROF") == "" {
		fmt.Fprintln(os.Stderr, err)
		status = cli.ExitFailed
	}
	os.Exit(status)
}

func (l *load) start(t *testing.T, web *loadWeb) *loadRun {
	t.Helper()
	dir := t.TempDir()
	seeds := filepath.Join(dir, "seeds")
	write(t, seeds, strings.Join(web.Seeds, "\n"))
	r := &loadRun{dir: filepath.Join(dir, "crawl"), metrics: freeAddress(t)}
	r.cmd = exec.Command("gannet-load", "crawl", "--out", r.dir, "--topic", "jobs", "--seeds", seeds, "--pages", "0",
		"--time", l.Time.String(), "--workers", fmt.Sprint(l.Workers), "--delay", l.Delay.String(), "--warc",
		"--patience", "0", "--allow-private", "--contact", "crawler@example.org", "--metrics", r.metrics, "--quiet")
	r.cmd.Env = append(os.Environ(), "GANNET_LOAD_DNS="+web.DNS)
	r.cmd.Stdout, r.cmd.Stderr = &r.said, &r.said
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.cmd.Process.Kill() }) // where the test has failed before its end
	return r
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func readJSON(t *testing.T, url string, v any) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	defer http.DefaultClient.CloseIdleConnections()
	if err := json.NewDecoder(response.Body).Decode(v); err != nil {
		t.Fatal(err)
	}
}
