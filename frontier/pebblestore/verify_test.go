package pebblestore

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gannet/frontier"
	"gannet/frontier/frontiertest"
	"gannet/internal/testdata"
)

// seasoned makes a frontier with some thousand links, takes some of them, and closes it. killed is the directory as a crash
// would leave it.
func seasoned(t *testing.T, dir, killed string, now time.Time) {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	f, err := frontier.Open(s, frontier.DefaultOptions(), now)
	if err != nil {
		t.Fatal(err)
	}
	web := frontiertest.NewWeb(3, 300)
	for range 80 {
		if _, err := f.Push(now, web.Page(0.3)); err != nil {
			t.Fatal(err)
		}
		l, _, err := f.Take(now)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Done(now, l.ID, frontier.Outcome{Result: frontier.Finish}); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
	}
	if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// readAll opens a frontier as a crawl does and takes every link in it.
func readAll(dir string, now time.Time) error {
	s, err := Open(dir)
	if err != nil {
		return err
	}
	o := frontier.DefaultOptions()
	o.Delay = 0
	f, err := frontier.Open(s, o, now)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	for {
		l, _, err := f.Take(now)
		if errors.Is(err, frontier.ErrEmpty) {
			return f.Close()
		}
		if err == nil {
			err = f.Done(now, l.ID, frontier.Outcome{Result: frontier.Finish, Unasked: true})
		}
		if err != nil {
			return errors.Join(err, f.Close())
		}
	}
}

// TestDamageOfAFrontierIsFound damages files of a frontier. If Verify returns no error, a crawl can go on. Verify changes
// nothing.
func TestDamageOfAFrontierIsFound(t *testing.T) {
	now := time.Unix(1e9, 0)
	closed, killed := filepath.Join(t.TempDir(), "good"), filepath.Join(t.TempDir(), "killed")
	seasoned(t, closed, killed, now)
	if err := Verify(closed + "2"); !errors.Is(err, fs.ErrNotExist) {
		t.Error("no frontier:", err)
	}
	for _, good := range []string{closed, killed} {
		if err := Verify(good); err != nil {
			t.Fatal("a good frontier:", err)
		}
		verifyIsRight(t, good, now)
	}
}

func verifyIsRight(t *testing.T, good string, now time.Time) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(good, "*"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	draws := testdata.Damages(t, 4)
	for seed := range draws {
		rng := rand.New(rand.NewPCG(uint64(seed), 9))
		dir := filepath.Join(t.TempDir(), "damaged")
		if err := os.CopyFS(dir, os.DirFS(good)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, filepath.Base(files[rng.IntN(len(files))]))
		if err := damageFile(rng, path); err != nil {
			t.Fatal(err)
		}
		before := contents(t, dir)
		verified := Verify(dir)
		if after := contents(t, dir); after != before {
			t.Errorf("seed %d, %s: Verify changed the directory", seed, filepath.Base(path))
		}
		if verified != nil {
			found++
			continue
		}
		if err := readAll(dir, now.Add(24*time.Hour)); err != nil {
			t.Errorf("seed %d, %s: found in order, but: %v", seed, filepath.Base(path), err)
		}
	}
	if found < draws/8 {
		t.Errorf("%d of %d damages found", found, draws)
	}
}

func damageFile(rng *rand.Rand, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	switch kind := rng.IntN(4); {
	case kind == 0:
		return os.Remove(path)
	case len(data) == 0:
		return nil
	case kind == 1:
		return os.WriteFile(path, data[:rng.IntN(len(data))], 0o644)
	case kind == 2:
		at := rng.IntN(len(data))
		clear(data[at:min(len(data), at+4096)])
	default:
		for range 20 {
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		}
	}
	return os.WriteFile(path, data, 0o644)
}

// contents returns all files of a directory as one text.
func contents(t *testing.T, dir string) (all string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all += f.Name() + "\x00" + string(data)
	}
	return all
}
