package pebblestore

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"gannet/frontier"
)

// TestFullDisk has the disk full from the first, second, third … write on. The crawl must end with an error of one line, and
// must not hang. With room on the disk it must go on where it was. The test has its own process, because goroutines hang
// after a fault.
func TestFullDisk(t *testing.T) {
	if os.Getenv("GANNET_TEST_FULL") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		cmd.Env = append(os.Environ(), "GANNET_TEST_FULL=1")
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS") {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	told := 0
	for room := int64(0); room < 4000; room += 1 + room/8 {
		now := time.Unix(1e9, 0)
		fs := vfs.NewCrashableMem()
		done, err := crawlUntilFull(fs, room, now)
		if err != nil {
			told++
			if !errors.Is(err, ErrWrite) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "no space left") {
				t.Fatalf("room for %d writes: %v", room, err)
			}
		}
		s, err := open("db", fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: 100, RNG: rand.New(rand.NewPCG(1, 1))}))
		if err != nil {
			t.Fatalf("room for %d writes, then more: %v", room, err)
		}
		f, err := frontier.Open(s, frontier.DefaultOptions(), now)
		if err != nil {
			t.Fatalf("room for %d writes, then more: %v", room, err)
		}
		if s := f.Stats(); s.Known > 0 {
			if left := checkPrefix(t, f); left > done {
				t.Errorf("room for %d writes: %d pages were done, now %d", room, done, left)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if told == 0 {
		t.Error("the disk was never full")
	}
}

// crawlUntilFull crawls at most 300 pages on a disk with room for so many writes. It returns how many pages were done.
func crawlUntilFull(fs vfs.FS, room int64, now time.Time) (done int, err error) {
	var writes atomic.Int64
	full := errorfs.Wrap(fs, errorfs.InjectorFunc(func(op errorfs.Op) error {
		if op.Kind.ReadOrWrite() == errorfs.OpIsWrite && writes.Add(1) > room {
			return &os.PathError{Op: "write", Path: op.Path, Err: syscall.ENOSPC}
		}
		return nil
	}))
	s, err := open("db", full)
	if err != nil {
		return 0, err
	}
	f, err := frontier.Open(s, frontier.DefaultOptions(), now)
	if err != nil {
		return 0, err
	}
	if _, err := f.Push(now, []frontier.Link{crashLink(0, 0)}); err != nil {
		return 0, errors.Join(err, quietly(f.Close()))
	}
	for ; done < 300; done++ {
		if err := crashStep(f, done, now); err != nil {
			return done + 1, errors.Join(err, quietly(f.Close()))
		}
		if done%50 == 49 {
			if err := s.fault.Do(s.db.Flush); err != nil {
				return done + 1, errors.Join(fmt.Errorf("flush: %w", err), quietly(f.Close()))
			}
		}
	}
	return done, f.Close()
}

// quietly drops the fault, which an earlier call returned.
func quietly(err error) error {
	if errors.Is(err, ErrWrite) {
		return nil
	}
	return err
}
