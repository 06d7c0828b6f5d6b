package store

import (
	"errors"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// TestACrawlKeepsItsIdentity when it is opened again. Another one has another, and a file of an earlier version is known by its first posting.
func TestACrawlKeepsItsIdentity(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crawl.db")
	identity := func(path string) string {
		t.Helper()
		db, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		id, err := db.Postings().Crawl()
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		return id
	}
	first := identity(path)
	if again, other := identity(path), identity(path+".other"); len(first) != 16 || again != first || other == first {
		t.Errorf("it is %q, then %q, and another is %q", first, again, other)
	}
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, db, jobPage("http://a.test/once", 1, newJob("Cook", "Inn", "Oslo", "Ask us.")))
	hash, err := db.postings.FirstPosting()
	if err != nil || hash == "" {
		t.Fatalf("the first posting gives %q, %v", hash, err)
	}
	err = db.write(func(tx *bolt.Tx) error { return openBuckets(tx).meta.Delete([]byte(crawlKey)) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if id := identity(path); id != hash {
		t.Errorf("a crawl of an earlier version is %q and was %q", id, hash)
	}
}
