package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/internal/cli"
)

// TestEveryCommandHasAManualPage holds that it names every flag.
func TestEveryCommandHasAManualPage(t *testing.T) {
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	if status := run([]string{"man", dir}, &stdout, &stderr); status != cli.ExitOK {
		t.Fatal(stderr.String())
	}
	pages := 0
	root, _ := newRoot()
	cli.EachCommand(root, func(c *cobra.Command) {
		if !cli.HasPage(c) {
			return
		}
		pages++
		page, err := os.ReadFile(filepath.Join(dir, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"))
		if err != nil {
			t.Fatal(err)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if name := strings.ReplaceAll("--"+f.Name, "-", `\-`); !strings.Contains(string(page), name) {
				t.Errorf("the page of %s lacks --%s", c.CommandPath(), f.Name)
			}
		})
	})
	if pages < 20 {
		t.Errorf("%d pages", pages)
	}
}
