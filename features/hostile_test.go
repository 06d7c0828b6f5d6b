package features

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"golang.org/x/net/html/atom"
)

// attributes gives n attributes with different names.
func attributes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " a%d=%d", i, i)
	}
	return b.String()
}

// numberedTags gives n copies of a text with their numbers in it.
func numberedTags(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// behind gives 40 formatting elements whose end tags stand where they close nothing.
func behind(name string) string {
	return strings.ReplaceAll(numberedTags("<b x=%d><NAME></b></NAME>", 40), "NAME", name)
}

// littleMemory has pages take little memory until the end of a test. So a page of kilobytes, of which the parser alone would make a few
// megabytes, tries what keeps pages within their limit.
func littleMemory(t *testing.T) {
	usual := leastMemory
	leastMemory = 200_000
	t.Cleanup(func() { leastMemory = usual })
}

func TestHostilePages(t *testing.T) {
	many := 100_000 // links; a million takes a second, and ten with the race detector
	for _, c := range []struct {
		name, body string
		flattened  bool
		links      int
		dropped    int
		words      int
	}{
		{"empty", "", false, 0, 0, 0},
		{"binary", "\x7fELF\x00\x01\xff\xfe<a href=x>y\x80\x81</a>\x00", false, 1, 0, 2},
		{"NUL", strings.Repeat("\x00", 10_000), false, 0, 0, 0},
		{"NUL in an href", "\n<a href=\"x\x00y\">z</a>", false, 1, 0, 1},
		{"unfinished tag", "one <a href=\"x", false, 0, 0, 1},
		{"unfinished comment", "one <!-- <a href=x>y</a>", false, 0, 0, 1},
		{"deep blocks", strings.Repeat("<div>", 100_000) + "<a href=x>deep</a> words", true, 1, 0, 2},
		{"deep blocks with a head", "<title>t</title>" + strings.Repeat("<div>x", 1000), true, 0, 0, 1001},
		{"deep formatting", strings.Repeat("<i><b><u><span>", 1000) + "one", true, 0, 0, 1},
		{"many links", strings.Repeat("<a href=x>y</a> ", many), true, MaxLinks, many - MaxLinks, many},
		{"links left open", strings.Repeat("<a href=x>y ", many), true, MaxLinks, many - MaxLinks, many},
		{"many attributes", "<p" + attributes(50_000) + "><a href=x>y</a>", false, 1, 0, 1},
		{"attributes of one element after another", strings.Repeat("<p a b c d e f g h i>x", 200_000), true, 0, 0, 200_000},
		{"attributes added to html", numberedTags("<html a%d>", many) + "<p>x", true, 0, 0, 1},
		{"alternative texts of a link", "<a href=x>" + strings.Repeat("<img alt=y>", many), true, 1, 0, enoughAlt/2 + 1},
		{"a long base", "<base href=/" + strings.Repeat("x", 3900) + "/>" + numberedTags("<a href=%d>y</a> ", 2000), false, 531, 1469, 2000},
		{"tags in plain text", "<plaintext>" + strings.Repeat("<p>x", 10_000), false, 0, 0, 20_000},
		{"tags in plain text too deep", strings.Repeat("<div>", 600) + "<plaintext>" + strings.Repeat("<p>x", 10_000), true, 0, 0, 10_000},
		{"one long word", strings.Repeat("x", 5<<20), false, 0, 0, 1},
		{"a long href", "<a href=\"" + strings.Repeat("x", 1<<20) + "\">y</a>", false, 0, 0, 1},
		{"half tags", strings.Repeat("<", 100_000), false, 0, 0, 0},
		{"quotes", strings.Repeat("<a href='", 100_000), false, 0, 0, 0},
	} {
		p := read(t, c.body)
		if p.Flattened != c.flattened || len(p.Links) != c.links || p.Dropped != c.dropped || len(p.Words) != c.words {
			t.Errorf("%s: flattened %v, %d links, %d dropped, %d words", c.name, p.Flattened, len(p.Links), p.Dropped, len(p.Words))
		}
		checkPage(t, p)
	}
}

// TestRepeatedElementsAreBounded reads pages of which the parser repeats formatting elements in each block.
func TestRepeatedElementsAreBounded(t *testing.T) {
	littleMemory(t)
	for _, c := range []struct{ name, body string }{
		{"attributes repeated in each block", "<p><b" + attributes(100) + ">" + strings.Repeat("<p>x", 1000)},
		{"elements repeated in each block", "<p>" + numberedTags("<b a%d>", 40) + strings.Repeat("<p>x", 1000)},
		{"elements repeated behind objects", "<div>" + behind("object") + "</div>" + strings.Repeat("<p>x", 1000)},
		{"elements repeated behind selects", "<div>" + behind("select") + "</div>" + strings.Repeat("<p>x", 1000)},
		{"elements repeated behind templates", "<div>" + behind("template") + "</div>" + strings.Repeat("<p>x", 1000)},
		{"elements repeated behind marquees", "<div>" + behind("marquee") + "</div>" + strings.Repeat("<p>x", 1000)},
	} {
		p := read(t, c.body)
		if !p.Flattened || len(p.Links) > 0 || len(p.Words) != 1000 {
			t.Errorf("%s: flattened %v, %d links, %d words", c.name, p.Flattened, len(p.Links), len(p.Words))
		}
		checkPage(t, p)
	}
}

// TestFlattenedPageKeepsItsScripts finds the data of scripts in the head and in the depth, and reads none of it as text.
func TestFlattenedPageKeepsItsScripts(t *testing.T) {
	const first, second = `{"a": "<div>"}`, `{"b": "<!-- <p> -->"}`
	for _, deep := range []string{"<div>", "<span>", "<font size=2>"} {
		p := read(t, `<title>Deep</title><script type="application/ld+json">`+first+"</script></script>"+strings.Repeat(deep, 600)+
			"one<script id=state type=application/json>"+second+"</script> two<script>")
		if got := p.TextOf(Span{0, int32(len(p.Words))}); !p.Flattened || got != "Deep\n\none two" {
			t.Errorf("%s: flattened %v, text %q", deep, p.Flattened, got)
		}
		if len(p.Data) != 2 || string(p.Data[0].Text) != first || p.Data[0].Type != "application/ld+json" || string(p.Data[1].Text) != second {
			t.Errorf("%s: data %+v", deep, p.Data)
		}
		checkPage(t, p)
	}
}

func TestFlattenedPageKeepsItsLinks(t *testing.T) {
	p := read(t, "<title>Deep</title><base href=/d/>\n"+strings.Repeat("<div>", 600)+
		"<p>one<p>two <script>no</script><a href=x rel=nofollow>three</a>\n<iframe src=y>no</iframe><textarea>no")
	if got := p.TextOf(Span{0, int32(len(p.Words))}); got != "Deep\n\none\ntwo three" {
		t.Errorf("text %q", got)
	}
	if len(p.Links) != 2 || p.Links[0].URL != "http://example.org/d/x" || p.Links[0].Line != 2 || !p.Links[0].NoFollow || p.Links[1].Line != 3 {
		t.Errorf("links %+v", p.Links)
	}
}

func TestReaderRefusesBadURL(t *testing.T) {
	for _, url := range []string{"", "a/b", "mailto:ann@example.org"} {
		if p, err := NewReader().Read(url, []byte("x")); err == nil {
			t.Errorf("Read(%q) = %v", url, p)
		}
	}
}

// TestReaderKeepsNothing reads two pages with one Reader: the first must not change, nor the second know of it.
func TestReaderKeepsNothing(t *testing.T) {
	const first = `<html lang=de><meta name=robots content=none><title>a</title><h1>b</h1><a href=c>d</a>`
	r := NewReader()
	p, err := r.Read("http://example.org/", []byte(first))
	if err != nil {
		t.Fatal(err)
	}
	before := fmt.Sprintf("%s %v %+v %v %+v", p.Text, p.Words, p.Links, p.Headings, p.Blocks)
	q, err := r.Read("http://example.org/q", []byte("<p>x<a href=y>z</a>"))
	if err != nil {
		t.Fatal(err)
	}
	if after := fmt.Sprintf("%s %v %+v %v %+v", p.Text, p.Words, p.Links, p.Headings, p.Blocks); after != before {
		t.Errorf("the first page was %s, is %s", before, after)
	}
	if q.Lang != "" || q.NoIndex || q.Title.Len() != 0 || len(q.Headings) != 0 || len(q.Links) != 1 {
		t.Errorf("the second page is %+v", q)
	}
}

// checkPage checks what holds for any page.
func checkPage(t *testing.T, p *Page) {
	t.Helper()
	for i, w := range p.Words {
		if w.Start >= w.End || int(w.End) > len(p.Text) || i > 0 && (w.Start <= p.Words[i-1].Start || w.End <= p.Words[i-1].End) {
			t.Fatalf("word %d is %+v of %d bytes", i, w, len(p.Text))
		}
	}
	n := int32(len(p.Words))
	if p.Title.Start != 0 || p.Title.End != p.Meta.Start || p.Meta.End != p.Body.Start || p.Body.End != n {
		t.Fatalf("spans %v, %v, %v of %d words", p.Title, p.Meta, p.Body, n)
	}
	within := func(what string, s, around Span) {
		if s.Start > s.End || s.Start < around.Start || s.End > around.End {
			t.Fatalf("%s %v is not within %v", what, s, around)
		}
	}
	within("main zone", p.Main, p.Body)
	for _, s := range p.Headings {
		within("heading", s, p.Body)
	}
	if len(p.Blocks) == 0 || p.Blocks[0].Words != p.Body || p.Blocks[0].Parent != -1 || p.Blocks[0].Tag != atom.Body ||
		int(p.Blocks[0].Links) != len(p.Links) {
		t.Fatalf("the body is %+v", p.Blocks)
	}
	for i, b := range p.Blocks[1:] {
		if b.Parent < 0 || int(b.Parent) > i {
			t.Fatalf("block %d has the parent %d", i+1, b.Parent)
		}
		within("block", b.Words, p.Blocks[b.Parent].Words)
	}
	for i := range p.Links {
		l := &p.Links[i]
		within("anchor", l.Anchor, p.Blocks[l.Block].Words)
		within("window", p.Window(l, 10), p.Body)
		if l.Line < 1 || int(l.Line) > p.Lines || l.Node < 0 || int(l.Node) >= p.Nodes || l.URL == "" {
			t.Fatalf("link %+v of %d lines, %d nodes", *l, p.Lines, p.Nodes)
		}
	}
	if (p.Fingerprint == 0) != (p.Body.Len() == 0) {
		t.Fatalf("fingerprint %x of %d words", p.Fingerprint, p.Body.Len())
	}
}

func FuzzRead(f *testing.F) {
	for _, body := range []string{
		"", "<p>one <a href=x>two</a>", "<table><a href=x>y<td><a href=z>", "<svg><a href=x><title>t</title></a></svg>",
		"<math><mi>x</mi><annotation>y", "<frameset><frame src=x>", "<h1><h2>x</h1>y", "<a href=x><img alt=y></a>",
		"<meta http-equiv=refresh content='0;url=x'>", "<base href=//h><a href='x#y'>", "<!--><a href=x>-->", "<a href='&amp;&sect&#x41;'>x",
		"<script><!--<script></script><a href=x></script>", "<noscript><a href=x>", "中文 <b>on</b>e", "<b><p></b><a href=x><div></a>y",
	} {
		f.Add([]byte(body))
	}
	r := NewReader()
	var v Vectorizer
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := r.Read("http://example.org/a/b", body)
		if err != nil {
			t.Fatal(err)
		}
		checkPage(t, p)
		compact := p.Compact()
		checkPage(t, compact)
		for i, x := range v.Links(compact, nil, .5, .5, .5) {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("feature %d of link %d is %v", i%columns, i/columns, x)
			}
		}
	})
}
