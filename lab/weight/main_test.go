package main

import (
	"math"
	"testing"
	"time"
)

// TestWithoutCountsWhatNothingElseNeeds: a shared package stays when one of the two that import it goes.
func TestWithoutCountsWhatNothingElseNeeds(t *testing.T) {
	b := read([]action{
		{ID: 0, Mode: "link", Package: "gannet/cmd/x", Deps: []int{1}, CmdUser: 9 * time.Second},
		{ID: 1, Mode: "build", Package: "gannet/cmd/x", Deps: []int{2, 3}, CmdUser: time.Second},
		{ID: 2, Mode: "build", Package: "github.com/a/one/v2", Deps: []int{4, 5}, CmdUser: 2 * time.Second, CmdSys: time.Second},
		{ID: 3, Mode: "build", Package: "github.com/b/two", Deps: []int{5}, CmdUser: 4 * time.Second},
		{ID: 4, Mode: "build", Package: "example.org/own/of/one", CmdUser: 8 * time.Second},
		{ID: 5, Mode: "build", Package: "strings", CmdUser: 16 * time.Second},
		{ID: 6, Mode: "cgo compile", Package: "github.com/a/one/v2", CmdUser: 32 * time.Second},
	})
	for name, want := range map[string]float64{"github.com/a/one": 43, "github.com/b/two": 4, "example.org/own": 8} {
		if got := b.without(name); math.Abs(got-want) > 1e-9 {
			t.Errorf("without %s: %v seconds, want %v", name, got, want)
		}
	}
	if b.total != 73 || b.link != 9 {
		t.Errorf("%v seconds, %v to link", b.total, b.link)
	}
}

func TestSizesBelongToFamilies(t *testing.T) {
	got := sizes("  4a0 100 T github.com/a/one/v2.(*T).Do\n  4b0 20 R github.com/a/one.Map[go.shape.string,gannet/job.X]\n" +
		"  4c0 5 T gopkg.in/yaml%2ev3.Parse\n  4d0 7 D runtime.x\n         U missing\n  4e0 1000 B gannet/job.zero\n")
	for name, want := range map[string]int64{"github.com/a/one": 120, "gopkg.in/yaml.v3": 5, "std": 7, "gannet": 0} {
		if got[name] != want {
			t.Errorf("%s has %d bytes, want %d", name, got[name], want)
		}
	}
}
