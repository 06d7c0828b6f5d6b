package jobweb

import (
	"encoding/json"
	"fmt"
	"strings"
)

// buildBoard makes the listing of an employer, and the pages of its postings.
func (web *EmployerWeb) buildBoard(e *SoughtBoard, board string, r *random) {
	label := web.w.words[e.Language].Labels
	switch e.kind {
	case platformData:
		web.pages[board] = func() answered { return answered{kind: "application/json", body: web.stateOf(e)} }
		return
	case ownData:
		web.pages[board] = func() answered {
			return web.page(e, label["openings"], "<div id=\"list\"></div><script type=\"application/json\" id=\"state\">"+web.stateOf(e)+"</script>", nil)
		}
		return
	case ownWhole:
		web.pages[board] = func() answered { return web.page(e, label["openings"], web.wholeList(e), nil) }
		return
	}
	base := strings.TrimSuffix(board, "/")
	base, _, _ = strings.Cut(base, "?")
	for n := range e.titles {
		url := fmt.Sprintf("%s/%d", base, r.between(100, 999999)*10+n)
		e.Postings = append(e.Postings, url)
		web.pages[url] = func() answered { return web.page(e, e.titles[n], web.adBody(e, n), []string{board, label["home"]}) }
	}
	size := len(e.titles)
	if e.kind == ownPages {
		size = 3
	}
	for at := 0; at < len(e.titles); at += size {
		url, next := board, ""
		if at > 0 {
			url = fmt.Sprintf("%s?p=%d", board, at/size+1)
			if strings.Contains(board, "?") {
				url = fmt.Sprintf("%s&p=%d", board, at/size+1)
			}
			e.Boards = append(e.Boards, url)
		}
		if at+size < len(e.titles) {
			next = strings.TrimSuffix(fmt.Sprintf("%s?p=%d", board, at/size+2), "")
			if strings.Contains(board, "?") {
				next = fmt.Sprintf("%s&p=%d", board, at/size+2)
			}
		}
		from, to := at, min(at+size, len(e.titles))
		web.pages[url] = func() answered { return web.page(e, label["openings"], web.list(e, from, to, next), nil) }
	}
}

// list writes a part of the listing.
func (web *EmployerWeb) list(e *SoughtBoard, from, to int, next string) string {
	m := &layouts[e.style.layout]
	var b strings.Builder
	b.WriteString(m.rows[0])
	for n := from; n < to; n++ {
		link := "<a href=\"" + e.Postings[n] + "\">" + escape(e.titles[n]) + "</a> "
		switch {
		case e.kind == ownPages:
			fmt.Fprintf(&b, "<tr><td>%s</td><td>%s</td></tr>\n", link, escape(e.towns[n]))
		default:
			b.WriteString(m.row[0] + link + "<span>" + escape(e.towns[n]) + "</span>" + m.row[1])
		}
	}
	b.WriteString(m.rows[1])
	if next != "" {
		b.WriteString("<p><a href=\"" + escape(next) + "\">" + escape(web.w.words[e.Language].Labels["next"]) + "</a></p>")
	}
	return b.String()
}

// wholeList writes all postings into one page.
func (web *EmployerWeb) wholeList(e *SoughtBoard) string {
	var b strings.Builder
	for n := range e.titles {
		b.WriteString("<h2>" + escape(e.titles[n]) + "</h2><p>" + strings.Join(web.adText(e, n), "</p><p>") + "</p>" + web.linkedPosting(e, n))
	}
	return b.String()
}

// adText is the text of a posting.
func (web *EmployerWeb) adText(e *SoughtBoard, n int) []string {
	r, l := web.w.draw("ad "+e.slug, n), web.w.words[e.Language]
	text := []string{l.paragraph(l.Work, e.Language, 3, r)}
	for _, heading := range []string{"duties", "profile", "offer"} {
		text = append(text, l.Labels[heading]+":")
		for range r.between(3, 5) {
			text = append(text, "- "+l.sentence(l.Work, e.Language, r))
		}
	}
	return append(text, r.pick(l.Closing))
}

// adBody writes a posting.
func (web *EmployerWeb) adBody(e *SoughtBoard, n int) string {
	l := web.w.words[e.Language].Labels
	var b strings.Builder
	fmt.Fprintf(&b, "<dl><dt>%s</dt><dd>%s</dd><dt>%s</dt><dd>%s</dd><dt>%s</dt><dd>%s</dd></dl>\n", l["company"], escape(e.Name), l["place"], escape(e.towns[n]),
		l["type"], l["full"])
	inList := false
	for _, line := range web.adText(e, n) {
		item, isItem := strings.CutPrefix(line, "- ")
		if isItem != inList {
			b.WriteString(map[bool]string{true: "<ul>", false: "</ul>"}[isItem])
			inList = isItem
		}
		tag := map[bool]string{true: "li", false: "p"}[isItem]
		b.WriteString("<" + tag + ">" + escape(item) + "</" + tag + ">\n")
	}
	b.WriteString("<p><a href=\"mailto:post@" + e.domain + "\">" + l["apply"] + "</a></p>")
	if e.kind == platformNumber || e.style.habit(9) {
		b.WriteString(web.linkedPosting(e, n))
	}
	return b.String()
}

// linkedPosting writes a schema.org JobPosting.
func (web *EmployerWeb) linkedPosting(e *SoughtBoard, n int) string {
	text, err := json.Marshal(map[string]any{
		"@context": "https://schema.org", "@type": "JobPosting", "title": e.titles[n], "datePosted": firstDay.AddDate(0, 0, n).Format("2006-01-02"),
		"hiringOrganization": map[string]any{"@type": "Organization", "name": e.Name},
		"jobLocation":        map[string]any{"@type": "Place", "address": map[string]any{"@type": "PostalAddress", "addressLocality": e.towns[n]}},
		"identifier":         fmt.Sprint(e.slug, n), "description": strings.Join(web.adText(e, n), "\n"),
	})
	if err != nil {
		panic(err) // it has texts only
	}
	return "<script type=\"application/ld+json\">" + string(text) + "</script>\n"
}

// page writes a page without navigation. back is a link to the page above, its URL and text; nil: none.
func (web *EmployerWeb) page(e *SoughtBoard, title, body string, back []string) answered {
	m := &layouts[e.style.layout]
	var b strings.Builder
	fmt.Fprintf(&b, m.head, e.Language)
	b.WriteString("<title>" + escape(title) + "</title>\n</head><body>\n" + m.main[0] + m.title[0] + escape(title) + m.title[1] + body)
	if back != nil {
		b.WriteString("<p><a href=\"" + back[0] + "\">" + escape(back[1]) + "</a></p>")
	}
	b.WriteString(m.main[1] + "</body></html>\n")
	return answered{body: b.String()}
}
