package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestEveryCommandHasAManualPage holds that it names every flag.
func TestEveryCommandHasAManualPage(t *testing.T) {
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	if status := run([]string{"man", dir}, &stdout, &stderr); status != exitOK {
		t.Fatal(stderr.String())
	}
	pages := 0
	root, _ := newRoot()
	eachCommand(root, func(c *cobra.Command) {
		if !hasPage(c) {
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

func TestManualPageIsPlainText(t *testing.T) {
	c := &cobra.Command{Use: "fly", Short: "Fly 'high'", Long: "Fly\\.\n\n  .up -1\n.down", Run: func(*cobra.Command, []string) {}}
	want := `.TH FLY 1 "" "gannet ` + version + `" "User Commands"
.SH NAME
fly \- Fly \(aqhigh\(aq
.SH SYNOPSIS
.B fly
[flags]
.SH DESCRIPTION
Fly\e.
.PP
.nf
  .up \-1
.fi
\&.down
.SH OPTIONS
.TP
.B \-h, \-\-help
help for fly
.SH EXIT STATUS
0 for success, 1 for a failure, 64 for wrong use, 2 for a crash.
`
	if got := string(manPage(c)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
