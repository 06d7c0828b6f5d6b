package outline

import "golang.org/x/net/html/atom"

// mode is an insertion mode (https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode).
type mode uint8

const (
	initial mode = iota
	beforeHTML
	beforeHead
	inHead
	afterHead
	inBody
	inText
	inTable
	inCaption
	inColumnGroup
	inTableBody
	inRow
	inCell
	afterBody
	inFrameset
	afterFrameset
	afterAfterBody
	afterAfterFrameset
	inTemplate
	ignoring // golang.org/x/net/html ignores what follows a template in MathML or SVG
)

// byMode applies the rules of the current mode and reports whether the token is used up.
func (b *builder) byMode() bool {
	switch b.mode {
	case initial:
		return b.initial()
	case beforeHTML:
		return b.beforeHTML()
	case beforeHead:
		return b.beforeHead()
	case inHead:
		return b.inHead()
	case afterHead:
		return b.afterHead()
	case inBody:
		return b.inBody()
	case inText:
		return b.inText()
	case inTable:
		return b.inTable()
	case inCaption:
		return b.inCaption()
	case inColumnGroup:
		return b.inColumnGroup()
	case inTableBody:
		return b.inTableBody()
	case inRow:
		return b.inRow()
	case inCell:
		return b.inCell()
	case afterBody, afterAfterBody:
		return b.afterBody()
	case inFrameset:
		return b.inFrameset()
	case afterFrameset, afterAfterFrameset:
		return b.afterFrameset()
	case inTemplate:
		return b.inTemplate()
	}
	return true
}

func (b *builder) initial() bool {
	switch b.token.kind {
	case textToken:
		b.token.from = b.spaceEnd()
		if b.token.from == b.token.to {
			return true
		}
	case commentToken:
		b.addOther(0)
		return true
	case doctypeToken:
		b.addOther(0)
		b.quirks = b.quirky(b.source[b.token.from:b.token.to])
		b.mode = beforeHTML
		return true
	}
	b.quirks = true
	b.mode = beforeHTML
	return false
}

func (b *builder) beforeHTML() bool {
	switch b.token.kind {
	case doctypeToken:
		return true
	case textToken:
		b.token.from = b.spaceEnd()
		if b.token.from == b.token.to {
			return true
		}
	case startTag:
		if b.token.name == atom.Html {
			b.add()
			b.mode = beforeHead
			return true
		}
	case endTag:
		if !opensBody(b.token.name) && b.token.name != atom.Head {
			return true
		}
	case commentToken:
		b.addOther(0)
		return true
	}
	b.imply(startTag, atom.Html)
	return false
}

// opensBody reports whether an end tag of that name implies the elements that are missing before it, such as head and body.
func opensBody(name atom.Atom) bool { return name == atom.Body || name == atom.Html || name == atom.Br }

func (b *builder) beforeHead() bool {
	switch b.token.kind {
	case textToken:
		b.token.from = b.spaceEnd()
		if b.token.from == b.token.to {
			return true
		}
	case startTag:
		switch b.token.name {
		case atom.Head:
			b.head = b.add()
			b.mode = inHead
			return true
		case atom.Html:
			return b.inBody()
		}
	case endTag:
		if !opensBody(b.token.name) && b.token.name != atom.Head {
			return true
		}
	case commentToken:
		b.addComment()
		return true
	case doctypeToken:
		return true
	}
	b.imply(startTag, atom.Head)
	return false
}

func (b *builder) inHead() bool {
	switch b.token.kind {
	case textToken:
		if b.takeSpace() {
			return true
		}
	case startTag:
		if b.token.name == atom.Html {
			return b.inBody()
		}
		if b.token.name == atom.Head || b.startInHead() {
			return true
		}
	case endTag:
		switch b.token.name {
		case atom.Head:
			b.pop()
			b.mode = afterHead
			return true
		case atom.Body, atom.Html, atom.Br:
		case atom.Template:
			b.endTemplate()
			return true
		default:
			return true
		}
	case commentToken:
		b.addComment()
		return true
	case doctypeToken:
		return true
	}
	b.imply(endTag, atom.Head)
	return false
}

// startInHead adds the token's element if it is one that may be in the head. It reports whether it is.
func (b *builder) startInHead() bool {
	switch b.token.name {
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta:
		b.addVoid()
	case atom.Noscript, atom.Script, atom.Title, atom.Noframes, atom.Style:
		b.addRaw()
	case atom.Template:
		b.startTemplate()
	default:
		return false
	}
	return true
}

