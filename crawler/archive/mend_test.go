package archive

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestMendCutsWhatACrashLeft cuts an archive at many places. Only whole records must remain.
func TestMendCutsWhatACrashLeft(t *testing.T) {
	whole := written(t, WriterOptions{Name: "x.warc.gz"}, somePages[0], somePages[1], somePages[3])
	var ends []int // of records, by where the next one's gzip header begins
	for at := range whole {
		if at > 0 && bytes.HasPrefix(whole[at:], []byte{0x1f, 0x8b, 8, 0}) {
			ends = append(ends, at)
		}
	}
	ends = append(ends, len(whole))
	if len(ends) != 5 {
		t.Fatalf("records end at %v", ends)
	}
	path := filepath.Join(t.TempDir(), "x.warc.gz")
	for n, end := range ends {
		for _, more := range []int{0, 1, 2, 9, 10, 11, 100, 200} {
			if n == len(ends)-1 && more > 0 {
				continue
			}
			if err := os.WriteFile(path, whole[:end+more], 0o600); err != nil {
				t.Fatal(err)
			}
			records, cut, err := Mend(path)
			if err != nil || records != n+1 || cut != int64(more) {
				t.Errorf("%d bytes of record %d: %d records, %d bytes cut, %v", more, n+2, records, cut, err)
			}
			w, err := Open(path)
			if err != nil || w.Counts().Records != n+1 {
				t.Fatalf("%d bytes of record %d: %v", more, n+2, err)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestMendOfNothing(t *testing.T) {
	whole := written(t, WriterOptions{Name: "x.warc.gz"})
	path := filepath.Join(t.TempDir(), "x.warc.gz")
	for _, n := range []int{0, 1, 50} {
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if records, cut, err := Mend(path); records != 0 || cut != int64(n) || err != nil {
			t.Errorf("the first %d bytes: %d records, %d bytes cut, %v", n, records, cut, err)
		}
	}
}

func TestMendLeavesDamageElsewhereAlone(t *testing.T) {
	whole := written(t, WriterOptions{Name: "x.warc.gz"}, somePages[0], somePages[1])
	path := filepath.Join(t.TempDir(), "x.warc.gz")
	for name, spoil := range map[string]func([]byte) []byte{
		"a flipped bit": func(b []byte) []byte { b[len(b)/2] ^= 4; return b },
		"a hole":        func(b []byte) []byte { return append(b[:40:40], b[80:]...) },
		"no gzip":       func([]byte) []byte { return written(t, WriterOptions{}, somePages[0]) },
		"text behind":   func(b []byte) []byte { return append(b, "and so on, and so on"...) },
	} {
		spoiled := spoil(bytes.Clone(whole))
		if err := os.WriteFile(path, bytes.Clone(spoiled), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Mend(path); !errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, spoiled) {
			t.Errorf("%s: the file has changed (%v)", name, err)
		}
	}
	if _, _, err := Mend(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}
