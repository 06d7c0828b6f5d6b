package frontier

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
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
		if want == HostReady && rows[0].After != 0 {
			t.Fatalf("a host that was never requested may be requested in %v", rows[0].After)
		}
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

// TestHostsArePagedThrough compares parts of a list with the whole one, which is sorted here.
func TestHostsArePagedThrough(t *testing.T) {
	f := mustOpen(t, DefaultOptions())
	for i := range 4000 {
		for j := range i % 4 {
			mustPush(t, f, start, page(fmt.Sprintf("h%d.test", i%2003), fmt.Sprint(i, j)))
		}
	}
	mustTake(t, f, start)
	now, table := start.Add(time.Second), f.HostTable(start)
	for _, order := range HostOrders() {
		all, total := f.Hosts(now, HostQuery{})
		slices.SortFunc(all, naiveOrder(order))
		for _, cut := range [][2]int{{0, 10}, {5, 7}, {900, 50}, {total - 3, 10}, {total + 5, 10}, {0, 0}} {
			q := HostQuery{Order: order, Skip: cut[0], Limit: cut[1]}
			want := all[min(cut[0], total):]
			if cut[1] > 0 {
				want = want[:min(cut[1], len(want))]
			}
			for name, hosts := range map[string]func(time.Time, HostQuery) ([]HostRow, int){"frontier": f.Hosts, "table": table.Hosts} {
				if part, n := hosts(now, q); n != total || !slices.Equal(part, want) {
					t.Errorf("%s by %s: %v gives %d hosts of %d, want %d", name, order, cut, len(part), n, len(want))
				}
			}
		}
	}
	if part, n := table.Hosts(now, HostQuery{Name: "77", State: HostReady}); n < 20 || n != len(part) || slices.ContainsFunc(part, func(r HostRow) bool { return !strings.Contains(r.Name, "77") }) {
		t.Errorf("%d hosts by name", n)
	}
}

func naiveOrder(o HostOrder) func(a, b HostRow) int {
	by := func(r HostRow) int {
		return map[HostOrder]int{ByFetched: r.Fetched, ByFailures: r.Failures, ByNext: int(r.After), ByQueued: r.Queued}[o]
	}
	return func(a, b HostRow) int { return cmp.Or(cmp.Compare(by(b), by(a)), cmp.Compare(a.Name, b.Name)) }
}

// TestTableOfHostsKnowsWhenAPauseIsOver asks a table for a host that pauses, at two times.
func TestTableOfHostsKnowsWhenAPauseIsOver(t *testing.T) {
	f := mustOpen(t, DefaultOptions())
	mustPush(t, f, start, page("a.test", "1"), page("a.test", "2"))
	mustDo(t, f.Done(start, mustTake(t, f, start).ID, Outcome{Result: Finish}))
	table := f.HostTable(start)
	for passed, want := range map[time.Duration]Standing{0: HostPauses, time.Hour: HostReady} {
		if rows, _ := table.Hosts(start.Add(passed), HostQuery{}); len(rows) != 1 || rows[0].State != want || rows[0].After > 0 != (want == HostPauses) {
			t.Errorf("after %v: %+v, want %s", passed, rows, want)
		}
	}
}

// TestTableOfHostsIsReadAsItWasWritten writes one, reads it, and reads what is left of it.
func TestTableOfHostsIsReadAsItWasWritten(t *testing.T) {
	f := mustOpen(t, options(func(o *Options) { o.PerHost = 2 }))
	for i := range 300 {
		mustPush(t, f, start, page(fmt.Sprintf("h%d.test", i%77), fmt.Sprint(i)))
	}
	now := start
	for i := range 90 {
		l := mustTake(t, f, now)
		mustDo(t, f.Done(now, l.ID, Outcome{Result: []Result{Finish, Retry, Drop}[i%3], Rest: time.Duration(i) * time.Second}))
		now = now.Add(time.Minute)
	}
	table := f.HostTable(now)
	data, err := table.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	read, rest, err := ReadHostTable(append(slices.Clone(data), "rest"...))
	if err != nil || string(rest) != "rest" || !slices.Equal(read.rows, table.rows) || !read.at.Equal(table.at) {
		t.Errorf("it is another one: rest %q, %v", rest, err)
	}
	for n := range data {
		if _, _, err := ReadHostTable(data[:n]); err == nil {
			t.Fatalf("%d of %d bytes are read as a table", n, len(data))
		}
	}
}

// BenchmarkHostTable reads a million hosts and asks for pages of them.
func BenchmarkHostTable(b *testing.B) {
	table := &HostTable{at: start}
	for i := range 1_000_000 {
		table.rows = append(table.rows, HostRow{FoundHost: FoundHost{Name: fmt.Sprintf("host%07d.test", i), Queued: i % 7, Next: start}, State: HostReady})
	}
	data, err := table.AppendBinary(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := ReadHostTable(data); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, q := range map[string]HostQuery{"most queued": {Limit: 50}, "part of a name": {Name: "99", Limit: 50}, "by name, deep": {Order: ByName, Skip: 2500, Limit: 50}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				table.Hosts(start, q)
			}
		})
	}
}
