package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// oneLine checks that an error is a single line that names the file.
func oneLine(t *testing.T, err error, file string) {
	t.Helper()
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), file) {
		t.Errorf("want one line that names %s, got %q", file, err)
	}
}

func written(t *testing.T, pages int) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pages.db")
	db, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	var batch []*Page
	for i := range pages {
		batch = append(batch, fullPage("http://a.test/"+strings.Repeat("x", i)))
	}
	put(t, db, batch...)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestOpenAgain(t *testing.T) {
	file := written(t, 100)
	for _, open := range []func(string) (*DB, error){OpenReadOnly, Open} {
		db, err := open(file)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := db.Stats(); err != nil || s.Pages != 100 {
			t.Errorf("after opening again: %+v, %v", s, err)
		}
		if db.File() != file {
			t.Errorf("File() = %q", db.File())
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpenWhatIsOpen(t *testing.T) {
	file := written(t, 1)
	db, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	o := Options{Wait: time.Millisecond}
	for _, open := range []func(string) (*DB, error){o.Open, o.OpenReadOnly} {
		_, err := open(file)
		if oneLine(t, err, file); !errors.Is(err, ErrInUse) {
			t.Errorf("%v, want ErrInUse", err)
		}
	}
}

func TestOpenWhatIsNoStore(t *testing.T) {
	dir := t.TempDir()
	text, other, future := filepath.Join(dir, "text"), filepath.Join(dir, "other"), filepath.Join(dir, "future")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database\n", 2000)), 0o644); err != nil {
		t.Fatal(err)
	}
	for file, names := range map[string][2]string{other: {"accounts", "key"}, future: {"system", keyVersion}} {
		b, err := bolt.Open(file, 0o644, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = b.Update(func(tx *bolt.Tx) error {
			bucket, err := tx.CreateBucket([]byte(names[0]))
			if err != nil {
				return err
			}
			return bucket.Put([]byte(names[1]), []byte("99"))
		})
		if err = errors.Join(err, b.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{text, other, future} {
		for _, open := range []func(string) (*DB, error){Open, OpenReadOnly} {
			_, err := open(file)
			if oneLine(t, err, file); !errors.Is(err, ErrFormat) {
				t.Errorf("%v, want ErrFormat", err)
			}
		}
	}
	_, err := OpenReadOnly(filepath.Join(dir, "absent"))
	if oneLine(t, err, "absent"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want fs.ErrNotExist", err)
	}
}

func TestOpenWhatIsCutOff(t *testing.T) {
	file := written(t, 200)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	db, err := OpenReadOnly(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := db.Stats()
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int64{1, 100, 4096, 8191, 8192, 12288, 16384, 20000, s.FileBytes / 2, s.FileBytes - 1} {
		if err := os.WriteFile(file, whole[:size], 0o644); err != nil {
			t.Fatal(err)
		}
		for _, open := range []func(string) (*DB, error){Open, OpenReadOnly} {
			_, err := open(file)
			if oneLine(t, err, file); !errors.Is(err, ErrFormat) {
				t.Errorf("cut to %d bytes: %v, want ErrFormat", size, err)
			}
		}
	}
}

func TestOpenAnEmptyFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages.db")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	db, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	put(t, db, fullPage("http://a.test/"))
}
