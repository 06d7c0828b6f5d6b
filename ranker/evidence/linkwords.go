package evidence

import (
	"errors"
	"slices"

	"gannet/features"
	"gannet/internal/flat"
)

// linkWords are the words of one link to a target: those of the URL, of the anchor, and of the context around it. Each
// word stands once in its part.
type linkWords struct {
	words                [maxLinkWords]uint16
	urlEnd, anchorEnd, n uint8 // where each part ends
}

const (
	maxLinkWords   = maxURLTokens + maxAnchorTokens + contextWords
	vocabularyBits = 16

	// The same word is a different token in each part of linkWords.
	urlPart     = 0 << vocabularyBits
	anchorPart  = 1 << vocabularyBits
	contextPart = 2 << vocabularyBits
)

// vocabularyWord returns the number of a word in a vocabulary.
func vocabularyWord(hash uint32) uint16 { return uint16(hash * 0x9E3779B1 >> (32 - vocabularyBits)) }

func (l *linkWords) url() []uint16     { return l.words[:l.urlEnd] }
func (l *linkWords) anchor() []uint16  { return l.words[l.urlEnd:l.anchorEnd] }
func (l *linkWords) context() []uint16 { return l.words[l.anchorEnd:l.n] }

// addWord adds a word to the part that begins at index from, unless the part already has the word or is full.
func (l *linkWords) addWord(from uint8, word uint16) {
	if int(l.n) < len(l.words) && !slices.Contains(l.words[from:l.n], word) {
		l.words[l.n] = word
		l.n++
	}
}

// readURL sets l to the words of a URL.
func (l *linkWords) readURL(words []uint32) {
	*l = linkWords{}
	for _, w := range words[:min(len(words), maxURLTokens)] {
		l.addWord(0, vocabularyWord(w))
	}
	l.urlEnd, l.anchorEnd = l.n, l.n
}

// readText sets l to the words of a link's anchor and context.
func (l *linkWords) readText(page *features.Page, link *features.Link) {
	*l = linkWords{}
	anchor := clip(page, link.Anchor)
	for _, w := range page.Words[anchor.Start:min(anchor.End, anchor.Start+maxAnchorTokens)] {
		l.addWord(0, vocabularyWord(w.Hash))
	}
	l.anchorEnd = l.n
	around := clip(page, page.Window(link, contextWords))
	for i := around.Start; i < around.End; i++ {
		if i < link.Anchor.Start || i >= link.Anchor.End {
			l.addWord(l.anchorEnd, vocabularyWord(page.Words[i].Hash))
		}
	}
}

// with returns link words that combine the URL's words of l with the words of text's anchor and context.
func (l *linkWords) with(text *linkWords) linkWords {
	joined := linkWords{words: l.words, urlEnd: l.urlEnd, anchorEnd: l.urlEnd + text.anchorEnd}
	joined.n = l.urlEnd + uint8(copy(joined.words[l.urlEnd:], text.words[:text.n]))
	return joined
}

// tokens writes the tokens of the words.
func (l *linkWords) tokens(to *[maxLinkWords]uint32) []uint32 {
	for i, w := range l.words[:l.n] {
		part := uint32(urlPart)
		switch {
		case i >= int(l.anchorEnd):
			part = contextPart
		case i >= int(l.urlEnd):
			part = anchorPart
		}
		to[i] = part | uint32(w)
	}
	return to[:l.n]
}

func (l *linkWords) code(f *flat.Coder) {
	f.Uint8(&l.urlEnd)
	f.Uint8(&l.anchorEnd)
	f.Uint8(&l.n)
	if l.urlEnd > l.anchorEnd || l.anchorEnd > l.n || l.n > maxLinkWords {
		f.Fail(errors.New("words of a link that do not follow each other"))
		*l = linkWords{}
	}
	for i := range l.words[:l.n] {
		f.Uint16(&l.words[i])
	}
}
