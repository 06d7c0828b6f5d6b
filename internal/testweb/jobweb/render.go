package jobweb

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// writer writes one page.
type writer struct {
	w   *Web
	id  int32
	p   *page
	h   *host
	l   *lexicon
	m   *layout
	r   *random
	b   []byte
	now *moment // nil without a clock
}

// render writes a page.
func (w *Web) render(id int32) []byte { return w.write(id, &w.pages[id], nil) }

// write writes a page as it is now.
func (w *Web) write(id int32, p *page, now *moment) []byte {
	h := &w.hosts[p.host]
	b := &writer{w: w, id: id, p: p, h: h, l: w.words[p.lang], m: &layouts[h.style.layout], r: w.draw("page", int(id)), now: now}
	title := b.title()
	b.add(fmt.Sprintf(b.m.head, p.lang) + "<title>" + escape(title) + []string{" - ", " | "}[h.style.key>>40&1] + escape(h.title) + "</title>\n")
	if h.style.habit(2) {
		b.add("<link rel=\"canonical\" href=\"" + escape(p.url) + "\">\n")
	}
	b.feedLink()
	b.add("</head><body>\n" + b.m.site[0] + escape(h.title) + b.m.site[1])
	b.navigation()
	b.add(b.m.main[0])
	if p.role == detailPage {
		b.detail()
	} else {
		b.wrap(b.m.title, escape(title))
		b.body()
	}
	b.add(b.m.main[1])
	b.add(b.m.aside[0])
	b.aside()
	b.add(b.m.aside[1])
	b.wrap(b.m.foot, b.l.Boiler[int(h.style.key>>20%uint64(len(b.l.Boiler)))])
	b.add("</body></html>\n")
	return b.b
}

func (b *writer) add(s string) { b.b = append(b.b, s...) }

func (b *writer) wrap(around [2]string, s string) { b.add(around[0] + s + around[1]) }

// anchor writes a link to a page.
func (b *writer) anchor(to int32, text string) string {
	url := b.w.pages[to].url
	if b.w.pages[to].host == b.p.host && b.h.style.habit(3) {
		url = strings.TrimPrefix(url, "http://"+b.h.name)
	}
	return "<a href=\"" + escape(url) + "\">" + escape(text) + "</a>"
}

// titled links a page by its title.
func (b *writer) titled(to int32) string { return b.anchor(to, b.w.title(to)) }

// title returns what the page is called.
func (b *writer) title() string {
	if b.now != nil && b.p.role == detailPage {
		return b.says(b.p.n).title
	}
	return b.w.title(b.id)
}

// title returns what a page is called.
func (w *Web) title(id int32) string {
	p := &w.pages[id]
	l := w.words[p.lang]
	switch p.role {
	case homePage:
		return w.hosts[p.host].title
	case aboutPage:
		return l.Labels["about"]
	case careersPage:
		return l.Labels["careers"]
	case companiesPage:
		return l.Labels["companies"]
	case openingsPage:
		name := w.hosts[p.host].sections[p.section].name
		if p.n > 0 {
			return name + " " + strconv.Itoa(int(p.n)+1)
		}
		return name
	case detailPage:
		s := w.says(p.n)
		return s.title
	case profilePage:
		return w.firms[p.n].name
	}
	return w.articleTitle(int(id), p.lang)
}

func (w *Web) articleTitle(id int, lang string) string {
	l := w.words[lang]
	r := w.draw("article", id)
	title := make([]string, r.between(2, 5))
	for i := range title {
		title[i] = r.pick(l.General)
	}
	return capital(join(title, lang))
}

// navigation writes links to the site's own pages, which are the same on all of them.
func (b *writer) navigation() {
	b.add(b.m.nav[0])
	b.wrap(b.m.item, b.anchor(b.h.home, b.l.Labels["home"]))
	b.wrap(b.m.item, b.titled(b.h.about))
	for _, p := range b.h.pages {
		if role := b.w.pages[p].role; role == companiesPage || role == careersPage && b.h.style.key>>44%4 == 0 {
			b.wrap(b.m.item, b.titled(p))
		}
	}
	for i := range b.h.sections {
		if s := &b.h.sections[i]; b.h.class != Employer && s.lang == b.p.lang {
			b.wrap(b.m.item, b.anchor(s.pages[0], s.name))
		}
	}
	b.add(b.m.nav[1])
}

// body writes the content of a page that is not a posting.
func (b *writer) body() {
	switch b.p.role {
	case openingsPage:
		b.openings()
		return
	case profilePage:
		f := &b.w.firms[b.p.n]
		b.wrap(b.m.text, escape(f.about))
		if f.host >= 0 {
			b.wrap(b.m.text, b.titled(b.w.hosts[f.host].home))
		}
	case aboutPage:
		if b.h.firm >= 0 {
			b.wrap(b.m.text, escape(b.w.firms[b.h.firm].about))
		}
		b.rows(b.own(careersPage))
	case careersPage:
		b.wrap(b.m.text, b.l.paragraph(b.l.Work, b.p.lang, 4, b.r))
		b.wayIn()
	case companiesPage:
		b.rows(b.own(profilePage))
	case homePage:
		for i := range b.h.sections {
			if s := &b.h.sections[i]; b.h.class != Employer {
				b.wrap(b.m.text, b.anchor(s.pages[0], s.name))
			}
		}
		b.rows(b.few(articlePage, 8))
	}
	b.article()
}

// wayIn writes the link from an employer's careers page to its postings.
func (b *writer) wayIn() {
	for i := range b.h.sections {
		s := &b.h.sections[i]
		if len(s.pages) > 0 {
			b.wrap(b.m.text, b.anchor(s.pages[0], b.l.Labels["openings"]))
			continue
		}
		for _, p := range s.postings {
			b.wrap(b.m.text, b.titled(b.w.postings[p].page))
		}
	}
}

// article writes paragraphs. On a board they are about work, with an employer and occasionally elsewhere only in part.
func (b *writer) article() {
	about := b.l.General
	if b.h.class == Board && b.p.role == articlePage {
		about = b.l.Work
	} else if b.h.class != portal || b.r.chance(.2) {
		about = words(slices.Concat(b.l.General, b.l.Work))
	}
	links := b.planted()
	if b.p.role == articlePage {
		links = append(links, b.rowsOf(b.following())...)
	}
	n := b.r.between(3, 8)
	for i := range n {
		s := b.l.paragraph(about, b.p.lang, b.r.between(2, 5), b.r)
		if i < len(links) {
			s += " " + links[i]
		}
		b.wrap(b.m.text, s)
		if i == 1 && b.r.chance(.5) {
			b.wrap(b.m.heading, b.w.articleTitle(int(b.id)+1<<20, b.p.lang))
		}
	}
	for _, link := range links[min(n, len(links)):] {
		b.wrap(b.m.text, link)
	}
}
