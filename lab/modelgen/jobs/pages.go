package jobs

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// detail writes a posting, with links to other postings of the same source.
func (w *writer) detail(it item, others []item) string {
	title := it.title
	if title == "" || utf8.RuneCountInString(title) > 120 {
		title = opening(it.text)
	}
	head := title
	if it.company != "" && w.chance(.5) {
		head += []string{" - ", " at ", " | ", ", "}[w.random.IntN(4)] + it.company
	}
	w.begin(head)
	w.tag([]string{"h1", "h1", "h2", "div", "h3"}[w.random.IntN(5)], title)
	before := w.chance(.75)
	if before {
		w.facts(w.jobFacts(it))
	}
	if w.chance(.3) {
		w.tag("h2", w.pick("duties"))
	}
	half := len(it.text) / 2
	if cut := strings.IndexByte(it.text[half:], '\n'); cut >= 0 && w.chance(.3) {
		w.text(it.text[:half+cut])
		w.tag("h2", w.pick("profile"))
		w.text(it.text[half+cut:])
	} else {
		w.text(it.text)
	}
	if !before {
		w.facts(w.jobFacts(it))
	}
	switch {
	case w.chance(.5):
		w.add(w.link(w.thing("apply", title), w.pick("apply")))
	case w.chance(.5):
		w.add("<form action=/send method=post><button>", html.EscapeString(w.pick("apply")), "</button></form>")
	}
	if w.chance(.6) && len(others) > 0 {
		w.tag("h3", w.pick("similar"))
		w.items(w.jobPath(), others[:min(len(others), w.between(2, 12)*w.between(1, 3))], w.cardOfJob, false)
	}
	return w.end()
}

// jobFacts draws facts of a posting.
func (w *writer) jobFacts(it item) []fact {
	var list []fact
	add := func(p float64, name, value string) {
		if value != "" && w.chance(p) {
			list = append(list, fact{w.pick(name), value})
		}
	}
	add(.8, "company", it.company)
	add(.8, "place", it.place)
	add(.6, "posted", w.date())
	add(.5, "type", w.pick("types"))
	add(.35, "pay", w.money(1500, 60000))
	add(.2, "id", fmt.Sprint(w.between(10000, 999999)))
	add(.2, "until", w.date())
	return list
}

// listing writes a list of postings that leads to them.
func (w *writer) listing(items []item) string {
	head := w.pick("many")
	if w.chance(.5) {
		head = fmt.Sprintf(w.pick("found"), w.between(len(items), 4000))
	}
	if w.chance(.3) { // a search for the first one's title
		head = []string{items[0].title + " " + head, head + ": " + items[0].title, fmt.Sprint(w.between(2, 900)) + " " + items[0].title + " " + w.pick("many")}[w.random.IntN(3)]
	}
	if place := items[0].place; place != "" && w.chance(.4) {
		head += ", " + place
	}
	w.begin(head)
	w.tag([]string{"h1", "h2", "div"}[w.random.IntN(3)], head)
	if w.chance(.5) {
		w.list(w.some("filter", w.between(2, 6)))
	}
	before := w.chance(.5)
	if before {
		w.aside()
	}
	w.items(w.jobPath(), items, w.cardOfJob, true)
	if !before {
		w.aside()
	}
	return w.end()
}

// aside writes the filters that some lists have: places, kinds and pay.
func (w *writer) aside() {
	if !w.chance(.25) {
		return
	}
	for _, name := range []string{"place", "type", "pay", "posted", "company"} {
		if w.chance(.5) {
			w.tag([]string{"h3", "legend", "b", "div"}[w.random.IntN(4)], w.pick(name))
			for range w.between(2, 8) {
				w.tag("label", fmt.Sprintf("%s (%d)", w.pick([]string{"types", "nav", "work"}[w.random.IntN(3)]), w.between(1, 900)))
			}
		}
	}
}

// jobPath draws the first segment of postings' URLs. Half of the segments do not suggest jobs.
func (w *writer) jobPath() string {
	return []string{"job", "jobs", "vacancy", "stellenangebot", "praca", "offre", "vakansii", "item", "view", "p", "detail", "o", "d", "a"}[w.random.IntN(14)]
}

// card returns the facts of one item of a list.
type card func(it item) []fact

// cardOfJob returns a card that draws the same kinds of facts for each posting of a list.
func (w *writer) cardOfJob() card {
	company, place, date, pay, kind := w.chance(.7), w.chance(.7), w.chance(.6), w.chance(.3), w.chance(.3)
	return func(it item) (list []fact) {
		if company && it.company != "" {
			list = append(list, fact{w.pick("company"), it.company})
		}
		if place && it.place != "" {
			list = append(list, fact{w.pick("place"), it.place})
		}
		if date {
			list = append(list, fact{w.pick("posted"), w.date()})
		}
		if pay {
			list = append(list, fact{w.pick("pay"), w.money(1500, 60000)})
		}
		if kind {
			list = append(list, fact{w.pick("type"), w.pick("types")})
		}
		return list
	}
}

