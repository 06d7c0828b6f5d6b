package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gannet/internal/testweb/loopback"
)

// The metrics that are read.
const (
	openFiles    = "process_open_fds"
	goroutines   = "go_goroutines"
	pagesKept    = "gannet_pages_total"
	postingsKept = "gannet_postings_total"
	knownHosts   = "gannet_frontier_hosts"
	cpuSeconds   = "process_cpu_seconds_total"
	liveMemory   = "go_memstats_heap_alloc_bytes"
)

// loadRun is a gannet that crawls, and what was seen of it.
type loadRun struct {
	cmd          *exec.Cmd
	dir, metrics string
	said         bytes.Buffer
	last         map[string]float64   // metrics
	most         []map[string]float64 // of openFiles and goroutines, in each period between samples
	samples      []sample
}

// sample is how far a run had come.
type sample struct {
	at        time.Duration
	metrics   map[string]float64
	links     float64 // known to the frontier
	anonymous int64   // memory in KiB that is the process's own
	mapped    int64   // of files, which the system takes back when it wants to
	peak      int64
	disk      int64 // bytes
}

// every is how often a run is sampled: each half minute, and often enough for a short one.
func every(long time.Duration) time.Duration { return min(30*time.Second, long/4) }

// watch looks at the process four times a second until it ends.
func (r *loadRun) watch(t *testing.T, long time.Duration) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- r.cmd.Wait() }()
	begin, period := time.Now(), every(long)
	for next := period; ; {
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("%v: %s", err, r.said.String())
			}
			return
		case <-time.After(250 * time.Millisecond):
		}
		if at := time.Since(begin); r.look(len(r.samples)) && at >= next {
			r.samples = append(r.samples, r.sample(at))
			next += period
			if long > time.Minute {
				fmt.Fprintln(os.Stderr, r.row(max(0, len(r.samples)-2), len(r.samples)-1))
			}
		}
	}
}

// look reads the metrics. They are missing when the process begins and ends.
func (r *loadRun) look(period int) bool {
	client := http.Client{Timeout: 5 * time.Second}
	defer client.CloseIdleConnections()
	response, err := client.Get("http://" + r.metrics + "/metrics")
	if err != nil {
		return false
	}
	defer response.Body.Close()
	r.last = make(map[string]float64)
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		line := lines.Text()
		at := strings.LastIndexByte(line, ' ')
		if at < 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if n, err := strconv.ParseFloat(line[at+1:], 64); err == nil {
			r.last[line[:at]] = n
		}
	}
	for len(r.most) <= period {
		r.most = append(r.most, make(map[string]float64))
	}
	for _, name := range []string{openFiles, goroutines} {
		r.most[period][name] = max(r.most[period][name], r.last[name])
	}
	return r.last[openFiles] > 0
}

// sample measures the rest.
func (r *loadRun) sample(at time.Duration) sample {
	s := sample{at: at, metrics: r.last}
	for name, n := range r.last {
		if strings.HasPrefix(name, "gannet_frontier_links{") {
			s.links += n
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.cmd.Process.Pid))
	if err == nil {
		s.anonymous, s.mapped, s.peak = kib(status, "RssAnon:"), kib(status, "RssFile:"), kib(status, "VmHWM:")
	}
	_ = filepath.WalkDir(r.dir, func(_ string, e fs.DirEntry, err error) error { // files go while one looks
		if err != nil {
			return nil
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			s.disk += info.Size()
		}
		return nil
	})
	return s
}

func kib(status []byte, field string) int64 {
	_, rest, _ := bytes.Cut(status, []byte(field))
	n, _ := strconv.ParseInt(string(bytes.TrimSpace(bytes.SplitN(rest, []byte("kB"), 2)[0])), 10, 64)
	return n
}

// highest gives the highest value of a metric in the first and in the second half of the run.
func (r *loadRun) highest(name string) (first, second float64) {
	for i, most := range r.most {
		if 2*i < len(r.most) {
			first = max(first, most[name])
		} else {
			second = max(second, most[name])
		}
	}
	return first, second
}

