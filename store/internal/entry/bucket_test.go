package entry

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// TestWalksEndInADamagedTree: two leaves that have changed places would be walked through again and again.
func TestWalksEndInADamagedTree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	writeEntries(t, path, 1000)
	swapLeaves(t, path)
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, down := range []bool{false, true} {
		err = db.View(func(tx *bolt.Tx) error {
			b, n := Open(tx, Lessons, false), 0
			walk, from := b.Ascend, Key(1)
			if down {
				walk, from = b.Descend, Key(1000)
			}
			_, err := walk(from, func(k, sealed []byte) (bool, error) {
				n++
				return n < 5000, nil
			})
			return err
		})
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("downwards %v: %v", down, err)
		}
	}
}

func writeEntries(t *testing.T, path string, n uint64) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, &bolt.Options{PageSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		if _, err := tx.CreateBucket([]byte(Lessons.Bucket())); err != nil {
			return err
		}
		b := Open(tx, Lessons, false)
		for k := range n {
			if err := b.Put(Key(k+1), make([]byte, 100)); err != nil {
				return err
			}
		}
		return nil
	})
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// swapLeaves has the first two elements of a branch page lead to each other's page.
func swapLeaves(t *testing.T, path string) {
	t.Helper()
	const pageSize, header, element, isBranch = 4096, 16, 16, 1
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(data); at += pageSize {
		page := data[at : at+pageSize]
		if binary.NativeEndian.Uint16(page[8:]) != isBranch || binary.NativeEndian.Uint16(page[10:]) < 2 {
			continue
		}
		first, second := page[header+8:header+element], page[header+element+8:header+2*element]
		a, b := binary.NativeEndian.Uint64(first), binary.NativeEndian.Uint64(second)
		binary.NativeEndian.PutUint64(first, b)
		binary.NativeEndian.PutUint64(second, a)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatal("no branch page")
}
