package features

// Compact returns a copy of the page that takes little memory, to be kept for a long time. The copy has neither DOM nor embedded data, and
// all strings of its links share one piece of memory. The copy and p share text, words, blocks and headings.
func (p *Page) Compact() *Page {
	c := *p
	c.source, c.tree, c.Data, c.Types, c.Programs = nil, nil, nil, nil, nil
	c.Links = make([]Link, len(p.Links))
	size := 0
	for i := range p.Links {
		size += len(p.Links[i].URL)
		if !endsIn(p.Links[i].URL, p.Links[i].Href) {
			size += len(p.Links[i].Href)
		}
	}
	arena := make([]byte, 0, size)
	for i := range p.Links {
		arena = append(arena, p.Links[i].URL...)
		if !endsIn(p.Links[i].URL, p.Links[i].Href) {
			arena = append(arena, p.Links[i].Href...)
		}
	}
	strings := string(arena)
	for i := range p.Links {
		l := p.Links[i]
		url := strings[:len(l.URL)]
		if endsIn(l.URL, l.Href) {
			l.Href = url[len(url)-len(l.Href):]
			strings = strings[len(url):]
		} else {
			end := len(url) + len(l.Href)
			l.Href = strings[len(url):end]
			strings = strings[end:]
		}
		l.URL = url
		c.Links[i] = l
	}
	return &c
}

// endsIn reports whether a URL ends with the href that it was made from, as most URLs of relative hrefs do.
func endsIn(url, href string) bool {
	return len(href) <= len(url) && url[len(url)-len(href):] == href
}
