package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mostWords is the length at which a sentence has to be cut. Half of it is a good length.
const mostWords = 32

// privateWords need a second reading in most sentences. `make words` lists them; they fail no test, since each has a
// plain use, too.
var privateWords = regexp.MustCompile(`(?i)\b(lately|by name of|comes to|came to|worth|rests?|told|soon|aright|thereof|` +
	`is met|are met|it is said|that of|those of)\b|\b(what|who|whom) [^.,;:]{3,60} (is|are|was|were) (the|a|an|in|of|no) `)

var plainUses = strings.NewReplacer("as soon as", "", "the rest of", "")

// TestSentencesAreShort reads the comments and strings of all Go files, and the documents. `make words ROOM=crawler`
// lists what it counts in one folder.
func TestSentencesAreShort(t *testing.T) {
	room := os.Getenv("GANNET_WORDS")
	read, long, private := 0, 0, 0
	for _, s := range allSentences(t, "../..") {
		if room != "" && room != "." && !strings.HasPrefix(s.path, room) {
			continue
		}
		read++
		if n := s.words(); n > mostWords {
			long++
			t.Errorf("%s:%d: %d words: %s", s.path, s.line, n, s.text)
		}
		if word := privateWords.FindString(plainUses.Replace(s.text)); word != "" {
			private++
			if room != "" {
				t.Logf("%s:%d: %q: %s", s.path, s.line, word, s.text)
			}
		}
	}
	t.Logf("%d sentences, %d over %d words, %d to be read again", read, long, mostWords, private)
	if room == "" && read < 5000 {
		t.Error("that is not the whole tree")
	}
}

// allSentences reads all Go files and documents below root. Paths are relative to it.
func allSentences(t *testing.T, root string) []sentence {
	t.Helper()
	var found []sentence
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			hidden := path != root && strings.HasPrefix(e.Name(), ".")
			if hidden || e.Name() == "out" || e.Name() == "testdata" && filepath.Base(filepath.Dir(path)) != "internal" {
				return filepath.SkipDir
			}
			return nil
		}
		extension := filepath.Ext(path)
		if extension != ".go" && extension != ".md" || !e.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if extension == ".md" {
			found = append(found, markdownSentences(name, string(text))...)
			return nil
		}
		sentences, err := goSentences(name, text)
		found = append(found, sentences...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestSentences holds how texts are cut, so that a long sentence cannot hide.
func TestSentences(t *testing.T) {
	const code = `// Package p has a comment. It goes on
// over two lines, e.g. this one.
//
//	code is no sentence
//
// - an item. Two
package p

//go:generate nothing

var a = "Said to a user. " + "Then more" // a trailing one

var b = "{{.Data}} is no sentence"
`
	got, err := goSentences("p.go", []byte(code))
	if err != nil {
		t.Fatal(err)
	}
	want := []sentence{
		{"p.go", 1, "Package p has a comment."}, {"p.go", 1, "It goes on over two lines, e.g. this one."},
		{"p.go", 6, "- an item."}, {"p.go", 6, "Two"}, {"p.go", 11, "a trailing one"},
		{"p.go", 11, "Said to a user."}, {"p.go", 11, "Then more"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
	got = markdownSentences("a.md", "# Title\nOne. Two\nmore.\n\n    code\n| a cell; another | x |\n\n- item\n  goes on\n")
	want = []sentence{
		{"a.md", 1, "# Title"}, {"a.md", 2, "One."}, {"a.md", 2, "Two more."}, {"a.md", 6, "a cell"}, {"a.md", 6, "another"}, {"a.md", 6, "x"},
		{"a.md", 8, "- item goes on"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
	if n := (sentence{text: "one two — `three` - 4 ..."}).words(); n != 4 {
		t.Errorf("counted %d words", n)
	}
}
