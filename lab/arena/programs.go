package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"gannet/crawler/archive"
	"gannet/training/eval"
)

// program is a crawler that can be run: python SCRIPT MODE PROXY START WORDS DIRECTORY.
type program struct {
	name, script, mode string
	mark               bool // whether it knows relevant pages by the server's relevantMark
}

// programs lists the crawlers and the ways in which they are run.
var programs = []program{
	{name: "crawl4ai", script: "crawl4ai_crawl.py", mode: "best-first"},
	{name: "crawl4ai-adaptive", script: "crawl4ai_crawl.py", mode: "adaptive"},
	{name: "sb-classifier", script: "sb_classifier.py"},
	{name: "ache", script: "ache_crawl.py", mark: true},
}

// arena runs programs one after the other.
type arena struct {
	web     *archive.Web
	python  string        // of the environment in which the crawlers are installed
	scripts string        // directory of our adapters
	logs    string        // directory
	limit   time.Duration // of one crawl
	mu      sync.Mutex    // one program runs at a time; guards the field below
	ends    []string      // a line for each crawl: how it ended
}

// run lets a program crawl for a task, and waits until it ends. If a crawl takes longer than the limit, what it has fetched until then is counted.
func (a *arena) run(ctx context.Context, p program, t eval.Task) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, err := serve(a.web, t, p.mark)
	if err != nil {
		return err
	}
	defer s.close()
	name := filepath.Join(a.logs, fmt.Sprintf("%s-%s-%d", p.name, t.Topic, t.Draw))
	log, err := os.Create(name + ".log")
	if err != nil {
		return err
	}
	defer log.Close()
	scratch, err := os.MkdirTemp("", "arena")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	cmd := exec.CommandContext(ctx, a.python, filepath.Join(a.scripts, p.script), p.mode, s.proxy, s.start, strings.Join(t.Words, " "), scratch)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // its children are ended with it
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	late := time.NewTimer(a.limit)
	defer late.Stop()
	end := "ended by itself"
	select {
	case err = <-ended:
	case <-s.spent:
		end = "budget spent"
		kill(cmd, ended)
	case <-late.C:
		end = "time is up"
		s.end()
		kill(cmd, ended)
	}
	requests := s.end()
	if err != nil {
		return fmt.Errorf("%w: its log is %s.log", err, name)
	}
	line := fmt.Sprintf("%s, %s, draw %d: %s after %d requests, %.0f s", p.name, t.Topic, t.Draw, end, requests, time.Since(begin).Seconds())
	fmt.Fprintln(os.Stderr, "arena:", line)
	a.ends = append(a.ends, "- "+line+"\n")
	return nil
}

func kill(cmd *exec.Cmd, ended <-chan error) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	<-ended
}
