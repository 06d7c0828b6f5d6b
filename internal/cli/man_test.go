package cli

import (
	"testing"

	"github.com/spf13/cobra"
)

func TestManualPageIsPlainText(t *testing.T) {
	c := &cobra.Command{Use: "fly", Version: "1.2", Short: "Fly 'high'", Long: "Fly\\.\n\n  .up -1\n.down", Run: func(*cobra.Command, []string) {}}
	want := `.TH FLY 1 "" "fly 1.2" "User Commands"
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
