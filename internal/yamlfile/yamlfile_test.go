package yamlfile

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"
)

var limits = Limits{Bytes: 8 << 20, Values: 100_000}

const n = 100_000

// deep are files of endlessly nested values.
var deep = map[string]string{
	"[":              strings.Repeat("[", n),
	"{":              strings.Repeat("{", n),
	"- ":             strings.Repeat("- ", n),
	"? ":             strings.Repeat("? ", n),
	"{a: ":           strings.Repeat("{a: ", n),
	"a: [":           "a: " + strings.Repeat("[{b: ", n),
	"[[]] closed":    strings.Repeat("[", n) + strings.Repeat("]", n),
	"lines of -":     strings.Repeat("-\n", 1) + strings.Repeat("- ? ", n),
	"behind a title": "title: x\nkeywords:\n  - " + strings.Repeat("[", n),
	"indented":       indented(500),
	"tagged":         strings.Repeat("!!seq [", n),
	"anchored":       strings.Repeat("&a [", n),
	"with a mark":    "\uFEFF" + strings.Repeat("[", n),
	"in UTF-16":      inUTF16(strings.Repeat("[", n)),
	"lines in [":     strings.Repeat("[\n", n),
	"65 levels":      strings.Repeat("[", 65) + strings.Repeat("]", 65),
}

func indented(levels int) string {
	var b strings.Builder
	for i := range levels {
		fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i))
	}
	return b.String()
}

func inUTF16(s string) string {
	out := []byte{0xFF, 0xFE}
	for _, u := range utf16.Encode([]rune(s)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

// allocated returns how many bytes f allocates in all. The peak is no more than that.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestDeepFilesAreRefused(t *testing.T) {
	for name, file := range deep {
		var err error
		bytes := allocated(func() { _, err = Parse([]byte(file), limits) })
		if err == nil || !strings.HasPrefix(err.Error(), "line ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", name, err)
		}
		if most := uint64(24<<20 + 20*len(file)); bytes > most {
			t.Errorf("%s: %d bytes allocated, want at most %d", name, bytes, most)
		}
	}
	for _, name := range []string{"[", "- ", "? ", "{a: ", "indented", "65 levels"} {
		if _, err := Parse([]byte(deep[name]), Limits{Bytes: 8 << 20, Values: 1 << 20}); !strings.Contains(err.Error(), "nested more than 64 deep: write it flatter") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestLargeFilesAreRefused holds that time and memory are bounded where a file is not deep.
func TestLargeFilesAreRefused(t *testing.T) {
	large := strings.Repeat
	for name, c := range map[string]struct{ file, says string }{
		"bytes":     {large("a", 8<<20+1), "more than 8388608 bytes: make the file smaller"},
		"entries":   {"a:\n" + large("- b\n", n+1), "line 100001: more than 100000 values"},
		"flow":      {"a: [" + large("b,", n+1), "line 1: more than 100000 values"},
		"keys":      {large("a: b\n", n+1), "more than 100000 values"},
		"empties":   {"{" + large("a,", n+1), "more than 100000 values"},
		"laughs":    {laughs(), ""},
		"documents": {large("--- a\n", n), "line 2: a second YAML document"},
		"anchors":   {large("&a ", n), "correct"},
		"tags":      {large("!!a ", n), "correct"},
		"tabs":      {"a: \"" + large("\tb", n) + "\"", ""},
		"blanks":    {"a: |\n" + large("  \n", n), ""},
	} {
		var err error
		bytes := allocated(func() { _, err = Parse([]byte(c.file), limits) })
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: error %v, want %q", name, err, c.says)
		}
		if most := uint64(32<<20 + 20*len(c.file)); bytes > most {
			t.Errorf("%s: %d bytes allocated, want at most %d", name, bytes, most)
		}
	}
}

// laughs is a file of ten lists, each of which holds the one before ten times.
func laughs() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [lol]\n")
	for i := range 10 {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 10))
	}
	return b.String()
}

