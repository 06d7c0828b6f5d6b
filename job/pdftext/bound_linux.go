package pdftext

import (
	"fmt"
	"os"
	"syscall"
)

// enforce lets the kernel end this process when it uses too much. What the kernel cannot bound is not bounded here, but the process that started this
// one waits only for a limited time.
func (b bounds) enforce() {
	seconds := uint64(b.processor.Seconds())
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: seconds, Max: seconds + 1})
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	var total, resident uint64 // in pages; a program that looks for data races begins with terabytes
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return
	}
	if _, err := fmt.Sscan(string(statm), &total, &resident); err != nil {
		return
	}
	bytes := total*uint64(os.Getpagesize()) + b.memory
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: bytes, Max: bytes})
}
