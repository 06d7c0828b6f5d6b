package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRootIsWarnedOfTheSandbox: root, and nobody else, gets one line about it.
func TestRootIsWarnedOfTheSandbox(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "chromium-headless-shell"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	var lines strings.Builder
	f := renderFlags{mode: renderAlways}
	if _, err := f.rendering("gannet", newReporter(&lines, "text", false)); err != nil {
		t.Fatal(err)
	}
	want := 0
	if os.Getuid() == 0 {
		want = 1
	}
	if got := strings.Count(lines.String(), "without its sandbox"); got != want {
		t.Errorf("%d warnings, not %d: %s", got, want, &lines)
	}
}
