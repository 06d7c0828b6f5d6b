package features

import (
	"bytes"
	pathpkg "path"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"gannet/features/outline"
	"gannet/internal/weburl"
)

// Programs says what the scripts of a page may do: which addresses they load, and where they may insert content.
type Programs struct {
	Scripts int    // script elements with a URL
	Modules bool   // one of the scripts is a module
	Wanted  bool   // a noscript element says something about JavaScript
	Busy    int    // elements that are said to be waiting: aria-busy=true or role=progressbar (WAI-ARIA 1.2)
	Places  int    // custom elements without content, and blocks without content that have an id or settings
	Alone   bool   // one of the places is all that its parent has for content
	Base    string // URL against which the scripts' requests are resolved
	Loads   []Load // in document order, at most mostLoads
}

// Load is an address that a script of a page requests, or may request.
type Load struct {
	URL    string // canonical
	Source LoadSource
	Own    bool // of a script: it has settings for this page, in its query or in attributes data-*
	href   string
}

// LoadSource says where in a page an address for its scripts was found.
type LoadSource uint8

// These are the places in a page where addresses for its scripts are found.
const (
	// LoadScript stands for the src attribute of a script element: the script at this address may make requests itself.
	LoadScript LoadSource = iota
	// LoadAttribute stands for a data-* attribute of any element, or any attribute of an element that HTML does not know, such as a custom one.
	LoadAttribute
	// LoadAlternate stands for a link element with rel=alternate and a JSON type.
	LoadAlternate
	// LoadPreload stands for a link element with rel=preload or prefetch, and as=fetch.
	LoadPreload
	// LoadLiteral stands for a string literal in the text of a script.
	LoadLiteral
)

// String returns the name of the place, such as "script" or "attribute".
func (s LoadSource) String() string {
	return [...]string{"script", "attribute", "alternate", "preload", "literal"}[s]
}

// mostLoads and longestLoad bound the addresses of a page for its scripts, and the bytes of one.
const mostLoads, longestLoad = 64, 1000

// enterProgram notes the data for scripts in an element that has attributes.
func (w *walk) enterProgram(n outline.Node) {
	switch name := w.tree.Atom(n); {
	case name == atom.Script:
		w.enterScript(n)
	case name == atom.Link:
		w.enterLoadOf(n)
	case w.tree.Namespace(n) != outline.HTML || !w.isBlank(n):
	case name == 0:
		if w.isCustom(n) {
			w.enterEmpty(n)
		}
		for i, count := 0, w.tree.Attrs(n); i < count; i++ {
			if key, _ := w.tree.AttrKey(n, i); !isSetting(key) {
				w.enterSetting(n, i)
			}
		}
	case roleOf(name)&isBlock != 0:
		w.enterEmpty(n)
	}
}

// enterScript counts a script that the page loads.
func (w *walk) enterScript(n outline.Node) {
	if src, found := w.tree.LookupAttr(n, "src"); found {
		w.programs.Scripts++
		w.addLoad(Load{href: src, Source: LoadScript, Own: strings.Contains(src, "?") || w.hasSettings(n)})
	}
	if strings.EqualFold(strings.TrimSpace(w.tree.Attr(n, "type")), "module") {
		w.programs.Modules = true
	}
}

// enterLoadOf keeps the address of a link element if it is an address of data.
func (w *walk) enterLoadOf(n outline.Node) {
	rel := w.tree.Attr(n, "rel")
	switch {
	case (hasRel(rel, "preload") || hasRel(rel, "prefetch")) && strings.EqualFold(w.tree.Attr(n, "as"), "fetch"):
		w.addLoad(Load{href: w.tree.Attr(n, "href"), Source: LoadPreload})
	case hasRel(rel, "alternate") && strings.HasSuffix(strings.ToLower(w.tree.Attr(n, "type")), "json") && !isFeedType(w.tree.Attr(n, "type")):
		w.addLoad(Load{href: w.tree.Attr(n, "href"), Source: LoadAlternate})
	}
}

// hasSettings reports whether an element has an attribute data-* with a value. Without a value it is only a mark, for example for style sheets.
func (w *walk) hasSettings(n outline.Node) bool {
	for i, count := 0, w.tree.Attrs(n); i < count; i++ {
		if key, _ := w.tree.AttrKey(n, i); isSetting(key) && w.tree.AttrValue(n, i) != "" {
			return true
		}
	}
	return false
}

// isSetting reports whether an attribute is a data-* attribute.
func isSetting(key []byte) bool {
	return len(key) > 5 && key[4] == '-' && key[0]|0x20 == 'd' && bytes.EqualFold(key[:4], []byte("data"))
}

// enterSetting keeps the value of an attribute for scripts if it is an address. Addresses of pictures and of ordinary links are left out, because
// they are for people.
func (w *walk) enterSetting(n outline.Node, i int) {
	switch w.tree.Atom(n) {
	case atom.Img, atom.Source, atom.Video, atom.Audio, atom.Picture, atom.Link:
		return
	}
	if value := w.tree.AttrValue(n, i); LooksLikeAddress(value) {
		w.addLoad(Load{href: value, Source: LoadAttribute})
	}
}

func (w *walk) addLoad(l Load) {
	if l.href != "" && len(l.href) <= longestLoad && len(w.programs.Loads) < mostLoads {
		w.programs.Loads = append(w.programs.Loads, l)
	}
}

