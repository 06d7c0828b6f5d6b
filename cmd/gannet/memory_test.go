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
	var used holding
	for range holdingSeconds {
		used.least(70 * mib)
	}
	for range holdingSeconds - 1 {
		if held := used.least(800 * mib); held != 70*mib || memoryLimit(held) != minLimit {
			t.Errorf("in a leap %d MiB count as held, the limit is %d MiB", held/mib, memoryLimit(held)/mib)
		}
	}
	if held := used.least(70 * mib); held != 70*mib {
		t.Errorf("after the leap %d MiB count as held", held/mib)
	}
	for now := int64(70 * mib); now < 2000*mib; now += 14 * mib { // as fast as a recorded web is read
		held := used.least(now)
		if limit := memoryLimit(held); now > 200*mib && limit < now*(100+gcPercent)/100 {
			t.Fatalf("%d MiB are in use and %d MiB the limit", now/mib, limit/mib)
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
