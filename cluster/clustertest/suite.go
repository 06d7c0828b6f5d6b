package clustertest

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"gannet/cluster"
)

// TestEngine checks that an implementation of cluster.Engine behaves as its interface documents. The engine must have no data. ttl is the
// time after which values in Engine.Live expire.
func TestEngine(t *testing.T, e cluster.Engine, ttl time.Duration) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	testLog(ctx, t, e.Log)
	testPurge(ctx, t, e.Log)
	testLog(ctx, t, e.Kept) // it has nothing of the other
	testTable(ctx, t, e.Live)
	testTable(ctx, t, e.State)
	testVanishing(ctx, t, e, ttl)
	testCalls(ctx, t, e.Calls)
}

// testLog: messages come in the order of their numbers, those of the wanted partitions alone, and each id once.
func testLog(ctx context.Context, t *testing.T, log cluster.Log) {
	var seqs []uint64
	for n := range 10 {
		seq, err := log.Append(ctx, n%3, "id"+strconv.Itoa(n), []byte{byte(n)})
		if err != nil {
			t.Fatal(err)
		}
		seqs = append(seqs, seq)
	}
	again, err := log.Append(ctx, 0, "id0", []byte("again"))
	extent, lastErr := log.Extent(ctx)
	if err != nil || lastErr != nil || again != seqs[0] || extent.Last != seqs[9] || extent.Messages != 10 || extent.Bytes < 10 {
		t.Errorf("a known id: number %d and %v, want %d; the log has %+v and %v, want the last %d", again, err, seqs[0], extent, lastErr, seqs[9])
	}
	cursor, err := log.Read(ctx, []int{0, 2}, seqs[0])
	if err != nil {
		t.Fatal(err)
	}
	defer cursor.Close()
	if left, err := cursor.Left(ctx); err != nil || left != 6 {
		t.Errorf("%d messages are left at the beginning, %v; want 6", left, err)
	}
	var got []byte
	for len(got) < 6 {
		list, err := cursor.Next(ctx)
		if err != nil {
			t.Fatalf("after %v: %v", got, err)
		}
		for _, m := range list {
			got = append(got, m.Body...)
			if n := int(m.Body[0]); m.Seq != seqs[n] || m.Partition != n%3 {
				t.Errorf("message %d has number %d and partition %d", n, m.Seq, m.Partition)
			}
		}
	}
	if left, err := cursor.Left(ctx); err != nil || left != 0 {
		t.Errorf("%d messages are left at the end, %v", left, err)
	}
	if want := []byte{2, 3, 5, 6, 8, 9}; !bytes.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
}

