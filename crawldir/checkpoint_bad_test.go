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
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/store"
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
			replace(path, func(b []byte) []byte { return bytes.Replace(b, []byte("checkpoint 2"), []byte("checkpoint 1"), 1) })
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

// waitingLink returns a link of a kept page that waits.
func waitingLink(t *testing.T, r *crawldir.Reader) (url string) {
	t.Helper()
	reader := features.NewReader()
	if err := r.Store.Select(store.Selection{Body: true}, func(p *store.Page) error {
		page, err := reader.Read(p.URL, p.Body)
		if err != nil {
			return err
		}
		for _, l := range page.Links {
			if _, _, err := r.Store.Lookup(l.URL); err != nil {
				url = l.URL
			}
		}
		return nil
	}); err != nil || url == "" {
		t.Fatal("no link waits", err)
	}
	return url
}

// TestALinkThatWaitsIsExplainedByTheCheckpoint: no page is read again for it, and what is said is what a replay says.
func TestALinkThatWaitsIsExplainedByTheCheckpoint(t *testing.T) {
	dir, o := t.TempDir(), gardenOptions(150)
	o.Limits.Workers = 1
	crawlGarden(t, dir, o)
	explain := func() (e *crawldir.Explanation, read int) {
		r, err := crawldir.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		e, err = r.Explain(waitingLink(t, r), crawldir.ExplainOptions{Replaying: func(_ string, pages int) { read = pages }})
		if err != nil || e.Fate == nil || e.Fate.Reason != reason.Waiting || len(e.Reasons) == 0 || len(e.Pages) == 0 {
			t.Fatalf("%+v, %v", e, err)
		}
		return e, read
	}
	byCheckpoint, read := explain()
	if read > 0 || byCheckpoint.Replayed != "" {
		t.Errorf("%d pages are read again: %s", read, byCheckpoint.Replayed)
	}
	if err := os.Remove(filepath.Join(dir, crawldir.CheckpointFile)); err != nil {
		t.Fatal(err)
	}
	byReplay, read := explain()
	if read != 150 || byReplay.Replayed == "" {
		t.Errorf("%d pages are read without a checkpoint: %s", read, byReplay.Replayed)
	}
	if byCheckpoint.Priority != byReplay.Priority || byCheckpoint.Pages[0].URL != byReplay.Pages[0].URL || byCheckpoint.Depth != byReplay.Depth {
		t.Errorf("%+v\nbut by a replay\n%+v", byCheckpoint, byReplay)
	}
	for i, r := range byReplay.Reasons {
		if got := byCheckpoint.Reasons[i]; got.Name != r.Name || got.Value != r.Value || got.Weight != r.Weight {
			t.Errorf("term %d is %+v, and by a replay %+v", i, got, r)
		}
	}
}
