package features

import (
	"math"
	"slices"
	"unicode/utf8"
)

// Languages is a classifier of the language of a page: naive Bayes over hashed sequences of 1 to 4 letters within words (de Groc & Tannier,
// section 3.3). It is immutable and safe for concurrent use.
type Languages struct {
	codes []string // ISO 639-1, sorted
	scale float64  // nats per unit of a penalty
	rows  []row    // by hash; their number is a power of two
	shift uint8
}

// maxLanguages is the number of penalties in a row.
const maxLanguages = 16

// row holds the penalties of the sequences with one hash, one byte per language. A penalty says how much less likely the
// sequences are than in the language where they are likeliest.
type row [maxLanguages / 8]uint64

// Only some stretches of a page's body are judged, so that judging a long page costs no more than a short one.
const (
	stretches    = 8
	stretchBytes = 64
)

// Known returns the languages that the classifier knows, as ISO 639-1 codes.
func (l *Languages) Known() []string { return slices.Clone(l.codes) }

// Probability returns the probability that a page is written in the language with this ISO 639-1 code. It assumes that the page is in one
// of the known languages, all equally likely beforehand. It returns 0 for an unknown language.
func (l *Languages) Probability(lang string, p *Page) float64 {
	index := slices.Index(l.codes, lang)
	if index < 0 {
		return 0
	}
	var t tally
	eachStretch(p, func(text []byte) { t.read(l, text) })
	return l.posterior(&t, index)
}

// ProbabilityOf returns the probability that a plain text is written in the language with this ISO 639-1 code. It reads only the first
// kilobyte of the text.
func (l *Languages) ProbabilityOf(lang string, text []byte) float64 {
	const most = 1024
	index := slices.Index(l.codes, lang)
	if index < 0 {
		return 0
	}
	var t tally
	t.read(l, text[:min(len(text), most)])
	return l.posterior(&t, index)
}

// eachStretch calls each with the whole text of a short body, or with stretches spread over a long one.
func eachStretch(p *Page, each func(text []byte)) {
	s := p.Body
	if s.Start < 0 || s.End > int32(len(p.Words)) || s.Start >= s.End {
		return
	}
	from, to := int(p.Words[s.Start].Start), min(int(p.Words[s.End-1].End)+1, len(p.Text))
	if to-from <= stretches*stretchBytes {
		each(p.Text[from:to])
		return
	}
	last := 0 // end of the last stretch: the next begins no earlier
	for i := range stretches {
		start := max(last, int(p.Words[int(s.Start)+i*s.Len()/stretches].Start))
		last = min(start+stretchBytes, to)
		each(p.Text[start:last])
	}
}

// posterior turns penalties into the probability of one language.
func (l *Languages) posterior(t *tally, index int) float64 {
	sum := 0.0
	for i := range l.codes {
		sum += math.Exp(l.scale * (float64(t.penalties[index]) - float64(t.penalties[i])))
	}
	return 1 / sum
}

// tally holds the sums of all languages' penalties.
type tally struct {
	penalties [maxLanguages]uint32
}

// read adds the penalties of a text that begins with a word. It adds four penalties per machine word, in lanes of 16 bits,
// and empties the lanes before one can overflow.
func (t *tally) read(l *Languages, text []byte) {
	const even = 0x00ff00ff00ff00ff
	var a, b, c, d uint64
	pending := 0
	for s := newSequences(text); s.next(); {
		for _, h := range s.hashes[s.from:s.to] {
			r := &l.rows[h>>l.shift]
			a += r[0] & even
			b += r[0] >> 8 & even
			c += r[1] & even
			d += r[1] >> 8 & even
		}
		if pending += s.to - s.from; pending > 250 {
			t.empty(a, b, c, d)
			a, b, c, d, pending = 0, 0, 0, 0, 0
		}
	}
	t.empty(a, b, c, d)
}

// empty adds lanes to the penalties.
func (t *tally) empty(lanes ...uint64) {
	for i := range t.penalties {
		t.penalties[i] += uint32(lanes[i/8*2+i%2] >> (i % 8 / 2 * 16) & 0xffff)
	}
}

// asciiLetter maps ASCII letters to their lower case, other ASCII to 0, and all other bytes to wide.
var asciiLetter = func() (t [256]byte) {
	t = asciiLower
	for c := '0'; c <= '9'; c++ {
		t[c] = 0
	}
	return t
}()

const sequencePrime = 0x9E3779B97F4A7C15

// sequences iterates over the letters of a text and the ends of its words. The text begins with a word. At each step
// hashes[from:to] are the hashes of the sequences of 1 to 4 letters that end there, in lower case. The spaces before and
// after a word count as letters.
type sequences struct {
	text       []byte
	hashes     [4]uint64
	from, to   int
	x1, x2, x3 uint64 // the last letters, the latest first
	have       int    // how many of them are in this word
}

func newSequences(text []byte) sequences { return sequences{text: text, x1: ' ', have: 1} }

// next advances to the next letter or end of a word. It returns false at the end.
func (s *sequences) next() bool {
	for len(s.text) > 0 {
		c, size := uint64(asciiLetter[s.text[0]]), 1
		if c == wide {
			c, size = wideLetter(s.text)
		}
		s.text = s.text[size:]
		if c == 0 && s.x1 == ' ' {
			continue
		}
		s.from, s.to = 0, s.have+1
		s.have = min(s.have+1, 3)
		if c == 0 {
			c, s.from, s.have = ' ', 1, 1
		}
		s.hashes[0] = c * sequencePrime
		s.hashes[1] = (s.hashes[0] ^ s.x1) * sequencePrime
		s.hashes[2] = (s.hashes[1] ^ s.x2) * sequencePrime
		s.hashes[3] = (s.hashes[2] ^ s.x3) * sequencePrime
		s.x1, s.x2, s.x3 = c, s.x1, s.x2
		return true
	}
	return false
}

// wideLetter returns the lower case and the length of the character beyond ASCII at the beginning of a text. lower is 0 if
// the character is no letter.
func wideLetter(text []byte) (lower uint64, size int) {
	r, size := utf8.DecodeRune(text)
	letter, class := classify(r)
	if class == separator {
		return 0, size
	}
	return uint64(letter), size
}
