package features

import (
	"slices"

	"gannet/internal/letters"
)

// maxUnshown bounds the text that AddUnshown adds to a page, in bytes. Advertisements of jobs have a tenth of it.
const maxUnshown = 200_000

// Content returns what the page says: the words of its body, and those that AddUnshown added.
func (p *Page) Content() Span { return Span{p.Body.Start, int32(len(p.Words))} }

// AddUnshown adds texts that the page has in its data to its words, each unless the body already holds half of the text's pairs of
// neighbouring words. A program of the page shows such texts in a browser. They become part of Content and of the fingerprint. Body, Main and
// the blocks stay as they are. It is called once for a page.
func (p *Page) AddUnshown(texts []string) {
	body := make(map[uint64]bool, int(p.Body.Len()))
	eachPair(p.Words[p.Body.Start:p.Body.End], func(pair uint64) { body[pair] = true })
	text, words, left := slices.Clip(p.Text), slices.Clip(p.Words), maxUnshown
	for _, one := range texts {
		one = letters.Cut(one, left)
		added := cutWords(nil, []byte(one), uint32(len(text)))
		if left -= len(one); len(added) == 0 || shows(body, added) {
			continue
		}
		text = append(append(text, one...), '\n')
		words = append(words, added...)
	}
	if len(words) == len(p.Words) {
		return
	}
	p.Text, p.Words = text, words
	content := p.Content()
	p.Fingerprint = fingerprint(p.Words[content.Start:content.End])
}

// shows reports whether a body has at least half of the pairs of neighbouring words in a text.
func shows(body map[uint64]bool, text []Word) bool {
	pairs, shown := make(map[uint64]bool, len(text)), 0
	eachPair(text, func(pair uint64) {
		if !pairs[pair] && body[pair] {
			shown++
		}
		pairs[pair] = true
	})
	return 2*shown >= len(pairs)
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
