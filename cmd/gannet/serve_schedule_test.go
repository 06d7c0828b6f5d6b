package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/crawldir/api"
	"gannet/crawldir/schedule"
	"gannet/store"
)

// TestOutputOfStartedCrawls: what a crawl prints follows the output of earlier runs, which stays if a crawl cannot be started.
func TestOutputOfStartedCrawls(t *testing.T) {
	dir := t.TempDir()
	c := schedule.Crawl{Name: "bees", File: filepath.Join(dir, "bees.yaml"), Dir: filepath.Join(dir, "bees")}
	log := filepath.Join(dir, "bees.log")
	if err := os.WriteFile(log, []byte("earlier\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := launchCrawl(filepath.Join(dir, "no-program"), c); err == nil {
		t.Error("a program that is not there was started")
	}
	wait, err := launchCrawl("echo", c)
	if err != nil {
		t.Fatal(err)
	}
	if err := wait(); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(log); err != nil || string(text) != "earlier\ncrawl --config "+c.File+"\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestOutputOfStartedCrawlsIsBounded: of many runs with much output, only the newest files are left.
func TestOutputOfStartedCrawlsIsBounded(t *testing.T) {
	dir := t.TempDir()
	c := schedule.Crawl{Name: "bees", File: filepath.Join(dir, "bees.yaml"), Dir: filepath.Join(dir, "bees")}
	log, run := filepath.Join(dir, "bees.log"), "crawl --config "+c.File+"\n"
	for n := range 5 {
		if err := os.WriteFile(log, bytes.Repeat([]byte{'0' + byte(n)}, mostLog+1), 0o600); err != nil {
			t.Fatal(err)
		}
		wait, err := launchCrawl("echo", c)
		if err == nil {
			err = wait()
		}
		text, readErr := os.ReadFile(log)
		older, olderErr := os.ReadFile(log + ".1")
		if err := errors.Join(err, readErr, olderErr); err != nil || string(text) != run || len(older) != mostLog+1 || older[0] != '0'+byte(n) {
			t.Errorf("run %d: %d and %d bytes, %v", n, len(text), len(older), err)
		}
	}
}

// TestErrorsOfCrawlsThatRun: a crawl counts as running if its store is in use or if another user runs it.
func TestErrorsOfCrawlsThatRun(t *testing.T) {
	for err, want := range map[error]bool{store.ErrInUse: true, api.ErrOtherUser: true, store.ErrFormat: false} {
		if got := saysRunning(fmt.Errorf("bees: %w", err)); got != want {
			t.Errorf("%v: %v", err, got)
		}
	}
}

// TestSettingsWithTheSameDirectory: two files that write the directory of one crawl differently are an error.
func TestSettingsWithTheSameDirectory(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, out := range map[string]string{"a": "bees", "b": filepath.Join(dir, "bees")} {
		if err := os.WriteFile(name+settingsEnding, []byte("out: "+out+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := crawlsWithSettings(dir); err == nil || !strings.Contains(err.Error(), "have the same out") {
		t.Error(err)
	}
}
