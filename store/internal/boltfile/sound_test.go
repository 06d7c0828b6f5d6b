package boltfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// writeFile writes a file of many pages, some of them free, and returns its bytes.
func writeFile(t *testing.T) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "good.db")
	b, err := bolt.Open(file, 0o644, nil)
	if err != nil {
		t.Fatal(err)
	}
	for round := range 20 {
		err := b.Update(func(tx *bolt.Tx) error {
			for _, name := range []string{"large", "other", "small"} {
				bucket, err := tx.CreateBucketIfNotExists([]byte(name))
				if err != nil {
					return err
				}
				for i := range 40 {
					if name == "small" && i > 1 {
						break
					}
					if err := bucket.Put(fmt.Appendf(nil, "%d.%d", round, i), bytes.Repeat([]byte{byte(i)}, 100)); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// soundOf returns what Sound says of a file with these bytes.
func soundOf(t *testing.T, data []byte) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "damaged.db")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := bolt.Open(file, 0o644, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	return b.View(Sound)
}

// TestEntriesLostInSilenceAreFound has a page claim an element less than it has, or puts a used page on the list of free
// ones. bbolt would lose the entries, or write over them, and say nothing.
func TestEntriesLostInSilenceAreFound(t *testing.T) {
	good := writeFile(t)
	if err := soundOf(t, good); err != nil {
		t.Fatal(err)
	}
	s := NewScan(bytes.NewReader(good), int64(len(good)))
	if err := s.Walk(func(Entry) error { return nil }); err != nil {
		t.Fatal(err)
	}
	shortened, used := 0, uint64(0)
	for page := range s.live {
		at := page * int(s.pageSize)
		h, b := s.load(uint64(page))
		if !s.live[page] || b == nil || h.count < 2 {
			continue
		}
		data := slices.Clone(good)
		binary.NativeEndian.PutUint16(data[at+10:], uint16(h.count-1))
		if err := soundOf(t, data); !errors.Is(err, ErrDamaged) {
			t.Errorf("an element less on page %d: %v", page, err)
		}
		shortened, used = shortened+1, uint64(page)
	}
	list := int(s.meta.free) * int(s.pageSize)
	if shortened < 5 || readPageHeader(good[list:]).count == 0 {
		t.Fatalf("%d pages with elements, %d free: the test shows nothing", shortened, readPageHeader(good[list:]).count)
	}
	data := slices.Clone(good)
	binary.NativeEndian.PutUint64(data[list+headerSize:], used)
	if err := soundOf(t, data); !errors.Is(err, ErrDamaged) {
		t.Errorf("a page used and free: %v", err)
	}
}
