package jobweb

import "slices"

// role is the role of a page on its site.
type role uint8

const (
	homePage role = iota
	aboutPage
	careersPage // leads on to an employer's postings, and lists none
	openingsPage
	detailPage
	articlePage
	companiesPage // a board's list of employers
	profilePage   // an employer on a board
)

const (
	entries     = 20 // postings on a listing page
	maxSections = 6  // of a language on one site
)

// page is one page. Its content is made when it is requested.
type page struct {
	host    int32
	role    role
	n       int32 // posting of a detail page, firm of a profile, number of a listing page in its section
	section int32
	lang    string
	url     string
	links   []int32  // pages of other sites
	outside []string // pages of the rest of the web
}

// addPage adds a page to a site and gives it its address.
func (w *Web) addPage(h int32, p page, title string) int32 {
	id := int32(len(w.pages))
	p.host = h
	host := &w.hosts[h]
	r := w.draw("path", int(id))
	for {
		p.url = "http://" + host.name + host.style.path(p.role == homePage, p.lang, title, r)
		if _, taken := w.byURL[p.url]; !taken {
			break
		}
	}
	w.byURL[p.url] = id
	w.pages = append(w.pages, p)
	host.pages = append(host.pages, id)
	return id
}

// planPages plans the pages of every site.
func (w *Web) planPages() {
	for p := range w.postings {
		w.sort(int32(p))
	}
	for id := range w.hosts {
		h := &w.hosts[id]
		lang := h.langs[0]
		h.home = w.addPage(int32(id), page{role: homePage, lang: lang}, "")
		h.about = w.addPage(int32(id), page{role: aboutPage, lang: lang}, w.words[lang].Labels["about"])
		if h.class == Employer {
			w.addPage(int32(id), page{role: careersPage, lang: lang}, w.words[lang].Labels["careers"])
		}
		w.sectionPages(int32(id))
		w.otherPages(int32(id))
	}
}

// sort puts a posting into one of the sections of its site.
func (w *Web) sort(n int32) {
	p := &w.postings[n]
	h := &w.hosts[p.host]
	lang := w.jobs[p.job].ad.Language
	wanted := 1
	if h.class != Employer {
		wanted = w.draw("sections "+lang, int(p.host)).between(w.sectionsOf())
	}
	at := w.draw("section", int(p.job)).IntN(wanted)
	for i := range h.sections {
		if h.sections[i].lang != lang {
			continue
		}
		if at == 0 {
			h.sections[i].postings = append(h.sections[i].postings, n)
			return
		}
		at--
	}
	l := w.words[lang]
	name := l.Labels["openings"]
	if wanted > 1 {
		name = w.draw("name", len(h.sections)+int(p.host)*64).pick(slices.Concat(l.Towns, l.Trades))
	}
	h.sections = append(h.sections, section{lang: lang, name: name, postings: []int32{n}})
}

// sectionPages makes the listing pages and the postings.
func (w *Web) sectionPages(id int32) {
	h := &w.hosts[id]
	for s := range h.sections {
		sec := &h.sections[s]
		w.orderSection(sec)
		if size := w.entriesOf(); h.class != Employer || len(sec.postings) > 1 || w.clock != nil {
			for n := 0; n*size < len(sec.postings); n++ {
				sec.pages = append(sec.pages, w.addPage(id, page{role: openingsPage, n: int32(n), section: int32(s), lang: sec.lang}, sec.name))
			}
		}
		for _, p := range sec.postings {
			title := w.jobs[w.postings[p].job].ad.Title
			w.postings[p].page = w.addPage(id, page{role: detailPage, n: p, section: int32(s), lang: sec.lang}, title)
		}
	}
}

// otherPages makes the articles, and a board's pages about employers.
func (w *Web) otherPages(id int32) {
	h := &w.hosts[id]
	r := w.draw("articles", int(id))
	n := r.between(3, 12)
	switch h.class {
	case portal:
		n = r.between(20, 60)
	case Board:
		n = r.between(20, 40)
		w.addPage(id, page{role: companiesPage, lang: h.langs[0]}, w.words[h.langs[0]].Labels["companies"])
		w.profiles(id)
	}
	for i := range n {
		lang := h.langs[i%len(h.langs)]
		w.addPage(id, page{role: articlePage, lang: lang, n: int32(i)}, w.articleTitle(len(w.pages), lang))
	}
}

// profiles makes pages about up to 25 employers of a board's postings.
func (w *Web) profiles(id int32) {
	done := make(map[int32]bool)
	for _, sec := range w.hosts[id].sections {
		for _, p := range sec.postings {
			f := w.jobs[w.postings[p].job].firm
			if !done[f] && len(done) < 25 {
				done[f] = true
				w.addPage(id, page{role: profilePage, n: f, lang: sec.lang}, w.firms[f].name)
			}
		}
	}
}

// plantLinks makes the links between sites. Each site is linked to by general sites, which a ring of links connects. Boards link to employers, and
// general pages to the rest of the web.
func (w *Web) plantLinks() {
	var portals []int32
	var outside []string
	if w.rest != nil {
		outside = w.rest.URLs()
	}
	for id := range w.hosts {
		if w.hosts[id].class == portal {
			portals = append(portals, int32(id))
		}
	}
	for id := range w.hosts {
		h := &w.hosts[id]
		r := w.draw("links", id)
		for range 2 {
			from := w.hosts[portals[r.IntN(len(portals))]].pages
			w.link(from[r.IntN(len(from))], h.home)
		}
		for _, p := range h.pages {
			pg := &w.pages[p]
			if pg.role != articlePage && pg.role != homePage {
				continue
			}
			if len(outside) > 0 && r.chance(.4) {
				pg.outside = append(pg.outside, outside[r.IntN(len(outside))])
			}
			for range r.IntN(3) {
				w.link(p, w.somewhere(r))
			}
		}
	}
	for i, id := range portals {
		w.link(w.hosts[id].home, w.hosts[portals[(i+1)%len(portals)]].home)
	}
}

// link plants a link.
func (w *Web) link(from, to int32) {
	if w.pages[from].host != w.pages[to].host {
		w.pages[from].links = append(w.pages[from].links, to)
	}
}

// somewhere draws the target of a link from a general page: a general site half of the time, and else an employer, a board, another site, or
// occasionally a posting.
func (w *Web) somewhere(r *random) int32 {
	if r.chance(.05) {
		return w.postings[r.IntN(len(w.postings))].page
	}
	want := portal
	switch u := r.Float64(); {
	case u < .25:
		want = Employer
	case u < .4:
		want = Board
	case u < .47:
		want = Class(r.IntN(2))*2 + 1 // agencies and aggregators
	}
	for range 200 {
		h := &w.hosts[r.IntN(len(w.hosts))]
		if h.class != want {
			continue
		}
		if want == portal || r.chance(.2) {
			return h.pages[r.skewed(len(h.pages))]
		}
		return h.home
	}
	return w.hosts[0].home
}
