package main

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// gcPercent is how much memory may grow before garbage is collected, in per cent of what is in use. Half of Go's default
// lowers a crawl's peak by a sixth and costs a twentieth of its processor time. The environment's GOGC comes first.
const gcPercent = 50

// A crawl that holds little may have leastGarbage bytes of garbage, but not more than it holds. Its peak comes later, when it holds more.
const leastGarbage = 64 << 20

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
	before, percent := debug.SetMemoryLimit(-1), gcPercent
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for held := inUse(); ; held = heldNow(held, inUse()) {
			debug.SetMemoryLimit(memoryLimit(held))
			if now := gcPercentOf(held); now != percent {
				percent = now
				collectEarly(percent)
			}
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
		collectEarly(gcPercent)
	}
}

// heldNow returns an estimate of what a crawl holds, from the estimate a second ago and what is in use now. It falls at
// once and rises slowly, so that one large page does not count.
func heldNow(held, used int64) int64 { return min(used, held+held/64+1<<20) }

// gcPercentOf returns how much memory may grow before garbage is collected, in tens of per cent, when a crawl holds that many bytes.
func gcPercentOf(held int64) int {
	return int(min(100, max(gcPercent, 10*(10*leastGarbage/max(1, held)))))
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
