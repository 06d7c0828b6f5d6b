package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"gannet/internal/cli"
)

func TestHelpFitsTheTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	root, _ := newRoot()
	cli.EachCommand(root, func(c *cobra.Command) {
		path := strings.Fields(c.CommandPath())[1:]
		if len(path) > 0 && path[0] == "completion" { // cobra's own text has shell commands
			return
		}
		var stdout, stderr bytes.Buffer
		if status := run(append(path, "--help"), &stdout, &stderr); status != cli.ExitOK {
			t.Fatal(stderr.String())
		}
		for line := range strings.Lines(stdout.String()) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 60 && len(strings.Fields(line)) > 1 {
				t.Errorf("%s: %d columns: %q", c.CommandPath(), n, line)
			}
		}
	})
}
