package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/frontier"
)

var begin = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// run records a run, with a progress for every ten seconds. The last one is its end if ends.
func run(t *testing.T, dir string, ends bool, steps ...crawler.Progress) {
	t.Helper()
	r := NewRecorder(dir, begin)
	for i := range steps {
		if err := r.Observe(begin.Add(time.Duration(i+1)*10*time.Second), !ends || i < len(steps)-1, &steps[i]); err != nil {
			t.Fatal(err)
		}
	}
}

// texts are the notices of a crawl, as "cursor text".
func texts(t *testing.T, dir string, running bool) (list []string) {
	t.Helper()
	entries, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range Notices("c", entries, running) {
		list = append(list, fmt.Sprint(n.Cursor, " ", n.Text))
	}
	return list
}

func repeat(n int, p crawler.Progress) []crawler.Progress {
	list := make([]crawler.Progress, n)
	for i := range list {
		list[i] = p
	}
	return list
}

// TestNoticesOfARun: a run that is held up for a minute is noticed, and one that is held up for a moment or paused by a user is not.
func TestNoticesOfARun(t *testing.T) {
	well, trouble := crawler.Progress{Pages: 3}, crawler.Progress{Trouble: "the proxy fails"}
	waits := crawler.Progress{Waiting: []crawler.WaitingHost{{HostWait: frontier.HostWait{Host: "a.test"}, Why: "status 503"}}}
	end := crawler.Progress{Pages: 5, Postings: 2, Ended: crawler.EndEmpty}
	paused := trouble
	paused.Paused = true
	dir := t.TempDir()
	var steps []crawler.Progress
	for _, part := range [][]crawler.Progress{
		{well}, repeat(3, trouble), {well}, repeat(9, trouble), repeat(2, paused), {well}, repeat(9, waits), {end},
	} {
		steps = append(steps, part...)
	}
	run(t, dir, true, steps...)
	want := "2 c is held up: the proxy fails\n3 c goes on\n4 c is held up: all links left are of hosts that fail, first of all a.test: status 503\n" +
		"5 c has ended: " + string(crawler.EndEmpty) + "; 5 pages, 2 new postings"
	if got := strings.Join(texts(t, dir, false), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestBrokenHostsAreNoticedOnce, also across runs.
func TestBrokenHostsAreNoticedOnce(t *testing.T) {
	dir := t.TempDir()
	with := func(hosts ...string) crawler.Progress {
		p := crawler.Progress{Revisits: &crawler.RevisitCounts{}}
		for _, h := range hosts {
			p.Revisits.Alarms = append(p.Revisits.Alarms, crawler.Alarm{Host: h, Signal: "titles"})
		}
		return p
	}
	run(t, dir, true, with(), with("a.test"), with("a.test"), with("a.test"))
	run(t, dir, false, with("a.test"), with("b.test"))
	want := []string{
		"2 c: a.test does not give what it gave before (titles)", "3 c has ended: ; 0 pages, 0 new postings",
		"5 c: b.test does not give what it gave before (titles)", "6 c: a.test gives again what it gave before (titles)",
	}
	if got := texts(t, dir, true); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if err := Forget(dir, func(text string) bool { return strings.Contains(text, "a.test") }); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, File))
	if got := texts(t, dir, true); err != nil || strings.Contains(string(data), "a.test") || len(got) != 2 || got[1] != want[2] {
		t.Errorf("after a.test is forgotten: %q, %v\n%s", got, err, data)
	}
}

// TestDeathHasOneNumber: a run that was killed is noticed while nothing runs, and keeps its number when the next run starts, also if its last line was cut off.
func TestDeathHasOneNumber(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, false, crawler.Progress{Pages: 7})
	path := filepath.Join(dir, File)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"time":"2026-`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if got := texts(t, dir, true); len(got) > 0 {
		t.Errorf("while it runs: %q", got)
	}
	first := texts(t, dir, false)
	if len(first) != 1 || !strings.HasPrefix(first[0], "2 c has died") {
		t.Errorf("after its death: %q", first)
	}
	run(t, dir, true, crawler.Progress{Pages: 1, Ended: crawler.EndPages})
	if got := texts(t, dir, false); len(got) != 2 || got[0] != first[0] || !strings.HasPrefix(got[1], "4 c has ended") {
		t.Errorf("after the next run: %q", got)
	}
	entries, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	runs := Runs("c", entries, false)
	if len(runs) != 2 || runs[0].Pages != 1 || runs[0].Ended.IsZero() || runs[1].Why != "it died" || !runs[1].Started.Equal(begin) {
		t.Errorf("runs %+v", runs)
	}
}

// TestForgottenEndIsNoDeath: if the reason of an end is forgotten, the run has still ended, and the notices of the next run keep their numbers.
func TestForgottenEndIsNoDeath(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, true, crawler.Progress{Pages: 2, Ended: "a.test fails"})
	run(t, dir, true, crawler.Progress{Pages: 1, Ended: crawler.EndPages})
	before := texts(t, dir, false)
	if err := Forget(dir, func(text string) bool { return strings.Contains(text, "a.test") }); err != nil {
		t.Fatal(err)
	}
	got := texts(t, dir, false)
	if len(got) != 2 || !strings.HasPrefix(got[0], "2 c has ended") || strings.Contains(got[0], "a.test") || got[1] != before[1] {
		t.Errorf("before %q, after %q", before, got)
	}
}

// fullDisk is a file on a disk that takes only half of what is written.
type fullDisk struct{ *os.File }

func (f fullDisk) Write(text []byte) (int, error) {
	n, err := f.File.Write(text[:len(text)/2])
	return n, errors.Join(err, syscall.ENOSPC)
}

// TestEntriesOnAFullDisk: entries of which a part could not be written are in the file once when they are written again.
func TestEntriesOnAFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), File)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := appendAll(f, 0, []byte("one\n")); err != nil {
		t.Fatal(err)
	}
	if err := appendAll(fullDisk{f}, 4, []byte("two\nthree\n")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("the disk is full: %v", err)
	}
	if err := appendAll(f, 4, []byte("two\nthree\n")); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "one\ntwo\nthree\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestLatestCursor counts starts, and the death that a process which runs now may still turn out to follow.
func TestLatestCursor(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, true, crawler.Progress{})
	run(t, dir, false, crawler.Progress{})
	entries, err := Read(dir)
	if got := Latest(entries); err != nil || got != 4 || Latest(nil) != 0 {
		t.Errorf("latest cursor %d, %v", got, err)
	}
}

// TestFailedRunSaysWhy: the notice of a run that an error ended has the error.
func TestFailedRunSaysWhy(t *testing.T) {
	dir := t.TempDir()
	r := NewRecorder(dir, time.Unix(1e9, 0))
	p := crawler.Progress{Ended: crawler.EndFailed, Failure: "write c/pages: no space left on device"}
	if err := r.Observe(time.Unix(1e9+1, 0), false, &p); err != nil {
		t.Fatal(err)
	}
	entries, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	list := Notices("c", entries, false)
	if len(list) != 1 || list[0].Event != Ended || list[0].Why != "failed: "+p.Failure || !strings.Contains(list[0].Text, p.Failure) {
		t.Errorf("%+v", list)
	}
}
