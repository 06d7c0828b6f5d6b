//go:build unix

// Package cputime measures processor time for benchmarks. Other programs on the machine lengthen the time that a benchmark
// takes, but hardly its processor time.
package cputime

import (
	"runtime"
	"syscall"
	"time"
)

// Process is the processor time that the whole process has taken so far, the kernel's work for it and the collection of
// garbage included.
func Process() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // a bad address, or no such choice: neither can be
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Of is the processor time of the whole process while f runs, which begins with a clean heap.
func Of(f func()) time.Duration {
	runtime.GC()
	before := Process()
	f()
	return Process() - before
}
