package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTheFirstHour runs every command of docs/first-hour.md, in order, in one empty directory. In a block of kind "console" a
// line after "$ " is a command, and the lines below it are its output; "…" stands for any text. In a block of kind
// "console fails" every command has to fail. A block of kind "python" is a notebook cell.
func TestTheFirstHour(t *testing.T) {
	text, err := os.ReadFile("../../docs/first-hour.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	blocks := documentBlocks(string(text))
	if len(blocks) < 5 {
		t.Fatalf("%d blocks of commands", len(blocks))
	}
	for _, b := range blocks {
		if b.kind == "python" {
			runCell(t, dir, b)
			continue
		}
		for _, c := range b.commands() {
			c.run(t, dir, b.kind == "console fails")
		}
	}
}

// documentBlock is a fenced block of a document.
type documentBlock struct {
	kind, text string
	line       int
}

// documentBlocks returns the blocks of a Markdown document that can be run.
func documentBlocks(text string) (blocks []documentBlock) {
	fence := regexp.MustCompile("(?ms)^```(console|console fails|python)\n(.*?)^```$")
	for _, at := range fence.FindAllStringSubmatchIndex(text, -1) {
		blocks = append(blocks, documentBlock{text[at[2]:at[3]], text[at[4]:at[5]], 1 + strings.Count(text[:at[4]], "\n")})
	}
	return blocks
}

// shownCommand is a command with the output that the document shows.
type shownCommand struct {
	command, output string
	line            int
}

// commands returns the commands of a block. A line after "> " goes on with the command.
func (b documentBlock) commands() (list []shownCommand) {
	for i, line := range strings.Split(strings.TrimSuffix(b.text, "\n"), "\n") {
		switch rest, more := strings.CutPrefix(line, "> "); {
		case strings.HasPrefix(line, "$ "):
			list = append(list, shownCommand{command: line[2:], line: b.line + i})
		case len(list) > 0 && more && list[len(list)-1].output == "":
			list[len(list)-1].command += "\n" + rest
		case len(list) > 0:
			list[len(list)-1].output += line + "\n"
		}
	}
	return list
}

// run runs the command and compares its status and output with what is shown.
func (c shownCommand) run(t *testing.T, dir string, fails bool) {
	t.Helper()
	shell := exec.Command("sh", "-c", c.command)
	shell.Dir = dir
	out, err := shell.CombinedOutput()
	var status *exec.ExitError
	if failed := errors.As(err, &status); err != nil && !failed || failed != fails {
		t.Fatalf("line %d: %s: %v\n%s", c.line, c.command, err, out)
	}
	shown := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(c.output)), "…", "(?s:.*)")
	if !regexp.MustCompile("^" + shown + "$").MatchString(strings.TrimSpace(string(out))) {
		t.Errorf("line %d: %s\nshown:\n%s\nprinted:\n%s", c.line, c.command, c.output, out)
	}
}

// runCell runs a notebook cell. It prints what the comments at its end show.
func runCell(t *testing.T, dir string, b documentBlock) {
	t.Helper()
	if exec.Command("python3", "-c", "import pandas").Run() != nil {
		t.Logf("line %d: not run, since python3 has no pandas: make first-hour gets it", b.line)
		return
	}
	file := filepath.Join(t.TempDir(), "cell.py")
	if err := os.WriteFile(file, []byte(b.text), 0o666); err != nil {
		t.Fatal(err)
	}
	cell := exec.Command("python3", file)
	cell.Dir = dir
	if out, err := cell.CombinedOutput(); err != nil {
		t.Errorf("line %d: %v\n%s", b.line, err, out)
	} else {
		fmt.Fprintf(os.Stderr, "%s", out)
	}
}
