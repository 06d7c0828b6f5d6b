package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestHelpFitsTheTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	root, _ := newRoot()
	eachCommand(root, func(c *cobra.Command) {
		path := strings.Fields(c.CommandPath())[1:]
		if len(path) > 0 && path[0] == "completion" { // cobra's own text has shell commands
			return
		}
		var stdout, stderr bytes.Buffer
		if status := run(append(path, "--help"), &stdout, &stderr); status != exitOK {
			t.Fatal(stderr.String())
		}
		for line := range strings.Lines(stdout.String()) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 60 && len(strings.Fields(line)) > 1 {
				t.Errorf("%s: %d columns: %q", c.CommandPath(), n, line)
			}
		}
	})
}

func TestWrapUsage(t *testing.T) {
	text := "Examples:\n  gannet crawl --topic jobs --country de --out c\n\nFlags:\n      --out string   directory of the crawl (required)\n"
	want := "Examples:\n  gannet crawl --topic jobs \\\n      --country de --out c\n\n" +
		"Flags:\n      --out string\n          directory of the crawl\n          (required)\n"
	if got := wrapUsage(text, 34); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	want = "Flags:\n      --out string   directory of the crawl\n                     (required)\n"
	if got := wrapUsage(text[strings.Index(text, "Flags"):], 45); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}
