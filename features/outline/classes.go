package outline

import "golang.org/x/net/html/atom"

// class is the set of ways in which the rules treat an element.
type class uint16

const (
	special    class = 1 << iota
	stopsScope       // ends the default scope
	isList           // ol and ul: they end the scope of list items
	impliedEnd       // generateImpliedEnds closes it
	heading
	fosters // table, tbody, tfoot, thead, tr: others are moved out of them
	isBlock // a start tag of it closes a p, and its end tag all in it
)

// classOf returns the class of an HTML element.
func classOf(name atom.Atom) class {
	switch name {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return special | heading
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dir, atom.Div, atom.Dl,
		atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup, atom.Main, atom.Menu, atom.Nav,
		atom.Section, atom.Summary:
		return special | isBlock
	case atom.Ol, atom.Ul:
		return special | isBlock | isList
	case atom.Dialog, atom.Search:
		return isBlock
	case atom.P, atom.Dd, atom.Dt, atom.Li:
		return special | impliedEnd
	case atom.Optgroup, atom.Option, atom.Rb, atom.Rp, atom.Rt, atom.Rtc:
		return impliedEnd
	case atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
		return special | fosters
	case atom.Table:
		return special | fosters | stopsScope
	case atom.Applet, atom.Caption, atom.Html, atom.Td, atom.Th, atom.Marquee, atom.Object, atom.Template, atom.Select:
		return special | stopsScope
	case atom.Area, atom.Base, atom.Basefont, atom.Bgsound, atom.Body, atom.Br, atom.Button, atom.Col, atom.Colgroup, atom.Embed,
		atom.Form, atom.Frame, atom.Frameset, atom.Head, atom.Hr, atom.Iframe, atom.Img, atom.Input, atom.Keygen, atom.Link,
		atom.Listing, atom.Meta, atom.Noembed, atom.Noframes, atom.Noscript, atom.Param, atom.Plaintext, atom.Pre, atom.Script,
		atom.Source, atom.Style, atom.Textarea, atom.Title, atom.Track, atom.Wbr, atom.Xmp:
		return special
	}
	return 0
}

// foreignClass returns the class of an element of MathML or SVG.
func foreignClass(name atom.Atom, in Namespace) class {
	switch in {
	case MathML:
		switch name {
		case atom.Mi, atom.Mo, atom.Mn, atom.Ms, atom.Mtext, atom.AnnotationXml:
			return special | stopsScope
		}
	case SVG:
		switch name {
		case atom.ForeignObject, atom.Desc, atom.Title:
			return special | stopsScope
		}
	}
	return 0
}
