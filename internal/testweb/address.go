package testweb

import (
	"strconv"
	"strings"
)

// form is the kind of resource that an address stands for, such as a page or robots.txt.
type form uint8

const (
	missing form = iota // nothing is there
	plain               // a page
	printed             // a copy of a page that names the page as canonical
	moved               // a redirect to a page of the same host
	outward             // a redirect to a page of another host
	robotsFile
	sitemapFile
	trapped // whatever the host's trap serves
)

// place is what an address of the web refers to: a host, a page and a form.
type place struct {
	host host
	page int
	form form
	to   int    // number of the other host of an outward redirect; number of a sitemap
	path string // path and query as asked

	session string // session id of the address, if it has one
}

const aboutPage = 1

// urlStyle is the way in which a host writes its addresses. All addresses end in the number of the page, by which the page is found.
type urlStyle uint8

const (
	urlSlug    urlStyle = iota // /hives/queen-rearing-123.html
	urlNumber                  // /hives/123/
	urlQuery                   // /index.php?cat=4&id=123
	urlDated                   // /2019/05/queen-rearing-123/
	urlArticle                 // /articles/queen-rearing-123
	urlOpaque                  // /n/123
	urlStyles
)

// specialPaths are the paths of the pages before the sections, by kind.
var specialPaths = [6][specials]string{
	site:        {"/", "/about-us.html", "/links.html"},
	magazine:    {"/", "/about-us.html", "/contact.html"},
	institution: {"/", "/about-us.html", "/departments.html"},
	employer:    {"/", "/about-us.html", "/careers.html"},
	board:       {"/", "/about-us.html", "/employers.html"},
	offTopic:    {"/", "/about-us.html", "/contact.html"},
}

// appendSlug appends one to three words of a title, with hyphens.
func (w *Web) appendSlug(b []byte, h *host, page int) []byte {
	r := random{mix(h.key, uint64(page)+70000)}
	topic := w.titleTopic(h, page)
	for i := range r.between(1, 3) {
		if i > 0 {
			b = append(b, '-')
		}
		b = append(b, w.words.word(topic, &r)...)
	}
	return b
}

// appendSectionSlug appends the name of a section.
func (w *Web) appendSectionSlug(b []byte, h *host, section int) []byte {
	r := random{mix(h.key, uint64(section)+80000)}
	return append(b, w.words.word(w.sectionTopic(h, section), &r)...)
}

// appendPath appends path and query of a page.
func (w *Web) appendPath(b []byte, h *host, page int) []byte {
	if page < specials {
		return append(b, specialPaths[h.kind][page]...)
	}
	section, _ := h.section(page)
	switch h.urls {
	case urlSlug:
		b = w.appendSectionSlug(append(b, '/'), h, section)
		b = append(w.appendSlug(append(b, '/'), h, page), '-')
		return append(strconv.AppendInt(b, int64(page), 10), ".html"...)
	case urlNumber:
		b = append(w.appendSectionSlug(append(b, '/'), h, section), '/')
		return append(strconv.AppendInt(b, int64(page), 10), '/')
	case urlQuery:
		b = strconv.AppendInt(append(b, "/index.php?cat="...), int64(section), 10)
		return strconv.AppendInt(append(b, "&id="...), int64(page), 10)
	case urlDated:
		when := mix(h.key, uint64(page)+90000)
		b = strconv.AppendInt(append(b, '/'), int64(2005+when%20), 10)
		b = append(b, '/', '0'+byte(when>>8%2), '1'+byte(when>>16%2), '/')
		b = append(w.appendSlug(b, h, page), '-')
		return append(strconv.AppendInt(b, int64(page), 10), '/')
	case urlArticle:
		b = append(w.appendSlug(append(b, "/articles/"...), h, page), '-')
		return strconv.AppendInt(b, int64(page), 10)
	}
	return strconv.AppendInt(append(b, "/n/"...), int64(page), 10)
}

// appendLocal appends the path and query of a place on a host.
func (w *Web) appendLocal(b []byte, h *host, page int, f form, to int) []byte {
	switch f {
	case printed:
		b = append(b, "/print/"...)
	case moved:
		b = append(b, "/go/"...)
	case outward:
		b = append(strconv.AppendInt(append(b, "/out/"...), int64(to), 10), '/')
	case missing:
		b = append(b, "/gone/"...)
	default:
		return w.appendPath(b, h, page)
	}
	return strconv.AppendInt(b, int64(page), 10)
}

// appendURL appends the absolute address of a place.
func (w *Web) appendURL(b []byte, h *host, page int, f form, to int) []byte {
	b = w.appendOrigin(b, h.id)
	return w.appendLocal(b, h, page, f, to)
}

// find returns the place to which an absolute address refers, and false if the host does not exist.
func (w *Web) find(url string) (place, bool) {
	rest, found := strings.CutPrefix(url, "http://")
	if !found {
		return place{}, false
	}
	rest, _, _ = strings.Cut(rest, "#")
	end := strings.IndexAny(rest, "/?")
	path := "/"
	if end >= 0 {
		rest, path = rest[:end], rest[end:]
	}
	if strings.HasPrefix(path, "?") {
		path = "/" + path
	}
	return w.locate(rest, path)
}

// locate returns the place to which a path on a named host refers.
func (w *Web) locate(name, path string) (place, bool) {
	id, found := w.hostNamed(name)
	if !found {
		return place{}, false
	}
	p := place{host: w.hostAt(id), path: path}
	if w.locateTrap(&p) {
		return p, true
	}
	w.locatePath(&p, path)
	return p, true
}

func (w *Web) locatePath(p *place, path string) {
	switch {
	case path == "/robots.txt":
		p.form = robotsFile
		return
	case strings.HasPrefix(path, "/sitemap"):
		w.locateSitemap(p, path)
		return
	case path == "/index.html":
		p.form = moved
		return
	}
	for page, special := range specialPaths[p.host.kind] {
		if path == special && page < p.host.size {
			p.page, p.form = page, plain
			return
		}
	}
	page, found := lastNumber(path)
	if !found || page >= p.host.size {
		return
	}
	p.page = page
	if rest, out := strings.CutPrefix(path, "/out/"); out {
		w.locateOutward(p, rest)
		return
	}
	for _, f := range []form{plain, printed, moved} {
		if f == plain && page < specials {
			continue
		}
		var room [128]byte
		if string(w.appendLocal(room[:0], &p.host, page, f, 0)) == path {
			p.form = f
			return
		}
	}
}

// locateOutward reads HOST/PAGE in the address of a redirect to another host.
func (w *Web) locateOutward(p *place, rest string) {
	to, page, _ := strings.Cut(rest, "/")
	id, err := strconv.Atoi(to)
	if err != nil || id < 0 || id >= w.shape.hosts {
		return
	}
	n, err := strconv.Atoi(page)
	if err != nil || n < 0 || n >= w.hostAtSize(id) {
		return
	}
	p.to, p.page, p.form = id, n, outward
}

func (w *Web) hostAtSize(id int) int {
	h := w.hostAt(id)
	return h.size
}

// lastNumber returns the last run of digits of a text.
func lastNumber(text string) (int, bool) {
	end := strings.LastIndexAny(text, "0123456789") + 1
	if end == 0 {
		return 0, false
	}
	start := end
	for start > 0 && text[start-1] >= '0' && text[start-1] <= '9' {
		start--
	}
	n, err := strconv.Atoi(text[start:end])
	return n, err == nil
}
