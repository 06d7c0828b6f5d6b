package testweb

// zone is the part of a page in which a link stands.
type zone uint8

const (
	navigation zone = iota
	breadcrumb
	content
	list
	related
	sidebar
	footer
)

// wording is the kind of text that a link's anchor has.
type wording uint8

const (
	titled  wording = iota // the title of the page it leads to
	vague                  // "click here"
	named                  // the name of the host or section
	picture                // an image with a title as its alt text
)

// link is one link of a page before it is written.
type link struct {
	host     host
	page     int
	form     form
	to       int // of an outward redirect
	zone     zone
	wording  wording
	noFollow bool
	label    string // fixed anchor, if any
	session  string // session id its address gets
	lure     string // path into the host's trap, in place of a page
}

// plan lists the links of a page in the order in which the source has them.
func (w *Web) plan(p *place) []link {
	h, page := &p.host, p.page
	b := planner{w: w, h: h, page: page, r: random{mix(h.key, uint64(page)+100000)}}
	b.links = make([]link, 0, 48)
	b.section, b.place = h.section(page)
	b.topic = w.pageTopic(h, page)
	b.navigation()
	if markups[h.markup].sideFirst {
		b.sidebar()
	}
	switch {
	case b.section >= 0 && isListing(b.place):
		b.listing()
	case b.section >= 0:
		b.article()
	default:
		b.special()
	}
	if path := trapPath(h.trap); path != "" && (page == 0 || mix(h.key, uint64(page)+71)%5 == 0) {
		b.add(link{host: *h, form: trapped, lure: path, zone: related, wording: vague})
	}
	if !markups[h.markup].sideFirst {
		b.sidebar()
	}
	b.footer()
	if h.trap == SessionID {
		session := newSession(p)
		for i := range b.links {
			if b.links[i].host.id == h.id {
				b.links[i].session = session
			}
		}
	}
	return b.links
}

// planner draws the links of one page.
type planner struct {
	w       *Web
	h       *host
	page    int
	section int
	place   int
	topic   int
	r       random
	links   []link
}

func (b *planner) add(l link) { b.links = append(b.links, l) }

// inside adds a link to a page of the same host. Some of these links go through a redirect.
func (b *planner) inside(page int, z zone, wording wording) {
	f := plain
	if z == content && b.r.chance(.03) {
		f = moved
	}
	b.add(link{host: *b.h, page: page, form: f, zone: z, wording: wording})
}

// navigation adds links to the host's own pages, which are the same on all of them.
func (b *planner) navigation() {
	b.add(link{host: *b.h, zone: navigation, form: plain, label: "Home"})
	if b.h.kind != institution && b.h.kind != employer {
		for page := 1; page < min(specials, b.h.size); page++ {
			b.add(link{host: *b.h, page: page, form: plain, zone: navigation, wording: named})
		}
	} else if b.page != aboutPage+1 {
		b.add(link{host: *b.h, page: aboutPage, form: plain, zone: navigation, wording: named})
	}
	for s := range b.h.sections {
		if b.hidden(s) {
			continue
		}
		if front, found := b.h.inSection(s, 0); found {
			b.inside(front, navigation, named)
		}
	}
}

// hidden reports whether a section is linked to only by the page before it in a tunnel.
func (b *planner) hidden(section int) bool {
	switch b.h.kind {
	case institution:
		return section > 0
	case employer:
		return b.h.sections == 1 || section == 1
	}
	return false
}

// special plans the pages before the sections.
func (b *planner) special() {
	tunnel := b.h.kind == institution || b.h.kind == employer
	switch {
	case b.page == 0:
		for s := range b.h.sections {
			for place := 1; place <= 2; place++ {
				if page, found := b.h.inSection(s, place); found && !b.hidden(s) {
					b.inside(page, content, titled)
				}
			}
		}
		b.outside(b.r.between(3, 8))
	case b.page == aboutPage && tunnel:
		b.add(link{host: *b.h, page: aboutPage + 1, form: plain, zone: content, wording: named})
	case b.page == aboutPage+1 && tunnel:
		for s := range b.h.sections {
			if front, found := b.h.inSection(s, 0); found && b.hidden(s) {
				b.inside(front, content, named)
			}
		}
	case b.page == aboutPage+1 && b.h.kind == site:
		b.outside(b.r.between(40, 120))
	case b.page == aboutPage+1 && b.h.kind == board:
		for range 20 {
			id := b.w.drawHost(employer, 0, &b.r)
			b.add(link{host: b.w.hostAt(id), form: plain, zone: content, wording: named})
		}
	}
}

