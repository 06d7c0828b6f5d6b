package testweb

import (
	"bytes"
	"strings"
)

// page writes one page.
type pageWriter struct {
	w     *Web
	h     *host
	page  int
	topic int
	path  string // as asked; what relative addresses are relative to
	m     *markup
	r     random
	b     []byte
	links []link
	url   []byte // room for addresses
}

// render writes the page of a place.
func (w *Web) render(p *place) []byte {
	h := &p.host
	pw := pageWriter{w: w, h: h, page: p.page, topic: w.pageTopic(h, p.page), path: p.path, m: &markups[h.markup],
		r: random{mix(h.key, uint64(p.page)+200000)}, links: w.plan(p), b: make([]byte, 0, 14<<10)}
	pw.head(p.form)
	pw.zone(navigation)
	if pw.m.sideFirst {
		pw.zone(sidebar)
	}
	pw.add(pw.m.mainOpen)
	pw.zone(breadcrumb)
	pw.add(pw.m.heading)
	pw.b = w.appendTitle(pw.b, h, p.page)
	pw.add(pw.m.headingClose)
	pw.body()
	pw.zone(list)
	pw.zone(related)
	pw.add(pw.m.mainClose)
	if !pw.m.sideFirst {
		pw.zone(sidebar)
	}
	pw.zone(footer)
	pw.add("</body>\n</html>\n")
	return pw.b
}

func (pw *pageWriter) add(text string) { pw.b = append(pw.b, text...) }

// head writes everything before the content.
func (pw *pageWriter) head(f form) {
	pw.add(pw.m.start)
	if pw.m.based {
		pw.add("<base href=\"")
		pw.b = pw.w.appendOrigin(pw.b, pw.h.id)
		pw.add("/\" />\n")
	}
	pw.add("<title>")
	pw.b = pw.w.appendTitle(pw.b, pw.h, pw.page)
	pw.add(" - ")
	pw.b = pw.w.appendHostTitle(pw.b, pw.h)
	pw.add("</title>\n")
	if pw.h.key>>36%2 == 0 {
		pw.add("<meta name=\"description\" content=\"")
		pw.b = pw.w.appendSentence(pw.b, pw.topic, .7, &pw.r)
		pw.add("\">\n")
	}
	if f == printed || pw.h.key>>37%2 == 0 {
		pw.add("<link rel=\"canonical\" href=\"")
		pw.escaped(pw.w.appendURL(pw.url[:0], pw.h, pw.page, plain, 0))
		pw.add("\">\n")
	}
	if pw.w.noIndex(pw.h, pw.page) && !noIndexHeader(pw.h) {
		pw.add("<meta name=\"robots\" content=\"noindex, follow\">\n")
	}
	pw.add("</head>\n<body>\n")
}

// zone writes the next links, as long as they belong to this part of the page.
func (pw *pageWriter) zone(z zone) {
	if len(pw.links) == 0 || pw.links[0].zone != z {
		if z == sidebar && pw.m.sideFirst {
			pw.add(pw.m.zones[z].open + pw.m.zones[z].close)
		}
		return
	}
	wrap := &pw.m.zones[z]
	pw.add(wrap.open)
	for len(pw.links) > 0 && pw.links[0].zone == z {
		pw.add(wrap.before)
		pw.anchor()
		pw.add(wrap.after)
		if z == list && pw.r.chance(.5) {
			pw.sentences(1, pw.topic)
		}
	}
	pw.add(wrap.close)
}

// body writes paragraphs whose sentences contain the content links. The words around a link depend on the link's target.
func (pw *pageWriter) body() {
	if pw.posting() {
		for len(pw.links) > 0 && pw.links[0].zone == content {
			pw.anchor()
			pw.add(" ")
		}
		return
	}
	paragraphs := pw.r.between(6, 14)
	for paragraph := 0; paragraph < paragraphs || pw.contentLeft(); paragraph++ {
		pw.add(pw.m.paragraph)
		pw.sentences(pw.r.between(2, 4), pw.topic)
		for range 2 {
			if pw.contentLeft() {
				pw.linkSentence()
			}
		}
		pw.add(pw.m.paragraphClose)
		if pw.r.chance(.08) {
			pw.add("<img src=\"/images/figure.jpg\" alt=\"")
			pw.b = pw.w.appendSentence(pw.b, pw.topic, .8, &pw.r)
			pw.add("\">\n")
		}
	}
}

