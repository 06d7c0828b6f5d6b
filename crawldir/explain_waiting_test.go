package crawldir_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/store"
)

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

// explainRemembered explains a link that waits as the web page does, until the checkpoint is read.
func explainRemembered(t *testing.T, dir string) *crawldir.Explanation {
	t.Helper()
	var m crawldir.Memory
	defer m.Close()
	for looks := 0; ; looks++ {
		r, err := crawldir.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		r.Remember(&m)
		e, err := r.Explain(waitingLink(t, r), crawldir.ExplainOptions{Quick: true})
		if err = errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(e.Unexplained, "look again") {
			if looks == 0 {
				t.Error("the first answer waited for the checkpoint")
			}
			return e
		}
		time.Sleep(time.Millisecond)
	}
}

// TestALinkThatWaitsIsExplainedByTheCheckpoint, and by the crawl while it runs: no page is read again for it, and what is said is what a replay says.
func TestALinkThatWaitsIsExplainedByTheCheckpoint(t *testing.T) {
	dir, o := t.TempDir(), gardenOptions(150)
	o.Limits.Workers = 1
	crawlGarden(t, dir, o)
	relearned := explainRemembered(t, dir)           // without a checkpoint
	crawl, err := crawldir.Open(t.Context(), dir, o) // learns from the pages
	if err != nil {
		t.Fatal(err)
	}
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
	byRun, readBeside := explain()
	search := crawldir.SearchPages(10)
	large, _ := explain()
	search()
	if !large.Unsought || len(large.Pages) != 1 || !reflect.DeepEqual(large.Reasons, byRun.Reasons) || byRun.Unsought {
		t.Errorf("a large crawl says\n%+v\nand a small one\n%+v", large, byRun)
	}
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	search = crawldir.SearchPages(10)
	if remembered := explainRemembered(t, dir); !reflect.DeepEqual(remembered.Reasons, byRun.Reasons) || remembered.Priority != byRun.Priority || len(remembered.Pages) != 1 {
		t.Errorf("a large crawl at rest says\n%+v\nand a small one that runs\n%+v", remembered, byRun)
	}
	if !reflect.DeepEqual(relearned.Reasons, byRun.Reasons) || relearned.Priority != byRun.Priority {
		t.Errorf("a crawl at rest that has learned again says\n%+v\nand one that runs\n%+v", relearned, byRun)
	}
	search()
	byCheckpoint, read := explain()
	byRun.Fate, byCheckpoint.Fate = nil, nil // its host may get a request at another time
	if readBeside > 0 || !reflect.DeepEqual(byRun, byCheckpoint) {
		t.Errorf("%d pages are read again beside the crawl, which says\n%+v\nand its checkpoint\n%+v", readBeside, byRun, byCheckpoint)
	}
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
