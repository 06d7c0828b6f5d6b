package store

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/entry"
)

// TestDamageInsideOfARecordIsFound flips one bit in each part of an entry of each kind. Check finds every one. After
// Repair the store is in order.
func TestDamageInsideOfARecordIsFound(t *testing.T) {
	for _, kind := range entry.SortedKinds() {
		name := kind.Bucket()
		for part := range 4 { // of the value, from the front to the back
			db := replacedStore(t)
			if err := db.SetMeta("fact", 1); err != nil {
				t.Fatal(err)
			}
			err := db.bolt.Update(func(tx *bolt.Tx) error {
				b := tx.Bucket([]byte(name))
				k, v := b.Cursor().First()
				v = bytes.Clone(v)
				v[part*(len(v)-1)/3] ^= 4
				return b.Put(bytes.Clone(k), v)
			})
			if err != nil {
				t.Fatal(err)
			}
			problems := checked(t, db)
			if len(problems) == 0 {
				t.Errorf("%c %s, part %d: not found", kind, name, part)
			}
			if found := entriesChecked(t, db); len(found) != 1 || !strings.HasPrefix(found[0], name+": ") {
				t.Errorf("%s, part %d: CheckEntries finds %q", name, part, found)
			}
			if _, err := db.Repair(func(string) error { return nil }); err != nil {
				t.Fatal(err)
			}
			if left := checked(t, db); len(left) > 0 {
				t.Fatalf("%s, part %d: after %q there are %q", name, part, problems, left)
			}
			if left := entriesChecked(t, db); len(left) > 0 {
				t.Errorf("%s, part %d: after the repair CheckEntries finds %q", name, part, left)
			}
		}
	}
}

// entriesChecked returns the problems that CheckEntries finds.
func entriesChecked(t *testing.T, db *DB) (problems []string) {
	t.Helper()
	if err := db.CheckEntries(func(problem string) error { problems = append(problems, problem); return nil }); err != nil {
		t.Fatal(err)
	}
	return problems
}

// TestEntryUnderAnotherKeyIsPutBack: if a key of the tree is damaged, the entry still has its own.
func TestEntryUnderAnotherKeyIsPutBack(t *testing.T) {
	db := openTest(t)
	put(t, db, fullPage("http://a.test/1"), fullPage("http://a.test/2"))
	err := db.bolt.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("bodies"))
		v := slices.Clone(b.Get(entry.Key(2)))
		if err := b.Delete(entry.Key(2)); err != nil {
			return err
		}
		return b.Put(entry.Key(2+1<<20), v)
	})
	if err != nil {
		t.Fatal(err)
	}
	if problems := checked(t, db); len(problems) != 3 {
		t.Errorf("%q", problems)
	}
	if lost, err := db.Repair(func(string) error { return nil }); err != nil || lost != 0 {
		t.Fatalf("%d pages lost: %v", lost, err)
	}
	if p, err := db.Get("http://a.test/2"); err != nil || len(p.Body) == 0 || len(checked(t, db)) > 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestRepairLeavesNoURLThatCannotBeRead: a page of format 1 with a damaged URL would stop every crawl that goes on.
func TestRepairLeavesNoURLThatCannotBeRead(t *testing.T) {
	file := frozen(t, 1)
	b, err := bolt.Open(file, 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = b.Update(func(tx *bolt.Tx) error {
		k, v := tx.Bucket([]byte("pages")).Cursor().First()
		v = bytes.Replace(v, []byte("http://"), []byte("http:\x00/"), 1)
		return tx.Bucket([]byte("pages")).Put(bytes.Clone(k), v)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if lost, err := db.Repair(func(string) error { return nil }); err != nil || lost != 1 {
		t.Fatalf("%d pages lost: %v", lost, err)
	}
	if left := checked(t, db); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}
