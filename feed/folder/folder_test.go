package folder

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"log"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// fakeS3 serves an empty bucket named jobs.
func fakeS3(t *testing.T) (endpoint string) {
	backend := s3mem.New()
	if err := backend.CreateBucket("jobs"); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.StdLog(log.New(io.Discard, "", 0)))).Server())
	t.Cleanup(s.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "not-to-be-told")
	t.Setenv("AWS_ENDPOINT_URL", s.URL)
	return s.URL
}

func put(t *testing.T, f Folder, name, text string) {
	t.Helper()
	if err := f.Put(t.Context(), name, strings.NewReader(text), int64(len(text))); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, f Folder) (list []string) {
	t.Helper()
	if err := f.Each(t.Context(), func(name string) error { list = append(list, name); return nil }); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// TestFolders holds what every folder promises.
func TestFolders(t *testing.T) {
	fakeS3(t)
	for kind, open := range map[string]func() (Folder, error){
		"directory": func() (Folder, error) { return Directory(filepath.Join(t.TempDir(), "new", "data")) },
		"bucket":    func() (Folder, error) { return Bucket("s3://jobs/a/b/", "") },
	} {
		t.Run(kind, func(t *testing.T) {
			f, err := open()
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, tag, err := f.Get(t.Context(), "m"); !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("of nothing: %q, %v", tag, err)
			}
			if err := f.Swap(t.Context(), "m", []byte("one"), ""); err != nil {
				t.Fatal(err)
			}
			data, tag, err := f.Get(t.Context(), "m")
			if err != nil || string(data) != "one" {
				t.Fatalf("%q, %v", data, err)
			}
			for _, wrong := range []string{"", strings.Repeat("0", len(tag))} {
				if err := f.Swap(t.Context(), "m", []byte("no"), wrong); !errors.Is(err, ErrChanged) {
					t.Errorf("tag %q: %v", wrong, err)
				}
			}
			if err := f.Swap(t.Context(), "m", []byte("two"), tag); err != nil {
				t.Fatal(err)
			}
			put(t, f, "day=1/country=DE/part", "old")
			put(t, f, "day=1/country=DE/part", "new")
			put(t, f, "day=1/gone", "gone")
			if err := f.Remove(t.Context(), "day=1/gone"); err != nil {
				t.Fatal(err)
			}
			if got := slices.DeleteFunc(names(t, f), func(s string) bool { return s == lockName }); !slices.Equal(got, []string{"day=1/country=DE/part", "m"}) {
				t.Errorf("names: %q", got)
			}
			if data, _, err := f.Get(t.Context(), "day=1/country=DE/part"); err != nil || string(data) != "new" {
				t.Errorf("%q, %v", data, err)
			}
		})
	}
}

func TestDirectoryHasOneWriter(t *testing.T) {
	dir := t.TempDir()
	f, err := Directory(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Directory(dir); !errors.Is(err, ErrInUse) {
		t.Errorf("second: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if f, err = Directory(dir); err != nil {
		t.Fatal(err)
	}
	f.Close()
}

func TestFailuresOfBuckets(t *testing.T) {
	fakeS3(t)
	f, err := Bucket("s3://nobody/a", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Put(t.Context(), "x", bytes.NewReader(nil), 0); !errors.Is(err, ErrNoBucket) {
		t.Errorf("bucket that is not there: %v", err)
	}
	for _, address := range []string{"s3://", "s3:///a", "s3://key:secret@jobs/a", "https://jobs/a"} {
		if _, err := Bucket(address, ""); !errors.Is(err, ErrURL) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, endpoint := range []string{"nowhere", "ftp://s3.test", "https://key:secret@s3.test"} {
		if _, err := Bucket("s3://jobs", endpoint); !errors.Is(err, ErrURL) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", "")
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", filepath.Join(t.TempDir(), "none"))
	t.Setenv("AWS_CONFIG_FILE", filepath.Join(t.TempDir(), "none"))
	if _, err := Bucket("s3://jobs", ""); !errors.Is(err, ErrNoCredentials) {
		t.Errorf("without a secret: %v", err)
	}
}
