package testweb

// Link is one link of a page as the page's reader should find it.
type Link struct {
	URL      string // absolute
	NoFollow bool
}

// Links gives the links of the page at an address in the order of its source; nil where there is no page.
func (w *Web) Links(url string) []Link {
	p, found := w.find(url)
	if !found || p.form != plain && p.form != printed {
		return nil
	}
	planned := w.plan(&p.host, p.page)
	links := make([]Link, len(planned))
	var buffer []byte
	for i := range planned {
		buffer = w.appendTarget(buffer[:0], &planned[i])
		links[i] = Link{URL: string(buffer), NoFollow: planned[i].noFollow}
	}
	return links
}

// appendTarget appends the absolute address a link leads to.
func (w *Web) appendTarget(b []byte, l *link) []byte {
	if l.href != "" {
		return append(b, l.href...)
	}
	return w.appendURL(b, &l.host, l.page, l.form, l.to)
}

// Robots tells whether the address may be fetched by a crawler that obeys robots.txt.
func (w *Web) Robots(url string) bool {
	_, found := w.find(url)
	return found
}
