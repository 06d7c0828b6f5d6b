package outline

import "golang.org/x/net/html/atom"

// inForeign reports whether the rules of MathML and SVG apply to the token.
func (b *builder) inForeign() bool {
	if len(b.open) == 0 {
		return false
	}
	top := b.top()
	n := &b.nodes[top]
	t := &b.token
	if n.namespace == HTML || t.kind == endOfSource {
		return false
	}
	if isMathText(n) && (t.kind == textToken || t.kind == startTag && t.name != atom.Mglyph && t.name != atom.Malignmark) {
		return false
	}
	if n.namespace == MathML && n.name == atom.AnnotationXml && t.kind == startTag && t.name == atom.Svg {
		return false
	}
	return !((t.kind == startTag || t.kind == textToken) && b.holdsHTML(top))
}

// isMathText reports whether an element of MathML contains text as elements of HTML do.
func isMathText(n *node) bool {
	if n.namespace != MathML {
		return false
	}
	switch n.name {
	case atom.Mi, atom.Mo, atom.Mn, atom.Ms, atom.Mtext:
		return true
	}
	return false
}

// holdsHTML reports whether an element of MathML or SVG may have HTML in it.
func (b *builder) holdsHTML(n Node) bool {
	e := &b.nodes[n]
	switch e.namespace {
	case MathML:
		if e.name != atom.AnnotationXml {
			return false
		}
		for _, a := range b.attrs[e.from:e.to] {
			if equalLower(b.source[a.keyFrom:a.keyTo], "encoding") {
				value := []byte(attrValue(b.source[a.from:a.to]))
				return equalLower(value, "text/html") || equalLower(value, "application/xhtml+xml")
			}
		}
	case SVG:
		return e.class&stopsScope != 0
	}
	return false
}

// foreign applies the rules of MathML and SVG, and reports whether the token is used up.
func (b *builder) foreign() bool {
	switch b.token.kind {
	case textToken:
		b.framesetOK = b.framesetOK && b.onlySpace()
		b.addText(b.token.from, b.token.to)
	case commentToken:
		b.addComment()
	case startTag:
		return b.startInForeign()
	case endTag:
		return b.endInForeign()
	}
	return true
}

func (b *builder) startInForeign() bool {
	if b.breaksOut() {
		for i := len(b.open) - 1; i >= 0; i-- {
			if n := &b.nodes[b.open[i]]; n.namespace == HTML || isMathText(n) || b.holdsHTML(b.open[i]) {
				b.closeFrom(i + 1)
				break
			}
		}
		return b.byMode()
	}
	in := b.nodes[b.top()].namespace
	if t := &b.token; in == SVG && t.name == atom.Foreignobject {
		t.name = atom.ForeignObject
	}
	n := b.add()
	b.nodes[n].namespace = in
	b.nodes[n].class = foreignClass(b.token.name, in)
	b.rawName = ""
	if b.token.selfClosing {
		b.pop()
	}
	return true
}

// breaksOut reports whether a start tag ends MathML or SVG content.
func (b *builder) breaksOut() bool {
	switch b.token.name {
	case atom.B, atom.Big, atom.Blockquote, atom.Body, atom.Br, atom.Center, atom.Code, atom.Dd, atom.Div, atom.Dl, atom.Dt, atom.Em,
		atom.Embed, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Head, atom.Hr, atom.I, atom.Img, atom.Li,
		atom.Listing, atom.Menu, atom.Meta, atom.Nobr, atom.Ol, atom.P, atom.Pre, atom.Ruby, atom.S, atom.Small, atom.Span,
		atom.Strong, atom.Strike, atom.Sub, atom.Sup, atom.Table, atom.Tt, atom.U, atom.Ul, atom.Var:
		return true
	case atom.Font:
		return b.tokenAttr("color") != nil || b.tokenAttr("face") != nil || b.tokenAttr("size") != nil
	}
	return false
}

func (b *builder) endInForeign() bool {
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.sameForeignName(&b.nodes[b.open[i]]) {
			b.closeFrom(i)
			return true
		}
		if i > 0 && b.nodes[b.open[i-1]].namespace == HTML {
			break
		}
	}
	return b.byMode()
}

// sameForeignName reports whether an element has the token's name, in any case of its letters.
func (b *builder) sameForeignName(n *node) bool {
	return b.sameName(n) || n.name == atom.ForeignObject && b.token.name == atom.Foreignobject
}
