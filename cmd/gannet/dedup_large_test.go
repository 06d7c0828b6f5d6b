package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gannet/dedup"
)

func TestSpareFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP"} { // on Unix and on Windows
		t.Setenv(name, dir)
	}
	var spare spareFile
	if _, err := spare.Write([]byte("kept")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 2)
	if _, err := spare.ReadAt(got, 1); err != nil || string(got) != "ep" {
		t.Errorf("read %q, %v", got, err)
	}
	spare.close()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
	for _, name := range []string{"TMPDIR", "TMP"} {
		t.Setenv(name, filepath.Join(dir, "none"))
	}
	if _, err := (&spareFile{}).Write([]byte("x")); err == nil || !strings.Contains(err.Error(), "set TMPDIR to a directory that has it") {
		t.Errorf("without room: %v", err)
	}
}

func TestDecisionsAreKept(t *testing.T) {
	d := decisions{list: make([]decided, 3)}
	made := []dedup.Decision{
		{Verdict: "new"},
		{Verdict: "same", Of: 1, Similarity: 0.997, Reasons: []string{"same title", "same place", "but other hours", "no contact is shared"}},
		{Verdict: "same", Of: 2, Similarity: 1, Reasons: []string{"same place"}},
	}
	for i := range made {
		d.put(i, &made[i])
	}
	for i, want := range made {
		got := dedup.Decision{Verdict: d.verdict(i), Of: uint64(d.list[i].of), Similarity: d.similarity(i), Reasons: d.reasons(i)}
		if len(got.Reasons) == 0 {
			got.Reasons = nil
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("kept %+v of %+v", got, want)
		}
	}
}
