package crawldir_test

import (
	"errors"
	"testing"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/crawler"
	"gannet/topic"
)

// openBoard opens a crawl of the board.
func openBoard(t *testing.T) (dir string, crawl *crawldir.Crawl) {
	t.Helper()
	dir = t.TempDir()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "work", Keywords: []string{"jobs", "welder", "nurse"}, Seeds: []string{"http://board.example.com/"}}
	o.Web, o.Postings = web, true
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return dir, crawl
}

// TestACrawlIsToldWhatToDo pauses a crawl through its socket, and lets it go on or ends it.
func TestACrawlIsToldWhatToDo(t *testing.T) {
	for verb, want := range map[api.Verb]crawler.End{api.Resume: crawler.EndEmpty, api.Stop: crawler.EndStopped} {
		dir, crawl := openBoard(t)
		r, err := crawldir.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Control(api.Command{Verb: api.Pause}); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() { ended <- crawl.Run(t.Context()) }()
		o, err := r.Overview(nil)
		if err != nil || !o.Running || !o.Paused || o.Well.Level != "warning" || o.Worth.Pages != 0 {
			t.Errorf("paused: %+v, %v", o, err)
		}
		select {
		case err := <-ended:
			t.Errorf("the crawl ended while it was paused: %v", err)
		default:
		}
		if _, err := r.Control(api.Command{Verb: "dance"}); !errors.Is(err, api.ErrCommand) {
			t.Error("a crawl takes any verb")
		}
		if _, err := r.Control(api.Command{Verb: verb}); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if p := crawl.Progress(); p.Ended != want || p.Paused != (verb == api.Stop) {
			t.Errorf("%s: ended %q with %d pages", verb, p.Ended, p.Kept)
		}
		if err := errors.Join(r.Close(), crawl.Close()); err != nil {
			t.Error(err)
		}
		checkAtRest(t, dir)
	}
}

// checkAtRest holds that a crawl that no process runs can be told nothing.
func checkAtRest(t *testing.T, dir string) {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Control(api.Command{Verb: api.Pause}); !errors.Is(err, api.ErrAtRest) {
		t.Errorf("at rest: %v", err)
	}
	if o, err := r.Overview(nil); err != nil || o.Running || o.Well.Level == "" {
		t.Errorf("at rest: %+v, %v", o, err)
	}
}
