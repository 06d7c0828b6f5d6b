package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/internal/cli"
	"gannet/internal/frames"
	"gannet/internal/manyads"
)

// engine drives workers as Spark and Flink do: a process a task, which is tried again if it dies. Some are killed on purpose.
type engine struct {
	t      *testing.T
	random *rand.Rand
	killed int
}

// run runs one step over all tasks. What a try wrote counts if it ended well.
func (e *engine) run(tasks [][]frames.Frame, step ...string) (out []frames.Frame) {
	e.t.Helper()
	for _, task := range tasks {
		written, err := e.try(task, step, e.random.IntN(2) == 0)
		if err != nil {
			e.killed++
			if written, err = e.try(task, step, false); err != nil {
				e.t.Fatal(step, err)
			}
		}
		out = append(out, written...)
	}
	return out
}

// try runs one worker. One that is to be killed gets a part of its input, and then its end.
func (e *engine) try(task []frames.Frame, step []string, kill bool) (out []frames.Frame, err error) {
	ctx, cancel := context.WithTimeout(e.t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "gannet", append([]string{"worker"}, step...)...)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return nil, err
	}
	fed := make(chan error, 1)
	go func() {
		w, part := frames.NewWriter(in), task
		if kill {
			part = task[:e.random.IntN(len(task)+1)]
		}
		for _, f := range part {
			if w.Write(f) != nil {
				break
			}
		}
		err := w.Flush()
		if kill {
			err = errors.Join(err, c.Process.Kill())
		}
		fed <- errors.Join(err, in.Close())
	}()
	readErr := frames.NewReader(stdout).Each(func(f frames.Frame) error {
		f.Body = slices.Clone(f.Body)
		out = append(out, f)
		return nil
	})
	fedErr := <-fed
	return out, errors.Join(readErr, fedErr, c.Wait())
}

// sorted sorts frames by their first nine bytes. Those that are equal come in any order.
func (e *engine) sorted(all []frames.Frame) []frames.Frame {
	e.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	slices.SortFunc(all, func(a, b frames.Frame) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Key, b.Key)) })
	return all
}

// byKey deals frames out to tasks: those of one kind and key to one task, sorted.
func (e *engine) byKey(all []frames.Frame, n int) [][]frames.Frame {
	tasks := make([][]frames.Frame, n)
	for _, f := range e.sorted(all) {
		at := f.Key % uint64(n)
		tasks[at] = append(tasks[at], f)
	}
	return tasks
}

// linesOf makes tasks of the lines of files, some lines each.
func linesOf(t *testing.T, paths ...string) (tasks [][]frames.Frame) {
	t.Helper()
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		var task []frames.Frame
		for line := range strings.Lines(string(text)) {
			n++
			name := fmt.Sprintf("%s:%d", path, n)
			body := append(binary.BigEndian.AppendUint16(nil, uint16(len(name))), name...)
			task = append(task, frames.Frame{Kind: 'L', Key: uint64(i)<<40 | uint64(n), Body: append(body, line...)})
			if len(task) == 150 {
				tasks, task = append(tasks, task), nil
			}
		}
		tasks = append(tasks, task)
	}
	return tasks
}

