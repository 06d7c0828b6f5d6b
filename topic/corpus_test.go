package topic

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/features"
)

// mapArchive is an archive of a few pages.
type mapArchive map[string]string

func (m mapArchive) Body(url string) ([]byte, error) {
	if body, ok := m[url]; ok {
		return []byte(body), nil
	}
	return nil, os.ErrNotExist
}

// write writes a file below dir and returns its path.
func write(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// has reports whether an example has a word in a field.
func has(e Example, f Field, word string) bool {
	return slices.ContainsFunc(e.Vector.Terms, func(t Term) bool { return t.Field == f && t.Word == features.HashWord(word) })
}

func TestCorpusReadsAllKinds(t *testing.T) {
	dir := t.TempDir()
	urls := write(t, dir, "urls.txt", "# bees\n\nhttp://a.example/bees\r\n")
	lines := write(t, dir, "pages.jsonl", `{"url":"http://b.example/","html":"<title>Steel</title>mill"}`+"\n"+
		`{"text":"copper & <tin>","title":"Metals","more":1}`+"\n")
	write(t, dir, "html/x/one.HTML", "<p>paper</p>")
	write(t, dir, "html/two.htm", "<p>ink</p>")
	write(t, dir, "html/readme.txt", "nothing")
	c := Corpus{Archive: mapArchive{"http://a.example/bees": "<p>honey"}}
	for _, part := range []struct {
		path     string
		positive bool
	}{{urls, true}, {lines, false}, {filepath.Join(dir, "html"), false}} {
		if err := c.AddPages(part.path, part.positive); err != nil {
			t.Fatal(err)
		}
	}
	e := c.Examples()
	if len(e) != 5 {
		t.Fatalf("%d examples, want 5", len(e))
	}
	for i, want := range []struct {
		field Field
		word  string
	}{{Body, "honey"}, {Title, "steel"}, {Body, "tin"}, {Body, "ink"}, {Body, "paper"}} {
		if !has(e[i], want.field, want.word) || e[i].Positive != (i == 0) {
			t.Errorf("example %d: %v, want %q", i, e[i], want.word)
		}
	}
	if !has(e[2], Title, "metals") {
		t.Error("the title of a text is lost")
	}
}

func TestCorpusDrawsWhatWasNotAdded(t *testing.T) {
	c := Corpus{Archive: mapArchive{"http://a/": "<p>honey", "http://b/": "<p>steel", "http://c/": "<p>ink", "http://d/": "<p>wax"}}
	urls := write(t, t.TempDir(), "urls", "http://a/\n")
	if err := c.AddPages(urls, true); err != nil {
		t.Fatal(err)
	}
	if err := c.DrawNegatives([]string{"http://gone/", "http://a/", "http://b/", "http://c/", "http://d/"}, 2); err != nil {
		t.Fatal(err)
	}
	e := c.Examples()
	if len(e) != 3 || !has(e[1], Body, "steel") || !has(e[2], Body, "ink") || e[1].Positive {
		t.Errorf("drew %v", e)
	}
	if err := new(Corpus).DrawNegatives(nil, 1); !errors.Is(err, ErrNoArchive) {
		t.Errorf("without an archive: %v", err)
	}
}

func TestCorpusErrorsNameFileAndLine(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ name, content, want string }{
		{"a.txt", "http://a/\n", "a.txt: line 1: URLs need an archive"},
		{"b.jsonl", `{"text":"x"}` + "\n{", "b.jsonl: line 2: no JSON object"},
		{"c.jsonl", `{"url":"http://a/"}`, `c.jsonl: line 1: neither "html" nor "text"`},
		{"d.txt", "\n# nothing\n", "d.txt: no pages in it"},
		{"e/x.txt", "", "no .html"},
	} {
		path := write(t, dir, c.name, c.content)
		if strings.Contains(c.name, "/") {
			path = filepath.Dir(path)
		}
		err := new(Corpus).AddPages(path, true)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	if err := new(Corpus).AddPages(filepath.Join(dir, "gone"), true); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}
