package crawldir

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"gannet/cluster"
	"gannet/cluster/clustertest"
	"gannet/ranker"
)

// summing is a learner whose total is a text.
type summing struct {
	ranker.Sharer
	total string
	taken map[string]string
}

func (s *summing) Total() []byte { return []byte(s.total) }

func (s *summing) TakeIn(totals map[string][]byte) error {
	for name, total := range totals {
		s.taken[name] = string(total)
	}
	return nil
}

// flakyTable loses every seventh answer.
type flakyTable struct {
	cluster.Table
	calls int
}

var errLost = errors.New("the answer was lost")

func (t *flakyTable) lost() bool { t.calls++; return t.calls%7 == 0 }

func (t *flakyTable) Get(ctx context.Context, key string) (e cluster.Entry, err error) {
	if e, err = t.Table.Get(ctx, key); t.lost() {
		return cluster.Entry{}, errLost
	}
	return e, err
}

func (t *flakyTable) Create(ctx context.Context, key string, value []byte) (r uint64, err error) {
	if r, err = t.Table.Create(ctx, key, value); t.lost() {
		return 0, errLost
	}
	return r, err
}

func (t *flakyTable) Update(ctx context.Context, key string, value []byte, revision uint64) (r uint64, err error) {
	if r, err = t.Table.Update(ctx, key, value, revision); t.lost() {
		return 0, errLost
	}
	return r, err
}

// TestMachinesShareTotals: each machine has the latest total of all others in the end, also that of one which has died, and none of its own.
func TestMachinesShareTotals(t *testing.T) {
	net := clustertest.New(1, time.Minute, clustertest.Faults{})
	var all []*sharer
	learners := make(map[string]*summing)
	for n := range 4 {
		name := fmt.Sprint("m", n)
		learners[name] = &summing{taken: make(map[string]string)}
		all = append(all, &sharer{
			learner: learners[name], table: &flakyTable{Table: net.Engine(name).State}, machine: name,
			seen: make(map[string]uint64),
		})
	}
	failures := 0
	for round := range 20 {
		for n, s := range all {
			if n == 0 && round > 10 {
				continue // dead
			}
			learners[s.machine].total = fmt.Sprint(s.machine, " has learned ", round)
			for tries := 0; s.exchange(t.Context()) != nil; tries++ {
				if failures++; tries > 50 {
					t.Fatal("nothing can be shared")
				}
			}
		}
	}
	for _, s := range all[1:] { // those before have not seen the latest of those behind
		if err := (&sharer{learner: s.learner, table: net.Engine("x").State, machine: s.machine, seen: s.seen, own: s.own}).exchange(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for name, l := range learners {
		for other := range learners {
			want := fmt.Sprint(other, " has learned 19")
			if other == "m0" {
				want = "m0 has learned 10"
			}
			if got, ok := l.taken[other]; name != "m0" && other != name && got != want || ok && other == name {
				t.Errorf("%s has %q of %s, want %q", name, got, other, want)
			}
		}
	}
	if failures < 20 {
		t.Errorf("only %d failures: the test shows nothing", failures)
	}
}

// TestTotalsArePacked: a packed total is the same again, and bytes of something else are an error.
func TestTotalsArePacked(t *testing.T) {
	packed, err := packTotal(bytes.Repeat([]byte("sums"), 1<<16))
	if err != nil || len(packed) > 1<<10 {
		t.Fatalf("%d bytes, %v", len(packed), err)
	}
	if plain, err := unpackTotal(packed); err != nil || len(plain) != 4<<16 {
		t.Errorf("%d bytes, %v", len(plain), err)
	}
	if _, err := unpackTotal([]byte("something else")); err == nil {
		t.Error("something else is a total")
	}
}

// staleTable answers as if it had not got the latest values yet, a few times.
type staleTable struct {
	cluster.Table
	stale int
}

func (t *staleTable) Get(ctx context.Context, key string) (cluster.Entry, error) {
	if t.stale > 0 {
		t.stale--
		return cluster.Entry{}, cluster.ErrNoKey
	}
	return t.Table.Get(ctx, key)
}

// TestATotalIsSharedThoughAServerIsBehind: a server that has not got a machine's own total yet is asked again. It had ended the crawl with an error.
func TestATotalIsSharedThoughAServerIsBehind(t *testing.T) {
	table := clustertest.New(1, time.Minute, clustertest.Faults{}).Engine("m").State
	learner := &summing{total: "first"}
	if err := (&sharer{learner: learner, table: table, machine: "m"}).publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	learner.total = "second"
	if err := (&sharer{learner: learner, table: &staleTable{table, 2}, machine: "m"}).publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	e, err := table.Get(t.Context(), totalKey+"m")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := unpackTotal(e.Value); err != nil || string(got) != "second" {
		t.Errorf("%q, %v; want the total of the next run", got, err)
	}
}
