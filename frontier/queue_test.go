package frontier

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestQueueSorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		if n := rapid.IntRange(0, 2000).Draw(t, "reserve"); n > 1000 {
			q.reserve(n)
		}
		var want []item
		seed := rapid.Uint32().Draw(t, "seed")
		pushes := rapid.IntRange(0, 3*heapBlock).Draw(t, "pushes")
		for i := range pushes {
			x := itemOf(seed*uint32(i)%97, uint32(i))
			q.addItem(x)
			want = append(want, x)
			if x%5 == 0 {
				slices.Sort(want)
				if got := q.pop().key; got != want[0] {
					t.Fatalf("pop: %x, want %x", got, want[0])
				}
				want = want[1:]
			}
		}
		slices.Sort(want)
		for i, x := range want {
			if got := q.pop().key; got != x {
				t.Fatalf("pop %d: %x, want %x", i, got, x)
			}
		}
		if q.n != 0 {
			t.Fatalf("%d items are left", q.n)
		}
	})
}

func TestQueueSweep(t *testing.T) {
	var q queue
	for i := range uint32(2000) {
		q.addItem(itemOf(i%7, i))
		q.addItem(itemOf(i%7, i))
	}
	q.sweep(func(x item) bool { return x.record()%2 == 0 })
	if q.n != 1000 {
		t.Fatalf("%d items, want every other one once", q.n)
	}
	for last := item(0); q.n > 0; {
		x := q.pop().key
		if x.record()%2 != 0 || x < last {
			t.Fatalf("%x after %x", x, last)
		}
		last = x
	}
}

// TestSweeping gives one link ever new priorities: the queue must not grow with them.
func TestSweeping(t *testing.T) {
	f := mustOpen(t, DefaultOptions())
	for i := range 10_000 {
		mustPush(t, f, start, Link{URL: "http://a/", Host: "a", Priority: float32(i % 10), Replace: true})
	}
	if n := f.sched.hosts[0].queue.n; n > 100 {
		t.Errorf("the queue of one link has %d items", n)
	}
	if l := mustTake(t, f, start); l.Priority != 9 {
		t.Errorf("priority %v, want the last", l.Priority)
	}
}

func TestOrderOfPriorities(t *testing.T) {
	inf := float32(math.Inf(1))
	ascending := []float32{-inf, -math.MaxFloat32, -1, -math.SmallestNonzeroFloat32, 0, math.SmallestNonzeroFloat32, 0.5, 1, inf}
	for i, p := range ascending {
		if got := priorityOf(orderOf(p)); got != p {
			t.Errorf("%v comes back as %v", p, got)
		}
		if i > 0 && orderOf(p) >= orderOf(ascending[i-1]) {
			t.Errorf("%v does not come before %v", p, ascending[i-1])
		}
	}
	if orderOf(float32(math.NaN())) != orderOf(-inf) || orderOf(float32(math.Copysign(0, -1))) != orderOf(0) {
		t.Error("NaN is not the lowest, or negative zero is not zero")
	}
}

func TestRanked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pos := slices.Repeat([]int32{-1}, 12)
		truth := map[uint32]uint64{}
		var q ranked
		for range rapid.IntRange(0, 200).Draw(t, "n") {
			id := rapid.Uint32Range(0, 11).Draw(t, "id")
			if rapid.Bool().Draw(t, "remove") {
				q.remove(pos, id)
				delete(truth, id)
			} else {
				key := uint64(rapid.IntRange(0, 50).Draw(t, "key"))<<8 | uint64(id)
				q.set(pos, id, key)
				truth[id] = key
			}
			least := uint64(math.MaxUint64)
			for _, key := range truth {
				least = min(least, key)
			}
			if q.empty() != (len(truth) == 0) || !q.empty() && (q.top().key != least || truth[q.top().value] != least) {
				t.Fatalf("top of %v is not %d", q.first, least)
			}
		}
	})
}

// TestALinkThatIsQueuedTwiceIsLeasedOnce, and promises nothing then: a link that has yielded to its first priority, while a better one of its host
// waited, stands in the queue twice.
func TestALinkThatIsQueuedTwiceIsLeasedOnce(t *testing.T) {
	o := DefaultOptions()
	o.Connections = 3
	now := time.Unix(1000, 0)
	f, err := Open(NewMemory(), o, now)
	if err != nil {
		t.Fatal(err)
	}
	f.SetPatience(2*time.Second, func(priority float32) (float32, bool) { return priority, true })
	links := []Link{{URL: "http://a/x", Host: "a", Priority: 1}, {URL: "http://a/y", Host: "a", Priority: .5}, {URL: "http://a/y", Host: "a", Priority: 2}}
	if _, err := f.Push(now, links); err != nil {
		t.Fatal(err)
	}
	l, _, err := f.Take(now)
	if err == nil {
		err = f.Yield(now, l.ID, .5)
	}
	for _, left := range []float32{.5, 0} {
		if err == nil {
			_, _, err = f.Take(now)
		}
		if promise := f.Promise(now); err != nil || promise != left {
			t.Errorf("%v is promised, want %v; %v", promise, left, err)
		}
	}
	if l, _, err := f.Take(now); err == nil {
		t.Errorf("%s is leased twice", l.URL)
	}
}