// addRaw adds an element whose content is only text.
func (b *builder) addRaw() {
	b.add()
	b.original = b.mode
	b.mode = inText
}

func (b *builder) inText() bool {
	if b.token.kind == textToken {
		if top := &b.nodes[b.top()]; top.name == atom.Textarea && top.first == None {
			b.dropNewline()
		}
		b.addText(b.token.from, b.token.to)
		return true
	}
	b.pop()
	b.mode = b.original
	return b.token.kind == endTag
}

// dropNewline drops a line end at the beginning of the token's text.
func (b *builder) dropNewline() {
	t := &b.token
	if t.from < t.to && b.source[t.from] == '\r' {
		if t.from++; t.from < t.to && b.source[t.from] == '\n' {
			t.from++
		}
		return
	}
	if n, c := b.spaceReference(int(t.from)); c == '\r' {
		t.from += uint32(n)
	}
	if n, c := b.spaceReference(int(t.from)); c == '\n' {
		t.from += uint32(n)
	} else if t.from < t.to && b.source[t.from] == '\n' {
		t.from++
	}
}

func (b *builder) afterHead() bool {
	switch b.token.kind {
	case textToken:
		if b.takeSpace() {
			return true
		}
	case startTag:
		switch b.token.name {
		case atom.Html:
			return b.inBody()
		case atom.Body:
			b.add()
			b.framesetOK = false
			b.mode = inBody
			return true
		case atom.Frameset:
			b.add()
			b.mode = inFrameset
			return true
		case atom.Head:
			return true
		case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script, atom.Style, atom.Template,
			atom.Title:
			b.push(b.head)
			b.startInHead()
			b.remove(b.head)
			return true
		}
	case endTag:
		if b.token.name == atom.Template {
			b.endTemplate()
			return true
		}
		if !opensBody(b.token.name) {
			return true
		}
	case commentToken:
		b.addComment()
		return true
	case doctypeToken:
		return true
	}
	b.imply(startTag, atom.Body)
	b.framesetOK = true
	return b.token.kind == endOfSource
}

func (b *builder) afterBody() bool {
	switch b.token.kind {
	case endOfSource:
		return true
	case textToken:
		if b.onlySpace() {
			return b.inBody()
		}
	case startTag:
		if b.token.name == atom.Html {
			return b.inBody()
		}
	case endTag:
		if b.token.name == atom.Html && b.mode == afterBody {
			b.mode = afterAfterBody
			return true
		}
	case doctypeToken:
		if b.mode == afterAfterBody {
			return b.inBody()
		}
	case commentToken:
		if b.mode == afterBody {
			b.addOther(b.open[0])
		} else {
			b.addOther(0)
		}
		return true
	}
	b.mode = inBody
	return false
}

func (b *builder) inFrameset() bool {
	switch b.token.kind {
	case commentToken:
		b.addComment()
	case textToken:
		b.addSpaces()
	case startTag:
		switch b.token.name {
		case atom.Html:
			return b.inBody()
		case atom.Frameset:
			b.add()
		case atom.Frame:
			b.addVoid()
		case atom.Noframes:
			return b.inHead()
		}
	case endTag:
		if b.token.name == atom.Frameset && b.topName() != atom.Html {
			b.pop()
			if b.topName() != atom.Frameset {
				b.mode = afterFrameset
			}
		}
	}
	return true
}

// addSpaces adds the white space of the token's text. Other text is not allowed at this place and is left out.
func (b *builder) addSpaces() {
	for i := b.token.from; i < b.token.to; i++ {
		if isSpace(b.source[i]) {
			b.addText(i, i+1)
		}
	}
}

func (b *builder) afterFrameset() bool {
	switch b.token.kind {
	case commentToken:
		if b.mode == afterFrameset {
			b.addComment()
		} else {
			b.addOther(0)
		}
	case textToken:
		if b.mode == afterFrameset {
			b.addSpaces()
			break
		}
		b.reconstruct()
		b.addSpaces()
	case startTag:
		switch b.token.name {
		case atom.Html:
			return b.inBody()
		case atom.Noframes:
			return b.inHead()
		}
	case endTag:
		if b.token.name == atom.Html && b.mode == afterFrameset {
			b.mode = afterAfterFrameset
		}
	}
	return true
}
