package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/feed"
	"gannet/feed/folder"
)

// rows is a crawl of which row n is of country n%3 and has the cursor n.
type rows uint64

// parts are the rows after a cursor.
func (latest rows) parts(cursor uint64) (parts []Part) {
	in := make(map[uint64][]string)
	for n := cursor + 1; n <= uint64(latest); n++ {
		in[n%3] = append(in[n%3], fmt.Sprint(n))
	}
	for country := range uint64(3) {
		if list := in[country]; len(list) > 0 {
			parts = append(parts, Part{fmt.Sprintf("day=2026-11-01/country=%d", country), int64(len(list)), func(w io.Writer) error {
				_, err := io.WriteString(w, strings.Join(list, "\n")+"\n")
				return err
			}})
		}
	}
	return parts
}

// appendRows brings a data set up to date with a crawl.
func appendRows(t *testing.T, to folder.Folder, latest rows, crawl string, partition ...string) (*Sink, error) {
	t.Helper()
	s := New(to, Options{Software: "test", Partition: partition, Parts: func(_ context.Context, u *feed.Update) ([]Part, error) {
		return latest.parts(u.Since), nil
	}})
	since, err := s.Cursor(t.Context(), crawl)
	if err != nil || since == uint64(latest) && since > 0 {
		return s, err
	}
	u := &feed.Update{Crawl: crawl, Since: since, Cursor: uint64(latest)}
	defer s.Close()
	if err := s.Take(t.Context(), u); err != nil {
		return s, err
	}
	return s, s.Apply(t.Context(), u)
}

// failing is a folder that fails at its nth write.
type failing struct {
	folder.Folder
	left int
}

var errFull = errors.New("full")

func (f *failing) Put(ctx context.Context, name string, from io.Reader, size int64) error {
	if f.left--; f.left < 0 {
		return errFull
	}
	return f.Folder.Put(ctx, name, from, size)
}

func (f *failing) Swap(ctx context.Context, name string, data []byte, tag string) error {
	if f.left--; f.left < 0 {
		return errFull
	}
	return f.Folder.Swap(ctx, name, data, tag)
}

func openTest(t *testing.T, dir string) folder.Folder {
	t.Helper()
	f, err := folder.Directory(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// read returns all rows that the manifest names, and checks the hashes.
func read(t *testing.T, dir string) (m Manifest, got []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for _, f := range m.Files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name))
		sum := sha256.Sum256(data)
		if err != nil || hex.EncodeToString(sum[:]) != f.SHA256 || int64(len(data)) != f.Bytes {
			t.Errorf("%+v: %d bytes, %v", f, len(data), err)
		}
		got = append(got, strings.Fields(string(data))...)
	}
	return m, got
}