// rate is what a metric rose by in a second, from one sample to another; from a negative one on, from the beginning.
func (r *loadRun) rate(name string, from, to int) float64 {
	b := r.samples[to]
	if from < 0 {
		return b.metrics[name] / b.at.Seconds()
	}
	a := r.samples[from]
	return (b.metrics[name] - a.metrics[name]) / (b.at - a.at).Seconds()
}

// perPage is the processor time of a page in milliseconds.
func (r *loadRun) perPage(from, to int) float64 {
	return 1000 * r.rate(cpuSeconds, from, to) / max(r.rate(pagesKept, from, to), 1e-9)
}

const rowHead = "| time | pages/s | postings/s | CPU ms/page | memory MiB | mapped MiB | live MiB | files | goroutines | links | hosts | disk MiB |\n" +
	"|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"

// row tells of the time from one sample to another.
func (r *loadRun) row(from, to int) string {
	if to == 0 {
		from = -1
	}
	s := r.samples[to]
	most := func(name string) (n float64) {
		for i := from + 1; i <= to; i++ {
			n = max(n, r.most[i][name])
		}
		return n
	}
	return fmt.Sprintf("| %v | %.0f | %.0f | %.2f | %d | %d | %.0f | %.0f | %.0f | %.0f | %.0f | %d |",
		s.at.Round(time.Second), r.rate(pagesKept, from, to), r.rate(postingsKept, from, to), r.perPage(from, to), s.anonymous>>10, s.mapped>>10,
		s.metrics[liveMemory]/(1<<20), most(openFiles), most(goroutines), s.links, s.metrics[knownHosts], s.disk>>20)
}

// rows are as many as fit a page.
const rows = 24

func (r *loadRun) report(l *load, asked *loopback.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "A crawl of %d hosts and %d pages (seed %d) for %v, %d workers, at least %v between requests to a host or an address.\n\n",
		l.Hosts, l.Pages, l.Seed, l.Time, l.Workers, l.Delay)
	b.WriteString(rowHead)
	n := len(r.samples)
	step := (n + rows - 1) / rows
	for to := (n - 1) % max(step, 1); to < n; to += step {
		fmt.Fprintln(&b, r.row(to-step, to))
	}
	if n >= 8 {
		r.compare(&b, n)
	}
	fmt.Fprintf(&b, "\nThe servers counted:\n\n"+
		"- %d requests, %d of them for robots.txt, of %d hosts at %d addresses;\n"+
		"- %d requests that came to an address after a request for another host of it, and at most %d requests at once;\n"+
		"- the shortest pause: %v at a host and %v at an address;\n"+
		"- requests during another answer of the host: %d, of the address: %d;\n"+
		"- requests too soon after the host's last one: %d, after the address's: %d;\n"+
		"- URLs asked for twice: %d, before robots.txt: %d, against it: %d, at a wrong address: %d.\n",
		asked.Requests, asked.Robots, asked.Hosts, asked.Addresses, asked.Shared, asked.AtOnce, asked.LeastHost, asked.LeastAddr,
		asked.OverlapHosts, asked.OverlapAddrs, asked.SoonHosts, asked.SoonAddrs, asked.Twice, asked.BeforeRobots, asked.Forbidden, asked.Astray)
	return b.String()
}

// compare sets the last sixth of a run against its second one: the first has the beginning.
func (r *loadRun) compare(b *strings.Builder, n int) {
	sixth := n / 6
	early, late := r.samples[2*sixth-1], r.samples[n-1]
	fmt.Fprintf(b, "\nThe last sixth of the time, compared with the second: %.2f times the pages a second, and %.2f times the processor "+
		"time a page.\n"+
		"It has %.2f times the memory (%d MiB; at most %d MiB with mapped files), and %.2f times the links known.\n",
		r.rate(pagesKept, n-1-sixth, n-1)/r.rate(pagesKept, sixth-1, 2*sixth-1), r.perPage(n-1-sixth, n-1)/r.perPage(sixth-1, 2*sixth-1),
		float64(late.anonymous)/float64(early.anonymous), late.anonymous>>10, late.peak>>10, late.links/early.links)
}
