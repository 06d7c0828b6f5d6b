package features

import "golang.org/x/net/html/atom"

// role is the set of ways in which the walk treats an element.
type role uint16

const (
	isBlock   role = 1 << iota // becomes a Block; ends a word
	isBreak                    // ends a word
	isSkipped                  // its contents are not read
	isVoid                     // has no end tag
	isHeading
	isLink     // a, area, frame, iframe; object and embed of a page
	isHead     // describes the page
	isImage    // has an alternative text
	isFragment // has HTML as its text, or as an attribute
)

// roleOf returns the role of an HTML element. The text of noscript is skipped, because it repeats the page or asks visitors to enable scripts. Only
// the links in noscript are read; see enterFragment.
func roleOf(tag atom.Atom) role {
	switch tag {
	case atom.A:
		return isLink
	case atom.Area:
		return isLink | isVoid
	case atom.Frame:
		return isLink | isVoid | isBreak
	case atom.Iframe:
		return isLink | isFragment | isSkipped | isBreak
	case atom.Img:
		return isImage | isVoid | isBreak
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return isBlock | isHeading
	case atom.P, atom.Div, atom.Li, atom.Ul, atom.Ol, atom.Td, atom.Th, atom.Table, atom.Dl, atom.Dt, atom.Dd,
		atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Caption, atom.Center, atom.Details,
		atom.Dialog, atom.Dir, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form,
		atom.Header, atom.Hgroup, atom.Legend, atom.Main, atom.Menu, atom.Nav, atom.Pre, atom.Section, atom.Summary:
		return isBlock
	case atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Option, atom.Optgroup, atom.Select, atom.Button,
		atom.Video, atom.Audio, atom.Canvas, atom.Svg, atom.Xmp, atom.Listing:
		return isBreak
	case atom.Br, atom.Hr, atom.Input:
		return isBreak | isVoid
	case atom.Embed:
		return isLink | isBreak | isVoid
	case atom.Object:
		return isLink | isBreak
	case atom.Noscript:
		return isFragment | isSkipped
	case atom.Script, atom.Style, atom.Template, atom.Noframes, atom.Noembed:
		return isSkipped
	case atom.Textarea:
		return isSkipped | isBreak
	case atom.Title:
		return isHead | isSkipped
	case atom.Meta, atom.Base, atom.Link:
		return isHead | isVoid
	case atom.Html:
		return isHead
	case atom.Wbr, atom.Col, atom.Param, atom.Source, atom.Track:
		return isVoid
	}
	return 0
}