// testPurge: what is removed of one partition is not read any more, and nothing else is missing. A cursor reads on. Partition 3 is
// without messages before.
func testPurge(ctx context.Context, t *testing.T, log cluster.Log) {
	before, err := log.Extent(ctx)
	if err != nil {
		t.Fatal(err)
	}
	add := func(partition int, text string) (seq uint64) {
		seq, err := log.Append(ctx, partition, "purge"+text, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return seq
	}
	old, err := log.Read(ctx, []int{3, 4}, before.Last)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	add(3, "a")
	add(4, "b")
	upTo := add(3, "c")
	readTexts(ctx, t, old, "a", "b", "c")
	add(4, "d")
	add(3, "e")
	for range 2 { // once more does nothing
		if err := log.Purge(ctx, 3, upTo); err != nil {
			t.Fatal(err)
		}
	}
	last := add(3, "f")
	readTexts(ctx, t, old, "d", "e", "f")
	if left, err := old.Left(ctx); err != nil || left != 0 {
		t.Errorf("%d messages are left after a purge, %v", left, err)
	}
	after, err := log.Extent(ctx)
	if err != nil || after.Last != last || after.Messages != before.Messages+4 {
		t.Errorf("the log has %+v after %+v and a purge, %v", after, before, err)
	}
	fresh, err := log.Read(ctx, []int{3, 4}, before.Last)
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	readTexts(ctx, t, fresh, "b", "d", "e", "f")
	if left, err := fresh.Left(ctx); err != nil || left != 0 {
		t.Errorf("%d messages are left for a new cursor, %v", left, err)
	}
}

// readTexts reads messages with these bodies.
func readTexts(ctx context.Context, t *testing.T, c cluster.Cursor, want ...string) {
	t.Helper()
	var got []string
	for len(got) < len(want) {
		list, err := c.Next(ctx)
		if err != nil {
			t.Fatalf("after %v: %v", got, err)
		}
		for _, m := range list {
			got = append(got, string(m.Body))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
}

// testTable: a key is created once, and changed only by who knows its revision.
func testTable(ctx context.Context, t *testing.T, table cluster.Table) {
	if _, err := table.Get(ctx, "key"); !errors.Is(err, cluster.ErrNoKey) {
		t.Errorf("a key that is not there: %v", err)
	}
	first, err := table.Create(ctx, "key", []byte("a"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Create(ctx, "key", []byte("b")); !errors.Is(err, cluster.ErrConflict) {
		t.Errorf("a key is created twice: %v", err)
	}
	second, err := table.Update(ctx, "key", []byte("c"), first)
	if err != nil || second <= first {
		t.Errorf("update: revision %d after %d, %v", second, first, err)
	}
	if _, err := table.Update(ctx, "key", []byte("d"), first); !errors.Is(err, cluster.ErrConflict) {
		t.Errorf("an update of an old revision: %v", err)
	}
	if e, err := table.Get(ctx, "key"); err != nil || string(e.Value) != "c" || e.Revision != second {
		t.Errorf("get: %q, %d, %v", e.Value, e.Revision, err)
	}
	if err := table.Delete(ctx, "key"); err != nil {
		t.Error(err)
	}
	if _, err := table.Get(ctx, "key"); !errors.Is(err, cluster.ErrNoKey) {
		t.Errorf("a key that was deleted: %v", err)
	}
	if _, err := table.Create(ctx, "key", []byte("e")); err != nil {
		t.Errorf("a key that was deleted cannot be created: %v", err)
	}
}

// testVanishing: a value of Live is gone some time after ttl, cannot be renewed then, and can be created. Values of State stay.
func testVanishing(ctx context.Context, t *testing.T, e cluster.Engine, ttl time.Duration) {
	revision, err := e.Live.Create(ctx, "short", []byte("a"))
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for err == nil {
		time.Sleep(ttl / 10)
		_, err = e.Live.Get(ctx, "short")
	}
	if lived := time.Since(began); !errors.Is(err, cluster.ErrNoKey) || lived < ttl*8/10 {
		t.Errorf("a value of Live with ttl %v: %v after %v", ttl, err, lived)
	}
	if _, err := e.Live.Update(ctx, "short", []byte("b"), revision); !errors.Is(err, cluster.ErrConflict) {
		t.Errorf("a value that has vanished was renewed: %v", err)
	}
	if _, err := e.Live.Create(ctx, "short", []byte("c")); err != nil {
		t.Errorf("a value that has vanished cannot be created: %v", err)
	}
	if _, err := e.State.Get(ctx, "key"); err != nil {
		t.Errorf("a value of State: %v", err)
	}
}

// testCalls: a question is answered by who has the name, and by nobody after stop.
func testCalls(ctx context.Context, t *testing.T, calls cluster.Calls) {
	told := make(chan string, 2)
	stop, err := calls.Serve("name", func(q []byte) []byte {
		if string(q) == "told" {
			told <- "told"
		}
		return append([]byte("answer to "), q...)
	})
	if err != nil {
		t.Fatal(err)
	}
	if a, err := calls.Ask(ctx, "name", []byte("q")); err != nil || string(a) != "answer to q" {
		t.Errorf("answer %q, %v", a, err)
	}
	stopSecond, err := calls.Serve("name", func([]byte) []byte { told <- "told"; return nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := calls.Tell("name", []byte("told")); err != nil {
		t.Error(err)
	}
	for range 2 {
		select {
		case <-told:
		case <-ctx.Done():
			t.Error("what was told did not reach all who serve the name")
		}
	}
	stop()
	stopSecond()
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if a, err := calls.Ask(short, "name", []byte("q")); err == nil {
		t.Errorf("nobody answers %q", a)
	}
}
