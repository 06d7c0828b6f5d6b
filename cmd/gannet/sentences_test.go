package main

import (
	"log/slog"
	"strings"
	"testing"

	"gannet/internal/cli"
)

func TestLogLinesOfATerminalAreSentences(t *testing.T) {
	var out strings.Builder
	log := slog.New(newSentences(cli.WithColumns(&out, 50)))
	log.Warn("nothing is learned from a seed", "seed", "http://ann:pw@a.test/", "again_in", 5, "why", "status\x1b[31m 404")
	log.Info("stopping")
	got := strings.ReplaceAll(out.String(), cli.ClearLine, "")
	want := "Warning: nothing is learned from a seed (seed\nhttp://…@a.test/, again in 5): status\ufffd[31m 404\nStopping\n"
	if got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}
