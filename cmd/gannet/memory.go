package main

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"time"
)

// gcPercent is how much memory may grow before garbage is collected, in per cent of what is in use. Half of Go's default
// lowers a crawl's peak by a sixth and costs a twentieth of its processor time. The environment's GOGC comes first.
const gcPercent = 50

// batchGCPercent is the same for commands that read many ads or pages of a file. Half of it costs a tenth of their processor time, and saves a seventh of
// their memory.
const batchGCPercent = 100

// Reading a page of megabytes takes thirty times its size in memory for a moment. Go collects garbage before the memory
// exceeds minLimit bytes, and the limit that memoryLimit makes of what the crawl holds between such pages. Without such
// pages a crawl stays below the limit, so that it costs nothing.
const (
	minLimit   = 190 << 20
	limitShare = 1.6
	limitExtra = 64 << 20
)

// collectEarly sets how much memory may grow before garbage is collected, in per cent.
func collectEarly(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// holdMemory limits memory until the returned function is called. The environment's GOMEMLIMIT comes first.
func holdMemory() (stop func()) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	before := debug.SetMemoryLimit(-1)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		var used holding
		for {
			debug.SetMemoryLimit(memoryLimit(used.least(inUse())))
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	}()
	return func() {
		close(done)
		<-ended
		debug.SetMemoryLimit(before)
	}
}

// holding is what was in use at the last seconds, the newest last.
type holding [holdingSeconds]int64

// A page is read in less than holdingSeconds. A crawl of a recorded web may grow by 14 MiB a second, and the limit follows it in that time.
const holdingSeconds = 4

// least returns an estimate of what a crawl holds: the least that was in use at one of the last seconds, so that one large page does not count.
func (h *holding) least(used int64) int64 {
	copy(h[:], h[1:])
	h[len(h)-1] = used
	return slices.Min(h[:])
}

// memoryLimit returns the limit for Go's memory when a crawl holds that many bytes.
func memoryLimit(held int64) int64 { return max(minLimit, int64(limitShare*float64(held))+limitExtra) }

// inUse returns the bytes in use at the last collection.
func inUse() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(live[0].Value.Uint64())
}
