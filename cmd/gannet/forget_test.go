package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestKilledForgetHasForgottenOrNot kills forget at random moments. The crawl is whole each time, and the next forget leaves nothing.
func TestKilledForgetHasForgottenOrNot(t *testing.T) {
	t.Parallel()
	from := filepath.Join(t.TempDir(), "jobs")
	if err := keepJobs(from); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		out, err := gannet(args...).CombinedOutput()
		if err != nil {
			t.Fatalf("gannet %v: %v: %s", args, err, out)
		}
		return string(out)
	}
	lines := run("jobs", "export", from)
	all := strings.Count(lines, "\n")
	var first struct{ Title string }
	if err := json.NewDecoder(strings.NewReader(lines)).Decode(&first); err != nil {
		t.Fatal(err)
	}
	title := first.Title
	rng, before, after := rand.New(rand.NewPCG(5, 6)), 0, 0
	for range 6 {
		dir := filepath.Join(t.TempDir(), "copy")
		if out, err := exec.Command("cp", "-r", from, dir).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		cmd := gannet("forget", dir, "--match", title)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.IntN(400)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		run("check", dir)
		if strings.Count(run("jobs", "export", dir), "\n") == all {
			before++
		} else {
			after++
		}
		run("forget", dir, "--match", title)
		if left := run("jobs", "export", dir) + run("export", dir); strings.Contains(left, title) {
			t.Errorf("%q is still there", title)
		}
		if _, err := os.Stat(filepath.Join(dir, "crawl.db.forget")); err == nil {
			t.Error("the unfinished copy is still there")
		}
		run("check", dir)
	}
	t.Logf("killed before it had forgotten: %d times, behind it: %d times", before, after)
}

// TestForgottenPostingsLeaveWhatIsKeptElsewhere forgets the first posting, by which earlier versions told crawls apart. A data set and a cursor
// still know the crawl, and the data set lacks the posting afterwards.
func TestForgottenPostingsLeaveWhatIsKeptElsewhere(t *testing.T) {
	t.Parallel()
	temp := t.TempDir()
	dir, set, cursor := filepath.Join(temp, "jobs"), filepath.Join(temp, "set"), filepath.Join(temp, "cursor")
	if err := keepJobs(dir); err != nil {
		t.Fatal(err)
	}
	var first struct {
		Title  string
		Gannet struct{ Number int }
	}
	for line := range strings.Lines(runJobs(t, "jobs", "export", dir, "--all", "--format", "jsonl")) {
		if err := json.Unmarshal([]byte(line), &first); err != nil {
			t.Fatal(err)
		}
		if first.Gannet.Number == 1 {
			break
		}
	}
	if first.Gannet.Number != 1 || first.Title == "" {
		t.Fatalf("the first posting is %+v", first)
	}
	runJobs(t, "jobs", "export", dir, "--partition", "day", "-o", set)
	runJobs(t, "jobs", "changes", dir, "--cursor", cursor)
	then := manifestOf(t, set)
	runJobs(t, "forget", dir, "--match", first.Title)
	runJobs(t, "jobs", "export", dir, "--partition", "day", "-o", set)
	now := manifestOf(t, set)
	left := strings.Count(runJobs(t, "jobs", "export", dir, "--all"), "\n")
	if now.Crawl != then.Crawl || now.Rows != int64(left) || now.Rows >= then.Rows {
		t.Errorf("the data set had %+v and has %+v, with %d postings left", then, now, left)
	}
	for _, f := range then.Files {
		if _, err := os.Stat(filepath.Join(set, f.Name)); err == nil {
			t.Errorf("%s is still there", f.Name)
		}
	}
	var stdout, stderr strings.Builder
	if code := run([]string{"jobs", "changes", dir, "--cursor", cursor}, &stdout, &stderr); strings.Contains(stderr.String(), "another crawl") {
		t.Errorf("exit %d: %s", code, stderr.String())
	}
}
