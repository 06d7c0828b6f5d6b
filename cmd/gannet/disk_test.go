//go:build linux

package main

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/internal/testdata"
)

// smallDisk mounts a file system of a size that mount understands, such as 2m.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size)
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) {
		t.Skip("only root may mount a small disk")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// remount gives the disk another size, or other flags.
func remount(t *testing.T, dir string, flags uintptr, size string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|flags, "size="+size); err != nil {
		t.Fatal(err)
	}
}

// fails runs gannet in a process of its own, which must end with status 1 and one line that has all the words.
func fails(t *testing.T, args []string, words ...string) {
	t.Helper()
	cmd := gannet(args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != cli.ExitFailed {
		t.Fatalf("gannet %s: %v, want status 1: %s", args[0], err, &stderr)
	}
	line := stderr.String()
	if strings.Count(line, "\n") != 1 || !strings.HasPrefix(line, "gannet: ") {
		t.Errorf("gannet %s: not one line: %s", args[0], line)
	}
	for _, word := range words {
		if !strings.Contains(line, word) {
			t.Errorf("gannet %s does not say %q: %s", args[0], word, line)
		}
	}
	t.Log(strings.TrimSpace(line))
}

// diskArgs is a crawl for jobs seed of the random numbers that make the generated web into a directory.
func diskArgs(web *killWeb, proxy, dir string, more ...string) []string {
	args := append([]string{"crawl", "--out", dir, "--proxy", proxy, "--delay", "1ms", "--pages", "0", "--time", "10m",
		"--topic", "jobs", "--workers", "8", "--quiet"}, more...)
	for _, s := range web.seeds {
		args = append(args, "--seeds", s)
	}
	return args
}

// TestFullDiskEndsInOneLineAndLosesNothing crawls onto disks that are too small. Each run goes on where the last disk was
// full, until there is room. What was stored stays, and nothing is asked for twice. In the end all is there that a
// crawl on a large disk finds.
func TestFullDiskEndsInOneLineAndLosesNothing(t *testing.T) {
	web := newKillWeb(t, false)
	proxy := httptest.NewServer(web)
	defer proxy.Close()
	disk := smallDisk(t, "256k")
	dir := filepath.Join(disk, "crawl")
	args := diskArgs(web, proxy.URL, dir, "--warc")
	stored := make(map[string]bool)
	sizes := []string{"256k", "2m"}
	if testdata.IsLong() {
		sizes = []string{"256k", "1m", "1500k", "2m", "3m", "4m"}
	}
	for _, size := range sizes {
		remount(t, disk, 0, size)
		before := web.snapshot()
		fails(t, args, dir, "no space left", "room", "again")
		remount(t, disk, 0, "1g") // to look at what is there
		stored = web.compare(t, filepath.Join(dir, crawldir.StoreFile), before, stored)
		t.Logf("disk of %s: %d pages stored", size, len(stored))
	}
	if len(stored) == 0 {
		t.Error("no disk was large enough for a page")
	}
	if out, err := gannet("check", dir).CombinedOutput(); err != nil {
		t.Errorf("check: %v: %s", err, out)
	}
	before := web.snapshot()
	if out, err := gannet(args...).CombinedOutput(); err != nil {
		t.Fatalf("with room: %v: %s", err, out)
	}
	stored = web.compare(t, filepath.Join(dir, crawldir.StoreFile), before, stored)
	web.postings, web.told = nil, toldPostings{of: map[uint64]toldPosting{}} // those of another crawl have other numbers
	whole := filepath.Join(t.TempDir(), "crawl")
	if out, err := gannet(diskArgs(web, proxy.URL, whole)...).CombinedOutput(); err != nil {
		t.Fatalf("on a large disk: %v: %s", err, out)
	}
	all := web.compare(t, filepath.Join(whole, crawldir.StoreFile), nil, nil)
	for url := range all {
		if !stored[url] {
			t.Errorf("%s is not there", url)
		}
	}
	t.Logf("with room: %d pages stored; on a large disk %d", len(stored), len(all))
}

// TestFullDiskKeepsWhatWasThere writes results onto a full disk: the file that was there stays.
func TestFullDiskKeepsWhatWasThere(t *testing.T) {
	t.Parallel()
	jobs := t.TempDir()
	if err := keepJobs(jobs); err != nil {
		t.Fatal(err)
	}
	disk := smallDisk(t, "64k")
	out := filepath.Join(disk, "out")
	if err := os.WriteFile(out, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(disk, "ballast"), make([]byte, 128<<10), 0o644); err == nil {
		t.Fatal("the disk is not full")
	}
	for _, args := range [][]string{
		{"export", jobs, "--format", "csv", "-o", out}, {"jobs", "export", jobs, "-o", out}, {"extract", jobs, "-o", out, "--format", "csv", "--quiet"},
	} {
		fails(t, args, out, "no space left", "make room")
		if data, err := os.ReadFile(out); err != nil || string(data) != "mine" {
			t.Errorf("gannet %v left %q: %v", args, data, err)
		}
	}
}

// TestReadOnlyDirectory refuses to crawl into one, and reads what is in it.
func TestReadOnlyDirectory(t *testing.T) {
	t.Parallel()
	web := newKillWeb(t, false)
	proxy := httptest.NewServer(web)
	defer proxy.Close()
	disk := smallDisk(t, "200m")
	dir := filepath.Join(disk, "crawl")
	if out, err := gannet(diskArgs(web, proxy.URL, dir, "--pages", "30")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	before := hashes(t, disk)
	remount(t, disk, syscall.MS_RDONLY, "200m")
	fails(t, diskArgs(web, proxy.URL, dir), disk, "read-only", "another place")
	fails(t, diskArgs(web, proxy.URL, filepath.Join(disk, "another")), disk, "read-only")
	fails(t, []string{"check", "--repair", dir}, disk, "read-only")
	for _, args := range [][]string{{"check", dir}, {"stats", dir}, {"jobs", "list", dir}, {"export", dir}} {
		if out, err := gannet(args...).CombinedOutput(); err != nil {
			t.Errorf("gannet %v: %v: %s", args, err, out)
		}
	}
	for name, was := range hashes(t, disk) {
		if before[name] != was {
			t.Errorf("%s has changed", name)
		}
	}
}

// TestDirectoryInUse begins a second crawl in the directory of one that runs: the first is not disturbed.
func TestDirectoryInUse(t *testing.T) {
	t.Parallel()
	web := newKillWeb(t, false)
	proxy := httptest.NewServer(web)
	defer proxy.Close()
	dir := filepath.Join(t.TempDir(), "crawl")
	first := gannet(diskArgs(web, proxy.URL, dir, "--delay", "50ms")...)
	var out bytes.Buffer
	first.Stdout, first.Stderr = &out, &out
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	for range 300 { // until it has told how far it is
		if _, err := os.Stat(filepath.Join(dir, crawldir.StatusFile)); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	fails(t, diskArgs(web, proxy.URL, dir), dir, "another process")
	fails(t, []string{"check", dir, "--repair"}, dir, "another process")
	if out := runJobs(t, "stats", dir); !strings.Contains(out, "running") {
		t.Errorf("stats: %s", out)
	}
	if err := first.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); err != nil {
		t.Errorf("the first crawl: %v: %s", err, &out)
	}
	if out := runJobs(t, "check", dir); !strings.Contains(out, "all in order") {
		t.Errorf("check: %s", out)
	}
}
