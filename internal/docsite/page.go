package docsite

import (
	"bytes"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// page is a document with its parts.
type page struct {
	document string // its path in the repository
	source   []byte
	tree     ast.Node
	sections []section
	links    []link
}

// section is a heading with the words below it, up to the next heading.
type section struct {
	level         int
	title, anchor string
	words         string
}

// link is a link or a picture of a page.
type link struct {
	node        ast.Node
	destination string
}

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Linkify),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// parsePage reads a document.
func parsePage(document string, source []byte) *page {
	p := &page{document: document, source: source, tree: markdown.Parser().Parse(text.NewReader(source))}
	var words strings.Builder
	end := func() {
		if n := len(p.sections); n > 0 {
			p.sections[n-1].words = strings.Join(strings.Fields(words.String()), " ")
		}
		words.Reset()
	}
	for block := p.tree.FirstChild(); block != nil; block = block.NextSibling() {
		if h, ok := block.(*ast.Heading); ok {
			end()
			id, _ := h.AttributeString("id")
			anchor, _ := id.([]byte)
			p.sections = append(p.sections, section{level: h.Level, title: p.words(h), anchor: string(anchor)})
		} else {
			words.WriteString(p.words(block) + " ")
		}
		p.readLinks(block)
	}
	end()
	return p
}

// readLinks collects the links below a block.
func (p *page) readLinks(block ast.Node) {
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if entering {
				p.links = append(p.links, link{n, string(n.Destination)})
			}
		case *ast.Image:
			if entering {
				p.links = append(p.links, link{n, string(n.Destination)})
			}
		}
		return ast.WalkContinue, nil
	})
}

// words returns the text of a part of the page.
func (p *page) words(part ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(part, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(p.source))
				if n.SoftLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.AutoLink:
			if entering {
				b.Write(n.Label(p.source))
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			if entering {
				b.Write(n.Lines().Value(p.source))
			}
		default:
			if !entering && n.Type() == ast.TypeBlock {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// title returns the first heading.
func (p *page) title() string {
	if len(p.sections) == 0 {
		return path.Base(p.document)
	}
	return p.sections[0].title
}

// reachable lets readers without a mouse scroll content that is wider than the page. It also makes empty table headings ordinary cells.
var reachable = strings.NewReplacer(
	"<table>", `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>`, "</table>", "</table></div>",
	"<th></th>", "<td></td>", "<pre>", `<pre tabindex="0">`)

// html returns the content of the page.
func (p *page) html() (string, error) {
	var b bytes.Buffer
	err := markdown.Renderer().Render(&b, p.source, p.tree)
	return reachable.Replace(b.String()), err
}