// TestBracketsInTextAreText holds that brackets inside of text do not count as depth.
func TestBracketsInTextAreText(t *testing.T) {
	text := strings.Repeat("[{- ? ", 5000)
	for name, file := range map[string]string{
		"double quotes": `a: "` + text + `"`,
		"single quotes": `a: '` + text + `'`,
		"literal":       "a: |-\n  " + text + "\n",
		"folded":        "a: >-\n  " + text + "\n",
		"plain":         "a: x" + text,
		"comment":       "a: b # " + text,
		"classifier":    "name: x\nclassifier: |-\n" + strings.Repeat("  "+strings.Repeat("aB3+/9==", 12)+"\n", 70_000),
		"seeds":         "seeds:\n" + strings.Repeat("  - https://example.org/a?b=c\n", 40_000),
		"siblings":      "a: [" + strings.Repeat("[x], {y: [z]}, ", 5000) + "w]",
	} {
		root, err := Parse([]byte(file), limits)
		if err != nil || root == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAnyNestingIsBounded parses random nestings within the memory that Limits promise.
func TestAnyNestingIsBounded(t *testing.T) {
	pieces := []string{"[", "]", "{", "}", "- ", "? ", ": ", "a: ", ", ", "\n", "\n ", "\n  - ", "'", "\"", "|\n", ">\n", "&a ", "*a ",
		"!!seq ", "!t ", "# ", "<<: ", "---\n", "...\n", "%TAG ", "\t", "\r", "x", "\uFEFF", "\\", "@", "`"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		few := pieces
		if rng.IntN(3) > 0 { // mostly a few kinds: a file of all kinds is rarely valid YAML for long
			few = nil
			for range 1 + rng.IntN(4) {
				few = append(few, pieces[rng.IntN(len(pieces))])
			}
		}
		var b strings.Builder
		for range 20_000 {
			b.WriteString(few[rng.IntN(len(few))])
		}
		var err error
		bytes := allocated(func() { _, err = Parse([]byte(b.String()), limits) })
		if most := uint64(16<<20 + 20*b.Len()); bytes > most {
			t.Errorf("%q: %d bytes allocated, want at most %d", few, bytes, most)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error of several lines: %v", few, err)
		}
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	for file, want := range map[string]string{
		"a: [":                 "line 1: did not find expected node content: correct the YAML there",
		"a: b\nc: d: e\n":      "line 2: mapping values are not allowed in this context: correct the YAML there",
		"a: b\nc: [d\n":        "line 2: did not find expected ',' or ']': correct the YAML there",
		"a: b\n c: d\n":        "line 2: mapping values are not allowed in this context: correct the YAML there",
		"a: b\n- c\n":          "line 2: did not find expected key: correct the YAML there",
		"a: b\nc: \"\\q\"\n":   "line 2: found unknown escape character: correct the YAML there",
		"a: b\nc: \xff\n":      "line 2: not UTF-8: save the file in UTF-8",
		"a: b\nc: \x01\n":      "line 2: the control character U+0001: remove it",
		"a: b\nc: *d\n":        "unknown anchor 'd' referenced",
		"a: b\n---\nc: d\n":    "line 2: a second YAML document: keep one",
		"a: b\nc:\n\td: e\n":   "line 3: found character that cannot start any token: correct the YAML there",
		"\xEF\xBBa: b\nc: [\n": "line 2",
	} {
		if _, err := Parse([]byte(file), limits); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", file, err, want)
		}
	}
}

func TestMarksOfByteOrder(t *testing.T) {
	for _, file := range []string{"\uFEFFname: é", "\xEF\xBBname: é", "\xEFname: é", inUTF16("name: é"), inUTF16("name: é") + "\x00"} {
		root, err := Parse([]byte(file), limits)
		if err != nil || len(root.Content) != 2 || root.Content[0].Value != "name" || !strings.HasPrefix(root.Content[1].Value, "é") {
			t.Errorf("%q: %v", file, err)
		}
	}
	for _, file := range []string{"", "# nothing\n", "\uFEFF"} {
		if root, err := Parse([]byte(file), limits); root != nil || err != nil {
			t.Errorf("%q: %v, %v", file, root, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, file := range deep {
		f.Add([]byte(file[:min(len(file), 500)]))
	}
	f.Add([]byte(laughs()))
	f.Fuzz(func(t *testing.T, file []byte) {
		root, err := Parse(file, Limits{Bytes: 1 << 16, Values: 1000})
		if err != nil && (root != nil || strings.ContainsAny(err.Error(), "\n\r")) {
			t.Errorf("%v, %v", root, err)
		}
		if root != nil {
			_ = OneOrMore(func(n *Node) error { return Pairs(n, func(_, v *Node) error { return Text(new(string))(Resolve(v)) }) })(root)
		}
	})
}
