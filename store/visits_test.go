package store

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// watchedPage is a page that is watched from its first visit on.
func watchedPage(url string, kind WatchedKind) *Page {
	p := fullPage(url)
	p.Watched = &Watched{
		URL: url, Kind: kind, Visited: start, Changed: start, Tried: start, ETag: `W/"odd"`, LastModified: "yesterday, they say",
		Text: 1 << 63, Ends: start.Add(time.Hour), Trail: []byte("trail"), Facts: []byte("facts"), Links: []uint64{3, 7},
	}
	return p
}

func mustWatch(t *testing.T, db *DB, url string) *Watched {
	t.Helper()
	w, err := db.Watched(weburl.Fingerprint(url))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWatchedIsKeptWithItsPage(t *testing.T) {
	db := openTest(t)
	p := watchedPage("http://a.test/list", WatchedList)
	put(t, db, p)
	w := mustWatch(t, db, p.URL)
	if !reflect.DeepEqual(w, p.Watched) {
		t.Errorf("watched: %+v\nwant     %+v", w, p.Watched)
	}
	n := 0
	if err := db.EachWatched(func(*Watched) error { n++; return nil }); err != nil || n != 1 {
		t.Errorf("EachWatched: %d, %v", n, err)
	}
	if _, err := db.Watched(weburl.Fingerprint("http://a.test/other")); !errors.Is(err, ErrNotFound) {
		t.Errorf("of a page that is not watched: %v", err)
	}
}

// TestVisitReplacesPage: number, way and canonical URL stay; text, links and totals are those of the new version.
func TestVisitReplacesPage(t *testing.T) {
	db := openTest(t)
	old := watchedPage("http://a.test/list", WatchedList)
	old.Canonical = "http://a.test/other"
	seq := put(t, db, old)[0].Seq
	later := start.Add(time.Hour)
	now := &Page{URL: old.URL, Status: 200, Body: []byte("new"), Fetched: later, Score: .25, Links: []uint64{9}}
	w := mustWatch(t, db, old.URL)
	w.Visited = later
	if _, err := db.PutVisits([]*Visit{{Watched: w, Page: now, Replace: true}}); err != nil {
		t.Fatal(err)
	}
	p, err := db.Get(old.URL)
	if err != nil || p.Seq != seq || string(p.Body) != "new" || p.Via != old.Via || p.Depth != old.Depth || p.Canonical != old.Canonical ||
		!reflect.DeepEqual(p.Links, []uint64{9}) || !p.Fetched.Equal(later) || string(p.Choice) != "why" {
		t.Errorf("%+v, %v", p, err)
	}
	if s, err := db.Stats(); err != nil || s.Pages != 1 || s.Relevant != 0 || s.Bytes != 3 || s.MeanScore != .25 {
		t.Errorf("%+v, %v", s, err)
	}
	if w := mustWatch(t, db, old.URL); !w.Visited.Equal(later) {
		t.Errorf("watched: %+v", w)
	}
	mustCheck(t, db)
}

func mustCheck(t *testing.T, db *DB) {
	t.Helper()
	err := db.Check(func(problem string) error { t.Error("check:", problem); return nil })
	if err != nil {
		t.Fatal(err)
	}
}

// TestVisitOfPosting: a posting that reads as before is seen, and its page stays. One that changed has a new version, and the
// page is replaced even if its text is the same.
func TestVisitOfPosting(t *testing.T) {
	db := openTest(t)
	first := jobPage("http://a.test/1", 0, newJob("Welder", "Iron", "Oslo", "Weld."))
	first.Watched = &Watched{URL: first.URL, Kind: WatchedPosting}
	put(t, db, first)
	for i, title := range []string{"Welder", "Senior welder"} {
		again := jobPage(first.URL, 10*(i+1), newJob(title, "Iron", "Oslo", "Weld."))
		again.Body = []byte(title)
		r, err := db.PutVisits([]*Visit{{Watched: mustWatch(t, db, first.URL), Page: again}})
		if err != nil || len(r[0].Postings) != 1 {
			t.Fatalf("%+v, %v", r, err)
		}
		want, body := postings.Unchanged, ""
		if i == 1 {
			want, body = postings.Changed, title
		}
		p, err := db.Get(first.URL)
		if r[0].Postings[0].Status != want || err != nil || string(p.Body) != body {
			t.Errorf("%s: %v, body %q, %v; want %v, %q", title, r[0].Postings[0].Status, p.Body, err, want, body)
		}
	}
	mustCheck(t, db)
}

// TestVisitOfAPostingAtTwoAddresses: it is of the first one. The second may show it again, or be gone, which says nothing of it. When the first
// leads to the second, it is there.
func TestVisitOfAPostingAtTwoAddresses(t *testing.T) {
	db := openTest(t)
	at := func(url string, minutes int) *Page {
		p := newJob("Welder", "Iron", "Oslo", "Weld.")
		p.ID = "W-1"
		page := jobPage(url, minutes, p)
		page.Watched = &Watched{URL: url, Kind: WatchedPosting}
		return page
	}
	first, second := "http://a.test/1", "http://a.test/2"
	put(t, db, at(first, 0), at(second, 1))
	visit := func(url string, v Visit) (closed bool) {
		v.Watched = mustWatch(t, db, url)
		r, err := db.PutVisits([]*Visit{&v})
		if err != nil {
			t.Fatal(err)
		}
		return r[0].Closed
	}
	when := func(minutes int, what life.What) life.Observation {
		return life.Observation{At: at(first, minutes).Fetched, What: what}
	}
	if visit(second, Visit{Page: at(second, 10), Observed: when(10, life.NotShown)}) {
		t.Error("a page that shows the posting is asked no more")
	}
	if !visit(second, Visit{Observed: when(20, life.Gone)}) {
		t.Error("a page that is gone is requested again, though the posting is at another one")
	}
	if !visit(first, Visit{Observed: when(30, life.Moved), MovedTo: second}) {
		t.Error("a page that leads to where the posting is is requested again")
	}
	err := db.Postings().Each(func(p *postings.Posting) error {
		if p.URL != second || p.Life.Closed() || p.Life.State == job.Suspected {
			t.Errorf("%s, %+v", p.URL, p.Life)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	mustCheck(t, db)
}

// TestAliasIsNotWatched: a page that makes way for its canonical page is no longer watched, and a visit that was under way
// changes nothing.
func TestAliasIsNotWatched(t *testing.T) {
	db := openTest(t)
	p := watchedPage(variant, WatchedPage)
	p.Canonical = canonical
	put(t, db, p)
	w := mustWatch(t, db, variant)
	put(t, db, fullPage(canonical))
	if _, err := db.PutVisits([]*Visit{{Watched: w, Page: fullPage(variant), Replace: true}}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Watched(weburl.Fingerprint(variant)); !errors.Is(err, ErrNotFound) {
		t.Errorf("the alias is watched: %v", err)
	}
	mustCheck(t, db)
}

// TestRepairForgetsWhatIsWatchedWrongly: the crawl watches such pages again.
func TestRepairForgetsWhatIsWatchedWrongly(t *testing.T) {
	db := openTest(t)
	put(t, db, watchedPage("http://a.test/1", WatchedPage), watchedPage("http://a.test/2", WatchedPage))
	err := db.writeBatch(func(b *batch) error {
		if err := b.putWatched(&Watched{URL: "http://a.test/gone", Kind: WatchedPage}); err != nil {
			return err
		}
		if err := b.watched.Put(entry.Key(weburl.Fingerprint("http://a.test/3")), []byte("odd")); err != nil {
			return err
		}
		return b.watched.Put(entry.URLKey("http://a.test/2"), (&Watched{URL: "http://a.test/1", Kind: WatchedPage}).encode())
	})
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	if _, err := db.Repair(func(p string) error { problems = append(problems, p); return nil }); err != nil || len(problems) != 3 {
		t.Errorf("repaired %q, %v; want three problems", problems, err)
	}
	mustCheck(t, db)
	if w := mustWatch(t, db, "http://a.test/1"); w.ETag == "" {
		t.Error("what was in order is gone")
	}
}

// TestReplacedPageStaysAsItWasLearnedFrom however often it is replaced. A new verdict goes to both. Its alias leaves nothing behind.
func TestReplacedPageStaysAsItWasLearnedFrom(t *testing.T) {
	db := openTest(t)
	old := watchedPage("http://a.test/list", WatchedList)
	old.Canonical = "http://a.test/other"
	seq := put(t, db, old, &Page{URL: "http://a.test/taught", Lesson: &Lesson{Number: 1}})[0].Seq
	if p, replaced, err := db.GetLearned(seq); err != nil || replaced || string(p.Body) != string(old.Body) {
		t.Errorf("before it is replaced: %+v, %v, %v", p, replaced, err)
	}
	for i, body := range []string{"new", "newer"} {
		w := mustWatch(t, db, old.URL)
		now := &Page{URL: old.URL, Status: 200, Body: []byte(body), Fetched: start.Add(time.Hour), Score: .25}
		if _, err := db.PutVisits([]*Visit{{Watched: w, Page: now, Replace: true}}); err != nil {
			t.Fatal(err)
		}
		p, replaced, err := db.GetLearned(seq)
		if err != nil || !replaced || string(p.Body) != string(old.Body) || p.Score != old.Score || !p.Fetched.Equal(old.Fetched) || p.Seq != seq {
			t.Errorf("replaced %d times: %+v, %v, %v", i+1, p, replaced, err)
		}
	}
	if err := db.Rejudge([]Verdict{{Page: seq, Score: .75, Relevant: true}}); err != nil {
		t.Fatal(err)
	}
	now, err := db.Get(old.URL)
	learned, learnedErr := db.LookupLearned(seq)
	if err != nil || learnedErr != nil || now.Score != .75 || learned == nil || learned.Score != .75 || !learned.Fetched.Equal(old.Fetched) {
		t.Errorf("judged again: %v, %+v; %v, %v", now.Score, learned, err, learnedErr)
	}
	mustCheck(t, db)
	put(t, db, &Page{URL: old.Canonical})
	if _, _, err := db.GetLearned(seq); !errors.Is(err, ErrNotFound) {
		t.Errorf("after its canonical page came: %v", err)
	}
	mustCheck(t, db)
}
