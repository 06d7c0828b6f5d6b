package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// limits end a run.
type limits struct {
	pages int           // distinct pages
	time  time.Duration // of the whole run
	idle  time.Duration // without any request: then the crawler waits for more work
}

// result describes one run of one crawler. It is written beside the crawler's log.
type result struct {
	Peer     string        `json:"peer"`
	Run      int           `json:"run"`
	End      string        `json:"end"`      // done, limit, idle, time-out or failed
	Pages    int           `json:"pages"`    // distinct URLs answered with 200
	Requests int           `json:"requests"` // all
	Took     time.Duration `json:"took_ns"`  // from the start to the end
	CPU      time.Duration `json:"cpu_ns"`   // user and system, of the crawler's processes
	Memory   int64         `json:"memory"`   // peak, bytes
	Relevant int           `json:"relevant"` // pages of the topic asked for
	Load     float64       `json:"load"`     // of the machine, the mean of the minute before the run
	topical  []bool        // of each page, in the order of the answers: it is of the topic
}

// run starts a crawler with the seeds in a file and waits for its end.
func run(ctx context.Context, p peer, n int, web http.RoundTripper, seeds, out string, l limits, topic map[string]bool) (result, error) {
	s, err := serve(web, l.pages)
	if err != nil {
		return result{}, err
	}
	defer s.close()
	name := filepath.Join(out, fmt.Sprintf("%s-%d", p.name, n))
	log, err := os.Create(name + ".log")
	if err != nil {
		return result{}, err
	}
	defer log.Close()
	args := p.command(s.address, seeds)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Env = append(os.Environ(), "http_proxy="+s.address, "no_proxy=")
	r := result{Peer: p.name, Run: n, Load: load()}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return r, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	r.watch(p, cmd.Process, s, begin, l, ended)

	pages, requests, _ := s.counts()
	r.Pages, r.Requests = len(pages), requests
	for _, url := range pages {
		r.topical = append(r.topical, topic[url])
		if topic[url] {
			r.Relevant++
		}
	}
	r.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if r.End == failed {
		return r, fmt.Errorf("%s: %s: its log is %s.log", p.name, cmd.ProcessState, name)
	}
	if r.Requests == 0 {
		return r, fmt.Errorf("%s asked for nothing: its log is %s.log", p.name, name)
	}
	return r, writeJSON(name+".json", r)
}

// load returns the machine's load of the last minute, 0 if it does not tell.
func load() (mean float64) {
	text, _ := os.ReadFile("/proc/loadavg")
	_, _ = fmt.Sscan(string(text), &mean)
	return mean
}

// Ends of a run that need no limit.
const (
	done   = "done"
	idle   = "idle"
	failed = "failed"
)

// watch waits until a crawler ends or must be stopped. It fills in when, why, and the memory used.
func (r *result) watch(p peer, process *os.Process, s *server, begin time.Time, l limits, ended <-chan error) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	full, until := s.full, time.Duration(0)
	for r.End == "" {
		select {
		case err := <-ended:
			until, r.End = time.Since(begin), done
			if err != nil {
				r.End = failed
			}
			r.Took = until
			return
		case <-full:
			until, r.End = time.Since(begin), "limit"
		case now := <-tick.C:
			r.Memory = max(r.Memory, peakMemory(process.Pid))
			_, requests, last := s.counts()
			switch {
			case now.Sub(begin) > l.time:
				until, r.End = now.Sub(begin), "time-out"
			case requests > 0 && now.Sub(last) > l.idle:
				until, r.End = last.Sub(begin), idle
			}
		}
	}
	r.Took = until + r.stop(p, process, ended)
}

// stop ends a crawler. It waits until a crawler that keeps pages has written them, and returns how long that took. The others are killed.
func (r *result) stop(p peer, process *os.Process, ended <-chan error) (took time.Duration) {
	if !p.keeps {
		_ = process.Kill()
		<-ended
		return 0
	}
	begin := time.Now()
	_ = process.Signal(syscall.SIGINT)
	late := time.AfterFunc(time.Minute, func() { _ = process.Kill() })
	defer late.Stop()
	for tick := time.Tick(10 * time.Millisecond); ; {
		select {
		case <-ended:
			return time.Since(begin)
		case <-tick:
			r.Memory = max(r.Memory, peakMemory(process.Pid))
		}
	}
}
