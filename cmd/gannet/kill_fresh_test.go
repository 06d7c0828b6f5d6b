package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/store/postings"
)

// TestKilledWatchAgrees kills a crawl with --fresh again and again while its site changes. A reader of the feed who goes on from a
// cursor, and one who begins with nothing, have what the crawl exports after each kill. A checkpoint gives what all pages give, as
// they were learned from.
// GANNET_KILLS says how often.
func TestKilledWatchAgrees(t *testing.T) {
	t.Setenv("GANNET_TEST_CHECKPOINT", "1")
	dir := t.TempDir()
	site, out := filepath.Join(dir, "site"), filepath.Join(dir, "crawl")
	if err := os.Mkdir(site, 0o755); err != nil {
		t.Fatal(err)
	}
	w := &changingSite{dir: site, r: rand.New(rand.NewPCG(1, 2))}
	for range 12 {
		w.add(t)
	}
	w.writeList(t)
	server, _ := serveFiles(t, site)
	args := []string{"crawl", "--out", out, "--json", "--quiet", "--topic", "jobs", "--seeds", server.URL, "--allow-private", "--delay", "1ms",
		"--max-delay", "1ms", "--no-sitemaps", "--fresh", "1s", "--max-age", "1s"}
	watchUntil(t, args, func() (missing string) { // so that there is something to lose
		if made, err := filepath.Glob(filepath.Join(out, "crawl.db")); err != nil || len(made) == 0 {
			return "no store\n"
		}
		return ""
	})
	reader, cursor, events := make(replica), uint64(0), make(map[postings.Event]int)
	kills := 3
	if n, err := strconv.Atoi(os.Getenv("GANNET_KILLS")); err == nil {
		kills = n
	}
	for range kills {
		killAfter(t, args, time.Duration(300+w.r.IntN(1500))*time.Millisecond, func() {
			w.change(t)
			if _, err := os.Stat(filepath.Join(out, crawldir.CheckpointFile)); err != nil { // a slow machine writes its first later
				awaitCheckpoint(out)
			}
		})
		var told map[postings.Event]int
		if cursor, told = replayFrom(t, reader, out, cursor); len(told) > 0 {
			for e, n := range told {
				events[e] += n
			}
		}
		want := exportedRows(t, out)
		compareRows(t, reader.rows(), want)
		compareFeed(t, out)
	}
	compareLearned(t, out, server.URL)
	if said := runOK(t, "check", out); !strings.Contains(said, "in order") {
		t.Errorf("check: %s", said)
	}
	t.Logf("%d kills; the feed told %v", kills, events)
}

// compareLearned compares what a strategy knows by the checkpoint of a crawl for jobs with what it learns from all pages.
func compareLearned(t *testing.T, dir, seed string) {
	t.Helper()
	jobs, err := crawldir.LoadTopic(crawldir.JobsTopic)
	if err != nil {
		t.Fatal(err)
	}
	jobs.Seeds = []string{seed}
	byCheckpoint, _, _ := learned(t, dir, jobs, false)
	if byReplay, _, _ := learned(t, dir, jobs, true); !bytes.Equal(byCheckpoint, byReplay) {
		t.Errorf("%d bytes by the checkpoint and %d by a replay differ", len(byCheckpoint), len(byReplay))
	}
}

// replayFrom records what the feed tells after a cursor.
func replayFrom(t *testing.T, into replica, dir string, cursor uint64) (now uint64, events map[postings.Event]int) {
	t.Helper()
	now, events = replayLines(t, into, runJobs(t, "jobs", "changes", dir, "--since", fmt.Sprint(cursor)))
	return max(now, cursor), events
}

// killAfter runs gannet and kills it. change is called while it runs.
func killAfter(t *testing.T, args []string, after time.Duration, change func()) {
	t.Helper()
	cmd := gannet(args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after / 2)
	change()
	time.Sleep(after / 2)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
}

// changingSite is a list of postings that come and go.
type changingSite struct {
	dir  string
	r    *rand.Rand
	jobs []int
	last int
}

func (w *changingSite) add(t *testing.T) {
	w.last++
	w.jobs = append(w.jobs, w.last)
	writePosting(t, w.dir, w.last)
}

func (w *changingSite) writeList(t *testing.T) { writeJobList(t, w.dir, w.jobs...) }

// change adds a posting or two, ends one, and now and then unlists another.
func (w *changingSite) change(t *testing.T) {
	for w.add(t); len(w.jobs) < 12; {
		w.add(t)
	}
	gone := w.r.IntN(len(w.jobs))
	if err := os.Remove(filepath.Join(w.dir, fmt.Sprint("job", w.jobs[gone]))); err != nil {
		t.Fatal(err)
	}
	w.jobs = slices.Delete(w.jobs, gone, gone+1)
	if w.r.IntN(3) == 0 {
		w.jobs = slices.Delete(w.jobs, 0, 1)
	}
	w.writeList(t)
}
