package dedup_test

import (
	"errors"
	"testing"

	"gannet/dedup"
)

// TestRecordsAreAskedFor has a Deduper hold few records and ask for the others. It decides as one does that holds all, and
// a record that cannot be had is an error.
func TestRecordsAreAskedFor(t *testing.T) {
	oracle := newDeduper(t)
	var kept []*dedup.Profile
	asked, gone := 0, errors.New("gone")
	var failing error
	o := dedup.DefaultOptions(shippedModel(t))
	o.LoadProfile = func(number uint64) (*dedup.Profile, error) {
		asked++
		if number > uint64(len(kept)) {
			t.Fatalf("posting %d is asked for before it is kept", number)
		}
		return kept[number-1], failing
	}
	d, err := dedup.NewDeduper(o)
	if err != nil {
		t.Fatal(err)
	}
	d.LimitProfiles(40)
	postings := mixed(400)
	for i, p := range postings {
		r := oracle.Prepare(p)
		decideAlike(t, oracle, d, uint64(i+1), r)
		kept = append(kept, r)
	}
	if asked < 50 {
		t.Errorf("only %d records were asked for", asked)
	}
	failing = gone
	for i := range postings { // the last ones are held
		if _, err = d.Decide(uint64(len(postings)+i+1), kept[i]); err != nil {
			break
		}
	}
	if !errors.Is(err, gone) {
		t.Errorf("a record that is gone: %v", err)
	}
}
