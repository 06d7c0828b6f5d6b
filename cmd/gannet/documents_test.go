//go:build !race && unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gannet/internal/testdata"
)

// shownAddresses are addresses that documents listen on. Tests take free ones.
var shownAddresses = []string{"127.0.0.1:8080", "127.0.0.1:8030", "127.0.0.1:9090"}

// shownPorts are likewise, on several addresses.
var shownPorts = []string{"4222", "6222"}

// chapters are the documents whose commands are run on the webs that the first crawl has written.
var chapters = []string{
	"guide/03-topics.md", "guide/05-jobs.md", "guide/06-templates.md", "guide/09-fresh.md", "guide/11-explanations.md",
	"guide/12-exports.md", "guide/13-order.md", "guide/14-operating.md", "guide/17-permissions.md", "guide/18-troubleshooting.md",
	"guide/19-alerts.md", "guide/20-statistics.md",
}

// longDocuments have commands that take a minute or more.
var longDocuments = []string{"guide/13-order.md", "guide/14-operating.md"}

// afterDocuments check what the commands of a document have made.
var afterDocuments = map[string]func(t *testing.T, dir string){"guide/13-order.md": checkOwnOrder}

// TestCommandsOfTheDocuments runs the documents with commands. The chapters begin with the webs that the first crawl has written.
func TestCommandsOfTheDocuments(t *testing.T) {
	t.Run("README.md", func(t *testing.T) {
		t.Parallel()
		runDocument(t, "../README.md", t.TempDir())
	})
	webs := t.TempDir()
	runDocument(t, "guide/02-first-crawl.md", webs)
	for _, name := range chapters {
		t.Run(name, func(t *testing.T) {
			if slices.Contains(longDocuments, name) {
				testdata.Long(t)
			}
			t.Parallel() // they wait for servers and pauses
			dir := t.TempDir()
			if err := os.Symlink(filepath.Join(webs, "demo"), filepath.Join(dir, "demo")); err != nil {
				t.Fatal(err)
			}
			runDocument(t, name, dir)
			if check := afterDocuments[name]; check != nil {
				check(t, dir)
			}
		})
	}
}

