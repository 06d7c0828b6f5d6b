package pebblestore

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"gannet/frontier"
)

// TestKilledProcessKeepsItsPauses copies the directory of a slow crawl while it is open, as a kill leaves it. The copy must have
// the pauses of hosts.
func TestKilledProcessKeepsItsPauses(t *testing.T) {
	dir, copied := t.TempDir(), t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_700_000_000, 0)
	f, err := frontier.Open(s, frontier.DefaultOptions(), now)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	links := []frontier.Link{{URL: "http://a.test/", Host: "a.test"}, {URL: "http://a.test/2", Host: "a.test"}}
	if _, err := f.Push(now, links); err != nil {
		t.Fatal(err)
	}
	f.SetDelay("a.test", time.Minute)
	if _, _, err := f.Take(now); err != nil {
		t.Fatal(err)
	}
	awaitFlush(s)
	if err := os.CopyFS(filepath.Join(copied, "frontier"), os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	s, err = Open(filepath.Join(copied, "frontier"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := frontier.Open(s, frontier.DefaultOptions(), now.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, wait, err := again.Take(now.Add(time.Second)); err != frontier.ErrWait || wait != 59*time.Second {
		t.Errorf("after a kill a host that asks for a minute is asked in %v, %v", wait, err)
	}
}

// awaitFlush waits until the log has been handed to the system.
func awaitFlush(d *DB) {
	for due := true; due; time.Sleep(flushAfter) {
		d.log.mu.Lock()
		due = d.log.due
		d.log.mu.Unlock()
	}
}
