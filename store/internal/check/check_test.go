package check

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// recorder records what a run does, in its order.
type recorder []string

func (r *recorder) report(problem string) error {
	*r = append(*r, problem)
	return nil
}

func (r *recorder) remedy(name string) Remedy {
	return func() error { return r.report("mend " + name) }
}

func TestRemediesOfAStageComeBeforeTheNext(t *testing.T) {
	for _, repair := range []bool{false, true} {
		var got recorder
		r := &Run{Report: got.report, Repair: repair}
		err := r.Stages(
			func() error {
				return errors.Join(r.Problem(got.remedy("a"), "problem %s", "a"), r.Problem(got.remedy("b"), "problem b"))
			},
			func() error { return r.Problem(got.remedy("c"), "problem c") },
		)
		want := []string{"problem a", "problem b", "problem c"}
		if repair {
			want = []string{"problem a", "problem b", "mend a", "mend b", "problem c", "mend c"}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("repair %v: %q, %v", repair, got, err)
		}
	}
}

func TestErrorsEndARun(t *testing.T) {
	failure := errors.New("failure")
	fail := func() error { return failure }
	none := func() error { return nil }
	for name, test := range map[string]struct {
		report error
		remedy Remedy
		stage  func(*Run, Remedy) error
	}{
		"stage":  {nil, none, func(*Run, Remedy) error { return failure }},
		"report": {failure, none, func(r *Run, remedy Remedy) error { return r.Problem(remedy, "problem") }},
		"remedy": {nil, fail, func(r *Run, remedy Remedy) error { return r.Problem(remedy, "problem") }},
	} {
		r := &Run{Report: func(string) error { return test.report }, Repair: true}
		next := false
		err := r.Stages(
			func() error { return test.stage(r, test.remedy) },
			func() error { next = true; return nil },
		)
		if !errors.Is(err, failure) || next {
			t.Errorf("%s: error %v, next stage ran: %v", name, err, next)
		}
	}
}

// inBucket runs f on an empty bucket.
func inBucket(t *testing.T, f func(b *bolt.Bucket) error) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "db"), 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucket([]byte("b"))
		if err != nil {
			return err
		}
		return f(b)
	})
	if err != nil {
		t.Error(err)
	}
}

// TestRemediesKeepTheirKeys changes keys and values after the remedies are made, as a cursor that moves on does.
func TestRemediesKeepTheirKeys(t *testing.T) {
	inBucket(t, func(b *bolt.Bucket) error {
		key, value := []byte("key"), []byte("value")
		put := Put(b, key, value)
		remove := Delete(key, b)
		key[0], value[0] = 'x', 'x'
		if err := put(); err != nil {
			return err
		}
		if got := b.Get([]byte("key")); string(got) != "value" {
			t.Errorf("put %q", got)
		}
		if err := remove(); err != nil {
			return err
		}
		if got := b.Get([]byte("key")); got != nil {
			t.Errorf("%q is still there", got)
		}
		return nil
	})
}

func TestSequenceBehindTheLastNumber(t *testing.T) {
	inBucket(t, func(b *bolt.Bucket) error {
		var got recorder
		r := &Run{Report: got.report, Repair: true}
		sequence := func() error { return r.CheckSequence(b, "b") }
		if err := errors.Join(r.Stages(sequence), b.Put([]byte{0, 0, 0, 0, 0, 0, 0, 7}, nil), r.Stages(sequence, sequence)); err != nil {
			return err
		}
		if want := []string{"b: number 7 would be given again"}; !slices.Equal(got, want) || b.Sequence() != 7 {
			t.Errorf("reported %q, the sequence is %d", got, b.Sequence())
		}
		return nil
	})
}
