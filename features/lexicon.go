package features

// Subject is the vocabulary of a topic, with which links are compared. Its methods must be safe for concurrent use.
type Subject interface {
	// Weigh returns a word's inverse document frequency and its weight in the query. The weight is 0 for words that are
	// not in the query. All weights together have unit length.
	Weigh(word uint32) (idf, weight float64)
	// Grams returns the character n-grams of the query's words, or nil if their spelling is unknown.
	Grams() *Grams
}

// lexicon numbers the distinct words of a page and requests the weight of each from the subject once. Then a stretch of text is compared by counting
// in an array.
type lexicon struct {
	subject    Subject
	slots      []numbered
	generation uint32 // of slots
	terms      []term
	ids        []uint32 // term of each word of the page

	// The text that is being compared: the words of span, or words that are not part of the page.
	span        Span
	stamp       uint32
	dot, square float64
}

type numbered struct{ generation, word, id uint32 }

// term is a distinct word.
type term struct {
	stamp, count uint32  // how often the word occurs in the text with this stamp
	square, dot  float64 // its idf squared, and times its weight in the query
}

// read numbers the words of a page.
func (x *lexicon) read(p *Page, s Subject) {
	x.subject, x.terms, x.ids, x.stamp = s, x.terms[:0], x.ids[:0], 0
	if x.generation++; x.generation == 0 || len(x.slots) == 0 {
		x.slots, x.generation = make([]numbered, max(1024, len(x.slots))), 1
	}
	for i := range p.Words {
		x.ids = append(x.ids, x.number(p.Words[i].Hash))
	}
	x.begin()
}

// number returns the number of a word. A new word gets the next number.
func (x *lexicon) number(word uint32) uint32 {
	mask := uint32(len(x.slots) - 1)
	i := word & mask
	for x.slots[i].generation == x.generation {
		if x.slots[i].word == word {
			return x.slots[i].id
		}
		i = (i + 1) & mask
	}
	id := uint32(len(x.terms))
	x.slots[i] = numbered{x.generation, word, id}
	var t term
	if x.subject != nil {
		idf, weight := x.subject.Weigh(word)
		t.square, t.dot = idf*idf, idf*weight
	}
	x.terms = append(x.terms, t)
	if 2*len(x.terms) > len(x.slots) {
		x.grow()
	}
	return id
}

// grow doubles the table.
func (x *lexicon) grow() {
	old := x.slots
	x.slots = make([]numbered, 2*len(old))
	mask := uint32(len(x.slots) - 1)
	for _, s := range old {
		if s.generation != x.generation {
			continue
		}
		i := s.word & mask
		for x.slots[i].generation == x.generation {
			i = (i + 1) & mask
		}
		x.slots[i] = s
	}
}

// begin starts a new text without words.
func (x *lexicon) begin() {
	x.stamp++
	x.span, x.dot, x.square = Span{}, 0, 0
}

// countWords adds words to the text.
func (x *lexicon) countWords(ids []uint32) {
	dot, square, stamp := x.dot, x.square, x.stamp
	for _, id := range ids {
		t := &x.terms[id]
		if t.stamp != stamp {
			t.stamp, t.count = stamp, 0
		}
		square += t.square * float64(2*t.count+1) // (n+1)² - n²
		dot += t.dot
		t.count++
	}
	x.dot, x.square = dot, square
}

// compare returns the cosine of a stretch of the page and the query. If the stretch contains the stretch of the previous call, only the words outside
// the previous one are added.
func (x *lexicon) compare(s Span) float64 {
	if s.Start < 0 || s.End > int32(len(x.ids)) || s.Start >= s.End {
		return 0
	}
	if old := x.span; old.Len() > 0 && s.Start <= old.Start && old.End <= s.End {
		x.countWords(x.ids[s.Start:old.Start])
		x.countWords(x.ids[old.End:s.End])
	} else {
		x.begin()
		x.countWords(x.ids[s.Start:s.End])
	}
	x.span = s
	return cosine(x.dot, x.square)
}

// compareWords returns the cosine of the query and some words, which need not be the page's.
func (x *lexicon) compareWords(words []Word) float64 {
	x.begin()
	for i := range words {
		id := [1]uint32{x.number(words[i].Hash)}
		x.countWords(id[:])
	}
	return cosine(x.dot, x.square)
}
