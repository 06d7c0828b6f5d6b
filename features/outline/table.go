package outline

import "golang.org/x/net/html/atom"

func (b *builder) inTable() bool {
	switch b.token.kind {
	case textToken:
		if b.nodes[b.top()].class&fosters != 0 && b.onlySpace() {
			b.addText(b.token.from, b.token.to)
			return true
		}
	case startTag:
		if done, consumed := b.startInTable(); done {
			return consumed
		}
	case endTag:
		switch b.token.name {
		case atom.Table:
			if b.closeUntil(tableScope, atom.Table) {
				b.resetMode()
			}
			return true
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
			return true
		case atom.Template:
			b.endTemplate()
			return true
		}
	case commentToken:
		b.addComment()
		return true
	case doctypeToken:
		return true
	case endOfSource:
		return b.inBody()
	}
	b.fostering = true
	consumed := b.inBody()
	b.fostering = false
	return consumed
}

// startInTable applies the rules of a start tag in a table. done is false if the rules of the body apply instead.
func (b *builder) startInTable() (done, consumed bool) {
	switch b.token.name {
	case atom.Caption:
		b.closeTo(atom.Table, atom.Table, atom.Table)
		b.formatting = append(b.formatting, None)
		b.add()
		b.mode = inCaption
	case atom.Colgroup:
		b.closeTo(atom.Table, atom.Table, atom.Table)
		b.add()
		b.mode = inColumnGroup
	case atom.Col:
		b.imply(startTag, atom.Colgroup)
		return true, false
	case atom.Tbody, atom.Tfoot, atom.Thead:
		b.closeTo(atom.Table, atom.Table, atom.Table)
		b.add()
		b.mode = inTableBody
	case atom.Td, atom.Th, atom.Tr:
		b.imply(startTag, atom.Tbody)
		return true, false
	case atom.Table:
		if b.closeUntil(tableScope, atom.Table) {
			b.resetMode()
			return true, false
		}
	case atom.Style, atom.Script, atom.Template:
		b.startInHead()
	case atom.Input:
		if !equalLower(b.tokenAttr("type"), "hidden") {
			return false, false
		}
		b.addVoid()
	case atom.Form:
		if b.form != None || b.holdsTemplate() {
			return true, true
		}
		b.form = b.add()
		b.pop()
		return false, false // golang.org/x/net/html goes on with the rules of the body
	default:
		return false, false
	}
	return true, true
}

// resetMode chooses the mode that fits the open elements.
func (b *builder) resetMode() {
	for i := len(b.open) - 1; i >= 0; i-- {
		switch n := &b.nodes[b.open[i]]; n.name {
		case atom.Template:
			if n.namespace != HTML {
				continue
			}
			b.mode = b.templates[len(b.templates)-1]
		case atom.Td, atom.Th:
			b.mode = inCell
		case atom.Tr:
			b.mode = inRow
		case atom.Tbody, atom.Thead, atom.Tfoot:
			b.mode = inTableBody
		case atom.Caption:
			b.mode = inCaption
		case atom.Colgroup:
			b.mode = inColumnGroup
		case atom.Table:
			b.mode = inTable
		case atom.Head:
			b.mode = inHead
		case atom.Body:
			b.mode = inBody
		case atom.Frameset:
			b.mode = inFrameset
		case atom.Html:
			b.mode = afterHead
			if b.head == None {
				b.mode = beforeHead
			}
		default:
			continue
		}
		return
	}
	b.mode = inBody
}

func (b *builder) inCaption() bool {
	switch b.token.kind {
	case startTag:
		switch b.token.name {
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Thead, atom.Tr:
			return !b.endCaption()
		}
	case endTag:
		switch b.token.name {
		case atom.Caption:
			b.endCaption()
			return true
		case atom.Table:
			return !b.endCaption()
		case atom.Body, atom.Col, atom.Colgroup, atom.Html, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
			return true
		}
	}
	return b.inBody()
}

func (b *builder) endCaption() bool {
	if !b.closeUntil(tableScope, atom.Caption) {
		return false
	}
	b.clearFormatting()
	b.mode = inTable
	return true
}

