package crawler

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestTrailSurvivesTheFrontier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := trail{
			kind: kind(rapid.Byte().Draw(t, "kind")), hops: rapid.Uint8().Draw(t, "hops"),
			depth: rapid.Uint16().Draw(t, "depth"), via: rapid.StringN(0, 50, 200).Draw(t, "via"),
			anchor: rapid.StringN(0, 20, maxAnchor).Draw(t, "anchor"), inherited: rapid.Float32().Draw(t, "inherited"),
			parent: rapid.Float32().Draw(t, "parent"), grandparent: rapid.Float32().Draw(t, "grandparent"),
		}
		got, err := parseTrail(want.appendTo(nil))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v came back as %+v, %v", want, got, err)
		}
	})
}

func TestTrailOfAnotherVersionIsRefused(t *testing.T) {
	whole := (&trail{via: "http://example.org/"}).appendTo(nil)
	for n := range len(whole) - 1 {
		if _, err := parseTrail(whole[:n]); err == nil {
			t.Errorf("%d of %d bytes were taken for a trail", n, len(whole))
		}
	}
}

func TestLongAnchorsAreCut(t *testing.T) {
	got, err := parseTrail((&trail{anchor: strings.Repeat("a", 500)}).appendTo(nil))
	if err != nil || len(got.anchor) != maxAnchor {
		t.Errorf("anchor of %d bytes, %v", len(got.anchor), err)
	}
}

func TestDepthStopsAtItsLargest(t *testing.T) {
	if got := deeper(65535); got != 65535 {
		t.Errorf("deeper(65535) = %d", got)
	}
	if got := deeper(3); got != 4 {
		t.Errorf("deeper(3) = %d", got)
	}
}

func TestNearIdenticalPagesSlowTheirHostMoreAndMore(t *testing.T) {
	var s similar
	if factor, near := s.see("a.test", 0xff00ff00ff00ff00); factor != 1 || near {
		t.Errorf("first page: %v, %v", factor, near)
	}
	last := 1.0
	for i := range 10 {
		factor, near := s.see("a.test", 0xff00ff00ff00ff00^1<<i)
		if !near || factor < last || factor > maxSlow {
			t.Errorf("near-identical page %d: factor %v after %v, near %v", i, factor, last, near)
		}
		last = factor
	}
	if factor, near := s.see("b.test", 0xff00ff00ff00ff00); factor != 1 || near {
		t.Errorf("another host: %v, %v", factor, near)
	}
	if factor, near := s.see("a.test", 0x00ff00ff00ff00ff); factor != 1 || near {
		t.Errorf("a new page: %v, %v, want the host at its pace again", factor, near)
	}
	for range 3 {
		if _, near := s.see("c.test", 0); near {
			t.Error("pages without words are not near-identical")
		}
	}
}

func TestVirtualClockJumpsOnlyAsFarAsItMay(t *testing.T) {
	start := time.Unix(0, 0)
	wake := make(chan struct{}, 1)
	v := NewVirtual(start, time.Second)
	v.Wait(t.Context(), time.Hour, true, wake)
	if got := v.Now().Sub(start); got != time.Hour {
		t.Errorf("idle: moved by %v, want the whole hour", got)
	}
	v.Wait(t.Context(), time.Second, false, wake)
	if got := v.Now().Sub(start); got != time.Hour+time.Second {
		t.Errorf("busy, a second: at %v", got)
	}
	wake <- struct{}{}
	v.Wait(t.Context(), time.Minute, false, wake)
	if got := v.Now().Sub(start); got != time.Hour+time.Second {
		t.Errorf("busy, a minute: moved to %v instead of waiting for what is under way", got)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	v.Wait(ended, time.Minute, false, wake) // returns
}

func TestWallClockIsWoken(t *testing.T) {
	wake := make(chan struct{}, 1)
	wake <- struct{}{}
	Wall{}.Wait(t.Context(), time.Hour, false, wake) // returns
}
