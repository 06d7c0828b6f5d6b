package store

import (
	"slices"
	"testing"
)

// TestSelectGivesAnyPartInEitherOrder compares selections with cuts of a list.
func TestSelectGivesAnyPartInEitherOrder(t *testing.T) {
	db := openTest(t)
	storeMany(t, db)
	const last = selectEntries + 1
	for _, s := range []Selection{
		{}, {Newest: true}, {Newest: true, Limit: 3}, {Limit: 3}, {After: 5, Before: 5}, {After: 5, Before: 6, Newest: true}, {After: last},
		{After: 5, Before: 9}, {After: 5, Before: 9, Newest: true}, {After: 5, Before: last + 9, Newest: true, Limit: 2}, {Before: 1, Newest: true},
		{Newest: true, Relevant: true, Limit: 400}, {Relevant: true, Limit: 2, After: 3}, {After: last + 5, Newest: true},
	} {
		var got, want []uint64
		for n := uint64(1); n <= last; n++ {
			if n > s.After && (s.Before == 0 || n < s.Before) && (!s.Relevant || n%3 == 1) {
				want = append(want, n)
			}
		}
		if s.Newest {
			slices.Reverse(want)
		}
		if s.Limit > 0 {
			want = want[:min(s.Limit, len(want))]
		}
		err := db.Select(s, func(p *Page) error {
			got = append(got, p.Seq)
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v gives %d pages instead of %d: %v", s, len(got), len(want), err)
		}
	}
}
