package outline

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// html5lib returns the files of html5lib's tests with an ending. They come with the library's module.
func html5lib(t *testing.T, folder, ending string) []string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/net").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "html/testdata/html5lib-tests", folder, "*"+ending))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests of html5lib in %s: %v", dir, err)
	}
	return files
}

// TestHTML5LibTrees takes the pages of html5lib's tests of trees.
func TestHTML5LibTrees(t *testing.T) {
	var tree Tree
	pages := 0
	for _, file := range html5lib(t, "tree-construction", ".dat") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range strings.Split("\n"+string(text), "\n#data\n")[1:] {
			page, _, _ := strings.Cut(test, "\n#errors\n")
			pages++
			if d := difference(&tree, []byte(page)); d != "" {
				t.Errorf("%s: %q: %s", filepath.Base(file), page, d)
			}
		}
	}
	if pages < 1000 {
		t.Errorf("only %d pages", pages)
	}
}

// tokenTest is a test of html5lib's for tokenizers.
type tokenTest struct {
	Description   string
	Input         string
	Output        [][]any
	InitialStates []string
	DoubleEscaped bool
}

// expected returns the tokens that a test wants: comments and document types without what they say.
func (c *tokenTest) expected() string {
	var b strings.Builder
	for _, o := range c.Output {
		switch o[0] {
		case "Character":
			fmt.Fprintf(&b, "%s", c.unescape(o[1].(string)))
		case "StartTag":
			attrs := map[string]string{}
			for k, v := range o[2].(map[string]any) {
				attrs[c.unescape(k)] = c.unescape(v.(string))
			}
			fmt.Fprintf(&b, "<%s %q>", c.unescape(o[1].(string)), attrs)
		case "EndTag":
			fmt.Fprintf(&b, "</%s>", c.unescape(o[1].(string)))
		default:
			b.WriteString("<!>")
		}
	}
	return b.String()
}

func (c *tokenTest) unescape(s string) string {
	if !c.DoubleEscaped {
		return s
	}
	if plain, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`); err == nil {
		return plain
	}
	return s
}

// ownTokens returns the tokens of a source as expected does.
func ownTokens(source string) string {
	var z tokens
	z.reset([]byte(source))
	var b strings.Builder
	for {
		z.next()
		k := z.token
		text := source[k.from:k.to]
		switch k.kind {
		case endOfSource:
			return b.String()
		case textToken:
			if text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"); !k.raw {
				text = html.UnescapeString(text)
			}
			b.WriteString(text)
		case startTag:
			attrs := map[string]string{}
			for _, a := range z.attrs[k.attrs[0]:k.attrs[1]] {
				attrs[lowerASCII(source[a.keyFrom:a.keyTo])] = attrValue([]byte(source[a.from:a.to]))
			}
			fmt.Fprintf(&b, "<%s %q>", lowerASCII(text), attrs)
		case endTag:
			fmt.Fprintf(&b, "</%s>", lowerASCII(text))
		default:
			b.WriteString("<!>")
		}
	}
}

// libraryTokens returns the library's tokens as expected does.
func libraryTokens(source string) string {
	z := html.NewTokenizer(strings.NewReader(source))
	var b strings.Builder
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.WriteString(z.Token().Data)
		case html.StartTagToken, html.SelfClosingTagToken:
			k := z.Token()
			attrs := map[string]string{}
			for _, a := range k.Attr {
				attrs[a.Key] = a.Val
			}
			fmt.Fprintf(&b, "<%s %q>", k.Data, attrs)
		case html.EndTagToken:
			fmt.Fprintf(&b, "</%s>", z.Token().Data)
		default:
			b.WriteString("<!>")
		}
	}
}

// TestHTML5LibTokens holds the tokens against html5lib's, a third voice: where both differ, the library does, too.
func TestHTML5LibTokens(t *testing.T) {
	tests, same := 0, 0
	for _, file := range html5lib(t, "tokenizer", ".test") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var all struct{ Tests []tokenTest }
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		for _, c := range all.Tests {
			source := c.unescape(c.Input)
			if strings.Contains(source, "\x00") || c.InitialStates != nil && !slices.Contains(c.InitialStates, "Data state") {
				continue
			}
			tests++
			want, got := c.expected(), ownTokens(source)
			if got == want {
				same++
			} else if library := libraryTokens(source); got != library {
				t.Errorf("%s: %s: %q gives %q, want %q, the library: %q", filepath.Base(file), c.Description, source, got, want, library)
			}
		}
	}
	t.Logf("%d of %d as html5lib's", same, tests)
	if tests < 5000 {
		t.Errorf("only %d tests", tests)
	}
}
