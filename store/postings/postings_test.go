package postings_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"gannet/job"
	"gannet/job/life"
	"gannet/store"
	"gannet/store/postings"
)

func TestPostingComesBackAsItWasPut(t *testing.T) {
	db := openTest(t)
	want := newJob("Beekeeper", "Hive & Co", "Zürich", "Keep bees.\nIn the morning.\n")
	page := jobPage("http://a.test/1", 0, want)
	page.Postings[0].Profile = profile("record")
	if r := put(t, db, page)[0].Postings[0]; r != (postings.Result{Status: postings.New, Number: 1, Cluster: 1}) {
		t.Fatalf("put: %+v", r)
	}
	k, err := db.Postings().Get(1)
	if err != nil {
		t.Fatal(err)
	}
	want.URL, want.State, want.StateReason = page.URL, job.Open, job.ReasonSeen
	if !reflect.DeepEqual(k.Job, want) {
		t.Errorf("got  %+v\nwant %+v", k.Job, want)
	}
	if l := k.Life; l.State != job.Open || l.First != start || l.Checked != start || len(l.Past) != 1 {
		t.Errorf("life: %+v", l)
	}
	k.Job, k.Life = nil, life.Life{}
	if wantKept := (&postings.Posting{
		Number: 1, Cluster: 1, Original: true, Copies: 1, URL: page.URL, First: start, Last: start, Count: 1, Versions: 1,
		SalaryYear: job.Pay{Min: 20_000, Max: 41_000, Currency: "EUR", Unit: "YEAR"},
	}); !reflect.DeepEqual(k, wantKept) {
		t.Errorf("got %+v, want %+v", k, wantKept)
	}
	err = db.Postings().EachProfile(func(p postings.Profiled) error {
		if p.Number != 1 || p.Cluster != 1 || !p.Original || string(p.Profile) != "record" {
			return fmt.Errorf("profile %+v", p)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if n, err := db.Postings().NumberAt(page.URL); n != 1 || err != nil {
		t.Errorf("NumberAt: %d, %v", n, err)
	}
	if _, err := db.Postings().Get(2); !errors.Is(err, postings.ErrNotFound) {
		t.Errorf("Get(2): %v", err)
	}
}

// TestProfileIsReadWhileAPutDecides reads profiles of earlier transactions within one that grows the file.
func TestProfileIsReadWhileAPutDecides(t *testing.T) {
	db := openTest(t)
	for i := range 40 {
		number := uint64(i + 1)
		page := jobPage(fmt.Sprintf("http://a.test/%d", i), i, newJob("Welder", "Iron", "Oslo", "Weld."))
		page.Body = slices.Repeat([]byte{byte(i)}, 1<<20)
		rand.NewChaCha8([32]byte{byte(i)}).Read(page.Body)
		page.Postings[0].Profile = profile(fmt.Sprintf("profile %d", number))
		db.SetDecider(func(n uint64, _ *postings.Found) (job.Decision, error) {
			if n != number {
				t.Errorf("posting %d is %d", number, n)
			}
			if _, err := db.Postings().Profile(n); !errors.Is(err, postings.ErrNotFound) {
				t.Errorf("profile %d before it is kept: %v", n, err)
			}
			if n > 1 {
				if profile, err := db.Postings().Profile(n - 1); err != nil || string(profile) != fmt.Sprintf("profile %d", n-1) {
					t.Errorf("profile %d: %q %v", n-1, profile, err)
				}
			}
			return job.Decision{Cluster: n, Original: true, Verdict: "new"}, nil
		})
		put(t, db, page)
	}
}

func TestSamePostingSeenAgain(t *testing.T) {
	db := openTest(t)
	same, changed := newJob("Welder", "Iron", "Oslo", "Weld."), newJob("Welder", "Iron", "Oslo", "Weld steel.")
	same.ID, changed.ID = "77", "77"
	spaced := *same
	spaced.Description, spaced.Provenance = " Weld. \n", nil
	other := newJob("Painter", "Iron", "Oslo", "Paint.")
	other.ID = "77" // the employer's number
	pages := []*store.Page{
		jobPage("http://a.test/1", 0, same), jobPage("http://a.test/1?x=1", 1, &spaced), jobPage("http://a.test/2", 2, changed),
		jobPage("http://a.test/3", 3, other), jobPage("http://b.test/1", 4, same),
		jobPage("http://a.test/1", 0, same), jobPage("http://a.test/1", 5, other),
	}
	got, want := statuses(put(t, db, pages...)), "1 new, 1 unchanged, 1 changed, 2 new, 3 new, 1 passed over, 1 changed"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	k, err := db.Postings().Get(1)
	if err != nil || k.Count != 4 || k.Versions != 3 || k.Job.Title != "Painter" || !k.Last.Equal(start.Add(5*time.Minute)) || !k.First.Equal(start) {
		t.Errorf("%+v, %v", k, err)
	}
	list, err := db.Postings().Versions(1)
	if err != nil || len(list) != 3 {
		t.Fatalf("%d versions, %v", len(list), err)
	}
	for i, want := range []string{"Weld.", "Weld steel.", "Paint."} {
		if list[i].Job.Description != want || list[i].Number != i+1 {
			t.Errorf("version %d: %+v", i, list[i])
		}
	}
	if list[0].Page != 1 || list[1].Page != 3 || list[2].Page != 0 {
		t.Errorf("pages of versions: %d, %d, %d", list[0].Page, list[1].Page, list[2].Page)
	}
}

func TestPostingAtEverNewAddresses(t *testing.T) {
	db := openTest(t)
	j := newJob("Welder", "Iron", "Oslo", "Weld.")
	j.ID = "1"
	for i := range 3 * postings.MaxKeys {
		put(t, db, jobPage(fmt.Sprintf("http://a.test/?session=%d", i), i, j))
	}
	k, err := db.Postings().Get(1)
	if err != nil || k.Count != 3*postings.MaxKeys || k.Versions != 1 {
		t.Errorf("%+v, %v", k, err)
	}
	if s, err := db.Stats(); err != nil || s.Postings != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Error(problems)
	}
}
