package jobweb

import (
	"fmt"
	"slices"
	"strings"
)

// employerSite is the site of an employer, without its board.
type employerSite struct {
	web  *EmployerWeb
	e    *SoughtBoard
	seed int

	path     []string // pages from the home page to the one before the board
	texts    []string // of the links from each page of path to the next one, and to the board
	entry    string
	articles []string
	titles   []string // of articles
	inMenu   bool     // the link to the first page after the home page is on all pages
}

// plan makes the pages: those on the path to the board, and those about other things.
func (s *employerSite) plan(path []string, entry string, r *random) {
	s.path, s.entry, s.inMenu = path, entry, r.chance(.5)
	way := s.web.ways[s.e.Language]
	label := s.web.w.words[s.e.Language].Labels
	for n := range path {
		switch left := len(path) - 1 - n; {
		case left == 0 && len(path) > 1:
			s.texts = append(s.texts, r.pick(way.Openings))
		case left <= 1:
			s.texts = append(s.texts, r.pick(way.Careers))
		case left == 2:
			s.texts = append(s.texts, r.pick(slices.Concat(way.Vague, words{label["about"]})))
		default:
			s.texts = append(s.texts, label["about"])
		}
	}
	l := s.web.w.words[s.e.Language]
	for n := range r.between(8, 24) {
		title := []string{label["news"], label["advice"], r.pick(l.Trades)}[n%3]
		if n > 4 {
			title = capital(join([]string{r.pick(l.General), r.pick(l.Work), r.pick(l.General)}, s.e.Language))
		}
		url := "http://www." + s.e.domain + s.e.style.path(false, s.e.Language, title, r)
		if s.web.pages[url] != nil {
			continue
		}
		s.articles, s.titles = append(s.articles, url), append(s.titles, title)
		s.web.pages[url] = func() answered { return s.write(title, url, -1) }
	}
	for n, url := range path {
		title := s.e.Name
		if n > 0 {
			title = s.texts[n-1]
		}
		s.web.pages[url] = func() answered { return s.write(title, url, n) }
	}
}

// write writes a page. n is its place on the path to the board, or -1 if it is not on the path.
func (s *employerSite) write(title, url string, n int) answered {
	r, l, m := s.web.w.drawFor("page", url), s.web.w.words[s.e.Language], &layouts[s.e.style.layout]
	var b strings.Builder
	anchor := func(to, text string) string { return "<a href=\"" + escape(to) + "\">" + escape(text) + "</a>" }
	fmt.Fprintf(&b, m.head, s.e.Language)
	b.WriteString("<title>" + escape(title) + " - " + escape(s.e.Name) + "</title>\n</head><body>\n" + m.site[0] + escape(s.e.Name) + m.site[1])

	var menu []string
	for i := range s.articles {
		if i < 5 || n == 0 {
			menu = append(menu, anchor(s.articles[i], s.titles[i]))
		}
	}
	if s.inMenu || n == 0 && s.e.style.habit(5) {
		at := r.IntN(len(menu) + 1)
		menu = slices.Insert(menu, at, s.onward(0))
	}
	b.WriteString(m.nav[0] + m.item[0] + anchor(s.e.Home, l.Labels["home"]) + m.item[1])
	for _, item := range menu {
		b.WriteString(m.item[0] + item + m.item[1])
	}
	b.WriteString(m.nav[1] + m.main[0] + m.title[0] + escape(title) + m.title[1])
	about := words(slices.Concat(l.General, l.Work))
	if n > 0 && n >= len(s.path)-2 {
		about = l.Work
	}
	paragraphs := r.between(3, 6)
	if s.e.kind == platformData && n == len(s.path)-1 { // a script makes its content
		paragraphs = 0
		b.WriteString(s.onward(n))
	}
	for i := range paragraphs {
		text := escape(l.paragraph(about, s.e.Language, 3, r))
		if n < 0 && len(s.articles) > 0 && r.chance(.7) {
			k := r.IntN(len(s.articles))
			text += " " + anchor(s.articles[k], s.titles[k])
		}
		if i == 1 && n >= 0 && !(n == 0 && (s.inMenu || s.e.style.habit(5))) {
			text += " " + s.onward(n)
		}
		b.WriteString(m.text[0] + text + m.text[1])
	}
	b.WriteString(m.main[1] + m.foot[0] + s.others(r, anchor) + m.foot[1] + "</body></html>\n")
	return answered{body: b.String()}
}

// onward returns the link from a page on the path to the next page, or to the board.
func (s *employerSite) onward(n int) string {
	if n < len(s.path)-1 {
		return "<a href=\"" + escape(s.path[n+1]) + "\">" + escape(s.texts[n]) + "</a>"
	}
	switch s.e.kind {
	case platformFrame:
		return "<iframe src=\"" + escape(s.entry) + "\" title=\"" + escape(s.texts[n]) + "\"></iframe>"
	case platformData:
		return "<div id=\"app\"></div><script>fetch(\"" + s.entry + "\").then(r => r.json()).then(show)</script>"
	}
	return "<a href=\"" + escape(s.entry) + "\">" + escape(s.texts[n]) + "</a>"
}

// others writes links to other sites: social networks, other employers, and a portal.
func (s *employerSite) others(r *random, anchor func(to, text string) string) string {
	list := []string{anchor("http://www.amici.test/"+s.e.slug, "Amici"), anchor("http://video.lumen.test/c/"+s.e.slug, "Lumen")}
	other := s.web.Employers[r.IntN(len(s.web.Employers))]
	list = append(list, anchor(other.Home, other.Name))
	if r.chance(.3) {
		label := s.web.w.words[s.e.Language].Labels
		list = append(list, anchor("http://www.allwork.test/"+s.e.Language, label["openings"]))
	}
	return strings.Join(list, " ")
}

// buildOthers makes the pages of the networks and of the portal, whose postings belong to other employers.
func (web *EmployerWeb) buildOthers() {
	for _, e := range web.Employers {
		for _, url := range []string{"http://www.amici.test/" + e.slug, "http://video.lumen.test/c/" + e.slug} {
			web.pages[url] = func() answered {
				l := web.w.words[e.Language]
				return web.page(e, e.Name, "<p>"+escape(l.paragraph(l.General, e.Language, 6, web.w.drawFor("network", url)))+"</p>", []string{e.Home, e.Name})
			}
		}
	}
	for i, lang := range Languages() {
		portal := web.plan(i)
		portal.Name, portal.kind, portal.domain = "Allwork", ownList, "allwork.test"
		web.buildBoard(portal, "http://www.allwork.test/"+lang, web.w.draw("portal", i))
	}
}
