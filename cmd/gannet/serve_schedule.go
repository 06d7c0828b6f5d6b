package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/crawldir/schedule"
	"gannet/internal/cli"
	"gannet/store"
)

// settingsEnding is the ending of files of settings.
const settingsEnding = ".yaml"

// crawlsWithSettings returns the crawls that have a file of settings in a directory. Each file is checked, and names the directory of its crawl.
func crawlsWithSettings(dir string) (list []schedule.Crawl, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, cli.Usagef("--settings: %w: it is a directory of files such as bees.yaml, with the settings of a crawl each", err)
	}
	for _, e := range entries {
		name, isSettings := strings.CutSuffix(e.Name(), settingsEnding)
		if !isSettings || e.IsDir() {
			continue
		}
		c := schedule.Crawl{Name: name, File: filepath.Join(dir, e.Name())}
		command := newCrawl()
		command.SetErr(io.Discard) // the crawl itself warns of readers
		if err := applyConfig(command, c.File); err != nil {
			return nil, err
		}
		c.Dir = command.Flags().Lookup("out").Value.String()
		same := slices.IndexFunc(list, func(other schedule.Crawl) bool { return other.In(c.Dir) })
		switch {
		case c.Dir == "":
			return nil, cli.Usagef("%s has no out: name the directory of the crawl there", c.File)
		case same >= 0:
			return nil, cli.Usagef("%s and %s have the same out: each crawl needs a directory of its own", list[same].File, c.File)
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, cli.Usagef("--settings: %s has no file of settings, whose name ends in %s", dir, settingsEnding)
	}
	return list, nil
}

// openSchedule returns the schedule of the crawls with settings, and the directories of all crawls to show.
func openSchedule(settings string, dirs []string) (*schedule.Schedule, []string, error) {
	if settings == "" {
		return nil, dirs, nil
	}
	crawls, err := crawlsWithSettings(settings)
	if err != nil {
		return nil, nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	for _, c := range crawls {
		if !slices.ContainsFunc(dirs, c.In) {
			dirs = append(dirs, c.Dir)
		}
	}
	s, err := schedule.Open(settings, crawls, schedule.Machine{
		Now: time.Now, Runs: runsIn, Start: func(c schedule.Crawl) (func() error, error) { return launchCrawl(program, c) },
	})
	return s, dirs, err
}

// runsIn reports whether a process runs the crawl in a directory.
func runsIn(dir string) bool {
	r, err := crawldir.Read(dir)
	if err != nil {
		return saysRunning(err)
	}
	defer r.Close()
	return r.Running()
}

// saysRunning reports whether a crawl cannot be read because a process runs it.
func saysRunning(err error) bool {
	return errors.Is(err, store.ErrInUse) || errors.Is(err, api.ErrOtherUser)
}

// mostLog is the size in bytes from which the output of earlier runs is kept in a file of its own.
const mostLog = 1 << 20

// launchCrawl starts a crawl with its file of settings, in a process that goes on when this one ends. What it prints is appended to a file beside
// the settings. If the file is large, it is renamed before, in place of the one that was renamed earlier.
func launchCrawl(program string, c schedule.Crawl) (wait func() error, err error) {
	path := strings.TrimSuffix(c.File, settingsEnding) + ".log"
	if info, err := os.Stat(path); err == nil && info.Size() > mostLog {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, err
		}
	}
	log, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close() // the process has its own
	command := exec.Command(program, "crawl", "--config", c.File)
	command.Stdout, command.Stderr = log, log
	apart(command)
	if err := command.Start(); err != nil {
		return nil, err
	}
	return func() error {
		if err := command.Wait(); err != nil {
			return fmt.Errorf("%w, see %s", err, path)
		}
		return nil
	}, nil
}

// runSchedule starts crawls when they are due, until the returned function is called.
func runSchedule(ctx context.Context, s *schedule.Schedule) (stop func()) {
	if s == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() { s.Run(ctx) })
	return func() {
		cancel()
		group.Wait()
	}
}