func (b *builder) inColumnGroup() bool {
	switch b.token.kind {
	case textToken:
		if b.takeSpace() {
			return true
		}
	case commentToken:
		b.addComment()
		return true
	case doctypeToken:
		return true
	case startTag:
		switch b.token.name {
		case atom.Html:
			return b.inBody()
		case atom.Col:
			b.addVoid()
			return true
		case atom.Template:
			b.startInHead()
			return true
		}
	case endTag:
		switch b.token.name {
		case atom.Colgroup:
			if b.topName() == atom.Colgroup {
				b.pop()
				b.mode = inTable
			}
			return true
		case atom.Template:
			b.endTemplate()
			return true
		case atom.Col:
			return true
		}
	case endOfSource:
		return b.inBody()
	}
	if b.topName() != atom.Colgroup {
		return true
	}
	b.pop()
	b.mode = inTable
	return false
}

func (b *builder) inTableBody() bool {
	switch b.token.kind {
	case startTag:
		switch b.token.name {
		case atom.Tr:
			b.closeTo(atom.Tbody, atom.Tfoot, atom.Thead)
			b.add()
			b.mode = inRow
			return true
		case atom.Td, atom.Th:
			b.imply(startTag, atom.Tr)
			return false
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
			return !b.endTableBody()
		}
	case endTag:
		switch b.token.name {
		case atom.Tbody, atom.Tfoot, atom.Thead:
			if b.find(tableScope, b.token.name) >= 0 {
				b.closeTo(atom.Tbody, atom.Tfoot, atom.Thead)
				b.pop()
				b.mode = inTable
			}
			return true
		case atom.Table:
			return !b.endTableBody()
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Td, atom.Th, atom.Tr:
			return true
		}
	case commentToken:
		b.addComment()
		return true
	}
	return b.inTable()
}

func (b *builder) endTableBody() bool {
	i := b.findOf(tableScope, atom.Tbody, atom.Thead, atom.Tfoot)
	if i < 0 {
		return false
	}
	b.closeFrom(i)
	b.mode = inTable
	return true
}

func (b *builder) inRow() bool {
	switch b.token.kind {
	case startTag:
		switch b.token.name {
		case atom.Td, atom.Th:
			b.closeTo(atom.Tr, atom.Tr, atom.Tr)
			b.add()
			b.formatting = append(b.formatting, None)
			b.mode = inCell
			return true
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
			return !b.endRow()
		}
	case endTag:
		switch b.token.name {
		case atom.Tr:
			b.endRow()
			return true
		case atom.Table:
			return !b.endRow()
		case atom.Tbody, atom.Tfoot, atom.Thead:
			return b.find(tableScope, b.token.name) < 0 || !b.endRow()
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Td, atom.Th:
			return true
		}
	}
	return b.inTable()
}

func (b *builder) endRow() bool {
	if b.find(tableScope, atom.Tr) < 0 {
		return false
	}
	b.closeTo(atom.Tr, atom.Tr, atom.Tr)
	b.pop()
	b.mode = inTableBody
	return true
}

func (b *builder) inCell() bool {
	switch b.token.kind {
	case startTag:
		switch b.token.name {
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
			i := b.findOf(tableScope, atom.Td, atom.Th, atom.Th)
			if i < 0 {
				return true
			}
			b.endCell(i)
			return false
		}
	case endTag:
		switch b.token.name {
		case atom.Td, atom.Th:
			if i := b.find(tableScope, b.token.name); i >= 0 {
				b.endCell(i)
			}
			return true
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html:
			return true
		case atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
			if b.find(tableScope, b.token.name) < 0 {
				return true
			}
			if i := b.findOf(tableScope, atom.Td, atom.Th, atom.Th); i >= 0 {
				b.endCell(i)
			}
			b.mode = inRow
			return false
		}
	}
	return b.inBody()
}

func (b *builder) endCell(i int) {
	b.closeFrom(i)
	b.clearFormatting()
	b.mode = inRow
}
