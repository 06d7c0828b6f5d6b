package index_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/dedup/index"
	"gannet/dedup/index/indextest"
)

func TestPebble(t *testing.T) {
	for name, o := range map[string]index.PebbleOptions{"hot": {}, "flushed": {Hot: 20}} {
		t.Run(name, func(t *testing.T) {
			indextest.Run(t, func(dir string) (index.Index, error) { return index.OpenPebble(dir, o) })
		})
	}
}

func TestPebbleRefusesADamagedDirectory(t *testing.T) {
	dir := t.TempDir()
	p, err := index.OpenPebble(dir, index.PebbleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
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
	if _, err := index.OpenPebble(dir, index.PebbleOptions{}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Fatalf("opening a damaged directory: %v, want an error of one line", err)
	}
}
