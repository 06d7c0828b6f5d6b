package crawldir_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/crawldir"
)

// saying returns options whose log goes to said.
func saying(pages int, said *strings.Builder) crawldir.Options {
	said.Reset()
	o := gardenOptions(pages)
	o.Log = slog.New(slog.NewTextHandler(said, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return o
}

// TestACheckpointThatCannotBeUsedIsMadeAnew: one line says why, and the next run has one again.
func TestACheckpointThatCannotBeUsedIsMadeAnew(t *testing.T) {
	dir := t.TempDir()
	path, file := filepath.Join(dir, crawldir.CheckpointFile), filepath.Join(dir, crawldir.StoreFile)
	crawlGarden(t, dir, gardenOptions(110))
	earlier, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	crawlGarden(t, dir, gardenOptions(120))
	reopened(t, dir, gardenOptions(120)) // leaves a checkpoint
	replace := func(path string, change func([]byte) []byte) {
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, change(b), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []struct {
		says  string
		found bool // by a check
		spoil func(o *crawldir.Options)
	}{
		{"is damaged", true, func(*crawldir.Options) {
			replace(path, func(b []byte) []byte { b[len(b)/2]++; return b })
		}},
		{"is damaged", true, func(*crawldir.Options) {
			replace(path, func(b []byte) []byte { return b[:len(b)/2] })
		}},
		{"is of another version", false, func(*crawldir.Options) {
			replace(path, func(b []byte) []byte { return bytes.Replace(b, []byte("checkpoint 3"), []byte("checkpoint 2"), 1) })
		}},
		{"is of other rules for links", false, func(o *crawldir.Options) { o.Limits.Depth = 50 }},
		{"is newer than the pages kept", true, func(*crawldir.Options) {
			replace(file, func([]byte) []byte { return earlier })
		}},
	} {
		var said strings.Builder
		o := saying(120, &said)
		bad.spoil(&o)
		problems, err := crawldir.Check(dir, func(crawldir.Problem) error { return nil })
		if err != nil || slices.Contains(problems.Files, crawldir.CheckpointFile) != bad.found {
			t.Errorf("%s: a check finds problems in %q, %v", bad.says, problems.Files, err)
		}
		if read := reopened(t, dir, o); read < 110 || strings.Count(said.String(), "\n") != 1 || !strings.Contains(said.String(), bad.says) {
			t.Errorf("%s: %d pages read again, and the log has:\n%s", bad.says, read, said.String())
		}
		o.Log = slog.New(slog.DiscardHandler)
		if read := reopened(t, dir, o); read > 0 {
			t.Errorf("%s: the next run reads %d pages again", bad.says, read)
		}
		if o.Limits.Depth == 50 {
			reopened(t, dir, gardenOptions(120))
		}
	}
}
