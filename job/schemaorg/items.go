package schemaorg

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/job"
)

// maxSteps bounds the visits of nodes for the items of one page, including repeated visits for a property's text.
const maxSteps = 600_000

// maxMarkup bounds the bytes of a description's elements.
const maxMarkup = 1 << 20

// syntax finds items in the elements of a page.
type syntax interface {
	// item returns the types of the item that starts at an element. ok is false if none starts there.
	item(n *html.Node) (types []any, ok bool)
	// id returns what identifies the item that starts at an element: a URL, a fragment of the page's, or "".
	id(n *html.Node) string
	// properties returns the short names of the properties whose value is the element.
	properties(n *html.Node) []string
	// references returns other elements that belong to the item at n.
	references(n *html.Node) []*html.Node
}

// walker collects the items of a page.
type walker struct {
	syntax
	steps int
	roots []any
	used  map[*html.Node]bool // the elements already referred to, so that circles end
}

// items returns the items of a page that are not properties of another item.
func items(doc *html.Node, s syntax) []any {
	w := &walker{syntax: s, used: map[*html.Node]bool{}}
	w.walk(doc, nil, 0)
	return w.roots
}

// walk visits n and its descendants. It adds their properties to the item in.
func (w *walker) walk(n *html.Node, in object, depth int) {
	if w.steps++; w.steps > maxSteps || depth > 1000 {
		return
	}
	next := in
	if n.Type == html.ElementNode {
		types, isItem := w.item(n)
		names := w.properties(n)
		if isItem {
			next = object{"@type": types}
			if id := w.id(n); id != "" {
				next["@id"] = id
			}
			if in == nil || len(names) == 0 {
				w.roots = append(w.roots, next)
			}
		}
		if in != nil {
			for _, name := range names {
				if isItem {
					in.addValue(name, next)
				} else {
					in.addValue(name, w.value(n, name))
					if name == "description" && n.FirstChild != nil && in.is("JobPosting") && w.steps < maxSteps {
						in.addValue(htmlKey, w.markup(n))
					}
				}
			}
		}
		if isItem {
			for _, ref := range w.references(n) {
				if !w.used[ref] {
					w.used[ref] = true
					w.walk(ref, next, depth+1)
				}
			}
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.walk(c, next, depth+1)
	}
}

// addValue adds a value to a property.
func (o object) addValue(name string, v any) {
	if m, ok := v.(object); ok {
		v = map[string]any(m)
	}
	switch old := o[name].(type) {
	case nil:
		o[name] = v
	case []any:
		o[name] = append(old, v)
	default:
		o[name] = []any{old, v}
	}
}

// value returns the value of a property at an element that is no item. That is its content attribute, the machine-readable form of
// a time or datum, or the target of a link if the property is a URL. Otherwise it is the element's text.
func (w *walker) value(n *html.Node, name string) any {
	if s, ok := attribute(n, "content"); ok {
		return s
	}
	switch n.DataAtom {
	case atom.Meta:
		return nil
	case atom.Time:
		if s, ok := attribute(n, "datetime"); ok && s != "" {
			return s
		}
	case atom.Data, atom.Meter:
		if s, ok := attribute(n, "value"); ok {
			return s
		}
	case atom.Img, atom.Link, atom.Iframe, atom.Embed, atom.Source:
		for _, key := range []string{"href", "src"} {
			if s, ok := attribute(n, key); ok && strings.Contains(s, "schema.org/") {
				return short(s) // a member of an enumeration
			} else if ok {
				return s
			}
		}
	case atom.A, atom.Area:
		if s, ok := attribute(n, "href"); ok && (name == "url" || name == "sameAs" || name == "email" && strings.HasPrefix(s, "mailto:")) {
			return s
		}
	}
	var text job.TextWriter
	w.write(n, &text, 0)
	return text.String()
}

// markup returns the elements below n.
func (w *walker) markup(n *html.Node) string {
	var b strings.Builder
	for c := n.FirstChild; c != nil && b.Len() < maxMarkup; c = c.NextSibling {
		if err := html.Render(&b, c); err != nil {
			return ""
		}
	}
	w.steps += b.Len() / 32
	return b.String()
}

// write writes the text below n.
func (w *walker) write(n *html.Node, text *job.TextWriter, depth int) {
	if w.steps++; w.steps > maxSteps || depth > 1000 {
		return
	}
	switch {
	case n.Type == html.TextNode:
		w.steps += len(n.Data) / 32
		text.Text(n.Data)
		return
	case n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Template:
		return
	}
	block := job.IsBlock(n.DataAtom)
	if block {
		text.Break()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.write(c, text, depth+1)
	}
	if block {
		text.Break()
	}
}

func attribute(n *html.Node, key string) (string, bool) {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			return n.Attr[i].Val, true
		}
	}
	return "", false
}

// words cuts an attribute's value into words.
func words(s string) []any {
	var list []any
	for field := range strings.FieldsSeq(s) {
		list = append(list, field)
	}
	return list
}
