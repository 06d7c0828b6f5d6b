package outline

import (
	"golang.org/x/net/html/atom"
)

func (b *builder) inBody() bool {
	switch b.token.kind {
	case textToken:
		b.textInBody()
	case startTag:
		return b.startInBody()
	case endTag:
		return b.endInBody()
	case commentToken:
		b.addComment()
	case endOfSource:
		if len(b.templates) > 0 {
			b.mode = inTemplate
			return false
		}
	}
	return true
}

func (b *builder) textInBody() {
	if top := &b.nodes[b.top()]; (top.name == atom.Pre || top.name == atom.Listing) && top.first == None {
		b.dropNewline()
	}
	if b.token.from == b.token.to {
		return
	}
	b.reconstruct()
	b.addText(b.token.from, b.token.to)
	if b.framesetOK && !b.onlySpace() {
		b.framesetOK = false
	}
}

// startInBody applies the rules of a start tag in the body.
func (b *builder) startInBody() bool {
	name := b.token.name
	if c := classOf(name); c&isBlock != 0 {
		b.closeP()
		b.add()
		return true
	} else if c&heading != 0 {
		b.closeP()
		if b.nodes[b.top()].class&heading != 0 {
			b.pop()
		}
		b.add()
		return true
	}
	switch name {
	case atom.A:
		b.startLink()
	case atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		b.reconstruct()
		b.addFormatting()
	case atom.P:
		b.closeP()
		b.add()
	case atom.Li, atom.Dd, atom.Dt:
		b.startItem()
	case atom.Area, atom.Br, atom.Embed, atom.Img, atom.Keygen, atom.Wbr:
		b.reconstruct()
		b.addVoid()
		b.framesetOK = false
	case atom.Image:
		b.token.name = atom.Img
		return false
	case atom.Table:
		if !b.quirks {
			b.closeP()
		}
		b.add()
		b.framesetOK = false
		b.mode = inTable
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script, atom.Style, atom.Template, atom.Title:
		b.startInHead()
	case atom.Html:
		if !b.holdsTemplate() {
			b.addAttributes(b.open[0])
		}
	case atom.Body:
		if !b.holdsTemplate() && len(b.open) >= 2 && b.nodes[b.open[1]].name == atom.Body {
			b.framesetOK = false
			b.addAttributes(b.open[1])
		}
	case atom.Frameset:
		b.startFrameset()
	case atom.Caption, atom.Col, atom.Colgroup, atom.Frame, atom.Head, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
		// not in a table: ignored
	default:
		return b.startOther()
	}
	return true
}

// startOther applies the rules of the rarer start tags.
func (b *builder) startOther() bool {
	switch b.token.name {
	case atom.Pre, atom.Listing:
		b.closeP()
		b.add()
		b.framesetOK = false
	case atom.Form:
		if template := b.holdsTemplate(); b.form == None || template {
			b.closeP()
			if n := b.add(); !template {
				b.form = n
			}
		}
	case atom.Plaintext:
		b.closeP()
		b.add()
	case atom.Nobr:
		b.reconstruct()
		if b.find(anyScope, atom.Nobr) >= 0 {
			b.endFormatting(atom.Nobr)
			b.reconstruct()
		}
		b.addFormatting()
	case atom.Applet, atom.Marquee, atom.Object:
		b.reconstruct()
		b.add()
		b.formatting = append(b.formatting, None)
		b.framesetOK = false
	case atom.Param, atom.Source, atom.Track:
		b.addVoid()
	case atom.Hr:
		b.startRule()
	case atom.Textarea, atom.Xmp, atom.Iframe, atom.Noembed, atom.Noscript:
		b.startRaw()
	case atom.Button, atom.Input, atom.Select, atom.Option, atom.Optgroup:
		b.startControl()
	case atom.Rb, atom.Rtc:
		b.startRuby(0)
	case atom.Rp, atom.Rt:
		b.startRuby(atom.Rtc)
	case atom.Math:
		b.startForeign(MathML)
	case atom.Svg:
		b.startForeign(SVG)
	default:
		b.reconstruct()
		b.add()
	}
	return true
}

// startLink opens a link. A link that is still open is closed first, since a link cannot be inside another one.
func (b *builder) startLink() {
	for i := len(b.formatting) - 1; i >= 0 && b.formatting[i] != None; i-- {
		if n := b.formatting[i]; b.nodes[n].name == atom.A {
			b.endFormatting(atom.A)
			b.remove(n)
			b.deactivate(n)
			break
		}
	}
	b.reconstruct()
	b.addFormatting()
}

// startItem opens an li, dd or dt, and closes the one before.
func (b *builder) startItem() {
	b.framesetOK = false
	isItem := b.token.name == atom.Li
	for i := len(b.open) - 1; i >= 0; i-- {
		n := &b.nodes[b.open[i]]
		if isItem && n.name == atom.Li || !isItem && (n.name == atom.Dd || n.name == atom.Dt) {
			b.closeFrom(i)
			break
		}
		if n.class&special != 0 && n.name != atom.Address && n.name != atom.Div && n.name != atom.P {
			break
		}
	}
	b.closeP()
	b.add()
}

