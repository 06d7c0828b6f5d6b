package outline

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A declarative shadow root is a template that the parser attaches to its host, so that its content is shown
// (https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead, "template"). golang.org/x/net/html takes it for an
// inert template. In both trees it becomes a div here, so that readers find its content where the host is. The content of a
// template that is not attached stays inert.

// shadowMode is the attribute that makes a template a shadow root.
const shadowMode = "shadowrootmode"

func isShadowMode(value string) bool {
	return strings.EqualFold(value, "open") || strings.EqualFold(value, "closed")
}

// mayHost reports whether an HTML element may have a shadow root (https://dom.spec.whatwg.org/#dom-element-attachshadow).
func mayHost(name atom.Atom, raw string) bool {
	switch name {
	case atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Div, atom.Footer, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5,
		atom.H6, atom.Header, atom.Main, atom.Nav, atom.P, atom.Section, atom.Span:
		return true
	case 0:
		return strings.IndexByte(raw, '-') > 0 // a custom element
	}
	return false
}

// noteShadow remembers a template that was just added, if it is a shadow root. The first one of a host counts.
func (b *builder) noteShadow(template Node) {
	if !isShadowMode(attrValue(b.tokenAttr(shadowMode))) {
		return
	}
	host := b.nodes[template].parent
	h := &b.nodes[host]
	if h.kind != Element || h.namespace != HTML || !mayHost(h.name, string(b.source[h.nameFrom:h.nameTo])) {
		return
	}
	for _, other := range b.shadows {
		if b.nodes[other].parent == host {
			return
		}
	}
	b.shadows = append(b.shadows, template)
}

// attachShadows makes the content of the remembered templates the content of their hosts.
func (b *builder) attachShadows() {
	for _, n := range b.shadows {
		b.nodes[n].name = atom.Div
	}
}

// AttachShadows converts declarative shadow roots (template elements with shadowrootmode) in a tree of golang.org/x/net/html into shadow
// roots, in the same way as Tree.Read does.
func AttachShadows(doc *html.Node) {
	hosts := map[*html.Node]bool{}
	for n := range doc.Descendants() {
		host := n.Parent
		if n.DataAtom != atom.Template || n.Namespace != "" || host.Type != html.ElementNode || host.Namespace != "" || hosts[host] {
			continue
		}
		for _, a := range n.Attr {
			if a.Key == shadowMode && isShadowMode(a.Val) && mayHost(host.DataAtom, host.Data) {
				hosts[host] = true
				n.DataAtom, n.Data = atom.Div, atom.Div.String()
			}
		}
	}
}
