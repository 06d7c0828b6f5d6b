package feed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/job"
	"gannet/store/postings"
)

// finder is a Finder whose searches all do the same.
type finder struct {
	postings.Finder
	find func(use func(*postings.Posting) error) error
}

func (f finder) Find(_ postings.Query, use func(*postings.Posting) error) error { return f.find(use) }

// updateOf returns an update with all postings that a search gives.
func updateOf(row func(*postings.Posting) Row, find func(use func(*postings.Posting) error) error) *Update {
	u, err := (&Postings{Row: row}).Read(finder{find: find}, "crawl", 0)
	if err != nil {
		panic(err)
	}
	return u
}

// LatestChange implements postings.Finder.
func (finder) LatestChange() (uint64, error) { return 1, nil }

// TestRowsAreReadAsTheyWere fills a file twice, the second time with less, and reads values of each type and postings that are gone.
func TestRowsAreReadAsTheyWere(t *testing.T) {
	want := []Row{
		{Number: 7, Places: []job.Place{{Town: "Łódź"}, {}}, Values: []any{int64(math.MinInt64), 1.5, "a\x00\xff\n", true, time.Unix(-1, 999).UTC(), []string{"a b", ""}}},
		{Number: math.MaxUint64},
		{Number: 8, Values: []any{nil, nil, nil, nil, nil, nil}},
		{Number: 9, Values: []any{int64(3), math.Inf(-1), "", false, time.Time{}, []string{}}},
	}
	r, err := NewRows([]Column{{"i", Integer}, {"r", Real}, {"t", Text}, {"b", Bool}, {"at", Time}, {"l", List}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, n := range []int{len(want), 2} {
		var list []*postings.Posting
		for i, row := range want[:n] {
			k := &postings.Posting{Number: row.Number, Versions: i, Job: &job.Posting{}}
			if row.Values == nil {
				k.Job.State = Dropped
			}
			list = append(list, k)
		}
		u := updateOf(func(k *postings.Posting) Row { return want[k.Versions] }, func(use func(*postings.Posting) error) error {
			return errors.Join(slices.Collect(func(yield func(error) bool) {
				for _, k := range list {
					yield(use(k))
				}
			})...)
		})
		r.Begin(u)
		if err := r.Fill(t.Context(), u); err != nil || u.Given != n {
			t.Fatalf("%d given, %v", u.Given, err)
		}
		for range 2 { // a sink may try again
			var got []Row
			if err := u.Rows.Each(t.Context(), func(row Row) error { got = append(got, row); return nil }); err != nil || !reflect.DeepEqual(got, want[:n]) {
				t.Errorf("%v, %v", got, err)
			}
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := r.Each(ended, func(Row) error { return nil }); err == nil {
		t.Error("it goes on after the end")
	}
	record, err := appendRow(nil, want[0])
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(record); n++ {
		if row, err := readRow(r.columns, record[:n]); err == nil && row.Values != nil {
			t.Errorf("%d bytes of %d are read", n, len(record))
		}
	}
	if _, err := appendRow(nil, Row{Values: []any{[]int{1}}}); err == nil {
		t.Error("a value of another type is written")
	}
}

// TestRowsAreReadWhileTheyAreWritten: a reader has the first rows before the last one is there, all of them in the end, and the error of the
// writer if that fails.
func TestRowsAreReadWhileTheyAreWritten(t *testing.T) {
	const count = 10*flushedRows + 1
	failure := errors.New("the store cannot be read")
	for _, fails := range []error{nil, failure} {
		r, err := NewRows([]Column{{"t", Text}})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		reached := make(chan struct{})
		row := func(k *postings.Posting) Row {
			return Row{Number: k.Number, Values: []any{strings.Repeat("x", int(k.Number))}}
		}
		u := updateOf(row, func(use func(*postings.Posting) error) error {
			for n := range uint64(count) {
				if n == count/2 {
					<-reached
				}
				if err := use(&postings.Posting{Number: n, Job: &job.Posting{}}); err != nil {
					return err
				}
			}
			return fails
		})
		r.Begin(u)
		read := uint64(0)
		ended := make(chan error)
		go func() {
			ended <- r.Each(t.Context(), func(row Row) error {
				if row.Number != read || len(row.Values[0].(string)) != int(read) {
					return fmt.Errorf("row %d is %d", read, row.Number)
				}
				if read++; read == flushedRows {
					close(reached)
				}
				return nil
			})
		}()
		if err := r.Fill(t.Context(), u); !errors.Is(err, fails) {
			t.Errorf("filled: %v", err)
		}
		if err := <-ended; !errors.Is(err, fails) || fails == nil && read != count {
			t.Errorf("%d of %d rows read, %v", read, count, err)
		}
	}
}

// TestRowsOfAnEarlierUpdateAreNotRead, although they are still in the file when the next update is read while it is written.
func TestRowsOfAnEarlierUpdateAreNotRead(t *testing.T) {
	const count = 4 * flushedRows
	update := 0
	r, err := NewRows([]Column{{"t", Text}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for ; update < 2; update++ {
		begun := make(chan struct{})
		row := func(k *postings.Posting) Row {
			return Row{Number: k.Number, Values: []any{fmt.Sprint(update, strings.Repeat("x", update))}}
		}
		u := updateOf(row, func(use func(*postings.Posting) error) error {
			for n := range uint64(count) {
				if n == flushedRows && update > 0 {
					<-begun // the first rows are there, and a reader has read ahead
				}
				if err := use(&postings.Posting{Number: n, Job: &job.Posting{}}); err != nil {
					return err
				}
			}
			return nil
		})
		r.Begin(u)
		filled := make(chan error)
		go func() { filled <- r.Fill(t.Context(), u) }()
		read := 0
		want := fmt.Sprint(update, strings.Repeat("x", update))
		err := r.Each(t.Context(), func(row Row) error {
			if read == 0 {
				close(begun)
			}
			if read++; row.Number != uint64(read-1) || row.Values[0] != want {
				return fmt.Errorf("row %d is %d %v", read-1, row.Number, row.Values)
			}
			return nil
		})
		if err := errors.Join(err, <-filled); err != nil || read != count {
			t.Fatalf("update %d: %d rows, %v", update, read, err)
		}
	}
}
