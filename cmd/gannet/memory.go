package main

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// garbage is how much memory may grow before it is collected, in per cent of what is in use: half as much as Go's own
// choice takes a sixth off a crawl's peak for a twentieth of its processor time. The environment's GOGC comes first.
const garbage = 50

// A crawl's memory leaps when a page of megabytes is made, by thirty times the page. From steady in bytes on, and more
// than steadyShare of what the crawl holds between such pages, garbage is collected before memory is taken. Without
// leaps a crawl does not come near: garbage and what goes with it are less, so that this costs nothing.
const (
	steady      = 190 << 20
	steadyShare = 1.6
	steadyExtra = 64 << 20
)

// collectEarly sets how much garbage a program may have.
func collectEarly() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
}

// holdMemory bounds the leaps of memory until it is stopped. The environment's GOMEMLIMIT comes first.
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
		for held := inUse(); ; held = heldNow(held, inUse()) {
			debug.SetMemoryLimit(memoryLimit(held))
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

// heldNow gives what a crawl holds, a second after it held so much: it falls with what is in use and rises slowly
// towards it, so that a large page does not count.
func heldNow(held, used int64) int64 { return min(used, held+held/64+1<<20) }

// memoryLimit is what Go may take when a crawl holds so much.
func memoryLimit(held int64) int64 { return max(steady, int64(steadyShare*float64(held))+steadyExtra) }

// inUse is what the last collection found in use, in bytes.
func inUse() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(live[0].Value.Uint64())
}
