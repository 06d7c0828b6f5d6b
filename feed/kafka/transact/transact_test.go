package transact

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"

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

// TestRecordThatIsTooLargeIsNamed writes a record of the greatest size that is promised to fit, and then one that does not fit among small ones.
func TestRecordThatIsTooLargeIsNamed(t *testing.T) {
	broker := testkafka.Start(t)
	to := wire.Open{Brokers: []string{strings.TrimSuffix(strings.TrimPrefix(broker.URL(""), "kafka://"), "/")}, Topic: "jobs"}
	for _, test := range []struct {
		size int
		fits bool
	}{{wire.MaxValue, true}, {2 * wire.MaxValue, false}} {
		w, _, err := Open(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Begin(); err != nil {
			t.Fatal(err)
		}
		for n := range 8 {
			value := make([]byte, 100)
			if n == 5 {
				value = make([]byte, test.size)
			}
			for i := range value {
				value[i] = byte(rand.Uint32()) // nothing to compress
			}
			w.Add(t.Context(), &wire.Record{Key: fmt.Sprint(40 + n), Value: value})
		}
		err = w.Commit(t.Context(), []byte("state"))
		switch {
		case test.fits && err != nil:
			t.Errorf("%d bytes: %v", test.size, err)
		case !test.fits && (err == nil || !strings.Contains(err.Error(), "the record of number 45 in the topic jobs has 1800000 bytes") || KindOf(err) != wire.Refused):
			t.Errorf("%d bytes: %v", test.size, err)
		}
		w.Close()
	}
}

// TestTopicsThatAreThereAreNotMade opens topics with a broker that permits nobody to make some. A topic of the cursor with several partitions has
// no last record, so it is refused.
func TestTopicsThatAreThereAreNotMade(t *testing.T) {
	cluster := startCluster(t, kfake.SeedTopics(3, "jobs", "divided", "divided-cursor"), kfake.SeedTopics(1, "jobs-cursor"))
	cluster.ControlKey(int16(kmsg.CreateTopics), func(r kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		t.Error("a topic is made")
		return nil, nil, false
	})
	w, _, err := Open(t.Context(), wire.Open{Brokers: cluster.ListenAddrs(), Topic: "jobs"})
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	if _, _, err := Open(t.Context(), wire.Open{Brokers: cluster.ListenAddrs(), Topic: "divided"}); err == nil || KindOf(err) != wire.Divided {
		t.Errorf("a cursor in three partitions: %v", err)
	}
}

// TestAnswersAfterWhichOpeningAgainSuffices has a broker refuse the end of a transaction: after these answers the next Open can commit.
func TestAnswersAfterWhichOpeningAgainSuffices(t *testing.T) {
	for _, answer := range []*kerr.Error{kerr.InvalidProducerIDMapping, kerr.UnknownProducerID, kerr.InvalidTxnState, kerr.TransactionAbortable} {
		cluster := startCluster(t)
		to := wire.Open{Brokers: cluster.ListenAddrs(), Topic: "jobs"}
		w, _, err := Open(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		cluster.ControlKey(int16(kmsg.EndTxn), func(r kmsg.Request) (kmsg.Response, error, bool) {
			answered := r.ResponseKind().(*kmsg.EndTxnResponse)
			answered.ErrorCode = answer.Code
			return answered, nil, true
		})
		if err := w.Begin(); err != nil {
			t.Fatal(err)
		}
		w.Add(t.Context(), &wire.Record{Key: "1", Value: []byte("{}")})
		if err := w.Commit(t.Context(), []byte("1")); !errors.Is(err, answer) || KindOf(err) != wire.Unavailable {
			t.Errorf("%v: %v is %q", answer, err, KindOf(err))
		}
		w.Close()
		if w, _, err = Open(t.Context(), to); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Begin(), w.Commit(t.Context(), []byte("2"))); err != nil {
			t.Errorf("after %v: %v", answer, err)
		}
		w.Close()
	}
}

func startCluster(t *testing.T, opts ...kfake.Opt) *kfake.Cluster {
	t.Helper()
	cluster, err := kfake.NewCluster(append(opts, kfake.NumBrokers(1))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	return cluster
}
