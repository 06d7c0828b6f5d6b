package outline

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/internal/testdata"
)

// quirky reports whether a document type puts the parser into quirks mode: then a table may be in a p.
func quirky(doctype []byte) bool {
	doc, err := html.Parse(strings.NewReader("<!DOCTYPE " + string(doctype) + "><p><table>"))
	if err != nil {
		panic(err)
	}
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Table {
			return n.Parent.DataAtom == atom.P
		}
	}
	return false
}

// library lists the nodes of a tree of the library.
func library(doc *html.Node) []string {
	var all []string
	var walk func(n *html.Node, depth int)
	walk = func(n *html.Node, depth int) {
		line := fmt.Sprint(depth)
		switch n.Type {
		case html.ElementNode:
			name := n.Data
			if n.Namespace == "svg" && name != "foreignObject" {
				name = lowerASCII(name)
			}
			line += fmt.Sprintf(" <%s:%s", n.Namespace, name)
			var attrs []string
			for _, a := range n.Attr {
				if n.Namespace == "" {
					attrs = append(attrs, fmt.Sprintf(" %q=%q", a.Key, a.Val))
				}
			}
			slices.Sort(attrs)
			line += strings.Join(attrs, "")
		case html.TextNode:
			line += fmt.Sprintf(" %q", strings.ReplaceAll(n.Data, "\r", "\n")) // as white space it is the same
		case html.DocumentNode:
			line += " document"
		default:
			line += " other"
		}
		all = append(all, line)
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, depth+1)
		}
	}
	walk(doc, 0)
	return all
}

// own lists the nodes of a tree.
func own(t *Tree) []string {
	var all []string
	spaces := [...]string{"", "math", "svg"}
	for n := Node(0); n != None; n = t.Next(n) {
		depth := 0
		for p := t.Parent(n); p != None; p = t.Parent(p) {
			depth++
		}
		line := fmt.Sprint(depth)
		switch t.Kind(n) {
		case Element:
			line += fmt.Sprintf(" <%s:%s", spaces[t.Namespace(n)], t.AppendName(nil, n))
			var attrs []string
			for i := t.nodes[n].from; t.Namespace(n) == HTML && i < t.nodes[n].to; i++ {
				a := t.attrs[i]
				key := lowerASCII(string(t.source[a.keyFrom:a.keyTo]))
				attrs = append(attrs, fmt.Sprintf(" %q=%q", key, attrValue(t.source[a.from:a.to])))
			}
			slices.Sort(attrs)
			line += strings.Join(attrs, "")
		case Text:
			var b bytes.Buffer
			for i := t.FirstPiece(n); i >= 0; {
				var text []byte
				text, i = t.Piece(i)
				b.WriteString(strings.ReplaceAll(strings.ReplaceAll(string(text), "\r\n", "\n"), "\r", "\n"))
			}
			line += fmt.Sprintf(" %q", b.String())
		case Document:
			line += " document"
		default:
			line += " other"
		}
		all = append(all, line)
	}
	return all
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// difference returns the first difference between the tree of a source and the library's, or "".
func difference(tree *Tree, source []byte) string {
	source = bytes.ReplaceAll(source, []byte{0}, nil)
	err := tree.Read(source, math.MaxInt, quirky)
	doc, wrong := html.Parse(bytes.NewReader(source))
	if err != nil {
		if wrong == nil {
			return fmt.Sprintf("%v, and the library: %v", err, wrong)
		}
		return ""
	}
	if wrong != nil {
		return fmt.Sprintf("read, and the library: %v", wrong)
	}
	AttachShadows(doc)
	got, want := own(tree), library(doc)
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("node %d is %s, want %s", i, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		return fmt.Sprintf("%d nodes, want %d", len(got), len(want))
	}
	return ""
}

func TestRealTrees(t *testing.T) {
	for _, web := range []string{"uci", "enwiki6k", "planetmath"} {
		t.Run(web, func(t *testing.T) {
			var tree Tree
			pages, wrong := 0, 0
			testdata.EachPage(t, web, func(url string, body []byte) bool {
				pages++
				if pages%37 != 0 && !*every {
					return true
				}
				if d := difference(&tree, body); d != "" {
					wrong++
					t.Errorf("%s: %s", url, d)
				}
				return wrong < 20
			})
		})
	}
}

var every = flag.Bool("every", false, "compare the trees of all pages")
