package render

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// ownGroup makes a process lead a process group of its own, so that all its processes can be killed together.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// hasEnded reports whether no process with this number exists.
func hasEnded(pid int) bool { return syscall.Kill(pid, 0) == syscall.ESRCH }

// clockTick is the unit of processor time in /proc, which Linux fixes at 100 a second (proc(5), _SC_CLK_TCK).
const clockTick = 10 * time.Millisecond

// Fields of /proc/PID/stat behind the name of the program (proc(5)).
const (
	statGroup  = 2
	statUser   = 11
	statKernel = 12
)

// usageOf returns the memory and processor time of the processes of a group, according to /proc.
func usageOf(group int) (u usage) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
		if len(fields) <= statKernel || number(fields[statGroup]) != int64(group) {
			continue
		}
		u.processor += time.Duration(number(fields[statUser])+number(fields[statKernel])) * clockTick
		u.memory += anonymous(filepath.Dir(file))
	}
	return u
}

// anonymous returns how many bytes of a process's memory do not come from a file.
func anonymous(dir string) int64 {
	text, _ := os.ReadFile(filepath.Join(dir, "status"))
	_, after, _ := bytes.Cut(text, []byte("RssAnon:"))
	if fields := bytes.Fields(after); len(fields) > 0 {
		return number(fields[0]) << 10
	}
	return 0
}

func number(text []byte) int64 {
	n, _ := strconv.ParseInt(string(text), 10, 64)
	return n
}