// LooksLikeAddress reports whether a text may be the address of data for a script: a URL or a path whose file name is not that of a
// picture, a style sheet or a program.
func LooksLikeAddress(s string) bool {
	if len(s) > longestLoad || strings.ContainsAny(s, " \t\r\n<>{}\"'$|\\^*`") {
		return false
	}
	path, _, _ := strings.Cut(s, "#")
	path, _, _ = strings.Cut(path, "?")
	extension := strings.ToLower(strings.TrimPrefix(pathpkg.Ext(path), "."))
	_, host, absolute := strings.Cut(path, "://")
	switch {
	case slices.Contains(assets, extension):
		return false
	case absolute:
		return strings.HasPrefix(s, "http") && strings.IndexByte(host, '/') > 0
	case extension == "json" || extension == "xml":
		return len(extension)+1 < len(path)
	}
	rest := strings.TrimLeft(path, "./")
	return len(rest) > 1 && strings.HasSuffix(path[:len(path)-len(rest)], "/")
}

// assets are the endings of names of files that programs do not read records from.
var assets = []string{
	"js", "mjs", "css", "map", "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "woff", "woff2", "ttf", "eot", "mp3", "mp4", "webm", "wasm", "pdf", "zip",
}

// enterEmpty notes an element without content if scripts can find the element: by its id, by its settings or by its name.
func (w *walk) enterEmpty(n outline.Node) {
	p := &w.programs
	if w.tree.Attr(n, "id") == "" && w.tree.Atom(n) != 0 && !w.hasSettings(n) {
		return
	}
	p.Places++
	p.Alone = p.Alone || w.isAlone(n)
}

// isAlone reports whether an element has no other siblings than scripts, headings, and elements outside the main content such as nav.
func (w *walk) isAlone(n outline.Node) bool {
	for c := w.tree.FirstChild(w.tree.Parent(n)); c != outline.None; c = w.tree.NextSibling(c) {
		if c == n || w.tree.Kind(c) != outline.Element {
			continue
		}
		switch name := w.tree.Atom(c); name {
		case atom.Script, atom.Noscript, atom.Style, atom.Link, atom.Template, atom.Nav, atom.Header, atom.Footer:
		default:
			if roleOf(name)&isHeading == 0 {
				return false
			}
		}
	}
	return true
}

// enterBusy counts an element whose attribute says that its content is still to come.
func (w *walk) enterBusy(n outline.Node, i int, key []byte) {
	value := w.tree.AttrValue(n, i)
	if bytes.EqualFold(key, []byte("aria-busy")) && strings.EqualFold(value, "true") || bytes.EqualFold(key, []byte("role")) && strings.EqualFold(value, "progressbar") {
		w.programs.Busy++
	}
}

// isBlank reports whether an element has neither words nor media, and at most a few elements without these.
func (w *walk) isBlank(n outline.Node) bool {
	left := mostWithin
	return w.lacksContent(n, &left)
}

// mostWithin bounds the nodes inside an element that counts as being without content.
const mostWithin = 16

// lacksContent does the work of isBlank. It subtracts the number of nodes that it reads from left.
func (w *walk) lacksContent(n outline.Node, left *int) bool {
	for c := w.tree.FirstChild(n); c != outline.None; c = w.tree.NextSibling(c) {
		if *left--; *left < 0 {
			return false
		}
		switch w.tree.Kind(c) {
		case outline.Element:
			if name := w.tree.Atom(c); name != atom.Span && roleOf(name)&isBlock == 0 || !w.lacksContent(c, left) {
				return false
			}
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

// enterWanted notes that a noscript element names JavaScript. Languages of Latin script write this name as one word, and so do most others.
func (w *walk) enterWanted(source []byte) {
	w.programs.Wanted = w.programs.Wanted || bytes.Contains(bytes.ToLower(source), []byte("javascript"))
}

// programsOf returns what the page has for scripts, or nil if the page has no script that runs.
func (w *walk) programsOf() *Programs {
	if w.programs.Scripts == 0 && !slices.ContainsFunc(w.data, func(d Datum) bool { return d.IsProgram() }) {
		return nil
	}
	p := w.programs
	return &p
}

// resolve sets the URLs of the addresses. Addresses for which there is no URL are left out.
func (p *Programs) resolve(base *weburl.Base) {
	p.Base = base.URL()
	kept := p.Loads[:0]
	for _, l := range p.Loads {
		if url, err := base.Resolve(l.href); err == nil {
			l.URL, l.href = url, ""
			kept = append(kept, l)
		}
	}
	p.Loads = kept
}

// AddLoads adds addresses that scripts request to the links of the page, except those that are links already. Each added link has its
// LoadSource in place of a tag path, and the beginning of the main content as its context. AddLoads may be called only once for a page.
func (p *Page) AddLoads(loads []Load) {
	known := map[string]bool{p.URL: true}
	for i := range p.Links {
		known[p.Links[i].URL] = true
	}
	for _, l := range loads {
		if known[l.URL] || len(p.Links) >= MaxLinks {
			continue
		}
		known[l.URL] = true
		p.Links = append(p.Links, Link{
			URL: l.URL, Href: l.URL, Anchor: Span{p.Main.Start, p.Main.Start}, Node: int32(p.Nodes), Line: int32(p.Lines), Path: HashWord("load/" + l.Source.String()),
		})
	}
}
