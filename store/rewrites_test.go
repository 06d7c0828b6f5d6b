package store

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"gannet/job/life"
	"gannet/store/postings"
)

// pageReader is a copy of the pages that is kept up to date by PageChanges: the score and the body of each page by its number.
type pageReader struct {
	pages  map[uint64]string
	cursor uint64
}

// update brings what has changed, and reports whether all pages had to be read again.
func (r *pageReader) update(t interface{ Fatal(...any) }, db *DB) (whole bool) {
	c, err := db.PageChanges(r.cursor)
	if errors.Is(err, postings.ErrOldCursor) {
		c, err = db.PageChanges(0)
		whole = true
	}
	if whole || r.cursor == 0 { // what an update left that was cut off is replaced, too
		r.pages = map[uint64]string{}
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range c.Rewritten {
		delete(r.pages, page)
	}
	err = db.Select(Selection{Body: true}, func(p *Page) error {
		if _, rewritten := slices.BinarySearch(c.Rewritten, p.Seq); rewritten || p.Seq > c.After && p.Seq <= c.Last {
			r.pages[p.Seq] = fmt.Sprint(p.Score, string(p.Body))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	r.cursor = c.Cursor
	return whole
}

// compare holds that the copy is what is kept.
func (r *pageReader) compare(t interface{ Fatal(...any) }, db *DB) {
	want := map[uint64]string{}
	if err := db.Select(Selection{Body: true}, func(p *Page) error { want[p.Seq] = fmt.Sprint(p.Score, string(p.Body)); return nil }); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(r.pages, want) {
		t.Fatal("the copy has", r.pages, "and the store", want)
	}
}

// TestPageChangesAreAllChanges stores, replaces, judges and takes out pages in any order. Readers that begin at any time have the same pages as the
// store after each update, and read all pages again only after Forget and Repair.
func TestPageChangesAreAllChanges(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp(root, "")
		if err != nil {
			t.Fatal(err)
		}
		db, err := Options{NoSync: true}.Open(filepath.Join(dir, "crawl.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { db.Close() }()
		readers := []*pageReader{{pages: map[uint64]string{}}}
		check := func(wholeAllowed bool) {
			for _, r := range readers {
				before := r.cursor
				if whole := r.update(t, db); whole && !wholeAllowed {
					t.Fatal("all pages are read again after cursor", before)
				}
				r.compare(t, db)
			}
		}
		url := func() string { return fmt.Sprintf("http://a.test/%d", rapid.IntRange(0, 9).Draw(t, "url")) }
		at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			at = at.Add(time.Minute)
			switch rapid.SampledFrom([]string{"put", "put", "put", "canonical", "visit", "rejudge", "read", "cut off", "begin", "forget"}).Draw(t, "step") {
			case "put":
				_, err = db.Put([]*Page{{URL: url(), Fetched: at, Body: []byte(at.String())}})
			case "canonical":
				_, err = db.Put([]*Page{{URL: url(), Canonical: url(), Fetched: at, Body: []byte(at.String())}})
			case "visit":
				p := &Page{URL: url(), Fetched: at, Body: []byte(at.String())}
				_, err = db.PutVisits([]*Visit{{
					Watched: &Watched{URL: p.URL, Kind: WatchedPage, Tried: at}, Page: p, Replace: rapid.Bool().Draw(t, "replace"),
					Observed: life.Observation{What: life.Failed},
				}})
			case "rejudge":
				err = db.Rejudge([]Verdict{{Page: rapid.Uint64Range(1, 10).Draw(t, "page"), Score: float64(rapid.IntRange(0, 2).Draw(t, "score"))}})
			case "read":
				check(false)
			case "cut off": // what was read stays, and is read again
				for _, r := range readers {
					before := r.cursor
					r.update(t, db)
					r.cursor = before
				}
			case "begin":
				readers = append(readers, &pageReader{pages: map[uint64]string{}})
			case "forget":
				check(false)
				forgotten := url()
				to := filepath.Join(dir, fmt.Sprint(at.Unix(), ".db"))
				_, err = db.Forget(to, Forgetting{URL: func(u string) bool { return u == forgotten }, Text: func([]byte) bool { return false }})
				if err == nil {
					db.Close()
					db, err = Options{NoSync: true}.Open(to)
				}
				check(true)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		check(false)
		if err := db.Check(func(problem string) error { return errors.New(problem) }); err != nil {
			t.Fatal(err)
		}
	})
}

// TestOldCursorsOfPagesAreRefused: a reader reads all pages again if changes may be missing, and no cursor beyond the store is taken.
func TestOldCursorsOfPagesAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crawl.db")
	open := func() *DB {
		db, err := Options{NoSync: true}.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		return db
	}
	db := open()
	if _, err := db.Put([]*Page{{URL: "http://a.test/1"}, {URL: "http://a.test/2"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.PageChanges(3); !errors.Is(err, postings.ErrNoCursor) {
		t.Errorf("a cursor beyond the store: %v", err)
	}
	verdicts := make([]Verdict, rewritesKept+1)
	for i := range verdicts {
		verdicts[i] = Verdict{Page: 1, Score: float64(i + 1)}
	}
	if err := db.Rejudge(verdicts[:rewritesKept]); err != nil {
		t.Fatal(err)
	}
	if c, err := db.PageChanges(2); err != nil || !slices.Equal(c.Rewritten, []uint64{1}) || c.Cursor != 2+rewritesKept {
		t.Errorf("%+v, %v", c, err)
	}
	if err := db.Rejudge(verdicts[rewritesKept:]); err != nil {
		t.Fatal(err)
	}
	if _, err := db.PageChanges(2); !errors.Is(err, postings.ErrOldCursor) {
		t.Errorf("after more rewrites than are recorded: %v", err)
	}
	latest, err := db.PageChanges(0)
	if err != nil {
		t.Fatal(err)
	}
	// A record is lost, as in a damaged file.
	err = db.write(func(tx *bolt.Tx) error {
		b := openBuckets(tx)
		k, _ := b.rewrites.Cursor().Last()
		return b.rewrites.Delete(slices.Clone(k))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Repair(func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := db.PageChanges(latest.Cursor); !errors.Is(err, postings.ErrOldCursor) {
		t.Errorf("after a repair: %v", err)
	}
	// A file of an earlier version has no records.
	if err := db.write(func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte("rewrites")) }); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := db.PageChanges(1); !errors.Is(err, postings.ErrOldCursor) {
			t.Errorf("of an earlier version: %v", err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		db = open()
	}
	db.Close()
}
