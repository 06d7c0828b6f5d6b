package docsite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// documents are a small repository. Documents that no link leads to are no pages.
func documents(index string) fstest.MapFS {
	files := fstest.MapFS{
		"docs/README.md":        {Data: []byte(index)},
		"docs/format/store.md":  {Data: []byte("# Store\n\nThe [hive](../bees.md#the-hive) and the [start](../README.md).\n")},
		"docs/bees.md":          {Data: []byte("# Bees\n\nThey `hum` & work.\n\n## The hive\n\n| a | b |\n|---|---|\n| wax | honey |\n\n    gannet look\n")},
		"docs/unlinked.md":      {Data: []byte("# Unlinked\n")},
		"docs/picture.png":      {Data: []byte("picture")},
		"LICENSE":               {Data: []byte("licence")},
		"SECURITY.md":           {Data: []byte("# Security\n")},
		"web/static/page.css":   {},
		"web/static/theme.js":   {},
		"web/static/icon.svg":   {},
		"docs/format/README.md": {Data: []byte("# Files\n\n[store](store.md)\n")},
	}
	return files
}

const goodIndex = "# All\n\n## Begin\n\n- [Bees](bees.md), [twice](bees.md)\n- [Files](format/README.md)\n\n## More\n\n" +
	"- [Security](../SECURITY.md)\n\n![a picture](picture.png) [licence](../LICENSE) [elsewhere](https://example.org/a.md)\n"

func TestSiteIsWritten(t *testing.T) {
	site, err := Read(documents(goodIndex))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := site.Write(dir); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{"index.html", `<a href="format/index.html">Files</a>`},
		{"index.html", `<a href="https://example.org/a.md">elsewhere</a>`},
		{"format/store.html", `<a href="../bees.html#the-hive">hive</a>`},
		{"format/store.html", `<a href="../index.html">start</a>`},
		{"format/index.html", `<link rel="stylesheet" href="../page.css">`},
		{"format/index.html", `<a href="../format/store.html">store</a>`},
		{"bees.html", `<a href="#the-hive">The hive</a>`},
		{"bees.html", `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>`},
		{"bees.html", `They <code>hum</code> &amp; work.`},
		{"gannet-security.html", `<a href="gannet-security.html" aria-current="page">Security</a>`},
		{"picture.png", "picture"},
		{"files/LICENSE", "licence"},
		{"search-index.js", `{"u":"bees.html","p":"Bees","t":"Bees","w":"They hum \u0026 work."}`},
		{"search-index.js", `"w":"a b wax honey gannet look"`},
	} {
		name, want := c[0], c[1]
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %q: %v\n%s", name, want, err, text)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "unlinked.html")); err == nil {
		t.Error("a page that nothing leads to is written")
	}
}

func TestLinksThatLeadNowhere(t *testing.T) {
	for index, want := range map[string]string{
		"# A\n\n[x](gone.md)\n":             `docs/README.md: the link to "gone.md" leads to no file`,
		"# A\n\n![x](gone.png)\n":           `docs/README.md: the link to "gone.png" leads to no file`,
		"# A\n\n[x](format)\n":              `docs/README.md: the link to "format" leads to no file`,
		"# A\n\n[x](bees.md#the-swarm)\n":   `docs/README.md: the link to "bees.md#the-swarm": docs/bees.md has no such heading`,
		"# A\n\n[x](#b)\n":                  `docs/README.md: the link to "#b": docs/README.md has no such heading`,
		"# A\n\n[x](../../outside/gone.md)": `docs/README.md: the link to "../../outside/gone.md" leads to no file`,
	} {
		site, err := Read(documents(index))
		if err != nil {
			t.Errorf("%q: %v", index, err)
			continue
		}
		err = site.Write(t.TempDir())
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v", index, err)
		}
	}
}
