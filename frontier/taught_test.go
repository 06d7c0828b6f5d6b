package frontier

import (
	"bytes"
	"testing"
	"time"

	"gannet/internal/flat"
)

// TestTaughtPrioritiesComeBack gives links priorities in all ways. After a crash each has the one that Reorder or Push with
// Replace gave last, also if it was leased then or has yielded since.
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
	want := map[string]float32{"untaught": 1, "yielded": 9, "leased": 3, "raised": 2, "lowered": -1, "since": 4}
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
