package main

import (
	"math"
	"syscall"
)

// filesElsewhere is how many open files a crawl needs beside its connections: the store, the frontier, the index, logs.
const filesElsewhere = 48

// connections is how many connections a crawl may have at once by the system's limit of open files: half of them for
// requests, half kept open for the next request.
func connections() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > math.MaxInt32 {
		return math.MaxInt32
	}
	return max(2, int(limit.Cur)-filesElsewhere)
}

// fewer bounds a number of workers by the connections that they may have.
func (s *session) fewer(workers int) int {
	most := connections() / 2
	if workers <= most || s.web != nil {
		return workers
	}
	s.out.log.Warn("fewer workers than asked for, since this machine allows few open files: `ulimit -n` says how many", "workers", most)
	return most
}
