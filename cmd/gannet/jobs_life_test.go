package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/job/life"
	"gannet/store"
)

// keepLives makes the directory of a crawl whose postings were observed again. The nurse closed on the third of March and came
// back on the fifth. The cook's page is gone, and something speaks against the welder.
func keepLives(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var list []store.Observation
	for _, o := range []struct {
		url    string
		day    int
		what   life.What
		status int
	}{
		{"http://klinik.test/n?from=mail", 3, life.Gone, 410}, {"http://klinik.test/n?from=mail", 5, life.Seen, 0},
		{"http://board.test/cook", 4, life.Gone, 404}, {"http://board.test/cook", 5, life.Gone, 404},
		{"http://iron.test/jobs/1", 5, life.Unlisted, 0}, {"http://board.test/welder", 5, life.Same, 0},
	} {
		at := time.Date(2026, 3, o.day, 12, 0, 0, 0, time.UTC)
		list = append(list, store.Observation{URL: o.url, Observation: life.Observation{At: at, What: o.what, Status: o.status}})
	}
	if _, err := db.Observe(list); err != nil {
		t.Fatal(err)
	}
	return dir
}

// titlesOf returns the titles that a list has, in its order.
func titlesOf(t *testing.T, dir string, flags ...string) string {
	t.Helper()
	var titles []string
	for line := range strings.Lines(runJobs(t, append([]string{"jobs", "list", dir, "--format", "jsonl"}, flags...)...)) {
		var p struct{ Title string }
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		titles = append(titles, p.Title)
	}
	return strings.Join(titles, " ")
}

// TestEndsAreNoLaterThanTheirBound: columns have whole seconds, and a posting that ended in the middle of one did so before the bound.
func TestEndsAreNoLaterThanTheirBound(t *testing.T) {
	end := time.Date(2026, 3, 4, 12, 0, 0, 1, time.UTC)
	for before, want := range map[time.Time]string{end: "2026-03-04T12:00:01Z", end.Truncate(time.Second): "2026-03-04T12:00:00Z"} {
		if got := columnsOf[lifeRow]().cells((lifeFacts{Before: before}).row())[3]; got != want {
			t.Errorf("closed_before %s, want %s", got, want)
		}
	}
	if got := columnsOf[lifeRow]().cells(lifeFacts{}.row())[3]; got != "" {
		t.Errorf("closed_before %s of an open posting", got)
	}
}

func TestJobsByState(t *testing.T) {
	dir := keepLives(t)
	for flags, want := range map[string]string{
		"":                               "Welder Krankenschwester",
		"--state all":                    "Welder Krankenschwester 厨师",
		"--state open":                   "Welder Krankenschwester", // the copy that is open stands for the welder
		"--state suspected":              "Welder",
		"--state closed":                 "厨师",
		"--state unknown":                "",
		"--on 2026-02-28 --state all":    "",
		"--on 2026-03-03 --state all":    "Welder Krankenschwester 厨师",
		"--on 2026-03-03":                "Welder 厨师",
		"--on 2026-03-04 --sort title":   "Welder 厨师",
		"--on 2026-03-04 --state closed": "Krankenschwester",
		"--on 2026-03-05":                "Welder Krankenschwester",
	} {
		if got := titlesOf(t, dir, strings.Fields(flags)...); got != want {
			t.Errorf("%q: %q, want %q", flags, got, want)
		}
	}
	if list := runJobs(t, "jobs", "list", dir, "--state", "closed"); !strings.Contains(list, "2026-03-04 gone") {
		t.Errorf("closed:\n%s", list)
	}
	show := runJobs(t, "jobs", "show", dir, "4")
	for _, want := range []string{"closed", "after 2026-03-01 14:00:00, no later than 2026-03-04 12:00:00, by: gone", "since 2026-03-04 12:00:00  suspected, gone"} {
		if !strings.Contains(strings.Join(strings.Fields(show), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("%q is not in\n%s", want, show)
		}
	}
	if out := runJobs(t, "jobs", "show", dir, "3"); !strings.Contains(out, "1 time\n") || !strings.Contains(out, "reopened") {
		t.Errorf("show says\n%s", out)
	}
	if out := runJobs(t, "stats", dir); !strings.Contains(out, "2 open, 1 suspected, 1 closed, 0 unknown") {
		t.Errorf("stats says\n%s", out)
	}
	export := runJobs(t, "jobs", "export", dir, "--state", "closed")
	for _, want := range []string{`"state":"closed"`, `"state_reason":"its page is gone"`, `"closed_by":"gone"`, `"closed_before":"2026-03-04T12:00:00Z"`, `"last_checked":"2026-03-05T12:00:00Z"`} {
		if !strings.Contains(export, want) {
			t.Errorf("%s is not in\n%s", want, export)
		}
	}
	runJobs(t, "check", dir)
}
