package features

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// realPages are some pages of each web, fewer in short runs. They are the same for each test.
func realPages(t *testing.T, each func(t *testing.T, s source)) {
	for _, web := range webs {
		t.Run(web, func(t *testing.T) {
			nth, limit := 7, 120
			if web == "enwiki6k" {
				nth, limit = 5, 30
			}
			if testing.Short() {
				limit /= 10
			}
			for _, s := range samplePages(t, web, nth, limit) {
				each(t, s)
			}
		})
	}
}

func mustRead(t *testing.T, s source) *Page {
	t.Helper()
	p, err := NewReader().Read(s.url, s.body)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRealWords(t *testing.T) {
	realPages(t, func(t *testing.T, s source) {
		p := mustRead(t, s)
		want := plainWords(string(p.Text))
		if len(want) != len(p.Words) {
			t.Fatalf("%s: %d words, want %d", s.url, len(p.Words), len(want))
		}
		for i, w := range p.Words {
			if got := string(p.Text[w.Start:w.End]); got != want[i] || w.Hash != HashWord(want[i]) {
				t.Fatalf("%s: word %d is %q, want %q", s.url, i, got, want[i])
			}
		}
	})
}

// plainZone tries all runs of words and counts the tags outside each.
func plainZone(words []Word, marks []tags, base uint32) (start, end int) {
	before := make([]int, len(words)+1) // tags before each word
	total, k := 0, 0
	for _, m := range marks {
		total += int(m.n)
	}
	for i, w := range words {
		for ; k < len(marks) && marks[k].offset+base <= w.Start; k++ {
			before[i+1] += int(marks[k].n)
		}
		before[i+1] += before[i]
	}
	best := 0
	for j := range words { // the last word
		for i := j; i >= 0; i-- { // the first
			inside := before[j+1] - before[i+1]
			if score := total - inside + j + 1 - i - total; score > best {
				best, start, end = score, i, j+1
			}
		}
	}
	return start, end
}

func TestRealMainZone(t *testing.T) {
	realPages(t, func(t *testing.T, s source) {
		r := NewReader()
		p, err := r.Read(s.url, s.body)
		if err != nil {
			t.Fatal(err)
		}
		words := p.Words[p.Body.Start:p.Body.End]
		words = words[:min(len(words), 1500)]
		base := uint32(len(p.Text) - len(r.walk.body))
		gotStart, gotEnd := mainZone(words, r.walk.tags, base)
		wantStart, wantEnd := plainZone(words, r.walk.tags, base)
		if gotStart != wantStart || gotEnd != wantEnd {
			t.Fatalf("%s: main zone %d-%d, want %d-%d", s.url, gotStart, gotEnd, wantStart, wantEnd)
		}
	})
}

// TestRealLines looks for each link's href at the line given.
func TestRealLines(t *testing.T) {
	realPages(t, func(t *testing.T, s source) {
		p := mustRead(t, s)
		_, newline := countLines(s.body)
		lines := bytes.Split(s.body, []byte{newline})
		if len(lines) != p.Lines {
			t.Fatalf("%s: %d lines, want %d", s.url, p.Lines, len(lines))
		}
		for _, l := range p.Links {
			if l.Line < 1 || int(l.Line) > p.Lines {
				t.Fatalf("%s: link on line %d of %d", s.url, l.Line, p.Lines)
			}
			near := string(bytes.Join(lines[l.Line-1:min(int(l.Line)+3, len(lines))], []byte{newline}))
			href, _, _ := strings.Cut(l.Href, "\n")
			if !strings.Contains(near, href) && !strings.Contains(html.UnescapeString(near), href) {
				t.Fatalf("%s: line %d does not hold %q", s.url, l.Line, l.Href)
			}
		}
	})
}

// plainText renders an element's text by recursion.
func plainText(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	if n.Type != html.ElementNode && n.Type != html.DocumentNode {
		return ""
	}
	if n.Namespace == "svg" {
		return "\n"
	}
	if n.Data == "annotation" || n.Data == "annotation-xml" {
		return ""
	}
	k := roleOf(n.DataAtom)
	text := ""
	for c := n.FirstChild; c != nil && k&isSkipped == 0; c = c.NextSibling {
		text += plainText(c)
	}
	if (n.DataAtom == atom.A || n.DataAtom == atom.Area) && len(plainWords(text)) == 0 && leads(n) {
		text += " " + plainAlt(n) + " "
	}
	if before := n.PrevSibling; before != nil && before.DataAtom == atom.A && n.DataAtom == atom.A && hasHref(n) {
		text = " " + text
	}
	if k&(isBlock|isBreak) != 0 {
		return "\n" + text + "\n"
	}
	return text
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasHref(n *html.Node) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "href" })
}

func leads(n *html.Node) bool {
	href := strings.TrimSpace(attribute(n, "href"))
	return href != "" && href[0] != '#'
}

func plainAlt(n *html.Node) string {
	if n.DataAtom == atom.Area {
		return attribute(n, "alt")
	}
	alt := ""
	for c := range n.Descendants() {
		if c.DataAtom == atom.Img {
			alt += " " + attribute(c, "alt")
		}
	}
	return alt
}

