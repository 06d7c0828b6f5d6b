package pebblestore

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"go.uber.org/goleak"

	"gannet/frontier"
	"gannet/frontier/frontiertest"
	"gannet/internal/pebbleguard"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv("GANNET_TEST_CRASH"); dir != "" {
		pushForEver(dir)
	}
	if os.Getenv("GANNET_TEST_FULL") != "" {
		os.Exit(m.Run()) // goroutines that hang after a fault end with the process
	}
	goleak.VerifyTestMain(m)
}

func TestConformance(t *testing.T) {
	frontiertest.Run(t, func() frontiertest.Place {
		fs := vfs.NewMem()
		return func() (frontier.Store, error) { return open("db", fs) }
	})
}

func TestConformanceOnDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	n := 0
	root := t.TempDir()
	frontiertest.RunShort(t, func() frontiertest.Place {
		n++
		dir := filepath.Join(root, fmt.Sprint(n))
		return func() (frontier.Store, error) { return Open(dir) }
	})
}

// oneLine checks the kind of an error, that it names the directory, and that it has one line.
func oneLine(t *testing.T, err, want error, dir string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
	if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), dir) {
		t.Fatalf("not one line about %s: %q", dir, err)
	}
	t.Log(err)
}

func TestDirectoryInUse(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, again := Open(dir)
	oneLine(t, again, ErrInUse, dir)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(dir); err != nil {
		t.Fatal("cannot be opened after Close:", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAnotherFormat(t *testing.T) {
	for name, key := range map[string]string{"another version": "v", "another database": "x"} {
		dir := t.TempDir()
		quiet := pebbleguard.New()
		db, err := pebble.Open(dir, &pebble.Options{Logger: quiet})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(db.Set([]byte(key), []byte("gannet frontier 0"), pebble.Sync), db.Close()); err != nil {
			t.Fatal(err)
		}
		quiet.End()
		_, err = Open(dir)
		t.Log(name)
		oneLine(t, err, ErrFormat, dir)
	}
}

func openFrontier(tb testing.TB, dir string, now time.Time) *frontier.Frontier {
	tb.Helper()
	s, err := Open(dir)
	if err != nil {
		tb.Fatal(err)
	}
	f, err := frontier.Open(s, frontier.DefaultOptions(), now)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// filled makes a store with some thousand links on disk.
func filled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	f := openFrontier(t, dir, time.Unix(1e9, 0))
	web := frontiertest.NewWeb(1, 100)
	for range 200 {
		if _, err := f.Push(time.Unix(1e9, 0), web.Page(0.1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestDamagedFiles damages each kind of file in turn. Every error is one line, and nothing panics.
func TestDamagedFiles(t *testing.T) {
	damages := map[string]func([]byte) []byte{
		"emptied": func([]byte) []byte { return nil },
		"cut":     func(b []byte) []byte { return b[:len(b)/2] },
		"zeroed":  func(b []byte) []byte { clear(b[len(b)/3 : len(b)*2/3]); return b },
	}
	for _, pattern := range []string{"*.sst", "MANIFEST-*", "OPTIONS-*", "marker.manifest*"} {
		for name, damage := range damages {
			t.Run(pattern+" "+name, func(t *testing.T) {
				dir := filled(t)
				files, err := filepath.Glob(filepath.Join(dir, pattern))
				if err != nil || len(files) == 0 {
					t.Fatal(files, err)
				}
				for _, file := range files {
					content, err := os.ReadFile(file)
					if err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(file, damage(content), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				reopenDamaged(t, dir, pattern == "*.sst")
			})
		}
	}
}

func reopenDamaged(t *testing.T, dir string, noticed bool) {
	t.Helper()
	s, err := Open(dir)
	if err == nil {
		var f *frontier.Frontier
		if f, err = frontier.Open(s, frontier.DefaultOptions(), time.Unix(1e9, 0)); err == nil {
			_, _, err = f.Take(time.Unix(1e9, 0))
			if closing := f.Close(); closing != nil {
				t.Fatal(closing)
			}
		} else if closing := s.Close(); closing != nil {
			t.Fatal(closing)
		}
	}
	if err != nil {
		oneLine(t, err, ErrDamaged, dir)
	} else if noticed {
		t.Fatal("the damage was not noticed")
	}
}

func TestMissingTable(t *testing.T) {
	dir := filled(t)
	files, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	reopenDamaged(t, dir, true)
}

// TestValuesOfAnotherFormat puts values of every wrong length under each kind of key.
func TestValuesOfAnotherFormat(t *testing.T) {
	for _, kind := range []byte{keyHost, keyAddress, keyMeta, keyRevision, keyStrings} {
		fs := vfs.NewMem()
		s, err := open("db", fs)
		if err != nil {
			t.Fatal(err)
		}
		b := &frontier.Batch{
			Hosts: []frontier.HostState{{Name: "h"}},
			Links: []frontier.NewLink{{URL: "http://h/"}},
		}
		if err := s.Append(b); err != nil {
			t.Fatal(err)
		}
		s.recent = recent{} // or it would answer
		for size := range 20 {
			if err := s.db.Set(numbered(kind, 0), make([]byte, size), pebble.NoSync); err != nil {
				t.Fatal(err)
			}
			err := s.Load(nothing{})
			if _, _, reading := s.Read(0, kind == keyRevision); err == nil {
				err = reading
			}
			if err != nil {
				oneLine(t, err, ErrDamaged, "db")
			} else if size == 1 && kind != keyRevision {
				t.Errorf("one zero byte under %q gives no error", kind)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRecentLinksAreThoseOfTheDatabase compares links in memory, from which some were dropped, with those of a store that has
// none in memory.
func TestRecentLinksAreThoseOfTheDatabase(t *testing.T) {
	s, err := open("db", vfs.NewMem())
	if err != nil {
		t.Fatal(err)
	}
	s.recent.limit = 20_000
	var records uint32
	for push := range 40 {
		b := &frontier.Batch{First: records}
		for i := range 1 + push*7%150 {
			b.Links = append(b.Links, frontier.NewLink{
				URL: fmt.Sprintf("http://host%d.example/path/%d", push%3, i), Data: fmt.Appendf(nil, "data of %d, %d", i, push),
			})
		}
		if err := s.Append(b); err != nil {
			t.Fatal(err)
		}
		records += uint32(len(b.Links))
	}
	if n := len(s.recent.groups); n == 0 || s.recent.groups[0].first == 0 || s.recent.size > s.recent.limit {
		t.Fatalf("%d groups of %d bytes are held: some, but not all should be", n, s.recent.size)
	}
	held := s.recent
	for record := range records {
		s.recent = held
		url, data, err := s.Read(record, false)
		s.recent = recent{}
		url2, data2, err2 := s.Read(record, false)
		if err != nil || err2 != nil || url != url2 || !bytes.Equal(data, data2) {
			t.Fatalf("link %d: %s %q %v, in the database %s %q %v", record, url, data, err, url2, data2, err2)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// nothing is a frontier.Loader that accepts everything.
type nothing struct{}

func (nothing) Host(frontier.HostState) error       { return nil }
func (nothing) Address(frontier.AddressState) error { return nil }
func (nothing) Links(uint32, []frontier.Meta) error { return nil }
func (nothing) Revision(frontier.Revision) error    { return nil }

// FuzzStrings decodes arbitrary bytes as an s value: an error or a link, and no panic.
func FuzzStrings(f *testing.F) {
	links := []frontier.NewLink{{URL: "http://a/b", Data: []byte("xyz")}, {URL: "http://a/c", Data: []byte("yz")}}
	f.Add(appendStrings(nil, links), uint8(1))
	f.Add([]byte{0, 1, 'a', 200, 1, 3}, uint8(0))
	f.Fuzz(func(t *testing.T, value []byte, i uint8) {
		url, _, err := new(DB).stringsAt(value, uint32(i))
		if err == nil && url == "" {
			t.Fatal("a link without a URL")
		}
	})
}