func (b *builder) startFrameset() {
	if !b.framesetOK || len(b.open) < 2 || b.nodes[b.open[1]].name != atom.Body {
		return
	}
	b.detach(b.open[1])
	b.closeFrom(1)
	b.add()
	b.mode = inFrameset
}

func (b *builder) startRule() {
	if b.find(buttonScope, atom.P) >= 0 {
		b.generateImpliedEnds(atom.P)
		b.closeUntil(anyScope, atom.P)
	}
	if b.find(anyScope, atom.Select) >= 0 {
		b.generateImpliedEnds(0)
	}
	b.addVoid()
	b.framesetOK = false
}

func (b *builder) startRaw() {
	switch b.token.name {
	case atom.Xmp:
		b.closeP()
		b.reconstruct()
		b.framesetOK = false
	case atom.Textarea, atom.Iframe:
		b.framesetOK = false
	}
	b.addRaw()
}

// startControl opens a control of a form.
func (b *builder) startControl() {
	switch b.token.name {
	case atom.Button:
		if b.find(anyScope, atom.Button) >= 0 {
			b.generateImpliedEnds(0)
			b.closeUntil(anyScope, atom.Button)
		}
		b.reconstruct()
		b.add()
		b.framesetOK = false
	case atom.Input:
		b.closeUntil(anyScope, atom.Select)
		b.reconstruct()
		b.addVoid()
		if !equalLower(b.tokenAttr("type"), "hidden") {
			b.framesetOK = false
		}
	case atom.Select:
		if b.closeUntil(anyScope, atom.Select) {
			return
		}
		b.reconstruct()
		b.add()
		b.framesetOK = false
	default:
		b.startOption()
	}
}

func (b *builder) startOption() {
	if b.find(anyScope, atom.Select) >= 0 {
		exception := atom.Atom(0)
		if b.token.name == atom.Option {
			exception = atom.Optgroup
		}
		b.generateImpliedEnds(exception)
	} else if b.topName() == atom.Option {
		b.pop()
	}
	b.reconstruct()
	b.add()
}

func (b *builder) startRuby(exception atom.Atom) {
	if b.find(anyScope, atom.Ruby) >= 0 {
		b.generateImpliedEnds(exception)
	}
	b.add()
}

func (b *builder) startForeign(in Namespace) {
	b.reconstruct()
	n := b.add()
	b.nodes[n].namespace = in
	b.nodes[n].class = foreignClass(b.token.name, in)
	if b.token.selfClosing {
		b.pop()
	}
}

// endInBody applies the rules of an end tag in the body.
func (b *builder) endInBody() bool {
	name := b.token.name
	switch c := classOf(name); {
	case c&isBlock != 0, name == atom.Button, name == atom.Listing, name == atom.Pre, name == atom.Select:
		if b.find(anyScope, name) >= 0 {
			b.generateImpliedEnds(0)
			b.closeUntil(anyScope, name)
		}
		return true
	case c&heading != 0:
		if i := b.findHeading(); i >= 0 {
			b.closeFrom(i)
		}
		return true
	}
	switch name {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong,
		atom.Tt, atom.U:
		b.endFormatting(name)
	case atom.P:
		if b.find(buttonScope, atom.P) < 0 {
			b.imply(startTag, atom.P)
		}
		b.closeUntil(buttonScope, atom.P)
	case atom.Li:
		b.closeUntil(listScope, atom.Li)
	case atom.Dd, atom.Dt:
		b.closeUntil(anyScope, name)
	case atom.Body:
		if b.find(anyScope, atom.Body) >= 0 {
			b.mode = afterBody
		}
	case atom.Html:
		if b.find(anyScope, atom.Body) < 0 {
			return true
		}
		b.imply(endTag, atom.Body)
		return false
	case atom.Form:
		b.endForm()
	case atom.Applet, atom.Marquee, atom.Object:
		if b.closeUntil(anyScope, name) {
			b.clearFormatting()
		}
	case atom.Br:
		b.token.kind = startTag
		return false
	case atom.Template:
		b.endTemplate()
	default:
		b.endOther()
	}
	return true
}

func (b *builder) endForm() {
	if b.holdsTemplate() {
		if b.find(anyScope, atom.Form) >= 0 {
			b.generateImpliedEnds(0)
			b.closeUntil(anyScope, atom.Form)
		}
		return
	}
	form := b.form
	b.form = None
	i := b.find(anyScope, atom.Form)
	if form == None || i < 0 || b.open[i] != form {
		return
	}
	b.generateImpliedEnds(0)
	b.remove(form)
}

// endOther closes the innermost element with the name of the token, unless a special element is open inside it.
func (b *builder) endOther() {
	for i := len(b.open) - 1; i >= 0; i-- {
		n := &b.nodes[b.open[i]]
		if n.namespace == HTML && n.name == b.token.name && (n.name != 0 || b.sameName(n)) {
			b.closeFrom(i)
			return
		}
		if n.class&special != 0 {
			return
		}
	}
}

// sameName reports whether an element has the token's name.
func (b *builder) sameName(n *node) bool {
	t := &b.token
	if n.name != 0 || t.name != 0 {
		return n.name == t.name
	}
	return n.nameTo-n.nameFrom == t.to-t.from && equalFold(b.source[n.nameFrom:n.nameTo], b.source[t.from:t.to])
}
