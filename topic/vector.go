package topic

import (
	"sync"

	"gannet/features"
)

// Field is a part of a page whose words are counted separately.
type Field uint8

// These are the parts (fields) of a page whose words are counted separately (de Groc & Tannier, section 3.2).
const (
	Title Field = iota
	Body
	Anchor // texts of the page's own links
	Meta   // description and keywords
	Heading
	// Fields is the number of the parts of a page whose words a Vector counts separately.
	Fields
)

// Term is a distinct word in a part of a page, with the number of its occurrences there.
type Term struct {
	Word  uint32 // features.HashWord
	Count uint16 // capped
	Field Field
}

// Vector has the word counts of a page by field. The terms of one field are together, in the order of Field.
type Vector struct {
	Terms []Term
}

// Vectorize counts the words of a page, separately for title, body, anchors, meta data and headings.
func Vectorize(p *features.Page) Vector {
	b := bags.Get().(*bag)
	defer bags.Put(b)
	b.countPage(p)
	return Vector{Terms: append([]Term(nil), b.terms...)}
}

// eachText calls each with every text of one field.
func eachText(p *features.Page, f Field, each func([]features.Word)) {
	switch f {
	case Title:
		each(wordsOf(p, p.Title))
	case Body:
		each(wordsOf(p, p.Content()))
	case Anchor:
		for i := range p.Links {
			each(wordsOf(p, p.Links[i].Anchor))
		}
	case Meta:
		each(wordsOf(p, p.Meta))
	case Heading:
		for _, s := range p.Headings {
			each(wordsOf(p, s))
		}
	}
}

// wordsOf returns the words of a span, none if the span is not within the page.
func wordsOf(p *features.Page, s features.Span) []features.Word {
	if s.Start < 0 || s.End > int32(len(p.Words)) || s.Start >= s.End {
		return nil
	}
	return p.Words[s.Start:s.End]
}

// bags are reused, so that judging a page allocates nothing.
var bags = sync.Pool{New: func() any { return new(bag) }}

// bag counts distinct words in an open-addressed table. A new generation empties it.
type bag struct {
	slots []slot
	gen   uint32
	terms []Term
}

type slot struct {
	gen  uint32
	term uint32 // index into terms
}

// countPage counts the words of all fields of a page into terms.
func (b *bag) countPage(p *features.Page) {
	b.terms = b.terms[:0]
	for f := range Fields {
		b.beginField()
		eachText(p, f, func(ws []features.Word) { b.countWords(f, ws) })
	}
}

// beginField begins a field. The same word in two fields is two terms.
func (b *bag) beginField() {
	b.gen++
	if b.gen == 0 || len(b.slots) == 0 {
		b.slots = make([]slot, max(1024, len(b.slots)))
		b.gen = 1
	}
}

// countWords counts words of the field that was begun last.
func (b *bag) countWords(f Field, ws []features.Word) {
	for i := range ws {
		if 2*(len(b.terms)+1) > len(b.slots) {
			b.grow(f)
		}
		b.countWord(f, ws[i].Hash)
	}
}

// countWord counts one word.
func (b *bag) countWord(f Field, word uint32) {
	mask := uint32(len(b.slots) - 1)
	for at := mix(word) & mask; ; at = (at + 1) & mask {
		s := &b.slots[at]
		if s.gen != b.gen {
			*s = slot{gen: b.gen, term: uint32(len(b.terms))}
			b.terms = append(b.terms, Term{Word: word, Count: 1, Field: f})
			return
		}
		if t := &b.terms[s.term]; t.Word == word {
			if t.Count < ^uint16(0) {
				t.Count++
			}
			return
		}
	}
}

// grow doubles the table and inserts the current field's terms again.
func (b *bag) grow(f Field) {
	b.slots = make([]slot, 2*len(b.slots))
	b.gen = 1
	mask := uint32(len(b.slots) - 1)
	for i := range b.terms {
		if b.terms[i].Field != f {
			continue
		}
		at := mix(b.terms[i].Word) & mask
		for b.slots[at].gen == b.gen {
			at = (at + 1) & mask
		}
		b.slots[at] = slot{gen: b.gen, term: uint32(i)}
	}
}

// mix mixes the bits of a hash, since its low bits may not be random.
func mix(h uint32) uint32 {
	h *= 0x9E3779B1
	return h ^ h>>15
}
