package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// leastContent is the number of words of a page that has a content to take away.
const leastContent = 60

// shellOf returns a page as a client-rendered site sends it: without the element that holds most of its text, in whose place is an empty one, and
// with scripts. It is nil if the page has little text.
func shellOf(body []byte, random *rand.Rand) []byte {
	doc, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return nil
	}
	at := elementOf(doc, atom.Body)
	if at == nil {
		return nil
	}
	all := wordsIn(at)
	for depth := random.IntN(8); depth > 0; depth-- { // the body itself, or an element within
		inner := heaviest(at)
		if inner == nil {
			break
		}
		at = inner
	}
	if content := wordsIn(at); content < leastContent || 2*content < all {
		return nil
	}
	removeContent(at, random.IntN(2) == 0)
	name := names[random.IntN(len(names))]
	fill(at, name, random)
	return withPrograms(doc, name, random)
}

// leastRendered is the number of words of a page that shows that it has its content.
const leastRendered = 150

// renderedOf returns a page as a server sends it that renders its pages itself. It has its content, scripts, and an empty element for a window or a
// message. It is nil if the page is so short that nobody could say by this that its content is there.
func renderedOf(body []byte, random *rand.Rand) []byte {
	doc, err := html.Parse(bytes.NewReader(body))
	if err != nil || elementOf(doc, atom.Body) == nil || wordsIn(doc) < leastRendered {
		return nil
	}
	name := names[random.IntN(len(names))]
	place := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div, Attr: []html.Attribute{{Key: "id", Val: name}}}
	elementOf(doc, atom.Body).AppendChild(place)
	return withPrograms(doc, name, random)
}

// withPrograms returns a document with scripts that fill a named element.
func withPrograms(doc *html.Node, name string, random *rand.Rand) []byte {
	root := elementOf(doc, atom.Body)
	for i := range 1 + random.IntN(3) {
		root.AppendChild(script(fmt.Sprintf("/static/%d.js", i), name, random))
	}
	if random.IntN(4) == 0 {
		note := &html.Node{Type: html.ElementNode, Data: "noscript", DataAtom: atom.Noscript}
		note.AppendChild(&html.Node{Type: html.TextNode, Data: "Please enable JavaScript."})
		root.AppendChild(note)
	}
	var out bytes.Buffer
	if html.Render(&out, doc) != nil {
		return nil
	}
	return out.Bytes()
}

// heaviest returns the child element with more than half of an element's words; nil if there is none.
func heaviest(n *html.Node) *html.Node {
	all := wordsIn(n)
	for c := range n.ChildNodes() {
		if c.Type == html.ElementNode && 2*wordsIn(c) > all {
			return c
		}
	}
	return nil
}

// removeContent removes all in an element but its scripts, and perhaps its first heading.
func removeContent(n *html.Node, keepsHeading bool) {
	var heading *html.Node
	for c := range n.Descendants() {
		if heading == nil && keepsHeading && (c.DataAtom == atom.H1 || c.DataAtom == atom.H2) {
			heading = c
		}
	}
	if heading != nil {
		heading.Parent.RemoveChild(heading)
		n.InsertBefore(heading, n.FirstChild)
	}
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c != heading && c.DataAtom != atom.Script && c.DataAtom != atom.Noscript {
			n.RemoveChild(c)
		}
		c = next
	}
}

// names are ids of elements that programs fill.
var names = []string{"root", "app", "content", "list", "results", "view", "mount", "items"}

// fill puts into an element what shells have there: an empty element, and in some a line that says that something is loading.
func fill(n *html.Node, name string, random *rand.Rand) {
	place := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	if random.IntN(5) == 0 {
		place.Data, place.DataAtom = "x-"+name, 0
	} else {
		place.Attr = []html.Attribute{{Key: "id", Val: name}}
	}
	if random.IntN(4) == 0 {
		line := &html.Node{Type: html.ElementNode, Data: "p", DataAtom: atom.P}
		line.AppendChild(&html.Node{Type: html.TextNode, Data: []string{"Loading…", "Loading, please wait", "Wird geladen", "Chargement"}[random.IntN(4)]})
		place.AppendChild(line)
	}
	switch random.IntN(10) {
	case 0:
		place.Attr = append(place.Attr, html.Attribute{Key: "aria-busy", Val: "true"})
	case 1:
		place.AppendChild(&html.Node{Type: html.TextNode, Data: "{{ item.name }}"})
	}
	n.AppendChild(place)
}

func script(src, name string, random *rand.Rand) *html.Node {
	s := &html.Node{Type: html.ElementNode, Data: "script", DataAtom: atom.Script, Attr: []html.Attribute{{Key: "src", Val: src}}}
	if random.IntN(3) == 0 {
		s.Attr = append(s.Attr, html.Attribute{Key: "type", Val: "module"})
	}
	if random.IntN(3) == 0 { // beside the file, the page has a line that begins the program
		s.AppendChild(&html.Node{Type: html.TextNode, Data: "begin({into: '#" + name + "'})"})
		s.Attr = nil
	}
	return s
}

func elementOf(doc *html.Node, name atom.Atom) *html.Node {
	for n := range doc.Descendants() {
		if n.DataAtom == name {
			return n
		}
	}
	return nil
}

// wordsIn counts the words in an element, but for those of scripts and styles.
func wordsIn(n *html.Node) (words int) {
	switch {
	case n.Type == html.TextNode:
		return len(strings.Fields(n.Data))
	case n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Noscript:
		return 0
	}
	for c := range n.ChildNodes() {
		words += wordsIn(c)
	}
	return words
}
