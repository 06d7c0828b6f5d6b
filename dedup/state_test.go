package dedup_test

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"gannet/dedup"
	"gannet/dedup/index"
)

// durable opens a Deduper with an index in a directory. The index is full at 300 pairs of a document and a key.
func durable(t *testing.T, dir string) (*dedup.Deduper, *index.Pebble, error) {
	t.Helper()
	options := index.DefaultPebbleOptions()
	options.Hot = 300
	x, err := index.OpenPebble(dir, options)
	if err != nil {
		t.Fatal(err)
	}
	o := dedup.DefaultOptions(shippedModel(t))
	o.Index = x
	d, err := dedup.NewDeduper(o)
	if err != nil {
		err = errors.Join(err, x.Close())
	}
	return d, x, err
}

type keptPosting struct {
	dedup.Decision
	record   *dedup.Profile
	original bool
}

// keepPosting appends a posting, as the store does.
func keepPosting(kept []keptPosting, d dedup.Decision, r *dedup.Profile) []keptPosting {
	for i := range kept {
		if (d.Original || d.NewOriginal != 0) && kept[i].Cluster == d.Cluster {
			kept[i].original = uint64(i+1) == d.NewOriginal
		}
	}
	return append(kept, keptPosting{d, r, d.Original})
}

func restore(d *dedup.Deduper, kept []keptPosting) error {
	for i, k := range kept {
		if err := d.Restore(uint64(i+1), k.Cluster, k.original, k.record); err != nil {
			return err
		}
	}
	return d.FinishRestore()
}

// decideAlike has a Deduper decide as the oracle does.
func decideAlike(t *testing.T, oracle, d *dedup.Deduper, number uint64, r *dedup.Profile) dedup.Decision {
	t.Helper()
	want, err := oracle.Decide(number, r)
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.Decide(number, r)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("posting %d: %+v %v, want %+v", number, got, err, want)
	}
	return got
}

// TestADurableDeduperDecidesAlike ends a Deduper many times, without what its index has not written yet, and with postings
// that were decided but not kept. The next one decides like a Deduper that was never ended.
func TestADurableDeduperDecidesAlike(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	oracle, postings := newDeduper(t), mixed(300)
	rng := rand.New(rand.NewPCG(5, 6))
	d, x, err := durable(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	var kept []keptPosting
	written := uint64(0)
	for i, p := range postings {
		r := oracle.Prepare(p)
		want := decideAlike(t, oracle, d, uint64(i+1), r)
		if rng.IntN(12) > 0 {
			kept = keepPosting(kept, want, r)
			if err := d.Commit(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		written = max(written, x.Stored())
		if err := x.Close(); err != nil { // the posting is decided, and not kept
			t.Fatal(err)
		}
		if d, x, err = durable(t, dir); err != nil {
			t.Fatal(err)
		}
		if err := restore(d, kept); err != nil {
			t.Fatalf("%d postings: %v", len(kept), err)
		}
		if got, err := d.Decide(uint64(i+1), r); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("posting %d, again: %+v %v, want %+v", i+1, got, err, want)
		}
		kept = keepPosting(kept, want, r)
	}
	if written == 0 {
		t.Error("nothing was ever written")
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestAnIndexOfOtherPostingsIsStale: fewer postings than it has, other clusters, a state that cannot be read.
func TestAnIndexOfOtherPostingsIsStale(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	d, x, err := durable(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	var kept []keptPosting
	for i, p := range mixed(60) {
		r := d.Prepare(p)
		kept = keepPosting(kept, decide(t, d, uint64(i+1), p), r)
	}
	if err := errors.Join(d.Commit(), x.Close()); err != nil {
		t.Fatal(err)
	}
	other := append([]keptPosting(nil), kept...)
	for i := range other {
		other[i].Cluster = uint64(i + 1)
	}
	for name, c := range map[string]struct {
		postings []keptPosting
		stale    bool
	}{"all": {kept, false}, "fewer": {kept[:59], true}, "none": {nil, true}, "others": {other, true}} {
		d, x, err := durable(t, dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := restore(d, c.postings); errors.Is(err, dedup.ErrStale) != c.stale || err != nil && !c.stale {
			t.Errorf("%s: %v", name, err)
		}
		check := dedup.CheckIndex(x, func(use func(number, cluster uint64) error) error {
			for i, k := range c.postings {
				if err := use(uint64(i+1), k.Cluster); err != nil {
					return err
				}
			}
			return nil
		})
		if errors.Is(check, dedup.ErrStale) != c.stale {
			t.Errorf("%s: checked: %v", name, check)
		}
		state := x.State()
		if err := errors.Join(x.Flush(state[:len(state)-3]), x.Close()); err != nil {
			t.Fatal(err)
		}
		if _, _, err := durable(t, dir); !errors.Is(err, dedup.ErrStale) {
			t.Errorf("a state that is cut short: %v", err)
		}
		x, err = index.OpenPebble(dir, index.DefaultPebbleOptions())
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(x.Flush(state), x.Close()); err != nil {
			t.Fatal(err)
		}
	}
}
