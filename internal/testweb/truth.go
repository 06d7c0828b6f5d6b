package testweb

// Link is one link on a page, as a correct parser should find it.
type Link struct {
	URL      string // absolute
	NoFollow bool
}

// Links returns the links on the page at a URL, in the order of the page's source. It returns nil if there is no page, and for pages inside
// of a trap.
func (w *Web) Links(url string) []Link {
	p, found := w.find(url)
	if !found || p.form != plain && p.form != printed {
		return nil
	}
	planned := w.plan(&p)
	links := make([]Link, len(planned))
	var buffer []byte
	for i := range planned {
		l := &planned[i]
		buffer = w.appendOrigin(buffer[:0], l.host.id)
		buffer = w.appendLink(buffer, l)
		links[i] = Link{URL: string(buffer), NoFollow: l.noFollow}
	}
	return links
}

// appendLink appends the path and query of a link's target.
func (w *Web) appendLink(b []byte, l *link) []byte {
	if l.lure != "" {
		return append(b, l.lure...)
	}
	return appendSession(w.appendLocal(b, &l.host, l.page, l.form, l.to), &l.host, l.session)
}

// Redirect returns the target of a URL that redirects. The second result is false if the URL does not redirect, or only does so as part of
// a trap.
func (w *Web) Redirect(url string) (string, bool) {
	p, found := w.find(url)
	if !found || p.form != moved && p.form != outward {
		return "", false
	}
	return w.target(&p), true
}

// target returns the address to which a redirect leads.
func (w *Web) target(p *place) string {
	h := p.host
	if p.form == outward {
		h = w.hostAt(p.to)
	}
	return string(w.appendURL(nil, &h, p.page, plain, 0))
}
