package sitemap

import (
	"strings"

	"gannet/internal/weburl"
)

// Names of elements are compared with their namespaces (Namespaces in XML 1.0, section 6). A file may use any prefix. Many files declare a namespace
// wrongly or not at all, so the name of a namespace does not matter, except for Atom elements in RSS. What matters is that a child is in the
// namespace of its entry: for example, the loc of a picture is not.

const atomSpace = "http://www.w3.org/2005/Atom"

// element is an open element.
type element struct {
	tag         string       // its name as written, in lower case
	space, name string       // its namespace and its local name
	base        *weburl.Base // what references in it are resolved against: RFC 3986 section 5.1, XML Base section 4
	bound       int          // how many prefixes were bound around it
}

// binding says for which namespace a prefix stands. The prefix is "" for the default namespace.
type binding struct{ prefix, space string }

// maxDepth is how many elements may be open. A file with more open elements has missing end tags.
const maxDepth = 100

// elements are the open elements of a document, the outermost first.
type elements struct {
	open  []element
	bound []binding
	root  *weburl.Base
}

// top returns the innermost open element.
func (e *elements) top() element {
	if len(e.open) == 0 {
		return element{base: e.root}
	}
	return e.open[len(e.open)-1]
}

// enter opens an element.
func (e *elements) enter(tag string, attributes []attribute) element {
	in := element{tag: tag, base: e.top().base, bound: len(e.bound)}
	for _, a := range attributes {
		switch prefix, name, prefixed := strings.Cut(a.name, ":"); {
		case a.name == "xmlns":
			e.bound = append(e.bound, binding{"", a.value})
		case prefixed && prefix == "xmlns":
			e.bound = append(e.bound, binding{name, a.value})
		case a.name == "xml:base":
			in.base = rebase(in.base, a.value)
		}
	}
	var prefix string
	prefix, in.name = splitName(tag)
	in.space = e.spaceOf(prefix)
	e.open = append(e.open, in)
	return in
}

// splitName splits the name of an element into its prefix and its local name.
func splitName(tag string) (prefix, name string) {
	i := strings.IndexByte(tag, ':')
	return tag[:max(i, 0)], tag[i+1:]
}

// rebase returns the base that an xml:base gives. If xml:base is not a URL, it returns the base of the surrounding element.
func rebase(base *weburl.Base, ref string) *weburl.Base {
	url, err := base.Resolve(encoded(strings.TrimSpace(ref)))
	if err != nil {
		return base
	}
	if inner, err := weburl.NewBase(url); err == nil {
		return inner
	}
	return base
}

// spaceOf returns the namespace of a prefix. A prefix without a declaration stands for itself.
func (e *elements) spaceOf(prefix string) string {
	for i := len(e.bound) - 1; i >= 0; i-- {
		if e.bound[i].prefix == prefix {
			return e.bound[i].space
		}
	}
	return prefix
}

// leave closes the innermost open element of a name, and those in it. If there is none, because the file has an end tag too many, it does nothing.
func (e *elements) leave(tag string) {
	_, name := splitName(tag)
	for i := len(e.open) - 1; i >= 0; i-- {
		if e.open[i].name == name {
			e.closeFrom(i)
			return
		}
	}
}

// closeFrom closes all but the first n open elements.
func (e *elements) closeFrom(n int) {
	if n < len(e.open) {
		e.bound = e.bound[:e.open[n].bound]
		e.open = e.open[:n]
	}
}
