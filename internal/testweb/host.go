package testweb

import (
	"strconv"
	"strings"
)

// host describes one host. It is computed again whenever it is needed.
type host struct {
	id       int // its number: rank for ordinary hosts, above for the named hostile ones
	content  int // whose pages it serves: itself, or the host it mirrors
	key      uint64
	kind     kind
	topic    int
	size     int // pages
	sections int
	urls     urlStyle
	markup   int
	trap     Trap
}

const (
	namedSize = 24 // pages of a host named after its trap
	listed    = 25 // entries of one listing page
	specials  = 3  // pages before the sections: home, about and the kind's own
	suffix    = ".test"
)

// hostAt computes a host from its number.
func (w *Web) hostAt(id int) host {
	h := host{id: id, content: id, trap: w.trapOf(id)}
	if h.trap == Mirror {
		h.content = w.mirrored(id)
	}
	h.key = mix(w.seed, uint64(h.content)+1)
	if h.content < w.shape.hosts {
		h.size = w.shape.size(h.content)
		k, n := w.shape.slot(h.content)
		h.kind, h.topic = k, general
		switch k {
		case site:
			h.topic = w.shape.sites[n]
		case employer, board:
			h.topic = w.jobs
		}
	} else {
		h.size, h.kind = namedSize, site
		h.topic = w.shape.sites[h.key%uint64(len(w.shape.sites))]
	}
	if h.size > specials {
		h.sections = min(max((h.size-specials)/8, 1), 12)
	}
	h.urls = urlStyle(h.key >> 8 % uint64(urlStyles))
	h.markup = int(h.key >> 16 % uint64(len(markups)))
	return h
}

// appendHostName appends the name of a host: two words that may tell its topic, and its number.
func (w *Web) appendHostName(b []byte, id int) []byte {
	if id >= w.shape.hosts {
		n := id - w.shape.hosts
		return appendTrapHost(b, traps[n%len(traps)], n/len(traps))
	}
	r := random{mix(w.seed, uint64(id)+31)}
	topic := general
	if k, n := w.shape.slot(id); r.chance(.6) {
		switch k {
		case site:
			topic = w.shape.sites[n]
		case board:
			topic = w.jobs
		}
	}
	b = append(b, w.words.word(topic, &r)...)
	b = append(b, w.words.word(general, &r)...)
	b = append(b, '-')
	b = strconv.AppendInt(b, int64(id), 10)
	return append(b, suffix...)
}

func appendTrapHost(b []byte, t Trap, n int) []byte {
	b = append(append(b, t...), ".hostile-"...)
	return append(strconv.AppendInt(b, int64(n), 10), suffix...)
}

// appendOrigin appends the scheme, name and port of a host.
func (w *Web) appendOrigin(b []byte, id int) []byte {
	return append(w.appendHostName(append(b, "http://"...), id), w.port...)
}

// hostName returns the name of a host.
func (w *Web) hostName(id int) string { return string(w.appendHostName(nil, id)) }

// hostNamed finds a host by its name, which may carry a port.
func (w *Web) hostNamed(name string) (int, bool) {
	name, _, _ = strings.Cut(strings.ToLower(name), ":")
	stem, found := strings.CutSuffix(name, suffix)
	if !found {
		return 0, false
	}
	at := strings.LastIndexByte(stem, '-')
	if at < 0 {
		return 0, false
	}
	n, err := strconv.Atoi(stem[at+1:])
	if err != nil || n < 0 || n > 1<<40 {
		return 0, false
	}
	if trap, found := strings.CutSuffix(stem[:at], ".hostile"); found {
		i, known := trapNumber(Trap(trap))
		return w.shape.hosts + n*len(traps) + i, known
	}
	if n >= w.shape.hosts || w.hostName(n) != name {
		return 0, false
	}
	return n, true
}

// section returns the section of a page and the place of the page in it. The section is -1 for the pages that come before the sections.
func (h *host) section(page int) (section, place int) {
	if page < specials || h.sections == 0 {
		return -1, page
	}
	page -= specials
	return page % h.sections, page / h.sections
}

// inSection returns the page at a place in a section, and whether the host has such a page.
func (h *host) inSection(section, place int) (int, bool) {
	page := specials + place*h.sections + section
	return page, section < h.sections && page < h.size
}

// isListing reports whether the page at a place lists other pages, as every 26th page of a section does, from the first on.
func isListing(place int) bool { return place%(listed+1) == 0 }

// sectionTopic returns what a section is about.
func (w *Web) sectionTopic(h *host, section int) int {
	r := random{mix(h.key, uint64(section)+900)}
	u := r.unit()
	switch h.kind {
	case site:
		if section == 0 || u < .35 {
			return h.topic
		}
		if u < .8 {
			return general
		}
	case magazine:
		if u < .25 {
			return general
		}
	case institution:
		if section == 0 {
			return general
		}
	case employer:
		if section == 1 || h.sections == 1 {
			return w.jobs
		}
		return general
	case board:
		if section == 0 || u < .6 {
			return w.jobs
		}
		return general // advice, news of companies
	case offTopic:
		if u < .93 {
			return general
		}
	}
	return w.shape.sites[r.below(len(w.shape.sites))]
}

// pageTopic returns what a page is about.
func (w *Web) pageTopic(h *host, page int) int {
	section, place := h.section(page)
	if section < 0 {
		switch {
		case h.kind == board && page == 0, h.kind == site && page != aboutPage:
			return h.topic
		}
		return general
	}
	topic := w.sectionTopic(h, section)
	if isListing(place) || topic == w.jobs {
		return topic
	}
	r := random{mix(h.key, uint64(page)+5000)}
	if r.chance(.9) {
		return topic
	}
	if r.chance(.7) {
		return general
	}
	return w.shape.sites[r.below(len(w.shape.sites))]
}
