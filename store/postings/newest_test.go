package postings_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gannet/job"
	"gannet/store/postings"
)

// TestFindGivesAnyPartInEitherOrder compares parts of a search with cuts of the whole one.
func TestFindGivesAnyPartInEitherOrder(t *testing.T) {
	db, r := openTest(t), rand.New(rand.NewPCG(1, 2))
	db.SetDecider(func(n uint64, _ *postings.Found) (job.Decision, error) {
		if n%3 == 1 {
			return job.Decision{}, nil
		}
		return job.Decision{Cluster: (n-1)/3*3 + 1}, nil
	})
	for i := range 300 {
		put(t, db, somePage(r, i))
	}
	find := func(q postings.Query) (found []*postings.Posting) {
		if err := db.Postings().Find(q, func(p *postings.Posting) error {
			found = append(found, p)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return found
	}
	for range 300 {
		q := postings.Query{All: r.IntN(2) == 0, Text: pick(r, []string{"", "welder"}), Brief: true}
		all := find(q)
		q.After, q.Before, q.Newest, q.Limit = uint64(r.IntN(310)), uint64(r.IntN(310)), r.IntN(2) == 0, r.IntN(20)
		var got, want []uint64
		for _, p := range all {
			at := p.Cluster
			if q.All {
				at = p.Number
			}
			if at > q.After && (q.Before == 0 || at < q.Before) {
				want = append(want, p.Number)
			}
		}
		if q.Newest {
			slices.Reverse(want)
		}
		if q.Limit > 0 {
			want = want[:min(q.Limit, len(want))]
		}
		for _, p := range find(q) {
			got = append(got, p.Number)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%+v gives %v instead of %v", q, got, want)
		}
	}
}
