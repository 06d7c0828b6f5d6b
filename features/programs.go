package features

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"gannet/features/outline"
)

// Programs are the parts of a page that belong to its scripts: what they load, and the places where they may show it.
type Programs struct {
	Bytes   int      // of the page's body
	Scripts int      // script elements with a URL
	Modules bool     // one of the scripts is a module
	Wanted  bool     // a noscript element says something about JavaScript
	Busy    int      // elements that are said to be waiting: aria-busy=true or role=progressbar (WAI-ARIA 1.2)
	Custom  int      // custom elements without content
	Empty   []string // ids of blocks and custom elements without content, at most mostEmpty
	Blank   int      // blocks without content that have an attribute
}

// mostEmpty bounds the ids of Programs.
const mostEmpty = 32

// enterProgram notes what an element with attributes has for scripts.
func (w *walk) enterProgram(n outline.Node) {
	p := &w.programs
	switch name := w.tree.Atom(n); {
	case name == atom.Script:
		w.enterScript(n)
	case w.tree.Namespace(n) != outline.HTML || !w.isBlank(n):
	case name == 0 && w.isCustom(n):
		p.Custom++
		w.enterEmpty(n)
	case roleOf(name)&isBlock != 0:
		p.Blank++
		w.enterEmpty(n)
	}
}

// enterScript counts a script that the page loads.
func (w *walk) enterScript(n outline.Node) {
	if _, found := w.tree.LookupAttr(n, "src"); found {
		w.programs.Scripts++
	}
	if strings.EqualFold(strings.TrimSpace(w.tree.Attr(n, "type")), "module") {
		w.programs.Modules = true
	}
}

// enterEmpty keeps the id of an element without content.
func (w *walk) enterEmpty(n outline.Node) {
	if id := w.tree.Attr(n, "id"); id != "" && len(id) <= maxNamePart && len(w.programs.Empty) < mostEmpty {
		w.programs.Empty = append(w.programs.Empty, id)
	}
}

// enterBusy counts an element whose attribute says that its content is still to come.
func (w *walk) enterBusy(n outline.Node, i int, key []byte) {
	value := w.tree.AttrValue(n, i)
	if bytes.EqualFold(key, []byte("aria-busy")) && strings.EqualFold(value, "true") || bytes.EqualFold(key, []byte("role")) && strings.EqualFold(value, "progressbar") {
		w.programs.Busy++
	}
}

// isBlank reports whether an element has neither elements nor words.
func (w *walk) isBlank(n outline.Node) bool {
	for c := w.tree.FirstChild(n); c != outline.None; c = w.tree.NextSibling(c) {
		switch w.tree.Kind(c) {
		case outline.Element:
			return false
		case outline.Text:
			for i := w.tree.FirstPiece(c); i >= 0; {
				var text []byte
				if text, i = w.tree.Piece(i); len(bytes.TrimSpace(text)) > 0 {
					return false
				}
			}
		}
	}
	return true
}

// isCustom reports whether an element without a standard name is a custom element (HTML, section 4.13.3).
func (w *walk) isCustom(n outline.Node) bool {
	w.name = w.tree.AppendName(w.name[:0], n)
	return bytes.IndexByte(w.name, '-') > 0
}

// enterWanted notes that a noscript element names JavaScript, which is one word in the languages of Latin script and stays so in most others.
func (w *walk) enterWanted(source []byte) {
	w.programs.Wanted = w.programs.Wanted || bytes.Contains(bytes.ToLower(source), []byte("javascript"))
}

// programsOf returns what a body of some bytes has for scripts; nil if it has no script that runs.
func (w *walk) programsOf(bytes int) *Programs {
	if w.programs.Scripts == 0 && !slices.ContainsFunc(w.data, func(d Datum) bool { return d.IsProgram() }) {
		return nil
	}
	p := w.programs
	p.Bytes = bytes
	return &p
}
