package outline

import "golang.org/x/net/html/atom"

// isTemplate reports whether an element is a template.
func (b *builder) isTemplate(n Node) bool {
	return b.nodes[n].name == atom.Template && b.nodes[n].namespace == HTML
}

// holdsTemplate reports whether a template is open.
func (b *builder) holdsTemplate() bool { return len(b.templates) > 0 && b.innermostTemplate() >= 0 }

// innermostTemplate returns the index of the innermost open template, or -1.
func (b *builder) innermostTemplate() int {
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.isTemplate(b.open[i]) {
			return i
		}
	}
	return -1
}

func (b *builder) startTemplate() {
	for _, n := range b.open {
		if b.nodes[n].namespace != HTML {
			b.mode = ignoring
			return
		}
	}
	b.noteShadow(b.add())
	b.formatting = append(b.formatting, None)
	b.framesetOK = false
	b.mode = inTemplate
	b.templates = append(b.templates, inTemplate)
}

// endTemplate closes the innermost template, if there is one.
func (b *builder) endTemplate() {
	if !b.holdsTemplate() {
		return
	}
	b.generateImpliedEnds(0)
	b.closeFrom(b.innermostTemplate())
	b.clearFormatting()
	b.templates = b.templates[:len(b.templates)-1]
	b.resetMode()
}

func (b *builder) inTemplate() bool {
	switch b.token.kind {
	case startTag:
		return b.startInTemplate()
	case endTag:
		if b.token.name == atom.Template {
			b.endTemplate()
		}
		return true
	case endOfSource:
		if !b.holdsTemplate() {
			return true
		}
		b.endTemplate()
		return false
	}
	return b.inBody()
}

// startInTemplate chooses the mode that fits the first element in a template.
func (b *builder) startInTemplate() bool {
	next := inBody
	switch b.token.name {
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script, atom.Style, atom.Template, atom.Title:
		b.startInHead()
		return true
	case atom.Caption, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
		next = inTable
	case atom.Col:
		next = inColumnGroup
	case atom.Tr:
		next = inTableBody
	case atom.Td, atom.Th:
		next = inRow
	}
	b.templates[len(b.templates)-1] = next
	b.mode = next
	return false
}
