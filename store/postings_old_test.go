package store

import (
	"errors"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"

	"gannet/store/postings"
)

// TestStoreOfBeforePostings opens a file from before there were postings.
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
	nothing := func(*postings.Posting) error { return errors.New("a posting") }
	if err := errors.Join(old.Postings().Each(nothing), old.Postings().Find(postings.Query{}, nothing)); err != nil {
		t.Error(err)
	}
	if _, err := old.Postings().NumberAt("http://a.test/"); !errors.Is(err, postings.ErrNotFound) {
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
	if p := jobPage("http://new.test/", 0, newJob("Welder", "Iron", "Oslo", "Weld.")); put(t, db, p)[0].Postings[0].Status != postings.New {
		t.Error("a posting could not be put")
	}
}
