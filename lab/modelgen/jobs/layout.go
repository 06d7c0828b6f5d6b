package jobs

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
)

// writer writes one page in a layout of its own. A layout does not depend on the kind of page: postings and other texts
// have the same layouts.
type writer struct {
	b      strings.Builder
	random *rand.Rand
	words  words
	board  bool   // the site is about jobs
	slug   string // how the site's URLs of things look
}

var slugs = []string{"/%s/%d", "/%s/%d-%s", "/%s/%s-%d", "/%s/%s", "/%s?id=%d", "/view/%[2]d", "/%[3]s_%[2]d.html", "/p/%[3]s/%[2]d/"}

func newWriter(random *rand.Rand, w words, board bool) *writer {
	return &writer{random: random, words: w, board: board, slug: slugs[random.IntN(len(slugs))]}
}

func (w *writer) add(parts ...string) {
	for _, p := range parts {
		w.b.WriteString(p)
	}
}

func (w *writer) chance(p float64) bool { return w.random.Float64() < p }

// between draws a number from a to b.
func (w *writer) between(a, b int) int { return a + w.random.IntN(b-a+1) }

// pick draws a phrase.
func (w *writer) pick(name string) string {
	list := w.words[name]
	if len(list) == 0 {
		return ""
	}
	return list[w.random.IntN(len(list))]
}

// some draws up to n different phrases.
func (w *writer) some(name string, n int) []string {
	list := w.words[name]
	out := make([]string, 0, n)
	for _, i := range w.random.Perm(len(list))[:min(n, len(list))] {
		out = append(out, list[i])
	}
	return out
}

func (w *writer) tag(name, text string) {
	w.add("<", name, ">", html.EscapeString(text), "</", name, ">\n")
}

func (w *writer) link(href, text string) string {
	return `<a href="` + html.EscapeString(href) + `">` + html.EscapeString(text) + `</a>`
}

// thing returns the URL of a thing by the site's pattern.
func (w *writer) thing(kind, title string) string {
	words := strings.Fields(strings.ToLower(title))
	slug := strings.Join(words[:min(len(words), 6)], "-")
	number := w.between(1000, 9999999)
	switch w.slug {
	case "/%s/%s-%d":
		return fmt.Sprintf(w.slug, kind, slug, number)
	case "/%s/%s":
		return fmt.Sprintf(w.slug, kind, slug)
	case "/%s/%d", "/%s?id=%d":
		return fmt.Sprintf(w.slug, kind, number)
	case "/view/%[2]d":
		return fmt.Sprintf("/view/%d", number)
	}
	return fmt.Sprintf(w.slug, kind, number, slug)
}

// list writes links in one of several ways.
func (w *writer) list(names []string) {
	open, between, end := "<ul><li>", "</li>\n<li>", "</li></ul>\n"
	switch w.random.IntN(4) {
	case 0:
		open, between, end = "<div>", " | ", "</div>\n"
	case 1:
		open, between, end = "<table><tr><td>", "</td><td>", "</td></tr></table>\n"
	case 2:
		open, between, end = "<nav>", "\n", "</nav>\n"
	}
	links := make([]string, len(names))
	for i, n := range names {
		links[i] = w.link(fmt.Sprintf("/%c%d", 'a'+i%26, w.random.IntN(90)), n)
	}
	w.add(open, strings.Join(links, between), end)
}

// begin writes a page up to its content.
func (w *writer) begin(title string) {
	bare := w.chance(.06)
	if !bare {
		site := []string{"Hafenblick", "Northwind", "Lumen", "Atlas", "Vertex", "Orbis"}[w.random.IntN(6)]
		if w.board && w.chance(.5) {
			site = w.pick("many") + " " + site
		}
		head := title
		if w.chance(.6) {
			head += []string{" - ", " | ", " – ", ": "}[w.random.IntN(4)] + site
		}
		w.add("<!DOCTYPE html><html><head>")
		w.tag("title", head)
		if w.chance(.4) {
			w.add(`<meta name="description" content="`, html.EscapeString(title+". "+site), `">`)
		}
		w.add("</head><body>\n")
	}
	if bare || w.chance(.1) {
		return
	}
	names := w.some("nav", w.between(3, 10))
	if w.board {
		names = append(names, w.some("board", w.between(2, 8))...)
	}
	w.list(names)
	if w.chance(.3) {
		w.add("<div>", w.link("/", w.pick("nav")), " &gt; ", html.EscapeString(title), "</div>")
	}
}

// end writes a page's foot.
func (w *writer) end() string {
	if w.chance(.85) {
		names := w.some("foot", w.between(2, 9))
		if w.board {
			names = append(names, w.some("board", w.between(0, 4))...)
		}
		w.list(names)
	}
	w.add("</body></html>")
	return w.b.String()
}

// fact is a label and a value.
type fact struct{ label, value string }

// facts writes labels and values in one of several ways, now and then without the labels.
func (w *writer) facts(list []fact) {
	way := w.random.IntN(6)
	if way == 1 {
		w.add("<dl>")
	}
	for _, f := range list {
		l, v := html.EscapeString(f.label), html.EscapeString(f.value)
		switch way {
		case 0:
			w.add("<li>", l, ": ", v, "</li>\n")
		case 1:
			w.add("<dt>", l, "</dt><dd>", v, "</dd>\n")
		case 2:
			w.add("<tr><th>", l, "</th><td>", v, "</td></tr>\n")
		case 3:
			w.add("<div><b>", l, "</b> ", v, "</div>\n")
		case 4:
			w.add("<p>", v, "</p>\n")
		default:
			w.add("<span>", v, "</span> · ")
		}
	}
	if way == 1 {
		w.add("</dl>")
	}
}

// text writes a text's paragraphs in one of several ways.
func (w *writer) text(s string) {
	paragraphs := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' })
	switch w.random.IntN(4) {
	case 0:
		w.add("<div>", strings.ReplaceAll(html.EscapeString(s), "\n", "<br>\n"), "</div>\n")
	case 1:
		w.add("<ul>")
		for _, p := range paragraphs {
			w.tag("li", p)
		}
		w.add("</ul>")
	default:
		for _, p := range paragraphs {
			w.tag("p", p)
		}
	}
}

// date writes a day in one of the usual ways.
func (w *writer) date() string {
	day, month, year := w.between(1, 28), w.between(1, 12), w.between(2015, 2026)
	switch w.random.IntN(5) {
	case 0:
		return fmt.Sprintf("%d-%02d-%02d", year, month, day)
	case 1:
		return fmt.Sprintf("%d.%d.%d", day, month, year)
	case 2:
		return fmt.Sprintf("%02d/%02d/%d", day, month, year)
	}
	return fmt.Sprintf(w.pick("ago"), w.between(1, 30))
}

// money writes an amount, for a price or a salary.
func (w *writer) money(least, most int) string {
	sign := []string{"€", "$", "£", "zł", "Kč", "руб.", "₽", "¥", "元", "EUR", "CHF"}[w.random.IntN(11)]
	n := w.between(least, most)
	number := fmt.Sprint(n)
	if n > 1000 && w.chance(.6) {
		number = fmt.Sprintf("%d%s%03d", n/1000, []string{",", ".", " "}[w.random.IntN(3)], n%1000/50*50)
	}
	if w.chance(.5) {
		return sign + number
	}
	return number + " " + sign
}
