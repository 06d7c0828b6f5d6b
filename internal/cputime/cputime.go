//go:build unix

// Package cputime measures processor time for benchmarks. Other programs on the machine lengthen the time that a benchmark
// takes, but hardly its processor time.
package cputime

import (
	"runtime"
	"syscall"
	"time"
)

// Process returns the processor time that this process has used so far, including system calls and garbage collection.
func Process() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // a bad address, or no such choice: neither can be
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Of returns the processor time that the whole process uses while f runs. Before, it collects garbage.
func Of(f func()) time.Duration {
	runtime.GC()
	before := Process()
	f()
	return Process() - before
}
