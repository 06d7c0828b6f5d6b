package crawler

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gannet/crawler/reason"
)

func TestTrailSurvivesTheFrontier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := trail{
			kind: kind(rapid.ByteMax(renderFlag-1).Draw(t, "kind")), feed: rapid.Bool().Draw(t, "feed"), rendered: rapid.Bool().Draw(t, "rendered"), pdf: rapid.Bool().Draw(t, "pdf"), hops: rapid.Uint8().Draw(t, "hops"),
			depth: rapid.Uint16().Draw(t, "depth"), via: rapid.StringN(0, 50, 200).Draw(t, "via"),
			anchor: rapid.StringN(0, 20, maxAnchor).Draw(t, "anchor"), inherited: rapid.Float32().Draw(t, "inherited"),
			parent: rapid.Float32().Draw(t, "parent"), grandparent: rapid.Float32().Draw(t, "grandparent"),
			origin: slices.Clip(rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "origin")),
		}
		if len(want.origin) == 0 {
			want.origin = nil
		}
		if origin := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "origin"); len(origin) > 0 {
			want.origin = origin
		}
		got, err := parseTrail(want.appendTo(nil))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v came back as %+v, %v", want, got, err)
		}
	})
}

// TestNotesSurviveTheFrontier: what cannot be read is no note.
func TestNotesSurviveTheFrontier(t *testing.T) {
	at := time.Unix(1_780_000_000, 0).UTC()
	for _, want := range []Note{
		{reason.RobotsTxt, "robots.txt line 3: Disallow: /", 1, at}, {reason.Status + "404", "", 3, at}, {Reason: reason.NoIndex, Time: at},
	} {
		got, ok := ParseNote(want.encode())
		if !ok || got != want {
			t.Errorf("%+v came back as %+v", want, got)
		}
	}
	for _, none := range [][]byte{nil, {0}, {0x80}, {1, 0}} {
		if n, ok := ParseNote(none); ok {
			t.Errorf("%x is %+v", none, n)
		}
	}
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

// TestUselessPDFsSlowTheirHost until it gives a new page. A host that gives good pages beside them is slowed less.
func TestUselessPDFsSlowTheirHost(t *testing.T) {
	var s repeats
	for _, want := range []float64{2, 4, 8} {
		if _, now := s.addUseless("files.test"); now != want {
			t.Errorf("factor %v, want %v", now, want)
		}
	}
	if _, before, now := s.addPage("files.test", "/", 0xff00ff00, false, true); before != 8 || now != 1 {
		t.Errorf("a new page changes the factor from %v to %v", before, now)
	}
	for print := range uint64(40) {
		s.addPage("good.test", "/", print*0x0123456789abcdef, false, true)
	}
	for range 3 {
		if _, now := s.addUseless("good.test"); now > 2 {
			t.Errorf("factor %v of a host of good pages", now)
		}
	}
}

func TestNearIdenticalPagesSlowTheirHostUntilAnotherComes(t *testing.T) {
	const page = 0xff00ff00ff00ff00
	var s repeats
	see := func(host string, print uint64, before, now float64) {
		t.Helper()
		if _, b, n := s.addPage(host, "/"+host, print, false, false); b != before || n != now {
			t.Errorf("%s %x: factors %v and %v, want %v and %v", host, print, b, n, before, now)
		}
	}
	see("a.test", page, 1, 1)
	see("a.test", page^1, 1, 2)
	see("a.test", page^3, 2, 4)
	see("a.test", 0, 4, 4) // a page without words says nothing
	see("b.test", page, 1, 1)
	for range 10 {
		s.addPage("a.test", "/", page, true, false) // copies that say so
	}
	see("a.test", 0, 8, 8)
	for range 10 {
		s.addPage("a.test", "/", page, false, false)
	}
	see("a.test", page, maxSlowdown, maxSlowdown)
	see("a.test", ^uint64(page), maxSlowdown, 1)
}

func TestRecentMapForgetsWhatIsNotAskedFor(t *testing.T) {
	var l recentMap[int]
	for n := range 10 * recentKeys {
		l.set(strconv.Itoa(n), n)
		if v, ok := l.get("0"); !ok || v != 0 {
			t.Fatalf("what is asked for all the time was forgotten after %d others", n)
		}
		if len(l.young)+len(l.old) > 2*recentKeys {
			t.Fatalf("%d are remembered", len(l.young)+len(l.old))
		}
	}
	for n := 9 * recentKeys; n < 10*recentKeys; n++ {
		if v := max(l.young[strconv.Itoa(n)], l.old[strconv.Itoa(n)]); v != n {
			t.Fatalf("%d is forgotten", n)
		}
	}
	if _, ok := l.get("1"); ok {
		t.Error("what nobody asked for again is remembered")
	}
}

func TestMirrorIsSlowedUntilItShowsAPageOfItsOwn(t *testing.T) {
	var s repeats
	prints := []uint64{0xff00ff00ff00ff00, 0x123456789abcdef, 0xf0f0f0f0f0f0f0f0, 0xcccccccccccccccc}
	for i, print := range prints {
		if why, _, now := s.addPage("a.test", strconv.Itoa(i), print, false, false); why != "" || now != 1 {
			t.Errorf("page %d of the first host: %q, factor %v", i, why, now)
		}
	}
	s.addPage("late.test", "other", 0x3333333333333333, false, false)
	for i, print := range prints {
		if why, _, now := s.addPage("b.test", strconv.Itoa(i), print^1, false, false); why != mirrored || now != slowdown(min(i+1, honestCopies)) {
			t.Errorf("page %d of the mirror: %q, factor %v", i, why, now)
		}
	}
	if why, _, now := s.addPage("b.test", "own", 0x5555555555555555, false, false); why != "" || now != 1 {
		t.Errorf("a page of its own: %q, factor %v", why, now)
	}
	s.addPage("late.test", "0", 0x3333333333333333, false, false) // takes the place of the first host's
	if why, _, _ := s.addPage("a.test", "0", prints[1]^1, false, false); why != nearIdentical {
		t.Errorf("the first host again: %q", why)
	}
	if why, _, _ := s.addPage("c.test", "elsewhere", prints[0], false, false); why != "" {
		t.Errorf("the same page under another path: %q", why)
	}
}

func TestMissingPagesSlowTheirHostOnceTheyAreMany(t *testing.T) {
	var s repeats
	for n := range 40 {
		want := slowdown(max(0, n+1-missingAllowed))
		if _, now := s.addMissing("a.test"); now != want {
			t.Errorf("after %d missing pages: factor %v, want %v", n+1, now, want)
		}
	}
	if _, before, now := s.addPage("a.test", "/", 0xff00ff00ff00ff00, false, false); before != maxSlowdown || now != 1 {
		t.Errorf("a page that is there: factors %v and %v", before, now)
	}
}

func TestWallClockIsWoken(t *testing.T) {
	wake := make(chan struct{}, 1)
	wake <- struct{}{}
	Wall{}.Wait(t.Context(), time.Hour, wake) // returns
}
