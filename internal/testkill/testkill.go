//go:build linux && amd64

// Package testkill lets tests kill a program at any of its writes to files.
package testkill

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// AtWrite runs a command, and kills it with SIGKILL just before its n-th system call that changes a file or directory below under. killed
// is false if the command ended before. The command must not start other programs.
func AtWrite(t testing.TB, cmd *exec.Cmd, under string, n int) (killed bool) {
	t.Helper()
	runtime.LockOSThread() // all requests of ptrace must come from the thread that started the command
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true, Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait() // the process has been waited for, so this only ends the copying of its output
	w := &watcher{pid: cmd.Process.Pid, under: under, left: n, within: map[int]bool{}}
	if err := w.run(); err != nil {
		_ = cmd.Process.Kill()
		t.Fatal(err)
	}
	return w.left == 0
}

// watcher follows the system calls of all threads of a process.
type watcher struct {
	pid    int
	under  string
	left   int          // writes until the process is killed
	within map[int]bool // threads that are in a system call; those that were not seen yet have no entry
}

func (w *watcher) run() error {
	var status unix.WaitStatus
	if _, err := unix.Wait4(w.pid, &status, 0, nil); err != nil {
		return err
	}
	w.within[w.pid] = false
	if err := unix.PtraceSetOptions(w.pid, unix.PTRACE_O_TRACECLONE|unix.PTRACE_O_TRACESYSGOOD|unix.PTRACE_O_EXITKILL); err != nil {
		return err
	}
	if err := unix.PtraceSyscall(w.pid, 0); err != nil {
		return err
	}
	for {
		thread, err := unix.Wait4(-w.pid, &status, unix.WALL, nil)
		switch {
		case err == unix.EINTR:
		case err == unix.ECHILD:
			return nil
		case err != nil:
			return err
		case status.Stopped():
			w.stopped(thread, status)
		}
	}
}

// stopped decides about a thread that has stopped, and lets it go on. A thread may have ended meanwhile, so errors are left out.
func (w *watcher) stopped(thread int, status unix.WaitStatus) {
	deliver := 0
	within, known := w.within[thread]
	switch signal := status.StopSignal(); {
	case signal == unix.SIGTRAP|0x80:
		w.within[thread] = !within
		if !within && w.left > 0 && w.writes(thread) {
			if w.left--; w.left == 0 {
				_ = unix.Kill(w.pid, unix.SIGKILL)
				return
			}
		}
	case !known: // the first stop of a new thread
		w.within[thread] = false
	case signal != unix.SIGTRAP:
		deliver = int(signal)
	}
	_ = unix.PtraceSyscall(thread, deliver)
}

// writes reports whether a thread is about to change something under the directory.
func (w *watcher) writes(thread int) bool {
	var r unix.PtraceRegs
	if unix.PtraceGetRegs(thread, &r) != nil {
		return false
	}
	switch r.Orig_rax {
	case unix.SYS_WRITE, unix.SYS_PWRITE64, unix.SYS_WRITEV, unix.SYS_PWRITEV, unix.SYS_FSYNC, unix.SYS_FDATASYNC, unix.SYS_FTRUNCATE, unix.SYS_FALLOCATE:
		name, err := filepath.EvalSymlinks("/proc/" + strconv.Itoa(w.pid) + "/fd/" + strconv.FormatUint(r.Rdi, 10))
		return err == nil && strings.HasPrefix(name, w.under)
	case unix.SYS_OPEN:
		return r.Rsi&unix.O_CREAT != 0 && w.names(thread, r.Rdi)
	case unix.SYS_OPENAT:
		return r.Rdx&unix.O_CREAT != 0 && w.names(thread, r.Rsi)
	case unix.SYS_RENAME, unix.SYS_UNLINK, unix.SYS_MKDIR, unix.SYS_RMDIR, unix.SYS_LINK:
		return w.names(thread, r.Rdi)
	case unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_UNLINKAT, unix.SYS_MKDIRAT, unix.SYS_LINKAT:
		return w.names(thread, r.Rsi)
	}
	return false
}

// names reports whether a text of the process is a path under the directory.
func (w *watcher) names(thread int, at uint64) bool {
	path := make([]byte, len(w.under))
	n, err := unix.PtracePeekData(thread, uintptr(at), path)
	return err == nil && n == len(path) && string(path) == w.under
}
