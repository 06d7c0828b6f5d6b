package index_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/dedup/index"
	"gannet/dedup/index/indextest"
)

// flushing is a Pebble that flushes when it is full, after every few documents, and when it is closed.
type flushing struct {
	*index.Pebble
	every uint64
}

func (f flushing) Add(doc uint64, keys []uint64, splitKey uint64) error {
	if err := f.Pebble.Add(doc, keys, splitKey); err != nil || !f.IsFull() && (f.every == 0 || doc%f.every != 0) {
		return err
	}
	return f.Flush(nil)
}

func (f flushing) Close() error { return errors.Join(f.Flush(nil), f.Pebble.Close()) }

func TestPebble(t *testing.T) {
	for name, every := range map[string]uint64{"hot": 0, "flushed": 150} {
		t.Run(name, func(t *testing.T) {
			indextest.Run(t, func(dir string) (index.Index, error) {
				p, err := index.OpenPebble(dir, index.DefaultPebbleOptions())
				return flushing{p, every}, err
			})
		})
	}
}

// TestACrashLosesWhatWasAddedSinceTheFlush, with its state, and nothing else.
func TestACrashLosesWhatWasAddedSinceTheFlush(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	keys := func(doc uint64) []uint64 { return drawKeys(doc, nil) }
	p := opened(t, dir)
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Error("there is a database before the first Flush:", err)
	}
	for doc := range uint64(300) {
		if err := p.Add(doc, keys(doc%100), 1); err != nil {
			t.Fatal(err)
		}
		if doc == 199 {
			if err := p.Flush([]byte("two hundred")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	p = opened(t, dir)
	if p.Stored() != 199 || string(p.State()) != "two hundred" {
		t.Errorf("stored %d, state %q", p.Stored(), p.State())
	}
	for doc := range uint64(100) {
		var got []uint64
		if err := p.Candidates(keys(doc), 1, 9, func(d uint64) { got = append(got, d) }); err != nil || !slices.Equal(got, []uint64{doc, doc + 100}) {
			t.Fatalf("candidates of document %d: %v %v", doc, got, err)
		}
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
}

func opened(t *testing.T, dir string) *index.Pebble {
	t.Helper()
	p, err := index.OpenPebble(dir, index.DefaultPebbleOptions())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPebbleRefusesADamagedDirectory(t *testing.T) {
	dir := t.TempDir()
	p := opened(t, dir)
	if err := errors.Join(p.Add(1, drawKeys(1, nil), 1), p.Flush(nil), p.Close()); err != nil {
		t.Fatal(err)
	}
	manifests, err := filepath.Glob(filepath.Join(dir, "MANIFEST-*"))
	if err != nil || len(manifests) == 0 {
		t.Fatal("no manifest", err)
	}
	for _, m := range manifests {
		if err := os.WriteFile(m, []byte("this is no manifest"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := index.OpenPebble(dir, index.DefaultPebbleOptions()); !errors.Is(err, index.ErrDamaged) || strings.Contains(err.Error(), "\n") {
		t.Fatalf("opening a damaged directory: %v, want an error of one line", err)
	}
}

// TestADiskThatCannotBeWrittenIsAnError lets a flush fail: the program goes on, and the index is as before.
func TestADiskThatCannotBeWrittenIsAnError(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "file", "index")
	if err := os.WriteFile(filepath.Dir(dir), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := index.OpenPebble(dir, index.DefaultPebbleOptions()); err == nil || strings.Contains(err.Error(), "\n") {
		t.Fatalf("%v, want an error of one line", err)
	}
}

// TestIndexThatWasOnlyBegunIsNone leaves a directory as a process does that is killed while it makes the database.
func TestIndexThatWasOnlyBegunIsNone(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"LOCK", "MANIFEST-000001"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := index.ReadPebble(dir)
		if err != nil {
			t.Fatal(err)
		}
		if x.Stored() != 0 {
			t.Errorf("%d postings are stored", x.Stored())
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "000004.sst"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := index.ReadPebble(dir); !errors.Is(err, index.ErrDamaged) {
		t.Errorf("tables without a database: %v", err)
	}
}
