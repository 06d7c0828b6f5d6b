package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"gannet/job"
	"gannet/store/postings"
)

// checked returns the problems that Check finds.
func checked(t interface {
	Helper()
	Fatal(...any)
}, db *DB) (problems []string) {
	t.Helper()
	err := db.Check(func(problem string) error { problems = append(problems, problem); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

// fullStore has a few of everything.
func fullStore(t testing.TB) *DB {
	db := openTest(t)
	db.SetDecider(func(n uint64, _ *postings.Found) (job.Decision, error) {
		if n%4 == 0 {
			return job.Decision{Cluster: n - 1, Of: n - 1, Verdict: "same", Reasons: []string{"because"}}, nil
		}
		return job.Decision{}, nil
	})
	for i := range 12 {
		j := newJob(fmt.Sprintf("Welder %d", i/2), "Iron", "Oslo", fmt.Sprintf("Weld %d.", i))
		j.ID = fmt.Sprint(i / 2)
		p := jobPage(fmt.Sprintf("http://h%d.test/%d", i%2, i), i, j)
		p.Body, p.Links, p.Choice, p.Postings[0].Profile = []byte("body"), []uint64{uint64(i)}, []byte("why"), profile("record")
		if i%3 == 0 {
			p.Canonical = fmt.Sprintf("http://c.test/%d", i)
		} else {
			p.Lesson = &Lesson{Number: uint64(i), Parent: .5}
		}
		p.Watched = &Watched{URL: p.URL, Kind: WatchedPosting, ETag: "tag"}
		put(t, db, p)
	}
	put(t, db, jobPage("http://c.test/0", 20, newJob("Welder 0", "Iron", "Oslo", "New.")), &Page{URL: "http://c.test/3"})
	return db
}

// replacedStore is fullStore after two of its pages were seen again.
func replacedStore(t testing.TB) *DB {
	db := fullStore(t)
	for _, url := range []string{"http://h1.test/1", "http://h0.test/4"} {
		seen := &Visit{Watched: &Watched{URL: url, Kind: WatchedPosting}, Page: &Page{URL: url, Body: []byte("new")}, Replace: true}
		if _, err := db.PutVisits([]*Visit{seen}); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

func TestRepairMendsWhatIsBroken(t *testing.T) {
	whole := replacedStore(t)
	if problems := checked(t, whole); len(problems) > 0 {
		t.Fatalf("a whole store has problems: %q", problems)
	}
	dir := t.TempDir()
	image := filepath.Join(dir, "image")
	if err := whole.bolt.View(func(tx *bolt.Tx) error { return tx.CopyFile(image, 0o644) }); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(image)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		file := filepath.Join(dir, "broken.db")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		db, err := Options{NoSync: true}.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		bucket := rapid.SampledFrom(buckets[1:]).Draw(t, "bucket")
		missed := bucket == "records" || bucket == "links" || bucket == "aliases" || bucket == "meta" || bucket == "choices" ||
			bucket == "lessons" || bucket == "watched" || bucket == "learned" || bucket == "lives" || bucket == "changes" ||
			bucket == "rewrites" // old ones are removed, and a reader that lacks them reads all pages
		broken := breakOne(t, db, bucket)
		problems := checked(t, db)
		if broken == "deleted" && !missed && len(problems) == 0 {
			t.Fatalf("an entry of %s is gone and nobody noticed", bucket)
		}
		reported := 0
		if _, err := db.Repair(func(string) error { reported++; return nil }); err != nil {
			t.Fatalf("Repair after %q: %v", problems, err)
		}
		if reported == 0 && len(problems) > 0 {
			t.Fatalf("Repair reported nothing of %q", problems)
		}
		if left := checked(t, db); len(left) > 0 {
			t.Fatalf("after Repair of %q there are %q", problems, left)
		}
		readAll(t, db)
	})
}

// breakOne deletes, cuts or changes one entry of a bucket, or adds one that belongs to nothing.
func breakOne(t *rapid.T, db *DB, bucket string) (how string) {
	how = rapid.SampledFrom([]string{"deleted", "cut", "changed", "added"}).Draw(t, "how")
	err := db.bolt.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte(bucket))
		n := b.Stats().KeyN
		if n == 0 {
			how = ""
			return nil
		}
		c := b.Cursor()
		k, v := c.First()
		for range rapid.IntRange(0, n-1).Draw(t, "entry") {
			k, v = c.Next()
		}
		k, v = bytes.Clone(k), bytes.Clone(v)
		switch at := rapid.IntRange(0, max(0, len(v)-1)).Draw(t, "at"); how {
		case "deleted":
			return b.Delete(k)
		case "cut":
			return b.Put(k, v[:min(at, len(v))])
		case "changed":
			if len(v) > 0 {
				v[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
			}
			return b.Put(k, v)
		}
		k[rapid.IntRange(0, len(k)-1).Draw(t, "key")] ^= 0x41
		return b.Put(k, v)
	})
	if err != nil {
		t.Fatal(err)
	}
	return how
}

func readAll(t *rapid.T, db *DB) {
	err := errors.Join(
		db.Each(func(*Page) error { return nil }),
		db.Postings().Each(func(k *postings.Posting) error {
			_, err := db.Postings().Versions(k.Number)
			_, other := db.Postings().Members(k.Cluster)
			return errors.Join(err, other)
		}),
		db.Postings().Find(postings.Query{Text: "weld"}, func(*postings.Posting) error { return nil }),
		db.Postings().EachProfile(func(postings.Profiled) error { return nil }),
	)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Put([]*Page{jobPage("http://new.test/", 1, newJob("New", "Co", "Rome", "x"))}); err != nil {
		t.Fatal(err)
	}
}
