package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestAFileThatWasClosedWholeIsNotWalkedOver, but one that has changed since is. So is one that was not closed.
func TestAFileThatWasClosedWholeIsNotWalkedOver(t *testing.T) {
	before := leastNoted
	leastNoted = 1
	defer func() { leastNoted = before }()
	path := filepath.Join(t.TempDir(), "crawl.db")
	reopen := func() (walked bool) {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		walked = !knownWhole(path, info)
		db, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.SetMeta("key", "value"); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		return walked
	}
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if reopen() {
			t.Error("a file is walked over again")
		}
	}
	note, err := os.ReadFile(path + ClosedSuffix)
	if err != nil {
		t.Fatal(err)
	}
	reopen()
	if err := os.WriteFile(path+ClosedSuffix, note, 0o644); err != nil { // as if the process was killed after it had written
		t.Fatal(err)
	}
	if !reopen() {
		t.Error("a file that was not closed is not walked over")
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	open := openNote(info)
	if writeNote(path, open); reopen() == (open.Boot != "") {
		t.Error("a file is walked over whose process was killed")
	}
	open.Boot += "0"
	if writeNote(path, open); !reopen() {
		t.Error("a file is not walked over after the system was started again")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for page := 2; page*os.Getpagesize() < len(data); page++ { // another type
		data[page*os.Getpagesize()+8] ^= 0x80
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, ErrDamaged) {
		t.Errorf("a file that was damaged since: %v", err)
	}
}
