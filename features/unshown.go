package features

import (
	"slices"

	"gannet/internal/letters"
)

// maxUnshown bounds the text that AddUnshown adds to a page, in bytes. Job ads have a tenth of that.
const maxUnshown = 200_000

// Content returns the span of all words of the page's content: the words of its body, and those that AddUnshown has added.
func (p *Page) Content() Span { return Span{p.Body.Start, int32(len(p.Words))} }

// AddUnshown adds texts to a page that are only in its embedded data and that its scripts would show in a browser. It skips a text if the
// body already contains half of the text's pairs of neighbouring words. The added texts become part of Content and of the fingerprint;
// Body, Main and the blocks do not change. AddUnshown may be called only once for a page.
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

// eachPair calls use with each pair of neighbouring words. If the text has only one word, use is called with that.
func eachPair(words []Word, use func(pair uint64)) {
	if len(words) == 1 {
		use(uint64(words[0].Hash))
	}
	for i := 1; i < len(words); i++ {
		use(uint64(words[i-1].Hash)<<32 | uint64(words[i].Hash))
	}
}