// TestRealBlocks checks each link's enclosing block, the blocks' words and links, and the anchors, by recursion.
func TestRealBlocks(t *testing.T) {
	realPages(t, func(t *testing.T, s source) {
		p := mustRead(t, s)
		nodes := []*html.Node{p.Tree()}
		for n := range p.Tree().Descendants() {
			nodes = append(nodes, n)
		}
		if len(nodes) != p.Nodes {
			t.Fatalf("%s: %d nodes, want %d", s.url, p.Nodes, len(nodes))
		}
		links := map[*html.Node]int32{}
		for _, l := range p.Links {
			n := nodes[l.Node]
			around := n.Parent
			for around != nil && (roleOf(around.DataAtom)&isBlock == 0 || around.Namespace != "") {
				around = around.Parent
			}
			checkBlock(t, p, p.Blocks[l.Block], around)
			checkAnchor(t, p, l, n)
			for a := n.Parent; a != nil; a = a.Parent {
				links[a]++
			}
		}
		for _, l := range p.Links {
			for a := nodes[l.Node].Parent; a != nil; a = a.Parent {
				if roleOf(a.DataAtom)&isBlock != 0 && a.Namespace == "" {
					if p.Blocks[l.Block].Links != links[a] {
						t.Fatalf("%s: block of %q has %d links, want %d", s.url, l.Href, p.Blocks[l.Block].Links, links[a])
					}
					break
				}
			}
		}
	})
}

func checkBlock(t *testing.T, p *Page, b Block, n *html.Node) {
	t.Helper()
	if n == nil {
		if b.Tag != atom.Body || b.Words != p.Body {
			t.Fatalf("%s: the body is %+v", p.URL, b)
		}
		return
	}
	want := plainWords(plainText(n))
	if got := spanWords(p, b.Words); b.Tag != n.DataAtom || !slices.Equal(got, want) {
		t.Fatalf("%s: block %v has the words %q, want %q", p.URL, b.Tag, got, want)
	}
}

// checkAnchor compares an anchor's words, of which the first and last may go on outside it.
func checkAnchor(t *testing.T, p *Page, l Link, n *html.Node) {
	t.Helper()
	want, got := plainWords(plainText(n)), spanWords(p, l.Anchor)
	if n.DataAtom == atom.Meta || n.DataAtom == atom.Link {
		want = nil
	}
	ok := len(want) == len(got)
	for i := 0; ok && i < len(want); i++ {
		switch {
		case got[i] == want[i]:
		case i == 0 && i == len(want)-1:
			ok = strings.Contains(got[i], want[i])
		case i == 0:
			ok = strings.HasSuffix(got[i], want[i])
		default:
			ok = i == len(want)-1 && strings.HasPrefix(got[i], want[i])
		}
	}
	if !ok {
		t.Fatalf("%s: anchor of %q has the words %q, want %q", p.URL, l.Href, got, want)
	}
}

func spanWords(p *Page, s Span) (words []string) {
	for _, w := range p.Words[s.Start:s.End] {
		words = append(words, string(p.Text[w.Start:w.End]))
	}
	return words
}

// TestRealWindows takes words one by one from an anchor outwards.
func TestRealWindows(t *testing.T) {
	realPages(t, func(t *testing.T, s source) {
		p := mustRead(t, s)
		for i := range p.Links {
			l := &p.Links[i]
			for _, n := range []int{0, 5, 10, 20, 40} {
				want := l.Anchor
				for k := 0; k < n/2 && want.Start > p.Body.Start; k++ {
					want.Start--
				}
				for k := 0; k < n-n/2 && want.End < p.Body.End; k++ {
					want.End++
				}
				if got := p.Window(l, n); got != want {
					t.Fatalf("%s: window of %d around %v is %v, want %v", s.url, n, l.Anchor, got, want)
				}
			}
		}
	})
}

// plainPath names an element and those around it.
func plainPath(n *html.Node) string {
	if n == nil || n.Type != html.ElementNode {
		return ""
	}
	return plainPath(n.Parent) + n.Data + "/"
}

// TestRealPaths holds the hashes of tag paths against the paths themselves: one each, and of its own.
func TestRealPaths(t *testing.T) {
	hashes, paths := map[string]uint32{}, map[uint32]string{}
	realPages(t, func(t *testing.T, s source) {
		p := mustRead(t, s)
		nodes := []*html.Node{p.Tree()}
		for n := range p.Tree().Descendants() {
			nodes = append(nodes, n)
		}
		for _, l := range p.Links {
			path := plainPath(nodes[l.Node])
			if h, ok := hashes[path]; ok && h != l.Path {
				t.Fatalf("%s: %q has the path %s with the hash %x, elsewhere %x", s.url, l.Href, path, l.Path, h)
			}
			if other, ok := paths[l.Path]; ok && other != path {
				t.Fatalf("%s: %q has the path %s and the hash of %s", s.url, l.Href, path, other)
			}
			hashes[path], paths[l.Path] = l.Path, path
		}
	})
}

func TestRealCompact(t *testing.T) {
	realPages(t, func(t *testing.T, s source) {
		p := mustRead(t, s)
		c := p.Compact()
		if c.HasTree() || !p.HasTree() || !slices.Equal(c.Links, p.Links) || c.Fingerprint != p.Fingerprint {
			t.Fatalf("%s: Compact changes the page", s.url)
		}
	})
}
