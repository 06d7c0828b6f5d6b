package store

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBrokenPagesAreErrors changes bytes at random places of a store and calls everything that a crawl calls. Each call
// works or returns an error of one line. None panics, and none keeps the store from being closed.
func TestBrokenPagesAreErrors(t *testing.T) {
	good, err := os.ReadFile(written(t, 300))
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	rounds := 150
	if testing.Short() {
		rounds = 30
	}
	for seed := range uint64(rounds) {
		rng := rand.New(rand.NewPCG(seed, 1))
		data := append([]byte(nil), good...)
		for range 1 + rng.IntN(40) {
			at := rng.IntN(len(data))
			if rng.IntN(2) == 0 { // the head of a page, where it says what it is
				at = at/os.Getpagesize()*os.Getpagesize() + rng.IntN(48)
			}
			data[min(at, len(data)-1)] ^= 1 << rng.IntN(8)
		}
		file := filepath.Join(t.TempDir(), "pages.db")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, err := range useAll(t, file) {
			if err == nil {
				continue
			}
			failed++
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("seed %d: more than one line: %q", seed, err)
			}
		}
	}
	if failed == 0 {
		t.Error("no damage was noticed")
	}
}

// useAll opens a store and uses it in every way.
func useAll(t *testing.T, file string) (errs []error) {
	t.Helper()
	db, err := Open(file)
	if err != nil {
		return []error{err}
	}
	nothing := func(string) error { return nil }
	_, stats := db.Stats()
	_, get := db.Get("http://a.test/xxx")
	_, path := db.Path("http://a.test/xxx")
	_, put := db.Put([]*Page{fullPage("http://a.test/new"), fullPage("http://b.test/new")})
	each := db.Each(func(*Page) error { return nil })
	check := db.Check(nothing)
	_, repair := db.Repair(nothing)
	errs = append(errs, stats, get, path, put, each, check, repair, db.SetMeta("k", 1))
	if err := db.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	return errs
}