// cardOfThing returns a card that draws the same kinds of facts for each thing of a list that is not a posting.
func (w *writer) cardOfThing() card {
	date, price, other := w.chance(.5), w.chance(.4), w.chance(.4)
	return func(item) (list []fact) {
		if date {
			list = append(list, fact{w.pick("other"), w.date()})
		}
		if price {
			list = append(list, fact{w.pick("other"), w.money(2, 60000)})
		}
		if other {
			list = append(list, fact{w.pick("other"), fmt.Sprint(w.between(1, 500))})
		}
		return list
	}
}

// items writes a list of links with facts and perhaps the beginning of their texts. whole means that the list is the
// page's content.
func (w *writer) items(kind string, items []item, draw func() card, whole bool) {
	facts, way := draw(), w.random.IntN(6)
	snippet, button := whole && w.chance(.4), w.chance(.3)
	for _, it := range items {
		href := w.thing(kind, it.title)
		link := w.link(href, it.title)
		switch way {
		case 0:
			w.add("<div><h2>", link, "</h2>")
		case 1:
			w.add("<li>", link)
		case 2:
			w.add("<tr><td>", link, "</td><td>")
		case 3:
			w.add("<article><h3>", html.EscapeString(it.title), "</h3>", w.link(href, w.pick("view")))
		case 4:
			w.add("<div><h2>", html.EscapeString(it.title), "</h2>", w.link(href, w.pick("view")), w.link(href+"/a", w.pick("apply")))
		default:
			w.add("<p>", link, "<br>")
		}
		w.facts(facts(it))
		if snippet {
			w.tag("p", clipped(it.text, w.between(40, 250)))
		}
		if button {
			w.add(w.link(href+"#a", w.pick("view")))
		}
		w.add([]string{"</div>", "</li>", "</td></tr>", "</article>", "</div>", "</p>"}[way], "\n")
	}
	if whole && w.chance(.6) {
		for n := range w.between(2, 9) {
			w.add(w.link(fmt.Sprintf("?page=%d", n+1), fmt.Sprint(n+1)), " ")
		}
		w.add(w.link("?page=2", w.pick("next")))
	}
}

// clipped returns the first bytes of a text without cutting a character.
func clipped(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// article writes a text that is no posting.
func (w *writer) article(it item, others []item) string {
	w.begin(it.title)
	w.tag([]string{"h1", "h1", "h2", "div"}[w.random.IntN(4)], it.title)
	if w.chance(.5) {
		w.facts(w.cardOfThing()(it))
	}
	w.text(clipped(it.text, w.between(300, 6000)))
	if w.chance(.4) {
		w.items("article", others[:min(len(others), w.between(2, 8))], w.cardOfThing, true)
	}
	return w.end()
}

// record writes the facts of a thing that is no posting: many numbers and prices, some text, links to others.
func (w *writer) record(it item, others []item) string {
	w.begin(it.title)
	w.tag("h1", it.title)
	for range w.between(1, 5) {
		w.tag("h2", w.pick("other"))
		var list []fact
		for range w.between(2, 20) {
			value := []string{w.date(), w.money(2, 60000), fmt.Sprint(w.between(1, 5000)), w.pick("nav")}[w.random.IntN(4)]
			list = append(list, fact{w.pick([]string{"other", "place", "contact", "company"}[w.random.IntN(4)]), value})
		}
		w.facts(list)
	}
	w.text(clipped(it.text, w.between(50, 1500)))
	if w.chance(.5) {
		w.items("item", others[:min(len(others), w.between(2, 8))], w.cardOfThing, false)
	}
	return w.end()
}

// directory writes a list of things that are no postings.
func (w *writer) directory(items []item) string {
	w.begin(items[0].title)
	w.tag("h1", w.pick("nav"))
	w.items("item", items[1:], w.cardOfThing, true)
	return w.end()
}

// service writes a page of a board, or of an employer, that is no posting: advice, terms, login, about us, a resume.
func (w *writer) service() string {
	names := []string{"advice", "about", "news"}
	sentences := w.some(names[w.random.IntN(3)], w.between(2, 12))
	if w.chance(.4) {
		sentences = append(sentences, w.some(names[w.random.IntN(3)], w.between(1, 6))...)
	}
	title := sentences[0]
	if w.chance(.3) {
		title = w.pick([]string{"nav", "board", "foot"}[w.random.IntN(3)])
	}
	w.begin(title)
	w.tag("h1", title)
	w.text(strings.Join(sentences, "\n"))
	if w.chance(.3) {
		w.facts([]fact{{w.pick("contact"), "info@example.org"}, {w.pick("place"), w.pick("nav")}})
	}
	return w.end()
}
