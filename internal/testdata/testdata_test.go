package testdata

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFindPrefersTheEnvironment(t *testing.T) {
	t.Setenv("GANNET_DATA", "/elsewhere")
	if got := Find(); got != "/elsewhere" {
		t.Fatalf("Find() = %q, want the directory GANNET_DATA names", got)
	}
}

func TestFindWalksUpwards(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "main", "crawler", "archive")
	for _, dir := range []string{deep, filepath.Join(root, "shared", "data", "webs")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GANNET_DATA", "")
	t.Chdir(deep)
	if got, want := Find(), filepath.Join(root, "shared", "data"); got != want {
		t.Fatalf("Find() = %q, want %q", got, want)
	}
}

func TestEachPageStopsWhenUseReturnsFalse(t *testing.T) {
	n := 0
	EachPage(t, "planetmath", func(url string, body []byte) bool {
		if len(body) == 0 || len(url) < len("http://a/") {
			t.Errorf("page %d: URL %q, %d bytes", n, url, len(body))
		}
		n++
		return n < 5
	})
	if n != 5 {
		t.Errorf("%d pages, want 5", n)
	}
}