// frameFile writes frames to a file.
func frameFile(t *testing.T, all []frames.Frame) string {
	t.Helper()
	var data bytes.Buffer
	w := frames.NewWriter(&data)
	for _, f := range all {
		if err := w.Write(f); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "frames")
	if err := errors.Join(w.Flush(), os.WriteFile(path, data.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	return path
}

// output runs a command in this process.
func output(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(args, &stdout, &stderr); status != cli.ExitOK {
		t.Fatalf("gannet %q: exit status %d: %s", args, status, stderr.String())
	}
	return stdout.String()
}

// TestWorkersUnderAnEngine: workers that are killed and tried again give the bytes of gannet dedup.
func TestWorkersUnderAnEngine(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i, n := range []int{500, 400} {
		path := filepath.Join(dir, fmt.Sprintf("ads%d.jsonl", i))
		var lines bytes.Buffer
		if err := (manyads.Maker{Seed: 3, Ads: n}).Write(&lines); err != nil {
			t.Fatal(err)
		}
		lines.WriteString("\n{\"title\": \"cut off\n{\"title\": \"Keeper without a number\", \"text\": \"Keeps bees.\"}\n")
		if err := os.WriteFile(path, lines.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	want := output(t, append([]string{"dedup", "--json", "--skip-bad"}, paths...)...)
	e := &engine{t: t, random: rand.New(rand.NewPCG(1, 2))}
	made := e.run(linesOf(t, paths...), "bands")
	paired := e.sorted(e.run(e.byKey(made, 5), "pairs"))
	got := output(t, "batch", "dedup", "--json", "--skip-bad", "--frames", frameFile(t, paired))
	if got != want {
		t.Error("the workers' result is another one than that of gannet dedup")
	}
	if e.killed == 0 || !strings.Contains(want, `"same"`) || !strings.Contains(want, "ads1.jsonl:403") {
		t.Errorf("%d workers were killed, in %d bytes: the test shows nothing", e.killed, len(want))
	}
	for name, wrong := range map[string][]frames.Frame{
		"doubled": append(slices.Clone(paired[:2]), paired[1:]...), "unsorted": {paired[1], paired[0]}, "of another kind": {{Kind: 'K'}},
		"of no ad": {{Kind: 'S', Key: 1, Body: []byte{1}}}, "cut short": {{Kind: 'A', Key: 1, Body: []byte{200, 1}}},
	} {
		if status := run([]string{"batch", "dedup", "--frames", frameFile(t, wrong)}, io.Discard, io.Discard); status != cli.ExitFailed {
			t.Errorf("frames %s: exit status %d", name, status)
		}
	}
}

// TestPagesUnderAnEngine: postings of workers are those of gannet extract, and each link of a page is scored as crawls score it.
func TestPagesUnderAnEngine(t *testing.T) {
	dir := t.TempDir()
	jobs, archive := filepath.Join(dir, "jobs"), filepath.Join(dir, "bees.warc.gz")
	if err := errors.Join(keepJobs(jobs), writeWeb(archive, "hive.test", lookPages)); err != nil {
		t.Fatal(err)
	}
	want := output(t, "extract", "--quiet", jobs, archive)
	if got := output(t, "batch", "extract", "--quiet", jobs, archive); got != want || want == "" {
		t.Errorf("gannet batch extract wrote %d bytes, and gannet extract %d", len(got), len(want))
	}
	e := &engine{t: t, random: rand.New(rand.NewPCG(1, 2))}
	pages := e.run([][]frames.Frame{{{Kind: 'F', Key: 0, Body: []byte(jobs)}}, {{Kind: 'F', Key: 1, Body: []byte(archive)}}}, "pages")
	var got strings.Builder
	for _, f := range e.sorted(e.run(e.byKey(pages, 3), "extract")) {
		got.Write(f.Body)
	}
	if got.String() != want {
		t.Errorf("the workers wrote %d bytes, and gannet extract %d", got.Len(), len(want))
	}
	links := 0
	vectors := e.run(e.byKey(pages, 2), "features")
	for i, f := range e.run([][]frames.Frame{vectors}, "grade") {
		var page pageLinks
		var grades pageGrades
		if err := errors.Join(json.Unmarshal(vectors[i].Body, &page), json.Unmarshal(f.Body, &grades)); err != nil || f.Key != vectors[i].Key {
			t.Fatal(f.Key, err)
		}
		checkGrades(t, &page, &grades)
		links += len(grades.Links)
	}
	if links == 0 || e.killed == 0 {
		t.Errorf("%d links, %d workers killed: the test shows nothing", links, e.killed)
	}
}

// checkGrades compares scores with those of the shipped model.
func checkGrades(t *testing.T, page *pageLinks, grades *pageGrades) {
	t.Helper()
	model, err := linksModel("")
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range page.Links {
		score := []float64{0}
		model.Score(slices.Clone(l.Features), 1, score)
		if g := grades.Links[i]; g.URL != l.URL || g.Score != score[0] || page.URL != grades.URL {
			t.Errorf("link %s has %v, want %v", l.URL, g, score[0])
		}
	}
}
