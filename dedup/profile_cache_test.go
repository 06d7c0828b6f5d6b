package dedup_test

import (
	"errors"
	"testing"

	"gannet/dedup"
)

// TestProfilesAreLoaded compares a Deduper that caches few profiles with one that holds all. A profile that cannot be loaded
// is an error.
func TestProfilesAreLoaded(t *testing.T) {
	oracle := newDeduper(t)
	var kept []*dedup.Profile
	loaded, gone := 0, errors.New("gone")
	var failing error
	o := dedup.DefaultOptions(shippedModel(t))
	o.LoadProfile = func(number uint64) (*dedup.Profile, error) {
		loaded++
		if number > uint64(len(kept)) {
			t.Fatalf("posting %d is loaded before it is kept", number)
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
	if loaded < 50 {
		t.Errorf("only %d profiles were loaded", loaded)
	}
	failing = gone
	for i := range postings { // the last ones are held
		if _, err = d.Decide(uint64(len(postings)+i+1), kept[i]); err != nil {
			break
		}
	}
	if !errors.Is(err, gone) {
		t.Errorf("a profile that is gone: %v", err)
	}
}
