package postings_test

import (
	"fmt"
	"testing"
	"time"

	"gannet/job"
	"gannet/job/life"
	"gannet/store"
	"gannet/store/postings"
)

// openJob is a posting whose page takes applications.
func openJob(title string) *job.Posting {
	j := newJob(title, "Iron", "Oslo", "Weld.")
	j.State, j.StateReason = job.Open, job.ReasonApplies
	return j
}

// observe records what was observed of a page some minutes after start, and returns how many postings it was of.
func observe(t *testing.T, db *store.DB, url string, minutes int, what life.What) int {
	t.Helper()
	at := start.Add(time.Duration(minutes) * time.Minute)
	results, err := db.Observe([]store.Observation{{URL: url, Observation: life.Observation{At: at, What: what}}})
	if err != nil {
		t.Fatal(err)
	}
	return len(results[0])
}

func stateOf(t *testing.T, db *store.DB, number uint64) job.State {
	t.Helper()
	p, err := db.Postings().Get(number)
	if err != nil {
		t.Fatal(err)
	}
	if p.Job.State != p.Life.State {
		t.Errorf("posting %d is %q, its life %q", number, p.Job.State, p.Life.State)
	}
	return p.Life.State
}

func TestPostingClosesAndReopens(t *testing.T) {
	db := openTest(t)
	put(t, db, jobPage("http://a.test/1", 0, openJob("Welder")), jobPage("http://a.test/2", 0, openJob("Nurse")))
	for i, step := range []struct {
		what life.What
		want job.State
	}{{life.Failed, job.Open}, {life.Unlisted, job.Suspected}, {life.Gone, job.Closed}, {life.Seen, job.Open}, {life.Moved, job.Closed}} {
		if n := observe(t, db, "http://a.test/1", i+1, step.what); n != 1 {
			t.Fatalf("%d postings of the page", n)
		}
		if got := stateOf(t, db, 1); got != step.want {
			t.Errorf("after %v it is %q, want %q", step.what, got, step.want)
		}
	}
	put(t, db, jobPage("http://a.test/1", 9, openJob("Welder")))
	if p, err := db.Postings().Get(1); err != nil || p.Life.State != job.Open || p.Life.Reopened != 2 || p.Last != start.Add(9*time.Minute) {
		t.Errorf("%+v, %v", p, err)
	}
	if stateOf(t, db, 2) != job.Open {
		t.Error("the other posting changed")
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Error(problems)
	}
}

// TestPartsOfAPageAreObserved: what is observed of a page is observed of all its postings, until they have pages of their own.
func TestPartsOfAPageAreObserved(t *testing.T) {
	db := openTest(t)
	page := &store.Page{URL: "http://a.test/jobs", Fetched: start}
	for _, part := range []string{"a", "b"} {
		j := openJob("Welder " + part)
		j.Part, j.URL = part, "http://a.test/"+part
		page.Postings = append(page.Postings, &postings.Found{Job: j})
	}
	put(t, db, page, jobPage("http://a.test/b", 1, openJob("Welder b")))
	if n := observe(t, db, "http://a.test/jobs", 2, life.Gone); n != 1 || stateOf(t, db, 1) != job.Suspected || stateOf(t, db, 2) != job.Open {
		t.Errorf("%d postings of the list", n)
	}
	if n := observe(t, db, "http://a.test/b", 3, life.Gone); n != 1 || stateOf(t, db, 2) != job.Suspected {
		t.Errorf("%d postings of the page", n)
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Error(problems)
	}
}

// TestVersionsAreBounded: of a page that says something else at every visit the latest versions are kept.
func TestVersionsAreBounded(t *testing.T) {
	db := openTest(t)
	for n := range 100 {
		put(t, db, jobPage("http://a.test/1", n, newJob(fmt.Sprint("Welder ", n), "Iron", "Oslo", "Weld.")))
	}
	list, err := db.Postings().Versions(1)
	if err != nil || len(list) < 16 || len(list) > 32 {
		t.Fatalf("%d versions, %v", len(list), err)
	}
	for i, v := range list {
		if want := fmt.Sprint("Welder ", 100-len(list)+i); v.Job.Title != want || v.Number != i+1 {
			t.Errorf("version %d is %q, want %q", v.Number, v.Job.Title, want)
		}
	}
	if s, err := db.Stats(); err != nil || s.Versions != len(list) {
		t.Errorf("%d versions counted, %v", s.Versions, err)
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Error(problems)
	}
}

// TestJobCountsItsReposts: a posting that begins when another one of its job has closed is a repost, a copy beside it is not.
func TestJobCountsItsReposts(t *testing.T) {
	db := openTest(t)
	db.SetDecider(func(n uint64, _ *postings.Found) (job.Decision, error) {
		return job.Decision{Cluster: 1, Of: n - 1}, nil
	})
	day := 24 * 60
	put(t, db, jobPage("http://a.test/1", 0, openJob("Welder")), jobPage("http://b.test/1", 10, openJob("Welder")))
	observe(t, db, "http://a.test/1", day, life.Gone)
	observe(t, db, "http://a.test/1", day+5, life.Gone)
	put(t, db, jobPage("http://a.test/2", day+10, openJob("Welder")))
	for number := uint64(1); number <= 3; number++ {
		if p, err := db.Postings().Get(number); err != nil || p.Reposts != 1 || p.Copies != 3 {
			t.Errorf("posting %d: %+v, %v", number, p, err)
		}
	}
	n := 0
	err := db.Postings().Find(postings.Query{State: postings.NotClosed, All: true}, func(p *postings.Posting) error {
		n += p.Reposts
		return nil
	})
	if err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
}
