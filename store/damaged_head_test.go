package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// boltHeaderEnd is where the header of a bbolt file ends in its page, behind the page's own header.
const boltHeaderEnd = 16 + 64

// TestADamagedHeaderIsFound flips a bit in one of the two headers of the file. bbolt then goes on from the other, which may
// describe the state before the last transaction. Pages would be missing without an error.
func TestADamagedHeaderIsFound(t *testing.T) {
	good := newDamagedFile(t, 60)
	for header := range 2 {
		data := slices.Clone(good.data)
		data[header*os.Getpagesize()+boltHeaderEnd-1] ^= 1
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
		db, lost, err := OpenReadable(file, BodyBuckets)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if stats, err := db.Stats(); err != nil || stats.Pages != len(good.pages) {
			t.Errorf("header %d: %d pages, %+v, %v", header, stats.Pages, lost, err)
		}
	}
}

// TestKeysOutOfOrderAreFound changes the first letter of a key in a bucket that is small enough to lie in another's page.
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
