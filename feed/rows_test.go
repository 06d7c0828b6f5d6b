package feed

import (
	"context"
	"math"
	"reflect"
	"testing"
	"time"

	"gannet/job"
	"gannet/store/postings"
)

// all is a Finder that gives postings in every search.
type all struct {
	postings.Finder
	list []*postings.Posting
}

func (a all) Find(_ postings.Query, use func(*postings.Posting) error) error {
	for _, k := range a.list {
		if err := use(k); err != nil {
			return err
		}
	}
	return nil
}

// TestRowsAreReadAsTheyWere fills a file twice, the second time with less, and reads values of each type and postings that are gone.
func TestRowsAreReadAsTheyWere(t *testing.T) {
	want := []Row{
		{Number: 7, Places: []job.Place{{Town: "Łódź"}, {}}, Values: []any{int64(math.MinInt64), 1.5, "a\x00\xff\n", true, time.Unix(-1, 999).UTC()}},
		{Number: math.MaxUint64},
		{Number: 8, Values: []any{nil, nil, nil, nil, nil}},
		{Number: 9, Values: []any{int64(3), math.Inf(-1), "", false, time.Time{}}},
	}
	r, err := NewRows(Table{
		Columns: []Column{{"i", Integer}, {"r", Real}, {"t", Text}, {"b", Bool}, {"at", Time}},
		Row:     func(k *postings.Posting) Row { return want[k.Versions] },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, n := range []int{len(want), 2} {
		var jobs all
		for i, row := range want[:n] {
			k := &postings.Posting{Number: row.Number, Versions: i, Job: &job.Posting{}}
			if row.Values == nil {
				k.Job.State = Dropped
			}
			jobs.list = append(jobs.list, k)
		}
		u := &Update{Whole: true, jobs: jobs}
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
		if row, err := r.table.readRow(record[:n]); err == nil && row.Values != nil {
			t.Errorf("%d bytes of %d are read", n, len(record))
		}
	}
	if _, err := appendRow(nil, Row{Values: []any{[]int{1}}}); err == nil {
		t.Error("a value of another type is written")
	}
}
