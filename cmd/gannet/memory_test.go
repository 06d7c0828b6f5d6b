package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestMemoryLimitFollowsWhatIsHeld: a leap of some seconds leaves the limit where it was, a crawl that grows takes the
// limit with it, far enough ahead for the garbage that it may have.
func TestMemoryLimitFollowsWhatIsHeld(t *testing.T) {
	const mib = 1 << 20
	held := int64(70 * mib)
	for range 5 {
		held = heldNow(held, 200*mib)
	}
	if limit := memoryLimit(held); limit > 205*mib {
		t.Errorf("after a leap of 5 s the limit is %d MiB", limit/mib)
	}
	if held = heldNow(held, 70*mib); held != 70*mib || memoryLimit(held) != minLimit {
		t.Errorf("after the leap %d MiB count as held, the limit is %d MiB", held/mib, memoryLimit(held)/mib)
	}
	for used := int64(70 * mib); used < 2000*mib; used += 2 * mib { // faster than links come
		held = heldNow(held, used)
		if limit := memoryLimit(held); used > 100*mib && limit < used*(100+gcPercent)/100 {
			t.Fatalf("%d MiB are in use and %d MiB the limit", used/mib, limit/mib)
		}
		if garbage := used * int64(gcPercentOf(used)) / 100; garbage > max(leastGarbage, used*gcPercent/100) || garbage > used {
			t.Fatalf("%d MiB are in use, and %d MiB of garbage allowed", used/mib, garbage/mib)
		}
	}
}

// TestHoldMemoryEnds: the limit is one of a crawl, not of what comes after.
func TestHoldMemoryEnds(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	holdMemory()()
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the limit is %d, it was %d before", after, before)
	}
	if runtime.GC(); inUse() == 0 {
		t.Error("the runtime does not tell what is in use")
	}
}
