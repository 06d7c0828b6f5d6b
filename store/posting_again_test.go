package store

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	bolt "go.etcd.io/bbolt"
)

func reread(t *testing.T, db *DB, readings ...Reading) {
	t.Helper()
	if err := db.PutPostings(readings); err != nil {
		t.Fatal(err)
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Fatalf("after PutPostings: %q", problems)
	}
}

func TestReadAgainReplacesWhatThePageShows(t *testing.T) {
	db := openTest(t)
	first, second := ad("Weldre", "Iron", "Oslo", "Weld."), ad("Welder", "Iron", "Oslo", "Weld more.")
	first.ID, second.ID = "1", "1"
	page := adPage("http://a.test/1", 0, first)
	put(t, db, page, adPage("http://a.test/1", 1, second), &Page{URL: "http://a.test/2", Fetched: start}, adPage("http://a.test/3", 2, ad("Cook", "Inn", "Rome", "Cook.")))
	better := *first
	better.Title, better.ID = "Welder", "A1"
	readings := []Reading{
		{1, &Posting{Job: &better, Record: []byte("r2")}}, {2, &Posting{Job: ad("Nurse", "Clinic", "Bonn", "Care.")}}, {3, nil}, {99, &Posting{Job: first}},
	}
	reread(t, db, readings...)
	if got := readings[0].Posting; got.Number != 1 || got.Seen != Again {
		t.Errorf("an older version read again: %+v", got)
	}
	if got := readings[1].Posting; got.Number != 3 || got.Seen != New {
		t.Errorf("a posting that was not found before: %+v", got)
	}
	list, err := db.Versions(1)
	if err != nil || len(list) != 2 || list[0].Job.Title != "Welder" || list[0].Job.ID != "A1" || list[1].Job.Description != "Weld more." {
		t.Errorf("versions %+v, %v", list, err)
	}
	if _, err := db.Posting(2); !errors.Is(err, ErrNoPosting) {
		t.Errorf("a posting that is on no page: %v", err)
	}
	again := Reading{2, &Posting{Job: ad("Nurse", "Clinic", "Bonn", "Care more."), Record: []byte("r3")}}
	reread(t, db, again)
	k, err := db.Posting(3)
	if err != nil || again.Posting.Seen != Renewed || k.Versions != 1 || k.Count != 1 || k.Job.Description != "Care more." || !k.Last.Equal(start) {
		t.Errorf("read again: %+v, %+v, %v", again.Posting, k, err)
	}
}

func TestAnotherIDIsFoundByIt(t *testing.T) {
	db := openTest(t)
	j := ad("Welder", "Iron", "Oslo", "Weld.")
	j.ID = "wrong"
	put(t, db, adPage("http://a.test/1", 0, j))
	right := *j
	right.ID = "right"
	reread(t, db, Reading{1, &Posting{Job: &right}})
	right.Description = "Weld more."
	pages := []*Page{adPage("http://a.test/2", 1, &right), adPage("http://a.test/3", 2, j)}
	put(t, db, pages...)
	if got := seen(pages...); got != "1 renewed, 2 new" {
		t.Error(got)
	}
}

func TestTheOriginalIsAnotherWhenItGoes(t *testing.T) {
	db := openTest(t)
	for i, d := range []Decision{{}, {Cluster: 1, Of: 1, Verdict: "same"}, {Cluster: 1, Original: true, Of: 2}} {
		p := adPage("http://a.test/"+string(rune('a'+i)), i, ad("Welder", "Iron", "Oslo", "Weld."))
		p.Posting.Decide = func(uint64) (Decision, error) { return d, nil }
		put(t, db, p)
	}
	originals := func() (list []uint64) {
		if err := db.FindPostings(Query{}, func(k *Kept) error { list = append(list, k.Number, uint64(k.Copies)); return nil }); err != nil {
			t.Fatal(err)
		}
		return list
	}
	for i, want := range [][]uint64{{3, 3}, {1, 2}, {2, 1}, nil} {
		if got := originals(); !reflect.DeepEqual(got, want) {
			t.Errorf("original and copies: %v, want %v", got, want)
		}
		if i < 3 {
			reread(t, db, Reading{[]uint64{3, 1, 2}[i], nil})
		}
	}
}

func TestPostingGoesWithItsPageToTheCanonical(t *testing.T) {
	db := openTest(t)
	j := ad("Welder", "Iron", "Oslo", "Weld.")
	print := adPage(variant, 0, j)
	print.Canonical = canonical
	put(t, db, print)
	put(t, db, &Page{URL: canonical}) // shows no posting itself
	k, err := db.Posting(1)
	if err != nil || k.URL != canonical || k.Job.URL != canonical {
		t.Fatalf("%+v, %v", k, err)
	}
	list, err := db.Versions(1)
	if err != nil || len(list) != 1 || list[0].Page != 2 {
		t.Errorf("versions %+v, %v", list[0], err)
	}
	other := adPage(canonical+"?print=2", 1, ad("Welder!", "Iron", "Oslo", "Weld!"))
	other.Canonical = canonical
	if put(t, db, other); seen(other) != "1 again" {
		t.Errorf("left out for its canonical page: %s", seen(other))
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Error(problems)
	}
}

func TestFailedDecisionStoresNothing(t *testing.T) {
	db := openTest(t)
	p, no := adPage("http://a.test/1", 0, ad("Welder", "Iron", "Oslo", "Weld.")), errors.New("no")
	p.Posting.Decide = func(uint64) (Decision, error) { return Decision{}, no }
	if _, err := db.Put([]*Page{p}); !errors.Is(err, no) || db.Has(p.URL) || p.Posting.Number != 0 {
		t.Errorf("%v, %+v", err, p.Posting)
	}
	p.Posting.Decide = func(uint64) (Decision, error) { return Decision{Cluster: 7}, nil }
	if _, err := db.Put([]*Page{p}); err == nil || db.Has(p.URL) {
		t.Errorf("it joined a cluster that is not there: %v", err)
	}
}

// TestStoreOfBeforePostings opens a file as it was written when there were none.
func TestStoreOfBeforePostings(t *testing.T) {
	file := written(t, 3)
	b, err := bolt.Open(file, 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = b.Update(func(tx *bolt.Tx) error {
		for _, name := range []string{"postings", "versions", "posting index", "clusters", "members", "records"} {
			if err := tx.DeleteBucket([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	})
	if err = errors.Join(err, b.Close()); err != nil {
		t.Fatal(err)
	}
	old, err := OpenReadOnly(file)
	if err != nil {
		t.Fatal(err)
	}
	nothing := func(*Kept) error { return errors.New("a posting") }
	if err := errors.Join(old.EachPosting(nothing), old.FindPostings(Query{}, nothing)); err != nil {
		t.Error(err)
	}
	if _, err := old.PostingAt("http://a.test/"); !errors.Is(err, ErrNoPosting) {
		t.Error(err)
	}
	if problems := checked(t, old); len(problems) > 0 {
		t.Error(problems)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := Open(filepath.Clean(file))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if p := adPage("http://new.test/", 0, ad("Welder", "Iron", "Oslo", "Weld.")); put(t, db, p)[0] != Stored || p.Posting.Seen != New {
		t.Errorf("%+v", p.Posting)
	}
}
