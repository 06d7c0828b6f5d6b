package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"gannet/crawldir"
	"gannet/dedup/index"
	"gannet/internal/pebbleguard"
	"gannet/store"
)

func TestEveryRemedyIsAdded(t *testing.T) {
	for _, r := range remedies {
		if got := remedied(fmt.Errorf("open: %w", r.of), "").Error(); !strings.HasSuffix(got, ": "+r.remedy) || r.remedy == "" {
			t.Errorf("%v: %q", r.of, got)
		}
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{pebbleguard.Unwritable("write 4.log: no space left on device"),
			"cannot be written (write 4.log: no space left on device): make room on the disk or see to its rights, then run the same command again"},
		{pebbleguard.Unwritable("open 4.log: too many open files"), "cannot be written (open 4.log: too many open files): " + raiseFiles},
		{index.ErrDamaged, "the index is damaged: the next run makes it again"},
		{errors.New("other"), "other"},
	} {
		if got := remedied(test.err, "").Error(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestCauseInTheLogHasARemedy(t *testing.T) {
	var log strings.Builder
	r := newReporter(&log, "text", false)
	r.log.Warn("going on with fewer workers", "cause", crawldir.ErrFewFiles)
	r.log.Warn("no answer", "err", fmt.Errorf("dial: %w", syscall.EACCES))
	if got := log.String(); !strings.Contains(got, crawldir.ErrFewFiles.Error()+": "+raiseFiles) || strings.Contains(got, choosePlace) {
		t.Error(got)
	}
}

func TestFailuresOfTheSystemAreInWords(t *testing.T) {
	missing := &fs.PathError{Op: "open", Path: "a b", Err: syscall.ENOENT}
	for _, test := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("open archive: %w", missing), "open archive: a b: there is no such file or directory"},
		{fmt.Errorf("a b: %w", missing), "a b: there is no such file or directory"},
		{errors.Join(missing, errors.New("more")), "a b: there is no such file or directory more"},
		{fmt.Errorf("mkdir: %w", &fs.PathError{Op: "mkdir", Path: "f", Err: syscall.ENOTDIR}), "mkdir: f: not a directory"},
		{errors.New("1 problems"), "1 problem"},
		{fmt.Errorf("--metrics :80: %w", &net.OpError{Op: "listen", Net: "tcp", Err: os.NewSyscallError("bind", syscall.EADDRINUSE)}),
			"--metrics :80: address already in use"},
		{fmt.Errorf("%q and %q: no", strings.Repeat("\x00\x01ab", 90), strings.Repeat("long ", 20)),
			`"` + strings.Repeat(`\x00\x01ab`, 6) + `…" and "` + strings.Repeat("long ", 20) + `": no`},
	} {
		if got := oneLine(test.err); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
	if got := remedied(store.ErrDamaged, "bees").Error(); !strings.Contains(got, "gannet check bees --salvage NEWDIR") {
		t.Error(got)
	}
}
