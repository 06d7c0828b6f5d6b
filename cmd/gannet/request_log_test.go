package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRequestLogGoesOnAfterACutLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "requests.jsonl")
	for i, want := range []string{"{1}\n{\"cut", "{1}\n{\"cut\n{1}\n{\"cut"} {
		f, err := appendTo(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("{1}\n{\"cut"); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%d: %v, the file is %q, want %q", i, err, got, want)
		}
	}
}
