//go:build !race

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gannet/internal/cli"
	"gannet/internal/docsite"
	"gannet/internal/testbrowser"
)

// readDocs reads the documents as `make docs` does.
func readDocs(t *testing.T) *docsite.Site {
	t.Helper()
	site, err := docsite.Read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// TestCommandsAreDescribed holds that docs/reference/commands.md says what the commands' help says.
func TestCommandsAreDescribed(t *testing.T) {
	root, _ := newRoot()
	held, err := os.ReadFile("../../docs/reference/commands.md")
	if err != nil || string(held) != cli.Reference(root) {
		t.Errorf("docs/reference/commands.md is not what the help says: make commands; %v", err)
	}
}

// TestLinksOfTheDocuments holds that every link leads to a page, a heading or a file, and that every document and report can be found.
func TestLinksOfTheDocuments(t *testing.T) {
	site := readDocs(t)
	for _, problem := range site.Problems() {
		t.Error(problem)
	}
	found := site.Documents()
	for _, dir := range []string{"docs", "lab/reports"} {
		err := fs.WalkDir(os.DirFS("../.."), dir, func(name string, e fs.DirEntry, err error) error {
			if path.Ext(name) == ".md" && !slices.Contains(found, name) {
				t.Errorf("no page leads to %s: name it in docs/README.md or lab/reports/README.md", name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestDocumentsInABrowser opens the site from the disk, searches it, and looks at every page on a desk and on a phone.
func TestDocumentsInABrowser(t *testing.T) {
	site, dir := readDocs(t), t.TempDir()
	if err := site.Write(dir); err != nil {
		t.Fatal(err)
	}
	home := "file://" + filepath.ToSlash(dir) + "/"
	b := testbrowser.Open(t, "file://")
	for _, width := range []int64{1200, 360} {
		b.Look(width, width == 360)
		for _, name := range []string{"index.html", "reference/commands.html", "gannet-lab-reports-jobs.html", "reference/formats/store.html", "gannet-readme.html"} {
			b.Go(home + name)
			if wide := testbrowser.Value[int](b, `document.documentElement.scrollWidth - window.innerWidth`); wide > 0 {
				t.Errorf("%s, width %d: %d pixels wider than the window", name, width, wide)
			}
			for _, problem := range brokenRules(t, b) {
				t.Errorf("%s, width %d: %s", name, width, problem)
			}
			keepDocsPicture(t, b, fmt.Sprintf("docs-%s-%d.png", strings.ReplaceAll(name, "/", "-"), width))
		}
	}
	b.Go(home + "reference/formats/store.html")
	b.Keys("/salvage\r")
	b.Until(`document.activeElement.closest("#found a") !== null`)
	b.Keys("\r")
	b.Until(`!location.pathname.endsWith("reference/formats/store.html") && document.readyState === "complete"`)
	b.Keys("/honeycombsnowhere")
	b.Until(`document.getElementById("found").textContent === "No section has these words."`)
	for _, fault := range b.Faults() {
		t.Error(fault)
	}
}

// brokenRules returns what axe-core complains about, if make axe has got it.
func brokenRules(t *testing.T, b *testbrowser.Browser) []string {
	t.Helper()
	axe, err := os.ReadFile("../../.lib/axe.min.js")
	if err != nil {
		t.Log(err)
		return nil
	}
	b.Run(string(axe))
	return testbrowser.Value[[]string](b, `axe.run({preload: false}).then(r => r.violations.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html).join("; ")))`)
}

// keepDocsPicture writes a picture into the directory of GANNET_PICTURES, if there is one.
func keepDocsPicture(t *testing.T, b *testbrowser.Browser, name string) {
	t.Helper()
	if dir := os.Getenv("GANNET_PICTURES"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), b.Screenshot(), 0o644); err != nil {
			t.Error(err)
		}
	}
}

// TestReferenceNamesEveryFlag holds that the page about commands is whole.
func TestReferenceNamesEveryFlag(t *testing.T) {
	root, _ := newRoot()
	text := cli.Reference(root)
	for _, want := range []string{"## gannet crawl\n", "### gannet jobs list\n", "--allow-private", "gannet eval --days 60"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q", want)
		}
	}
	if strings.Contains(text, "gannet man") || strings.Contains(text, "gannet reference") {
		t.Error("it describes hidden commands")
	}
}

// TestCommandsInDocumentsExist holds that each command and flag that a document shows is one of gannet's. Comments and what stands
// behind a pipe are left out.
func TestCommandsInDocumentsExist(t *testing.T) {
	checked := 0
	for _, name := range readDocs(t).Documents() {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			continue // the one about commands is made from them
		}
		wrong := false // in a block whose commands have to fail
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "```") {
				wrong = line == "```console fails"
			}
			m := shownUse.FindStringSubmatch(line)
			if m == nil || wrong {
				continue
			}
			checked++
			if err := checkUse(m[1]); err != nil {
				t.Errorf("%s:%d: %s: %v", name, i+1, m[1], err)
			}
		}
	}
	if checked < 100 {
		t.Errorf("%d commands are checked", checked)
	}
}

// TestClaimsHaveSources holds that each row of docs/compare.md names its measurement or its source.
func TestClaimsHaveSources(t *testing.T) {
	text, err := os.ReadFile("../../docs/compare.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		isHead := i+1 < len(lines) && strings.HasPrefix(lines[i+1], "|---")
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") || isHead {
			continue
		}
		rows++
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if !strings.Contains(cells[len(cells)-1], "](") {
			t.Errorf("docs/compare.md:%d has no source: %s", i+1, line)
		}
	}
	if rows < 20 {
		t.Errorf("%d claims", rows)
	}
}

// shownUse matches a command in a block of code.
var shownUse = regexp.MustCompile(`^(?:    |>? {3}|\$ )\s*(?:exec |go run )?(?:\./|\./cmd/)?gannet ([a-z][^|;&]*)`)

// checkUse checks the name of a command, and its flags.
func checkUse(use string) error {
	use, _, _ = strings.Cut(use, " #")
	root, _ := newRoot()
	words := strings.Fields(use)
	c, _, err := root.Find(words)
	if err != nil || c == root {
		return fmt.Errorf("no such command: %v", err)
	}
	for _, word := range words {
		name, isFlag := strings.CutPrefix(word, "--")
		name, _, _ = strings.Cut(strings.TrimRight(name, "…'\"`),.:"), "=")
		if isFlag && c.Flag(name) == nil && c.InheritedFlags().Lookup(name) == nil {
			return fmt.Errorf("no flag --%s", name)
		}
	}
	return nil
}
