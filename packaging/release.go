package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// release says what is packaged.
type release struct {
	version string // semantic: of a tag, or of a commit on the way to the next one
	python  string // the same as Python writes it
	hash    string // of the commit
	commit  string // hash and time, as `gannet version` shows them
	time    time.Time
}

// readRelease reads the release from git and from the program's own version. A commit with the tag of that version is
// the release, any other comes before it.
func readRelease(b builder) (release, error) {
	own, err := b.ownVersion()
	if err != nil {
		return release{}, err
	}
	log, err := output("git", "-C", b.root, "log", "-1", "--format=%H %cI")
	if err != nil {
		return release{}, err
	}
	commit, date, _ := strings.Cut(log, " ")
	at, err := time.Parse(time.RFC3339, date)
	if err != nil {
		return release{}, err
	}
	at = at.UTC()
	r := release{version: own, python: own, time: at, hash: commit, commit: commit + " of " + at.Format(time.RFC3339)}
	tags, err := output("git", "-C", b.root, "tag", "--points-at", "HEAD")
	if err != nil {
		return release{}, err
	}
	if tag := "v" + own; !strings.Contains("\n"+tags+"\n", "\n"+tag+"\n") {
		stamp, short := at.Format("20060102150405"), commit[:10]
		r.version += "-dev." + stamp + ".g" + short
		r.python += ".dev" + stamp + "+g" + short
	}
	return r, nil
}

// ownVersion returns the version that gannet says it has.
func (b builder) ownVersion() (string, error) {
	path, err := b.own("gannet")
	if err != nil {
		return "", err
	}
	says, err := output(path, "version")
	words := strings.Fields(says)
	if err != nil || len(words) < 2 {
		return "", fmt.Errorf("gannet version says %q: %w", says, err)
	}
	return words[1], nil
}

// output runs a command and returns what it prints, without space around.
func output(name string, args ...string) (string, error) {
	return outputOf(exec.Command(name, args...))
}

func outputOf(c *exec.Cmd) (string, error) {
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		err = errors.Join(fmt.Errorf("%s: %w", strings.Join(c.Args, " "), err), errors.New(strings.TrimSpace(stderr.String())))
	}
	return strings.TrimSpace(string(out)), err
}