// TestExportsThatFailAnywhere lets exports fail at each of their writes. The manifest always names whole exports, and the
// next export leaves neither gaps nor rows that are there twice, nor files that nobody names.
func TestExportsThatFailAnywhere(t *testing.T) {
	for writes := range 10 {
		dir := t.TempDir()
		f := openTest(t, dir)
		if _, err := appendRows(t, f, 4, "one", "day", "country"); err != nil {
			t.Fatal(err)
		}
		_, err := appendRows(t, &failing{f, writes}, 9, "one", "day", "country")
		m, got := read(t, dir)
		want := uint64(4)
		if err == nil {
			want = 9
		} else if !errors.Is(err, errFull) {
			t.Fatal(err)
		}
		if m.Cursor != want || uint64(len(got)) != want || uint64(m.Rows) != want {
			t.Fatalf("after %d writes: cursor %d, %d rows %q", writes, m.Cursor, m.Rows, got)
		}
		half := filepath.Join(dir, filepath.Dir(m.Files[0].Name), ".part-000000000004-0123456789abcdef.parquet.new")
		other := filepath.Join(dir, filepath.Dir(m.Files[0].Name), "notes.txt")
		for _, name := range []string{half, other} {
			if err := os.WriteFile(name, []byte("x"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		added, err := appendRows(t, f, 11, "one", "day", "country")
		if err != nil || uint64(added.Rows) != 11-want {
			t.Fatalf("next: %+v, %v", added, err)
		}
		m, got = read(t, dir)
		slices.Sort(got)
		if m.Cursor != 11 || len(got) != 11 || len(slices.Compact(got)) != 11 {
			t.Fatalf("next: cursor %d, %q", m.Cursor, got)
		}
		left := 0
		_ = f.Each(t.Context(), func(name string) error {
			if strings.Contains(name, "part-") {
				left++
			}
			return nil
		})
		if left != len(m.Files) {
			t.Errorf("%d files, the manifest names %d", left, len(m.Files))
		}
		if _, err := os.Stat(other); err != nil {
			t.Errorf("a file of others: %v", err)
		}
	}
}

func TestRepeatedExportWritesTheSameNames(t *testing.T) {
	var first Manifest
	for i := range 2 {
		dir := t.TempDir()
		if _, err := appendRows(t, openTest(t, dir), 9, "one", "day", "country"); err != nil {
			t.Fatal(err)
		}
		m, _ := read(t, dir)
		if i == 0 {
			first = m
		} else if !slices.Equal(first.Files, m.Files) {
			t.Errorf("%+v\n%+v", first.Files, m.Files)
		}
	}
}

func TestOtherDataSetsAreRefused(t *testing.T) {
	dir := t.TempDir()
	f := openTest(t, dir)
	if _, err := appendRows(t, f, 5, "one", "day", "country"); err != nil {
		t.Fatal(err)
	}
	if _, err := appendRows(t, f, 6, "two", "day", "country"); !errors.Is(err, feed.ErrOtherCrawl) {
		t.Errorf("another crawl: %v", err)
	}
	if _, err := appendRows(t, f, 6, "one", "day"); !errors.Is(err, ErrDivided) {
		t.Errorf("divided: %v", err)
	}
	if _, err := New(f, Options{Partition: []string{"day", "country"}, Release: "--contacts drop"}).Cursor(t.Context(), "one"); !errors.Is(err, feed.ErrOtherRelease) {
		t.Errorf("without contacts: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, ManifestName), []byte(`{"format":2}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := appendRows(t, f, 6, "one", "day", "country"); !errors.Is(err, ErrManifest) {
		t.Errorf("later format: %v", err)
	}
}

// TestAWholeExportTakesThePlaceOfAllBefore, also of their files.
func TestAWholeExportTakesThePlaceOfAllBefore(t *testing.T) {
	dir := t.TempDir()
	f := openTest(t, dir)
	if _, err := appendRows(t, f, 5, "one", "day"); err != nil {
		t.Fatal(err)
	}
	s := New(f, Options{Partition: []string{"day"}, Parts: func(context.Context, *feed.Update) ([]Part, error) {
		return rows(3).parts(0), nil
	}})
	since, err := s.Cursor(t.Context(), "one")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	u := &feed.Update{Crawl: "one", Since: since, Cursor: 9, Whole: true}
	if err := errors.Join(s.Take(t.Context(), u), s.Apply(t.Context(), u)); err != nil {
		t.Fatal(err)
	}
	m, _, err := Read(t.Context(), f)
	if err != nil || m.Rows != 3 || m.Cursor != 9 || len(m.Files) != 3 {
		t.Errorf("%+v, %v", m, err)
	}
	parts, err := filepath.Glob(filepath.Join(dir, "*", "*", "part-*"))
	if err != nil || len(parts) != 3 {
		t.Errorf("%q are there, %v", parts, err)
	}
}

// TestAnExportWithoutRowsCleansUp what an export left that was killed between its manifest and the end, but not the files of one that may be under way.
func TestAnExportWithoutRowsCleansUp(t *testing.T) {
	dir := t.TempDir()
	f := openTest(t, dir)
	for _, latest := range []rows{5, 9} {
		if _, err := appendRows(t, f, latest, "one", "day"); err != nil {
			t.Fatal(err)
		}
	}
	for name, stays := range map[string]bool{
		"day=2026-11-01/part-000000000000-0123456789abcdef.parquet": false, "day=2026-11-01/.part-000000000005-0123456789abcdef.parquet.new": false,
		"day=2026-11-01/part-000000000009-0123456789abcdef.parquet": true,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := appendRows(t, f, 9, "one", "day"); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != stays {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// overtaken is a folder in which another export finishes while the files are listed.
type overtaken struct {
	folder.Folder
	by func()
}

func (f *overtaken) Each(ctx context.Context, use func(name string) error) error {
	f.by()
	return f.Folder.Each(ctx, use)
}

// TestFilesOfAnotherExportStay: an export that has read the manifest removes no file that another one has named since, or is about to name.
func TestFilesOfAnotherExportStay(t *testing.T) {
	dir := t.TempDir()
	f := openTest(t, dir)
	for _, latest := range []rows{5, 7} {
		if _, err := appendRows(t, f, latest, "one", "day"); err != nil {
			t.Fatal(err)
		}
	}
	next := filepath.Join(dir, "day=2026-11-01/part-000000000020-0123456789abcdef.parquet")
	now := &overtaken{f, func() {
		for _, latest := range []rows{9, 20} {
			if _, err := appendRows(t, f, latest, "one", "day"); err != nil {
				t.Error(err)
			}
		}
		if err := os.WriteFile(next, nil, 0o644); err != nil {
			t.Error(err)
		}
	}}
	if err := os.WriteFile(filepath.Join(dir, "day=2026-11-01/part-000000000000-0123456789abcdef.parquet"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := appendRows(t, now, 7, "one", "day"); err != nil {
		t.Fatal(err)
	}
	if m, got := read(t, dir); m.Cursor != 20 || len(got) != 20 {
		t.Errorf("cursor %d, rows %q", m.Cursor, got)
	}
	// The export that finishes here is behind one that has begun with its manifest.
	now.by = func() {
		if err := os.WriteFile(filepath.Join(dir, "day=2026-11-01/part-000000000030-0123456789abcdef.parquet"), nil, 0o644); err != nil {
			t.Error(err)
		}
	}
	if _, err := appendRows(t, now, 30, "one", "day"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(strings.Replace(next, "20-", "30-", 1)); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(next); err == nil {
		t.Error("a file of an export that cannot finish any more is there")
	}
	now.by = func() { // another process starts over
		now.by = func() {}
		if err := os.Remove(filepath.Join(dir, ManifestName)); err != nil {
			t.Error(err)
		}
		if _, err := appendRows(t, f, 4, "one", "day"); err != nil {
			t.Error(err)
		}
	}
	if _, err := appendRows(t, now, 30, "one", "day"); err != nil {
		t.Fatal(err)
	}
	if m, got := read(t, dir); m.Cursor != 4 || len(got) != 4 {
		t.Errorf("cursor %d, rows %q", m.Cursor, got)
	}
}

// TestADataSetWithoutFlags of an early version, which has not recorded them, is refused.
func TestADataSetWithoutFlags(t *testing.T) {
	dir := t.TempDir()
	f := openTest(t, dir)
	if _, err := appendRows(t, f, 5, "one", "day"); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(dir, ManifestName)
	text, err := os.ReadFile(manifest)
	early := strings.Replace(string(text), `"release":"",`, "", 1)
	if err != nil || early == string(text) {
		t.Fatalf("%s, %v", text, err)
	}
	if err := os.WriteFile(manifest, []byte(early), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := New(f, Options{Partition: []string{"day"}}).Cursor(t.Context(), "one"); !errors.Is(err, feed.ErrUnrecorded) {
		t.Error(err)
	}
}
