package features

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/features/outline"
)

// Datum is a part of a page that may hold data for the page's scripts: the text of a script element, or a long attribute that contains JSON.
type Datum struct {
	Script bool   // it is a script's text
	Type   string // of the script
	Name   string // words by which the page names the datum: the element, the attribute, and other short attributes but class and style
	Text   []byte // may be a part of the body that the page was read from
}

// IsProgram reports whether the datum is JavaScript that browsers run (HTML, section 4.12.1), not data.
func (d *Datum) IsProgram() bool {
	kind := strings.ToLower(strings.TrimSpace(d.Type))
	return d.Script && (kind == "" || kind == "module" || strings.HasSuffix(kind, "javascript") || strings.HasSuffix(kind, "ecmascript"))
}

// leastDatum is the least length in bytes of an attribute that is kept as data.
const leastDatum = 200

// enterData keeps the data for programs that an element has.
func (w *walk) enterData(n outline.Node) {
	if w.tree.Atom(n) == atom.Script {
		if text := w.firstText(n); len(text) > 0 {
			w.data = append(w.data, Datum{Script: true, Type: w.tree.Attr(n, "type"), Name: w.nameOfScript(n, text), Text: text})
		}
		return
	}
	for i, count := 0, w.tree.Attrs(n); i < count; i++ {
		key, length := w.tree.AttrKey(n, i)
		if length > 1 && isSetting(key) {
			w.enterSetting(n, i)
		}
		if length >= leastDatum {
			w.enterLong(n, i)
		} else if len(key) == 9 && key[4] == '-' || len(key) == 4 && key[0]|0x20 == 'r' {
			w.enterBusy(n, i, key)
		} else if len(key) == 6 && key[0]|0x20 == 't' || len(key) == 8 && key[0]|0x20 == 'i' {
			w.enterType(n, i, key)
		}
	}
}

// enterLong keeps a long attribute if its value is JSON. The JSON may be written plainly, escaped as in a URL, in base64, or as the argument of a
// call.
func (w *walk) enterLong(n outline.Node, i int) {
	value := strings.TrimLeft(w.tree.AttrValue(n, i), " \t\r\n")
	if at := jsonIn(value); at >= 0 && len(value)-at >= leastDatum {
		key, _ := w.tree.AttrKey(n, i)
		w.data = append(w.data, Datum{Name: string(w.tree.AppendName(nil, n)) + " " + string(key) + " " + w.nameOf(n), Text: []byte(value[at:])})
	}
}

// maxCallee bounds the length in bytes of a function name before JSON.
const maxCallee = 40

// Encoding says how JSON in an attribute or in a script of a page is encoded.
type Encoding uint8

// These are the ways in which JSON in a page is encoded: as it is, percent-encoded, or in Base64. NoJSON says that a text is not JSON.
const (
	// NoJSON says that a text is not JSON, in plain or in encoded form.
	NoJSON Encoding = iota
	// PlainJSON says that a text is JSON as it is.
	PlainJSON
	// PercentJSON says that a text is JSON that is percent-encoded, as in a URL.
	PercentJSON
	// Base64JSON says that a text is JSON in Base64.
	Base64JSON
)

// jsonStarts are the beginnings of an object and of an array. Those in base64 are the beginnings of an object with a key, and of an array of such
// objects.
var jsonStarts = [...][2]string{PlainJSON: {"{", "["}, PercentJSON: {"%7B", "%5B"}, Base64JSON: {"eyJ", "W3si"}}

// EncodingOf returns how the JSON at the beginning of a text is encoded, judged by the first characters. It returns NoJSON for any other
// text.
func EncodingOf(text string) Encoding {
	for e := PlainJSON; e <= Base64JSON; e++ {
		for _, start := range jsonStarts[e] {
			if strings.HasPrefix(text, start) {
				return e
			}
		}
	}
	return NoJSON
}

// jsonIn returns where JSON begins in an attribute, or -1.
func jsonIn(value string) int {
	if EncodingOf(value) != NoJSON {
		return 0
	}
	at := strings.IndexByte(value[:min(len(value), maxCallee)], '(')
	if at <= 0 || at+1 >= len(value) || value[at+1] != '{' && value[at+1] != '[' || strings.ContainsAny(value[:at], " :;,\"'") {
		return -1
	}
	return at + 1
}

// Bounds of the names of data, in bytes.
const (
	maxNamePart = 60
	maxDataName = 200
)

// nameOfScript returns the name that nameOf gives a script, if the script is long enough to hold data.
func (w *walk) nameOfScript(n outline.Node, text []byte) string {
	if len(text) < leastDatum || w.tree.Attrs(n) == 0 {
		return ""
	}
	return w.nameOf(n)
}

// nameOf returns the short attributes of an element as the name of its data. It leaves out class and style.
func (w *walk) nameOf(n outline.Node) string {
	var b []byte
	for i, count := 0, w.tree.Attrs(n); i < count && len(b) < maxDataName; i++ {
		key, length := w.tree.AttrKey(n, i)
		if k := string(key); length == 0 || length > maxNamePart || k == "class" || k == "style" || k == "type" || k == "src" || k == "nonce" {
			continue
		}
		b = append(append(b, w.tree.AttrValue(n, i)...), ' ')
	}
	return string(b)
}

// enterType keeps a type of microdata or RDFa.
func (w *walk) enterType(n outline.Node, i int, key []byte) {
	if strings.EqualFold(string(key), "typeof") || strings.EqualFold(string(key), "itemtype") {
		w.types = append(w.types, w.tree.AttrValue(n, i))
	}
}

// firstText returns the text of an element's first child.
func (w *walk) firstText(n outline.Node) (text []byte) {
	c := w.tree.FirstChild(n)
	if c == outline.None {
		return nil
	}
	i := w.tree.FirstPiece(c)
	for pieces := 0; i >= 0; pieces++ {
		var piece []byte
		if piece, i = w.tree.Piece(i); pieces == 0 {
			text = piece[:len(piece):len(piece)]
		} else {
			text = append(text, piece...)
		}
	}
	if bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	}
	return text
}

// HasTree reports whether Tree can still return the page's DOM; after Compact it cannot.
func (p *Page) HasTree() bool { return p.tree != nil || p.source != nil }

// Tree returns the page's DOM. The first call parses it from the body that the page was read from, so the body must not have changed. The
// result is nil after Compact. Only one goroutine may call Tree at a time.
func (p *Page) Tree() *html.Node {
	if p.tree == nil && p.source != nil {
		p.tree = parseTree(p.source)
		outline.AttachShadows(p.tree)
		p.source = nil
	}
	return p.tree
}