// listing plans a page that lists the pages of a section, with pagination.
func (b *planner) listing() {
	for place := b.place + 1; place <= b.place+listed; place++ {
		if page, found := b.h.inSection(b.section, place); found {
			b.inside(page, list, titled)
		}
	}
	step := listed + 1
	for _, jump := range []int{-1, 1, 2, 5, 10, 50, 250} {
		place := b.place + jump*step
		if page, found := b.h.inSection(b.section, max(place, 0)); found && place >= 0 {
			b.add(link{host: *b.h, page: page, form: plain, zone: list, wording: vague, label: pager(jump)})
		}
	}
}

func pager(jump int) string {
	switch jump {
	case -1:
		return "Previous"
	case 1:
		return "Next"
	}
	return "More"
}

// article plans an ordinary page: its section above it, some of its neighbours, other hosts.
func (b *planner) article() {
	if front, found := b.h.inSection(b.section, 0); found {
		b.inside(front, breadcrumb, named)
	}
	for range b.r.between(3, 8) {
		b.neighbour(content)
	}
	if b.h.kind != board || b.r.chance(.2) {
		b.outside(b.r.between(2, 7))
	}
	if b.r.chance(.02) {
		b.add(link{host: *b.h, page: b.page, form: missing, zone: content, wording: titled})
	}
	if b.h.key>>44%4 == 0 {
		b.add(link{host: *b.h, page: b.page, form: printed, zone: content, label: "Print this page"})
	}
	for range 3 {
		b.neighbour(related)
	}
}

// neighbour adds a link to a page of the same section, or occasionally of another section.
func (b *planner) neighbour(z zone) {
	section := b.section
	if b.r.chance(.1) && b.h.kind != institution && b.h.kind != employer {
		section = b.r.below(b.h.sections)
	}
	place := b.place + b.r.between(-30, 30)
	if page, found := b.h.inSection(section, max(place, 0)); found && page != b.page {
		b.inside(page, z, b.wording())
	}
}

func (b *planner) wording() wording {
	switch u := b.r.unit(); {
	case u < .62:
		return titled
	case u < .8:
		return vague
	case u < .92:
		return named
	}
	return picture
}

// outside adds links to other hosts.
func (b *planner) outside(n int) {
	for range n {
		l := b.w.drawPage(b.topic, &b.r)
		l.zone, l.wording = content, b.wording()
		if b.r.chance(.03) {
			l.to, l.form = l.host.id, outward
			l.host = *b.h
		}
		b.add(l)
	}
}

// sidebar adds links to popular pages of the host and to sponsors, which are the same on every page.
func (b *planner) sidebar() {
	r := random{mix(b.h.key, 41)}
	for range min(6, b.h.size/6) {
		b.inside(b.publicPage(&r), sidebar, titled)
	}
	for range 3 {
		l := b.w.drawPage(general, &r)
		l.zone, l.wording, l.noFollow = sidebar, picture, b.h.key>>32%3 == 0
		b.add(l)
	}
}

// publicPage draws a page of the host that is not at the end of a tunnel.
func (b *planner) publicPage(r *random) int {
	page := r.below(b.h.size)
	if s, _ := b.h.section(page); s >= 0 && b.hidden(s) {
		return 0
	}
	if page == aboutPage+1 {
		return 0
	}
	return page
}

// footer adds links to the host's neighbours in the ring of hosts, by which every host can be reached, and to whoever made the site.
func (b *planner) footer() {
	r := random{mix(b.h.key, 43)}
	for range 2 {
		l := b.w.drawPage(general, &r)
		l.page, l.zone, l.wording = 0, footer, named
		b.add(l)
	}
	if b.page != 0 || b.h.content >= b.w.shape.hosts {
		return
	}
	for _, id := range []int{(b.h.content - 1) / 2, 2*b.h.content + 1, 2*b.h.content + 2} {
		if id < b.w.shape.hosts && id != b.h.content {
			b.add(link{host: b.w.hostAt(id), form: plain, zone: footer, wording: named})
		}
	}
}
