package frontier

import (
	"bytes"
	"math"
	"slices"
	"testing"
	"time"

	"gannet/internal/flat"
	"gannet/internal/weburl"
)

// TestTaughtPrioritiesComeBack gives links priorities in all ways. After a crash each has the one that Reorder or Push with
// Replace gave last, unless that was Untaught, also if it was leased then or has yielded since.
func TestTaughtPrioritiesComeBack(t *testing.T) {
	now, store := time.Unix(1000, 0), NewMemory()
	f, err := Open(store, DefaultOptions(), now)
	if err != nil {
		t.Fatal(err)
	}
	push := func(name string, priority float32, replace bool) {
		t.Helper()
		if _, err := f.Push(now, []Link{{URL: "http://" + name + "/", Host: name, Priority: priority, Replace: replace}}); err != nil {
			t.Fatal(err)
		}
	}
	take := func(name string) Lease {
		t.Helper()
		l, _, err := f.Take(now)
		if err != nil || l.Host != name {
			t.Fatal(l, err)
		}
		return l
	}
	push("untaught", 1, false)
	push("yielded", 9, true)
	if err := f.Yield(now, take("yielded").ID, -5); err != nil {
		t.Fatal(err)
	}
	push("leased", 8, true)
	take("leased")
	push("leased", 3, true)
	push("done", 7, true)
	if err := f.Done(now, take("done").ID, Outcome{Result: Finish}); err != nil {
		t.Fatal(err)
	}
	push("raised", 2, true)
	push("raised", 6, false)
	push("lowered", 5, true)
	push("lowered", -1, true)
	push("untaught again", .5, false)
	if _, err := f.Push(now, []Link{{URL: "http://untaught again/", Host: "untaught again", Priority: 10, Replace: true, Untaught: true}}); err != nil {
		t.Fatal(err)
	}
	if _, best, ok := f.Queue("untaught again"); !ok || best != 10 {
		t.Errorf("priority %v; want that which was pushed last, though it is not taught", best)
	}
	var kept bytes.Buffer
	w := flat.NewWriter(&kept)
	f.Taught().Code(w)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	taught := func() *Taught {
		x := new(Taught)
		x.Code(flat.NewReader(bytes.NewReader(kept.Bytes()), int64(kept.Len())))
		return x
	}
	push("since", 4, false)
	again, restored, err := Reopen(store, DefaultOptions(), now, taught())
	if err != nil || !restored {
		t.Fatal(restored, err)
	}
	want := map[string]float32{"untaught": 1, "untaught again": .5, "yielded": 9, "leased": 3, "raised": 2, "lowered": -1, "since": 4}
	for len(want) > 0 {
		l, _, err := again.Take(now.Add(time.Minute))
		if err != nil || want[l.Host] != l.Priority {
			t.Fatalf("%s has priority %v, want %v; %v", l.Host, l.Priority, want[l.Host], err)
		}
		delete(want, l.Host)
	}
	if _, restored, err := Reopen(NewMemory(), DefaultOptions(), now, taught()); restored || err != nil {
		t.Errorf("priorities of another frontier were restored: %v", err)
	}
}

// TestTaughtAgreesWithReorder: a checkpoint gives a frontier just what a replay gives it by Reorder, also for a seed to which
// pages link while it waits.
func TestTaughtAgreesWithReorder(t *testing.T) {
	now, store := time.Unix(1000, 0), NewMemory()
	f, err := Open(store, DefaultOptions(), now)
	if err != nil {
		t.Fatal(err)
	}
	links := []Link{
		{URL: "http://seed/", Host: "seed", Priority: float32(math.Inf(1))}, {URL: "http://late/", Host: "late", Priority: 2, Replace: true},
		{URL: "http://page/", Host: "page", Priority: 1, Replace: true}, {URL: "http://seed/", Host: "seed", Priority: 3, Replace: true},
	}
	if _, err := f.Push(now, links); err != nil {
		t.Fatal(err)
	}
	f.PrepareTaught()
	if _, err := f.Push(now, []Link{{URL: "http://late/", Host: "late", Priority: float32(math.Inf(1))}}); err != nil {
		t.Fatal(err)
	}
	taught := f.Taught()
	var orders []Order
	for _, l := range links[1:] {
		orders = append(orders, Order{weburl.Fingerprint(l.URL), l.Priority})
	}
	byCheckpoint, restored, err := Reopen(store, DefaultOptions(), now, taught)
	if err != nil || !restored {
		t.Fatal(restored, err)
	}
	byReplay, err := Open(store, DefaultOptions(), now)
	if err == nil {
		err = byReplay.Reorder(now, orders)
	}
	if a, b := byCheckpoint.Taught().orders, byReplay.Taught().orders; err != nil || !slices.Equal(a, b) || !slices.Equal(a, taught.orders) {
		t.Errorf("%v by the checkpoint, %v by the replay, %v before; %v", a, b, taught.orders, err)
	}
}

// TestTaughtIsOfAnotherFrontier: the store has lost that a link is done. Nobody knows what later lessons gave it.
func TestTaughtIsOfAnotherFrontier(t *testing.T) {
	now, store := time.Unix(1000, 0), NewMemory()
	f, err := Open(store, DefaultOptions(), now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Push(now, []Link{{URL: "http://page/", Host: "page", Priority: 1, Replace: true}}); err != nil {
		t.Fatal(err)
	}
	l, _, err := f.Take(now)
	if err == nil {
		err = f.Done(now, l.ID, Outcome{Result: Finish})
	}
	if err != nil {
		t.Fatal(err)
	}
	taught := f.Taught()
	if _, restored, err := Reopen(store, DefaultOptions(), now, taught); !restored || err != nil {
		t.Errorf("restored %v, %v", restored, err)
	}
	clear(store.revisions)
	if _, restored, err := Reopen(store, DefaultOptions(), now, taught); restored || err != nil {
		t.Errorf("restored %v, %v", restored, err)
	}
}
