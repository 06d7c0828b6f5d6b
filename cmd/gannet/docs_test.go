//go:build !race

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/internal/docsite"
	"gannet/internal/testbrowser"
)

// readDocs reads the documents as `make docs` does.
func readDocs(t *testing.T) *docsite.Site {
	t.Helper()
	root, _ := newRoot()
	site, err := docsite.Read(os.DirFS("../.."), map[string]string{docsite.Commands: reference(root)})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// TestLinksOfTheDocuments holds that every link leads to a page, a heading or a file, and that every document can be found. Files
// whose names have two dots, such as load.head.md, are parts of documents.
func TestLinksOfTheDocuments(t *testing.T) {
	site := readDocs(t)
	for _, problem := range site.Problems() {
		t.Error(problem)
	}
	found := site.Documents()
	err := fs.WalkDir(os.DirFS("../.."), "docs", func(name string, e fs.DirEntry, err error) error {
		isDocument := path.Ext(name) == ".md" && strings.Count(path.Base(name), ".") == 1
		if isDocument && !slices.Contains(found, name) {
			t.Errorf("no page leads to %s: name it in docs/README.md", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
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
		for _, name := range []string{"index.html", "commands.html", "jobs.html", "format/store.html", "gannet-readme.html"} {
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
	b.Go(home + "format/store.html")
	b.Keys("/salvage\r")
	b.Until(`document.activeElement.closest("#found a") !== null`)
	b.Keys("\r")
	b.Until(`!location.pathname.endsWith("format/store.html") && document.querySelector("main h1") !== null`)
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
	text := reference(root)
	for _, want := range []string{"## gannet crawl\n", "### gannet jobs list\n", "--allow-private", "gannet eval --days 60"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q", want)
		}
	}
	if strings.Contains(text, "gannet man") || strings.Contains(text, "gannet reference") {
		t.Error("it describes hidden commands")
	}
}