func (pw *pageWriter) contentLeft() bool { return len(pw.links) > 0 && pw.links[0].zone == content }

func (pw *pageWriter) linkSentence() {
	l := &pw.links[0]
	topic := pw.topic
	if l.form == plain && pw.r.chance(.5) {
		topic = pw.w.pageTopic(&l.host, l.page)
	}
	pw.sentences(1, topic)
	pw.anchor()
	pw.add(pw.m.zones[content].after)
}

func (pw *pageWriter) sentences(n, topic int) {
	for range n {
		pw.b = pw.w.appendSentence(pw.b, topic, .55, &pw.r)
	}
}

// anchor writes the next link.
func (pw *pageWriter) anchor() {
	l := &pw.links[0]
	pw.links = pw.links[1:]
	if pw.m.upper {
		pw.add("<A HREF=\"")
	} else {
		pw.add("<a href=\"")
	}
	pw.href(l)
	if l.noFollow {
		pw.add("\" rel=\"nofollow sponsored")
	}
	pw.add("\">")
	pw.wording(l)
	if pw.m.upper {
		pw.add("</A>")
	} else {
		pw.add("</a>")
	}
}

var vagueWords = [...]string{"click here", "read more", "more", "here", "details", "this page", "full story"}

func (pw *pageWriter) wording(l *link) {
	switch {
	case l.label != "":
		pw.add(l.label)
	case l.wording == vague:
		pw.add(vagueWords[pw.r.below(len(vagueWords))])
	case l.wording == picture:
		pw.add("<img src=\"/images/thumb.png\" width=\"80\" alt=\"")
		pw.b = pw.w.appendTitle(pw.b, &l.host, l.page)
		pw.add("\">")
	case l.wording == named && l.page >= specials:
		first := len(pw.b)
		section, _ := l.host.section(l.page)
		pw.b = pw.w.appendSectionSlug(pw.b, &l.host, section)
		capital(pw.b[first:])
	case l.wording == named && l.page == 0 && pw.h.key>>40%4 == 0:
		pw.b = pw.w.appendHostName(pw.b, l.host.id)
	default:
		pw.b = pw.w.appendTitle(pw.b, &l.host, l.page)
	}
}

// href writes the address of a link, absolute or relative.
func (pw *pageWriter) href(l *link) {
	u := pw.r.unit()
	if l.host.id != pw.h.id || u < .2 {
		url := pw.w.appendOrigin(pw.url[:0], l.host.id)
		pw.escaped(pw.w.appendLink(url, l))
		return
	}
	path := pw.w.appendLink(pw.url[:0], l)
	switch {
	case pw.m.based && len(path) > 1:
		path = path[1:]
	case u < .5 && !pw.m.based:
		pw.relative(path)
		return
	}
	pw.escaped(path)
}

// relative writes a path as seen from the page's own directory.
func (pw *pageWriter) relative(path []byte) {
	own, _, _ := strings.Cut(pw.path, "?")
	directory := own[:strings.LastIndexByte(own, '/')+1]
	if rest, found := bytes.CutPrefix(path, []byte(directory)); found && len(rest) > 0 {
		pw.escaped(rest)
		return
	}
	for range strings.Count(directory, "/") - 1 {
		pw.add("../")
	}
	if len(path) == 1 {
		pw.add("./")
	}
	pw.escaped(path[1:])
}

// escaped writes an address into an attribute.
func (pw *pageWriter) escaped(url []byte) {
	for _, c := range url {
		if c == '&' {
			pw.add("&amp;")
			continue
		}
		pw.b = append(pw.b, c)
	}
	pw.url = url[:0]
}
