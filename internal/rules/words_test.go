package rules

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// privateWords are words that older texts of this project gave a meaning of their own, and the words of the field for
// them. A reader who has seen nothing else of the project stumbles over each.
var privateWords = []struct {
	pattern *regexp.Regexp
	better  string
}{
	{regexp.MustCompile(`(?i)\banew\b`), "again"},
	{regexp.MustCompile(`(?i)\baright\b`), "correctly"},
	{regexp.MustCompile(`(?i)\bthereof\b`), "of it"},
	{regexp.MustCompile(`(?i)\blately\b`), "recently"},
	{regexp.MustCompile(`(?i)\bby name of\b`), "named"},
	{regexp.MustCompile(`(?i)\b(come|comes|came) by\b`), "reached, or found through"},
	{regexp.MustCompile(`(?i)\b(ask|asks|asked) (a|the|that|this|its|each|every) (page|posting|listing|link|file)s?\b`), "request"},
	{regexp.MustCompile(`(?i)\b(ask|asks|asked|asking) again\b`), "request again, recrawl, or revisit"},
	{regexp.MustCompile(`(?i)\bpagers?\b`), "pagination"},
	{regexp.MustCompile(`(?i)\b(a|the) walls?\b`), "a block page"},
	{regexp.MustCompile(`(?i)\b(takes|took|taken|take) in\b`), "records, adds, or includes"},
	{regexp.MustCompile(`(?i)\b(is|are|was|were|be) told\b`), "is reported"},
	{regexp.MustCompile(`(?i)\b(list|listing|page)s? lacks?\b`), "no longer links to"},
	{regexp.MustCompile(`(?i)\bit is said\b`), "say who reports it"},
}

// TestChangedLinesUsePlainWords reads the lines that differ from the main branch, or on the main branch itself those of
// the last commit and what is not committed. `make words ROOM=crawler` lists all lines of one folder in place of these.
func TestChangedLinesUsePlainWords(t *testing.T) {
	lines, err := linesToRead(os.Getenv("GANNET_WORDS"))
	if err != nil {
		t.Skipf("no history of commits here: %v", err)
	}
	for _, line := range lines {
		for _, better := range betterWords(line.text) {
			t.Errorf("%s:%d: %s: %s", line.path, line.number, better, strings.TrimSpace(line.text))
		}
	}
	t.Logf("%d lines read", len(lines))
}

// plainUses are phrases in which a word of privateWords has its ordinary meaning, and a phrase of stored reasons.
var plainUses = strings.NewReplacer("(asked again)", "", "told to ", "", "told apart", "", "told by ", "", "wall clock", "", "wall time", "")

// betterWords names for each private word of a line the word to write in its place.
func betterWords(line string) []string {
	var found []string
	for _, w := range privateWords {
		if word := w.pattern.FindString(plainUses.Replace(line)); word != "" {
			found = append(found, fmt.Sprintf("write %q in place of %q", w.better, word))
		}
	}
	return found
}

// fileLine is one line of a file, whose path is relative to the repository.
type fileLine struct {
	path   string
	number int
	text   string
}

// linesToRead returns all lines of a folder's texts, or the changed ones if no folder is named.
func linesToRead(folder string) ([]fileLine, error) {
	if folder != "" {
		return linesBelow(folder)
	}
	base, err := git("merge-base", "HEAD", "main")
	if err != nil {
		base = "HEAD"
	}
	head, err := git("rev-parse", "HEAD")
	if err != nil {
		return nil, err
	}
	if base = strings.TrimSpace(base); base == "HEAD" || base == strings.TrimSpace(head) {
		base = "HEAD~1"
	}
	if err := noticeChanges(); err != nil {
		return nil, err
	}
	diff, err := git("diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames", base)
	if err != nil {
		return nil, err
	}
	return addedLines(diff), nil
}

// noticeChanges looks at every file, so that go test repeats the test when one has changed. It does not see what git reads.
func noticeChanges() error {
	names, err := git("ls-files", "--full-name", ":/")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSpace(names), "\n") {
		_, _ = os.Stat(filepath.Join("../..", name)) // a file that was removed is noticed, too
	}
	return nil
}

// addedLines returns the lines that a unified diff without context adds to texts.
func addedLines(diff string) []fileLine {
	var found []fileLine
	path, number, inHunk := "", 0, false
	for line := range strings.SplitSeq(diff, "\n") {
		switch {
		case strings.HasPrefix(line, "diff "):
			inHunk = false
		case !inHunk && strings.HasPrefix(line, "+++ "):
			path = strings.TrimPrefix(strings.TrimPrefix(line, "+++ "), "b/")
		case strings.HasPrefix(line, "@@ "):
			_, added, _ := strings.Cut(line, " +")
			first, _, _ := strings.Cut(added, " ")
			first, _, _ = strings.Cut(first, ",")
			number, _ = strconv.Atoi(first)
			inHunk = true
		case inHunk && strings.HasPrefix(line, "+"):
			if isText(path) {
				found = append(found, fileLine{path, number, line[1:]})
			}
			number++
		}
	}
	return found
}

func linesBelow(folder string) ([]fileLine, error) {
	names, err := git("ls-files", "--full-name", ":/"+strings.TrimPrefix(filepath.ToSlash(filepath.Clean(folder)), "."))
	if err != nil {
		return nil, err
	}
	var found []fileLine
	for name := range strings.FieldsSeq(names) {
		path, err := filepath.Rel("internal/rules", name)
		if err != nil || !isText(name) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for i, line := range strings.Split(string(text), "\n") {
			found = append(found, fileLine{name, i + 1, line})
		}
	}
	return found, nil
}

// isText reports whether people wrote a file for people: documents, code and templates, but neither what a program made
// of templates nor inputs of tests, nor this list.
func isText(path string) bool {
	if strings.Contains(path, "testdata/") || strings.HasSuffix(path, "_templ.go") || strings.HasSuffix(path, "rules/words_test.go") {
		return false
	}
	return slices.Contains([]string{".go", ".md", ".templ"}, filepath.Ext(path))
}

func git(arguments ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"-c", "core.quotepath=off"}, arguments...)...).Output()
	return string(out), err
}

func TestBetterWords(t *testing.T) {
	for line, want := range map[string]int{
		"// The page is read anew.":                        1,
		"A posting is requested again after a day.":        0,
		"what it came by, and how the listing lacks it":    2,
		"if the host answers, the pages are told in stats": 1,
		"var paging = newPagination()":                     0,
	} {
		if got := betterWords(line); len(got) != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

func TestAddedLines(t *testing.T) {
	const diff = `diff --git a/docs/a.md b/docs/a.md
index 1..2 100644
--- a/docs/a.md
+++ b/docs/a.md
@@ -3,0 +4,2 @@ context
+one
+++ two
@@ -9 +11 @@
-old
+three
diff --git a/x/testdata/b.md b/x/testdata/b.md
--- a/x/testdata/b.md
+++ b/x/testdata/b.md
@@ -0,0 +1 @@
+an input
diff --git a/gone.go b/gone.go
--- a/gone.go
+++ /dev/null
@@ -1 +0,0 @@
-package gone
`
	want := []fileLine{{"docs/a.md", 4, "one"}, {"docs/a.md", 5, "++ two"}, {"docs/a.md", 11, "three"}}
	if got := addedLines(diff); !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}
