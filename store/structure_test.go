package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestEntriesLostInSilenceAreFound has a page say that it has an entry less than it has, or a used page stand on the list
// of free ones. bbolt would lose the records, or write over them, and say nothing.
func TestEntriesLostInSilenceAreFound(t *testing.T) {
	good := newDamagedFile(t, 60)
	s := newScan(bytes.NewReader(good.data), int64(len(good.data)))
	if err := s.walk(func(pair) error { return nil }); err != nil {
		t.Fatal(err)
	}
	refused := func(what string, data []byte) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if db, err := Open(file); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
			if db != nil {
				_ = db.Close()
			}
		}
	}
	shortened, used := 0, uint64(0)
	for page := range s.live {
		at := page * int(s.page)
		h, b := s.load(uint64(page))
		if !s.live[page] || b == nil || h.count < 2 {
			continue
		}
		data := slices.Clone(good.data)
		binary.NativeEndian.PutUint16(data[at+10:], uint16(h.count-1))
		refused("an entry less", data)
		shortened, used = shortened+1, uint64(page)
	}
	list := int(s.header.free) * int(s.page)
	if shortened < 5 || readHead(good.data[list:]).count == 0 {
		t.Fatalf("%d pages with entries, %d free: the test shows nothing", shortened, readHead(good.data[list:]).count)
	}
	data := slices.Clone(good.data)
	binary.NativeEndian.PutUint64(data[list+pageHead:], used)
	refused("a page used and free", data)
}

// TestADamagedHeaderIsFound flips a bit in one of the two headers of the file. bbolt then goes on from the other, which may be
// that of the state before: pages would be missing, and nothing would say so.
func TestADamagedHeaderIsFound(t *testing.T) {
	good := newDamagedFile(t, 60)
	for header := range 2 {
		data := slices.Clone(good.data)
		data[header*os.Getpagesize()+pageHead+fileHead-1] ^= 1
		file := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if db, err := Open(file); !errors.Is(err, ErrDamaged) {
			t.Errorf("header %d: %v", header, err)
			if db != nil {
				_ = db.Close()
			}
		}
		db, lost, err := OpenReadable(file, BodyRecords)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if stats, err := db.Stats(); err != nil || stats.Pages != len(good.pages) {
			t.Errorf("header %d: %d pages, %+v, %v", header, stats.Pages, lost, err)
		}
	}
}

// TestKeysOutOfOrderAreFound alters the first letter of a key in a bucket that is small enough to stand in another's page.
func TestKeysOutOfOrderAreFound(t *testing.T) {
	good := newDamagedFile(t, 60)
	data := bytes.ReplaceAll(good.data, []byte(keyCounters), append([]byte("z"), keyCounters[1:]...))
	if bytes.Equal(data, good.data) {
		t.Fatal("no bucket with totals")
	}
	file := filepath.Join(t.TempDir(), "damaged.db")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if db, err := Open(file); !errors.Is(err, ErrDamaged) {
		t.Error(err)
		if db != nil {
			_ = db.Close()
		}
	}
}
