package frontier

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// TestHostsSayWhereTheyStand brings a host into every standing.
func TestHostsSayWhereTheyStand(t *testing.T) {
	now := start
	f := mustOpen(t, options(func(o *Options) { o.PerHost, o.HostFailures, o.DelayFactor = 2, 2, 0 }))
	stands := func(want Standing) {
		t.Helper()
		rows, total := f.Hosts(now, HostQuery{Name: "a.te"})
		if total != 1 || rows[0].Name != "a.test" || rows[0].State != want || f.HostCounts(now)[want] != 1 {
			t.Fatalf("%+v, %v; want %s", rows, f.HostCounts(now), want)
		}
	}
	mustPush(t, f, now, page("a.test", "1"), page("a.test", "2"))
	stands(HostReady)
	l := mustTake(t, f, now)
	stands(HostBusy)
	mustDo(t, f.Done(now, l.ID, Outcome{Result: Finish}))
	stands(HostPauses)
	now = now.Add(time.Hour)
	l = mustTake(t, f, now)
	mustDo(t, f.Done(now, l.ID, Outcome{Result: Retry}))
	stands(HostFails)
	now = now.Add(24 * time.Hour)
	l = mustTake(t, f, now)
	mustDo(t, f.Done(now, l.ID, Outcome{Result: Drop}))
	stands(HostIdle)
	mustPush(t, f, now, page("a.test", "3"))
	now = now.Add(time.Hour)
	l = mustTake(t, f, now)
	mustDo(t, f.Done(now, l.ID, Outcome{Result: Finish}))
	stands(HostFull)
}

// TestHostsArePagedThrough compares parts of a list with the whole one.
func TestHostsArePagedThrough(t *testing.T) {
	f := mustOpen(t, DefaultOptions())
	for i := range 3000 {
		for j := range i % 4 {
			mustPush(t, f, start, page(fmt.Sprintf("h%d.test", i%997), fmt.Sprint(i, j)))
		}
	}
	for _, order := range HostOrders() {
		all, total := f.Hosts(start, HostQuery{Order: order, Name: "7"})
		if total != len(all) || !slices.IsSortedFunc(all, hostOrder(order)) {
			t.Fatalf("by %s: %d hosts of %d", order, len(all), total)
		}
		for _, cut := range [][2]int{{0, 10}, {5, 7}, {total - 3, 10}, {total + 5, 10}} {
			part, n := f.Hosts(start, HostQuery{Order: order, Name: "7", Skip: cut[0], Limit: cut[1]})
			from := min(cut[0], total)
			if n != total || !slices.EqualFunc(part, all[from:min(from+cut[1], total)], func(a, b HostRow) bool { return a.Name == b.Name }) {
				t.Errorf("by %s: %v gives %d hosts", order, cut, len(part))
			}
		}
	}
}
