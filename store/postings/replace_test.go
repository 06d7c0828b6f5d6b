package postings_test

import (
	"errors"
	"reflect"
	"testing"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

const (
	variant   = "http://a.test/?print=1"
	canonical = "http://a.test/"
)

func replace(t *testing.T, db *store.DB, readings ...store.Reading) []postings.Result {
	t.Helper()
	results, err := db.PutPostings(readings)
	if err != nil {
		t.Fatal(err)
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Fatalf("after PutPostings: %q", problems)
	}
	return results
}

func TestReadAgainReplacesWhatThePageShows(t *testing.T) {
	db := openTest(t)
	first, second := newJob("Weldre", "Iron", "Oslo", "Weld."), newJob("Welder", "Iron", "Oslo", "Weld more.")
	first.ID, second.ID = "1", "1"
	page := jobPage("http://a.test/1", 0, first)
	put(t, db, page, jobPage("http://a.test/1", 1, second), &store.Page{URL: "http://a.test/2", Fetched: start}, jobPage("http://a.test/3", 2, newJob("Cook", "Inn", "Rome", "Cook.")))
	better := *first
	better.Title, better.ID = "Welder", "A1"
	readings := []store.Reading{
		{Page: 1, Posting: &postings.Found{Job: &better, Profile: profile("r2")}}, {Page: 2, Posting: &postings.Found{Job: newJob("Nurse", "Clinic", "Bonn", "Care.")}}, {Page: 3}, {Page: 99, Posting: &postings.Found{Job: first}},
	}
	results := replace(t, db, readings...)
	if got := results[0]; got.Number != 1 || got.Status != postings.Unchanged {
		t.Errorf("an older version read again: %+v", got)
	}
	if got := results[1]; got.Number != 3 || got.Status != postings.New {
		t.Errorf("a posting that was not found before: %+v", got)
	}
	list, err := db.Postings().Versions(1)
	if err != nil || len(list) != 2 || list[0].Job.Title != "Welder" || list[0].Job.ID != "A1" || list[1].Job.Description != "Weld more." {
		t.Errorf("versions %+v, %v", list, err)
	}
	if _, err := db.Postings().Get(2); !errors.Is(err, postings.ErrNotFound) {
		t.Errorf("a posting that is on no page: %v", err)
	}
	again := store.Reading{Page: 2, Posting: &postings.Found{Job: newJob("Nurse", "Clinic", "Bonn", "Care more."), Profile: profile("r3")}}
	r := replace(t, db, again)[0]
	k, err := db.Postings().Get(3)
	if err != nil || r.Status != postings.Changed || k.Versions != 1 || k.Count != 1 || k.Job.Description != "Care more." || !k.Last.Equal(start) {
		t.Errorf("read again: %+v, %+v, %v", r, k, err)
	}
}

func TestAnotherIDIsFoundByIt(t *testing.T) {
	db := openTest(t)
	j := newJob("Welder", "Iron", "Oslo", "Weld.")
	j.ID = "wrong"
	put(t, db, jobPage("http://a.test/1", 0, j))
	right := *j
	right.ID = "right"
	replace(t, db, store.Reading{Page: 1, Posting: &postings.Found{Job: &right}})
	right.Description = "Weld more."
	pages := []*store.Page{jobPage("http://a.test/2", 1, &right), jobPage("http://a.test/3", 2, j)}
	if got := statuses(put(t, db, pages...)); got != "1 changed, 2 new" {
		t.Error(got)
	}
}

func TestTheOriginalIsAnotherWhenItGoes(t *testing.T) {
	db := openTest(t)
	for i, d := range []job.Decision{{}, {Cluster: 1, Of: 1, Verdict: "same"}, {Cluster: 1, Original: true, Of: 2}} {
		db.SetDecider(func(uint64, *postings.Found) (job.Decision, error) { return d, nil })
		put(t, db, jobPage("http://a.test/"+string(rune('a'+i)), i, newJob("Welder", "Iron", "Oslo", "Weld.")))
	}
	originals := func() (list []uint64) {
		if err := db.Postings().Find(postings.Query{}, func(k *postings.Posting) error { list = append(list, k.Number, uint64(k.Copies)); return nil }); err != nil {
			t.Fatal(err)
		}
		return list
	}
	for i, want := range [][]uint64{{3, 3}, {1, 2}, {2, 1}, nil} {
		if got := originals(); !reflect.DeepEqual(got, want) {
			t.Errorf("original and copies: %v, want %v", got, want)
		}
		if i < 3 {
			replace(t, db, store.Reading{Page: []uint64{3, 1, 2}[i]})
		}
	}
}

func TestPostingGoesWithItsPageToTheCanonical(t *testing.T) {
	db := openTest(t)
	j := newJob("Welder", "Iron", "Oslo", "Weld.")
	print := jobPage(variant, 0, j)
	print.Canonical = canonical
	put(t, db, print)
	put(t, db, &store.Page{URL: canonical}) // shows no posting itself
	k, err := db.Postings().Get(1)
	if err != nil || k.URL != canonical || k.Job.URL != canonical {
		t.Fatalf("%+v, %v", k, err)
	}
	list, err := db.Postings().Versions(1)
	if err != nil || len(list) != 1 || list[0].Page != 2 {
		t.Errorf("versions %+v, %v", list[0], err)
	}
	other := jobPage(canonical+"?print=2", 1, newJob("Welder!", "Iron", "Oslo", "Weld!"))
	other.Canonical = canonical
	if got := statuses(put(t, db, other)); got != "1 unchanged" {
		t.Errorf("left out for its canonical page: %s", got)
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Error(problems)
	}
}

func TestFailedDecisionStoresNothing(t *testing.T) {
	db := openTest(t)
	p, no := jobPage("http://a.test/1", 0, newJob("Welder", "Iron", "Oslo", "Weld.")), errors.New("no")
	db.SetDecider(func(uint64, *postings.Found) (job.Decision, error) { return job.Decision{}, no })
	if _, err := db.Put([]*store.Page{p}); !errors.Is(err, no) || db.Has(p.URL) {
		t.Error(err)
	}
	db.SetDecider(func(uint64, *postings.Found) (job.Decision, error) { return job.Decision{Cluster: 7}, nil })
	if _, err := db.Put([]*store.Page{p}); !errors.Is(err, postings.ErrNoCluster) || db.Has(p.URL) {
		t.Errorf("it joined a cluster that is not there: %v", err)
	}
}
