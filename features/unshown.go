package features

import "slices"

// maxUnshown bounds the text that AddUnshown adds to a page, in bytes. Advertisements of jobs have a tenth of it.
const maxUnshown = 200_000

// Content returns what the page says: the words of its body, and those that AddUnshown added.
func (p *Page) Content() Span { return Span{p.Body.Start, int32(len(p.Words))} }

// AddUnshown adds a text that the page has in its data to its words, unless the body already holds half of the text's pairs of
// neighbouring words. A program of the page shows such a text in a browser. It becomes part of Content and of the fingerprint. Body, Main and the blocks stay as they are.
func (p *Page) AddUnshown(text string) {
	text = text[:min(len(text), max(0, maxUnshown-p.unshown()))]
	base := uint32(len(p.Text))
	added := cutWords(nil, []byte(text), base)
	if len(added) == 0 || p.shows(added) {
		return
	}
	p.Text = append(append(slices.Clip(p.Text), text...), '\n')
	p.Words = append(slices.Clip(p.Words), added...)
	content := p.Content()
	p.Fingerprint = fingerprint(p.Words[content.Start:content.End])
}

// unshown returns the length of what AddUnshown has added, in bytes.
func (p *Page) unshown() int {
	if int(p.Body.End) == len(p.Words) {
		return 0
	}
	return len(p.Text) - int(p.Words[p.Body.End].Start)
}

// shows reports whether the body has at least half of the pairs of neighbouring words in a text.
func (p *Page) shows(text []Word) bool {
	pairs := make(map[uint64]bool, len(text))
	eachPair(text, func(pair uint64) { pairs[pair] = true })
	all, shown := len(pairs), 0
	eachPair(p.Words[p.Body.Start:p.Body.End], func(pair uint64) {
		if pairs[pair] {
			pairs[pair] = false
			shown++
		}
	})
	return 2*shown >= all
}

// eachPair calls use with each pair of neighbouring words, and with the only word of a text of one.
func eachPair(words []Word, use func(pair uint64)) {
	if len(words) == 1 {
		use(uint64(words[0].Hash))
	}
	for i := 1; i < len(words); i++ {
		use(uint64(words[i-1].Hash)<<32 | uint64(words[i].Hash))
	}
}
