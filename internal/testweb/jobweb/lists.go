package jobweb

import (
	"strconv"
	"strings"
)

// own returns the site's pages that have a role.
func (b *writer) own(role role) []int32 { return b.few(role, len(b.h.pages)) }

// few returns the first n of the site's pages that have a role.
func (b *writer) few(role role, n int) []int32 {
	var out []int32
	for _, p := range b.h.pages {
		if b.w.pages[p].role == role && len(out) < n {
			out = append(out, p)
		}
	}
	return out
}

// following returns the next articles of the site. The first article follows the last one.
func (b *writer) following() []int32 {
	all := b.own(articlePage)
	var out []int32
	for i, p := range all {
		if p == b.id {
			for step := 1; step <= min(3, len(all)-1); step++ {
				out = append(out, all[(i+step)%len(all)])
			}
		}
	}
	return out
}

func (b *writer) rowsOf(pages []int32) []string {
	out := make([]string, len(pages))
	for i, p := range pages {
		out[i] = b.titled(p)
	}
	return out
}

func (b *writer) rows(pages []int32) {
	if len(pages) == 0 {
		return
	}
	b.add(b.m.rows[0])
	for _, row := range b.rowsOf(pages) {
		b.wrap(b.m.row, row)
	}
	b.add(b.m.rows[1])
}

// planted writes the links to other sites. The anchor is the title of the page, the name of the site, or a text that says nothing.
func (b *writer) planted() []string {
	var out []string
	for _, to := range b.p.links {
		out = append(out, b.anchor(to, b.w.wording(to, b.l, b.r)))
	}
	for _, url := range b.p.outside {
		out = append(out, "<a href=\""+escape(url)+"\">"+b.r.pick(b.l.General)+"</a>")
	}
	return out
}

func (w *Web) wording(to int32, l *lexicon, r *random) string {
	switch u := r.Float64(); {
	case u < .6:
		return w.title(to)
	case u < .85:
		return w.hosts[w.pages[to].host].title
	}
	return l.Labels["links"]
}

// openings lists postings, with pagination.
func (b *writer) openings() {
	postings, pages := b.rowsHere()
	b.add(b.m.rows[0])
	for _, n := range postings {
		p, words := &b.w.postings[n], b.says(n)
		row := b.anchor(p.page, words.title) + " " + escape(words.company) + ", " + escape(words.place)
		if b.h.style.habit(4) {
			row += " <small>" + b.h.style.day(b.postedOn(n), b.p.lang) + "</small>"
		}
		if b.h.style.habit(5) {
			row += "<br>" + escape(strings.Join(excerpt(words.lines[0], .5), " "))
		}
		b.wrap(b.m.row, row)
	}
	b.add(b.m.rows[1])
	for _, jump := range []int{-1, 1, 5, 20} {
		at := int(b.p.n) + jump
		if at < 0 || at >= len(pages) {
			continue
		}
		text := strconv.Itoa(at + 1)
		switch jump {
		case -1:
			text = b.l.Labels["previous"]
		case 1:
			text = b.l.Labels["next"]
		}
		b.wrap(b.m.text, b.anchor(pages[at], text))
	}
}

// detail writes a posting, with what the site says around it.
func (b *writer) detail() {
	p, s := &b.w.postings[b.p.n], b.says(b.p.n)
	if sec := &b.h.sections[b.p.section]; len(sec.pages) > 0 {
		b.wrap(b.m.text, b.anchor(b.listOf(sec), sec.name))
	}
	switch b.h.style.fields {
	case linkedData:
		b.linkedData(b.p.n, &s)
	case microdata:
		b.add("<div itemscope itemtype=\"https://schema.org/JobPosting\">\n<meta itemprop=\"title\" content=\"" + escape(s.title) + "\">")
	case rdfa:
		b.add("<div vocab=\"https://schema.org/\" typeof=\"JobPosting\">\n<meta property=\"title\" content=\"" + escape(s.title) + "\">")
	}
	b.banner()
	b.wrap(b.m.title, escape(s.title))
	b.writeFacts(b.facts(b.p.n, &s))
	if b.h.class != Employer && b.h.style.habit(6) {
		b.wrap(b.m.text, b.l.Boiler[int(b.h.style.key>>24%uint64(len(b.l.Boiler)))])
	}
	b.content(&s)
	if b.h.style.fields == microdata || b.h.style.fields == rdfa {
		b.add("</div>\n")
	}
	b.wrap(b.m.text, b.l.Closing[int(b.h.style.key>>28%uint64(len(b.l.Closing)))])
	if b.isClosed() {
		return
	}
	if p.copied == Excerpt {
		b.wrap(b.m.text, b.anchor(b.w.postings[p.from].page, b.l.Labels["apply"]))
	} else {
		b.wrap(b.m.text, "<a href=\"mailto:post@"+b.h.name+"\">"+b.l.Labels["apply"]+"</a>")
	}
}

// content writes the ad and, before or after it, what the employer says of itself.
func (b *writer) content(s *said) {
	self := func() {
		if s.self != "" {
			b.wrap(b.m.heading, b.l.Labels["self"])
			b.wrap(b.m.text, escape(s.self))
		}
	}
	switch b.h.style.fields {
	case microdata:
		b.add("<div itemprop=\"description\">\n")
	case rdfa:
		b.add("<div property=\"description\">\n")
	default:
		b.add("<div>\n")
	}
	if s.selfFirst {
		self()
	}
	inList := false
	for _, line := range s.lines {
		point, isPoint := strings.CutPrefix(line, "- ")
		if isPoint != inList {
			b.add(b.m.list[map[bool]int{true: 0, false: 1}[isPoint]])
			inList = isPoint
		}
		switch {
		case isPoint:
			b.wrap(b.m.point, escape(point))
		case len(line) < 60 && strings.HasSuffix(line, ":"):
			b.wrap(b.m.heading, escape(strings.TrimSuffix(line, ":")))
		default:
			b.wrap(b.m.text, escape(line))
		}
	}
	if inList {
		b.add(b.m.list[1])
	}
	if !s.selfFirst {
		self()
	}
	b.add("</div>\n")
}

func (b *writer) placeIn(s *section) int {
	for i, n := range s.postings {
		if n == b.p.n {
			return i
		}
	}
	return 0
}

// reference returns the site's own identifier of a posting.
func (b *writer) reference(n int32) string {
	return string(rune('A'+b.h.style.key>>50%26)) + "-" + strconv.Itoa(b.w.postings[n].number)
}

// aside writes links beside the content: to similar postings beside a posting, and to articles on other pages.
func (b *writer) aside() {
	if b.p.role != detailPage {
		b.rows(b.few(articlePage, 3))
		return
	}
	b.wrap(b.m.heading, b.l.Labels["similar"])
	b.rows(b.near())
}