// TestThreeMachines runs docs/guide/15-scaling-out.md on three addresses of loopback. The web is a made one: its names and addresses are given to the crawls
// beside what the document says.
func TestThreeMachines(t *testing.T) {
	l, dir, bin := clusterLoad, t.TempDir(), t.TempDir()
	web := l.serve(t)
	write(t, filepath.Join(dir, "seeds.txt"), strings.Join(web.Seeds, "\n"))
	program := "#!/bin/sh\n[ $1 = crawl ] && exec gannet-load \"$@\" --allow-private --patience 0 --delay 20ms\nexec gannet-load \"$@\"\n"
	write(t, filepath.Join(bin, "gannet"), program)
	if err := os.Chmod(filepath.Join(bin, "gannet"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	t.Setenv("GANNET_LOAD_DNS", web.DNS)
	runDocument(t, "guide/15-scaling-out.md", dir)
	kept := 0
	for url, directories := range pagesIn(t, filepath.Join(dir, "crawl-1"), filepath.Join(dir, "crawl-2"), filepath.Join(dir, "crawl-3")) {
		if kept++; directories > 1 {
			t.Errorf("%s is kept %d times", url, directories)
		}
	}
	if kept < 100 || kept > 120 { // copies are not counted
		t.Errorf("%d pages are kept, want 120 with copies", kept)
	}
}

// runDocument runs every command of a document, in order, in one shell in a directory. In a block of kind "console" a line after
// "$ " is a command, and the lines below it are its output; "…" stands for any text. In a block of kind "console fails" every
// command has to fail. In a block of kind "console figures" any number may stand where a number is shown, and columns may have any width. A
// block of kind "python" is a notebook cell.
func runDocument(t *testing.T, name, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../docs", name))
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range shownAddresses {
		text = bytes.ReplaceAll(text, []byte(address), []byte(freeAddress(t)))
	}
	for _, port := range shownPorts {
		_, free, _ := strings.Cut(freeAddress(t), ":")
		text = bytes.ReplaceAll(text, []byte(":"+port), []byte(":"+free))
	}
	blocks := documentBlocks(string(text))
	if len(blocks) < 3 {
		t.Fatalf("%s has %d blocks of commands", name, len(blocks))
	}
	t.Cleanup(func() { logFiles(t, dir) })
	s := startShell(t, dir)
	for _, b := range blocks {
		if b.kind == "python" {
			s.runCell(b)
			continue
		}
		for _, c := range b.commands() {
			s.check(c, b.kind)
		}
	}
}

// logFiles prints the logs that the commands of a document have written, if it has failed.
func logFiles(t *testing.T, dir string) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.log"))
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil && t.Failed() {
			t.Logf("%s:\n%s", filepath.Base(name), text[:min(len(text), 20_000)])
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
	fence := regexp.MustCompile("(?ms)^```(console|console fails|console figures|python)\n(.*?)^```$")
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

// shell is a shell that runs commands one after the other.
type shell struct {
	t   *testing.T
	dir string
	in  io.Writer
	out *bufio.Scanner
}

// startShell starts a shell in a directory. What it leaves running ends with it, also if the test is killed: its input ends then.
func startShell(t *testing.T, dir string) *shell {
	s := &shell{t: t, dir: dir}
	sh := exec.Command("sh")
	sh.Dir, sh.SysProcAttr = s.dir, &syscall.SysProcAttr{Setpgid: true}
	in, err := sh.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := sh.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	sh.Stderr = sh.Stdout
	if err := sh.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close(); _ = sh.Wait() })
	s.in, s.out = in, bufio.NewScanner(out)
	s.run("trap 'trap \"\" TERM; kill 0; wait' EXIT") // it waits, since what still writes keeps the directory from being removed
	return s
}

// TestNothingOutlivesADocument leaves a process behind. A pipe that it holds open ends with it.
func TestNothingOutlivesADocument(t *testing.T) {
	held := filepath.Join(t.TempDir(), "held")
	if err := syscall.Mkfifo(held, 0o600); err != nil {
		t.Fatal(err)
	}
	var pipe *os.File
	t.Run("document", func(t *testing.T) {
		startShell(t, t.TempDir()).run("sleep 600 > " + held + " &")
		pipe, _ = os.Open(held)
	})
	if err := pipe.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(pipe); err != nil {
		t.Errorf("the process outlives its document: %v", err)
	}
}

const endOfCommand = "end of command, status "

// run runs a command and returns what it printed and its status.
func (s *shell) run(command string) (printed, status string) {
	fmt.Fprintf(s.in, "%s\necho '%s'$?\n", command, endOfCommand)
	for s.out.Scan() {
		if before, status, end := strings.Cut(s.out.Text(), endOfCommand); end {
			return printed + before, status
		}
		printed += s.out.Text() + "\n"
	}
	s.t.Fatalf("%s: the shell ended: %v", command, s.out.Err())
	return "", ""
}

// check runs a command and compares its status and output with what is shown.
func (s *shell) check(c shownCommand, kind string) {
	s.t.Helper()
	printed, status := s.run(c.command)
	if kind == "console fails" == (status == "0") {
		s.t.Fatalf("line %d: %s: status %s\n%s", c.line, c.command, status, printed)
	}
	shown := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(c.output)), "…", "(?s:.*)")
	if kind == "console figures" {
		shown = columnGap.ReplaceAllString(shownNumber.ReplaceAllString(shown, `\d+`), `\s+`)
	}
	if !regexp.MustCompile("^" + shown + "$").MatchString(strings.TrimSpace(printed)) {
		s.t.Errorf("line %d: %s\nshown:\n%s\nprinted:\n%s", c.line, c.command, c.output, printed)
	}
}

// shownNumber and columnGap match what differs between machines in a block of kind "console figures".
var (
	shownNumber = regexp.MustCompile(`\d+`)
	columnGap   = regexp.MustCompile(` {2,}`)
)

// runCell runs a notebook cell.
func (s *shell) runCell(b documentBlock) {
	s.t.Helper()
	if _, status := s.run("python3 -c 'import pandas'"); status != "0" {
		s.t.Logf("line %d: not run, since python3 has no pandas: make notebook gets it", b.line)
		return
	}
	file := filepath.Join(s.t.TempDir(), "cell.py")
	if err := os.WriteFile(file, []byte(b.text), 0o666); err != nil {
		s.t.Fatal(err)
	}
	if printed, status := s.run("python3 " + file); status != "0" {
		s.t.Errorf("line %d: %s", b.line, printed)
	}
}
