package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"gannet/crawldir"
)

// run is what a step took.
type run struct {
	Checkpoints        int
	Writing, Paused    float64 // seconds: all checkpoints, the longest pause for one
	Seconds, Processor float64
	Read, Kept, Links  int
	Memory             int64 // bytes
}

// command returns the process of a step.
func (m measurement) command(step string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "-step", step, "-pages", fmt.Sprint(m.pages), "-seed", fmt.Sprint(m.seed), "-dir", m.dir, "-topic", m.topic)
	cmd.Stderr = os.Stderr
	return cmd, nil
}

// measure runs a step in a process of its own.
func (m measurement) measure(step string) (r run, err error) {
	cmd, err := m.command(step)
	if err != nil {
		return r, err
	}
	out, err := cmd.Output()
	if err != nil {
		return r, err
	}
	if _, err := fmt.Sscan(string(out), &r.Seconds, &r.Read, &r.Kept, &r.Links, &r.Checkpoints, &r.Writing, &r.Paused); err != nil {
		return r, err
	}
	r.Processor = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	r.Memory = cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	return r, nil
}

// crawl crawls. What that took is kept beside the directory, so that a report can be made again of a large crawl.
func (m measurement) crawl() (r run, err error) {
	path := m.dir + ".json"
	if err := os.MkdirAll(filepath.Dir(m.dir), 0o755); err != nil {
		return r, err
	}
	if kept, err := os.ReadFile(path); err == nil {
		return r, json.Unmarshal(kept, &r)
	}
	if r, err = m.measure("crawl"); err != nil {
		return r, err
	}
	kept, err := json.Marshal(r)
	if err != nil {
		return r, err
	}
	return r, os.WriteFile(path, kept, 0o644)
}

// dropCaches has the system forget what it has in memory of the crawl's files.
func (m measurement) dropCaches() error {
	return filepath.WalkDir(m.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		out, err := exec.Command("dd", "of="+path, "oflag=nocache", "conv=notrunc,fdatasync", "count=0").CombinedOutput()
		if err != nil {
			err = fmt.Errorf("dd %s: %w: %s", path, err, out)
		}
		return err
	})
}

// kill goes on with the crawl and kills it at random, some seconds after it has written a checkpoint.
func (m measurement) kill() error {
	cmd, err := m.command("more")
	if err != nil {
		return err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	for time.Since(began) < 5*time.Minute {
		if info, err := os.Stat(filepath.Join(m.dir, crawldir.CheckpointFile)); err == nil && info.ModTime().After(began) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	time.Sleep(time.Duration(rand.New(rand.NewPCG(m.seed, 1)).IntN(4000)) * time.Millisecond)
	if err := cmd.Process.Kill(); err != nil {
		return err
	}
	if err := cmd.Wait(); err == nil {
		return errors.New("the crawl ended before it was killed")
	}
	return nil
}

// learned returns what the crawl that was opened last knew, which a replay has to give again.
func (m measurement) learned() ([]byte, error) { return os.ReadFile(m.dir + ".learned") }

// row is a line of the table.
type row struct {
	name string
	run
}

// report measures all and prints a table.
func (m measurement) report(out io.Writer) error {
	crawl, err := m.crawl()
	if err != nil {
		return err
	}
	first, err := m.first()
	if err != nil {
		return err
	}
	info, err := os.Stat(filepath.Join(m.dir, crawldir.CheckpointFile))
	if err != nil {
		return err
	}
	rows, same, err := m.rows(append([]row{{"crawl", crawl}}, first...))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d pages kept, %d links known, seed %d. The checkpoint has %.1f MB. %d were written in %.1f s in all, beside the crawl. "+
		"For the slowest nothing was learned for %.1f ms.\n\n", crawl.Kept, crawl.Links, m.seed, float64(info.Size())/1e6,
		crawl.Checkpoints, crawl.Writing, 1e3*crawl.Paused)
	fmt.Fprintln(out, "| | pages kept | seconds | processor seconds | most memory, MB | pages read again |\n|---|--:|--:|--:|--:|--:|")
	for _, r := range rows {
		fmt.Fprintf(out, "| %s | %d | %.1f | %.1f | %.0f | %d |\n", r.name, r.Kept, r.Seconds, r.Processor, float64(r.Memory)/1e6, r.Read)
	}
	what := "is the same to the last bit"
	if !same {
		what = "**differs**"
	}
	_, err = fmt.Fprintf(out, "\nWhat the strategy knows after kill -9, and the priority of each link, %s with the checkpoint and without.\n", what)
	return err
}

// first opens a crawl that has ended without a checkpoint, as one does whose topic is known by its seeds. That leaves one. There is no row if it
// has one.
func (m measurement) first() ([]row, error) {
	_, err := os.Stat(filepath.Join(m.dir, crawldir.CheckpointFile))
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	r, err := m.measure("open")
	return []row{{"opened after its end, without a checkpoint", r}}, err
}

// rows measures all else and adds it to the rows. same reports whether a checkpoint and a replay give the same.
func (m measurement) rows(rows []row) (_ []row, same bool, err error) {
	var byCheckpoint, byReplay []byte
	for _, s := range []struct {
		name   string
		before func() error
		step   string
	}{
		{"opened, no file in the cache", m.dropCaches, "open"},
		{"opened, files in the cache", func() error { return nil }, "open"},
		{"a link that waits explained", func() error { return nil }, "explain"},
		{"opened after kill -9", m.kill, "open"},
		{"opened without a checkpoint", func() (err error) {
			if byCheckpoint, err = m.learned(); err != nil {
				return err
			}
			return os.Remove(filepath.Join(m.dir, crawldir.CheckpointFile))
		}, "open"},
	} {
		if err := s.before(); err != nil {
			return nil, false, err
		}
		r, err := m.measure(s.step)
		if err != nil {
			return nil, false, err
		}
		rows = append(rows, row{s.name, r})
	}
	byReplay, err = m.learned()
	return rows, bytes.Equal(byCheckpoint, byReplay), err
}
