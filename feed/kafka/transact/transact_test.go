package transact

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gannet/feed/kafka/wire"
	"gannet/internal/testkafka"
)

// TestOnlyWhatIsCommittedIsSeen commits, gives up and takes over in turn: each Open returns the last state that was committed, and a Writer that
// another one follows commits no more.
func TestOnlyWhatIsCommittedIsSeen(t *testing.T) {
	broker := testkafka.Start(t)
	to := wire.Open{Brokers: []string{strings.TrimSuffix(strings.TrimPrefix(broker.URL(""), "kafka://"), "/")}, Topic: "jobs"}
	var want []string
	committed := ""
	for n := range 12 {
		w, state, err := Open(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		if string(state) != committed {
			t.Fatalf("run %d begins with the state %q, not %q", n, state, committed)
		}
		if err := w.Begin(); err != nil {
			t.Fatal(err)
		}
		w.Add(t.Context(), &wire.Record{Key: fmt.Sprint(n), Value: []byte("{}")})
		switch n % 3 {
		case 0:
			next := fmt.Sprint("state ", n)
			if err := w.Commit(t.Context(), []byte(next)); err != nil {
				t.Fatal(err)
			}
			committed, want = next, append(want, fmt.Sprint(n))
		case 1: // another one follows
			other, _, err := Open(t.Context(), to)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Commit(t.Context(), []byte("too late")); err == nil || KindOf(err) != wire.Fenced {
				t.Errorf("a Writer that another one follows: %v", err)
			}
			other.Close()
		}
		w.Close()
	}
	var got []string
	for _, r := range broker.Committed("jobs") {
		got = append(got, r.Key)
	}
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("records %v are seen, not %v", got, want)
	}
}
