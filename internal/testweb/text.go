package testweb

import "html"

// appendTitle appends the title of a page, three to six words that begin with those of its address.
func (w *Web) appendTitle(b []byte, h *host, page int) []byte {
	switch {
	case page == 0:
		return w.appendHostTitle(b, h)
	case page < specials:
		return append(b, specialLabel(h.kind, page)...)
	}
	if id, found := w.posted(h, page); found {
		return append(b, html.EscapeString(w.jobTitle(id))...)
	}
	r := random{mix(h.key, uint64(page)+70000)}
	first := len(b)
	topic := w.titleTopic(h, page)
	n := r.between(1, 3) // as in appendSlug
	for i := range n + 3 {
		if i > 0 {
			b = append(b, ' ')
		}
		if i == n {
			topic, n = general, 0
		}
		b = append(b, w.words.word(topic, &r)...)
		if i > 2 && r.chance(.4) {
			break
		}
	}
	capital(b[first:])
	return b
}

// titleTopic returns the topic that a title speaks of, which is not always the topic of its page. A third of the titles say nothing, and some name
// the topic of the host. So anchors and addresses sometimes help and sometimes mislead.
func (w *Web) titleTopic(h *host, page int) int {
	switch u := unit(mix(h.key, uint64(page)+60000)); {
	case u < .35:
		return general
	case u < .5:
		return h.topic
	}
	return w.pageTopic(h, page)
}

// appendHostTitle appends the name that a host gives itself.
func (w *Web) appendHostTitle(b []byte, h *host) []byte {
	r := random{mix(h.key, 17)}
	first := len(b)
	b = append(b, w.words.word(h.topic, &r)...)
	b = append(append(b, ' '), w.words.word(general, &r)...)
	capital(b[first:])
	if h.kind == institution {
		return append(b, " University"...)
	}
	return b
}

func capital(word []byte) {
	if len(word) > 0 && word[0] >= 'a' && word[0] <= 'z' {
		word[0] -= 'a' - 'A'
	}
}

// specialLabel returns the label of a page that comes before the sections.
func specialLabel(k kind, page int) string {
	if page == aboutPage {
		return "About us"
	}
	return [...]string{site: "Links", magazine: "Contact", institution: "Departments", employer: "Careers",
		board: "Employers", offTopic: "Contact"}[k]
}

// appendSentence appends a sentence about a topic. Half of the words are glue. Of the rest, the given share is from the topic, and the others are
// from no topic.
func (w *Web) appendSentence(b []byte, topic int, share float64, r *random) []byte {
	first := len(b)
	limit := uint64(share * 256)
	n := r.between(7, 18)
	for i := range n {
		draw := r.next()
		if i > 0 {
			b = append(b, ' ')
		}
		words := w.words.shared
		switch {
		case draw&1 == 0 && i < n-1:
			words = w.words.glue
		case topic >= 0 && draw>>8&255 < limit:
			words = w.words.topics[topic]
		}
		u := unit(draw << 17)
		b = append(b, words[int(u*u*float64(len(words)))]...)
		if draw>>60 == 0 && i > 2 && i < n-2 {
			b = append(b, ',')
		}
	}
	capital(b[first:])
	return append(b, ". "...)
}
