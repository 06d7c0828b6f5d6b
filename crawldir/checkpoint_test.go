package crawldir_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"gannet/crawldir"
	"gannet/crawler/archive"
)

// learnedIn returns the part of a directory's checkpoint that a replay has to give again.
func learnedIn(t *testing.T, dir string) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join(dir, crawldir.CheckpointFile))
	if err != nil {
		t.Fatal(err)
	}
	tail := len(file) - 4 - 8
	var head struct{ Parts [3]int }
	if err := json.Unmarshal(file[tail-int(binary.LittleEndian.Uint32(file[tail:])):tail], &head); err != nil || head.Parts[1] == 0 {
		t.Fatalf("%+v: %v", head, err)
	}
	return file[:len("gannet checkpoint 3\n")+head.Parts[0]+head.Parts[1]]
}

// reopened opens a crawl, closes it, and returns how many pages were read again.
func reopened(t *testing.T, dir string, o crawldir.Options) (read int) {
	t.Helper()
	o.Replayed = func(r crawldir.Replay) { read = r.Pages }
	crawl, err := crawldir.Open(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	return read
}

// agreesWithReplay opens a crawl by its checkpoint, and by all pages. Both have to know the same.
func agreesWithReplay(t *testing.T, dir string, o crawldir.Options, kept int) {
	t.Helper()
	if read := reopened(t, dir, o); read > 0 {
		t.Errorf("%d pages are read beside the checkpoint", read)
	}
	byCheckpoint := learnedIn(t, dir)
	if err := os.Remove(filepath.Join(dir, crawldir.CheckpointFile)); err != nil {
		t.Fatal(err)
	}
	if read := reopened(t, dir, o); read != kept {
		t.Errorf("%d of %d pages are read without a checkpoint", read, kept)
	}
	if !bytes.Equal(byCheckpoint, learnedIn(t, dir)) {
		t.Error("the checkpoint differs from a replay")
	}
}

// TestTheNextRunLearnsFromTheLastVerdicts: a crawl from one seed judges all pages again at its end, and no strategy learns from that. The
// next run learns from them, and leaves a checkpoint.
func TestTheNextRunLearnsFromTheLastVerdicts(t *testing.T) {
	dir := t.TempDir()
	for _, pages := range []int{130, 240} {
		crawlGarden(t, dir, gardenOptions(pages))
		if _, err := os.Stat(filepath.Join(dir, crawldir.CheckpointFile)); err == nil {
			t.Error("a checkpoint of other verdicts is left")
		}
		if read := reopened(t, dir, gardenOptions(pages)); read != pages {
			t.Errorf("the next run learns from %d of %d pages", read, pages)
		}
		agreesWithReplay(t, dir, gardenOptions(pages), pages)
	}
}

// TestOtherStrategiesKeepCheckpoints that learn.
func TestOtherStrategiesKeepCheckpoints(t *testing.T) {
	for _, strategy := range []string{"ache", "blend"} {
		dir, o := t.TempDir(), gardenOptions(90)
		o.Strategy = strategy
		crawlGarden(t, dir, o)
		reopened(t, dir, o)
		agreesWithReplay(t, dir, o, 90)
	}
}

// stopWhen calls stop when a message is logged.
type stopWhen struct {
	slog.Handler
	message string
	stop    func()
}

func (*stopWhen) Enabled(context.Context, slog.Level) bool { return true }

func (s *stopWhen) Handle(_ context.Context, r slog.Record) error {
	if r.Message == s.message {
		s.stop()
	}
	return nil
}

// TestACheckpointOutlivesAStoppedRenewal stops a crawl while its pages are judged again: nothing is written of that yet.
func TestACheckpointOutlivesAStoppedRenewal(t *testing.T) {
	proxy := httptest.NewServer(archive.Proxy(garden(400)))
	defer proxy.Close()
	dir, o := t.TempDir(), gardenOptions(130)
	o.Web, o.Fetch.Proxies = nil, []string{proxy.URL}
	o.Frontier.Delay, o.Frontier.DelayFactor, o.Limits.Workers = 0, 0, 1
	ctx, stop := context.WithCancel(context.Background())
	o.Log = slog.New(&stopWhen{slog.DiscardHandler, "judging the kept pages again", stop})
	crawl, err := crawldir.Open(ctx, dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := crawl.Run(ctx); err != nil {
		t.Fatal(err)
	}
	kept := int(crawl.Progress().Kept)
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	o.Log = nil
	agreesWithReplay(t, dir, o, kept)
}
