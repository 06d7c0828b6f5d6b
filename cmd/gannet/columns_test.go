package main

import (
	"bytes"
	"gannet/internal/cli"
	"strings"
	"testing"
)

func TestTablesFitTheTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	var stdout, stderr bytes.Buffer
	if status := run([]string{"topic", "list"}, &stdout, &stderr); status != cli.ExitOK {
		t.Fatal(stderr.String())
	}
	for line := range strings.Lines(stdout.String()) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 60 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
}
