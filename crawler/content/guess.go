package content

import (
	"bytes"
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// Evidence for a language from sources other than the text, in nats: how much likelier it makes the language.
const (
	langWeight   = 5.0 // the lang attribute says so
	domainWeight = 3.0 // it is written where the top-level domain belongs to
	rareEncoding = 2.0 // what speaks against an encoding for each more usual one of its language
	western      = 1.0 // it is written in windows-1252, as most pages without a declaration are
)

// guess returns the likeliest encoding of a page that declares none. Each encoding, with each language that is written in it, explains the bytes
// beyond ASCII more or less well: it counts how frequent the letters are in the language, and where they are in words. The page's lang attribute and
// its host are further evidence. Ties go to windows-1252, as in browsers.
func guess(body []byte, lang, host string) (encoding.Encoding, string) {
	if bytes.Contains(body, []byte(twoByteJapanese)) {
		return charset.Lookup("iso-2022-jp")
	}
	lang, _, _ = strings.Cut(strings.ToLower(lang), "-")
	host, _, _ = strings.Cut(host, ":")
	domain := host[strings.LastIndexByte(host, '.')+1:]
	sample, decoded := sampleOf(body), make(map[string][]piece)
	best, most := "windows-1252", math.Inf(-1)
	for _, w := range models() {
		for rank, label := range w.encodings {
			pieces, known := decoded[label]
			if !known {
				pieces = piecesOf(sample, label)
				decoded[label] = pieces
			}
			score := w.score(pieces, most) - rareEncoding*float64(rank)
			if label == "windows-1252" {
				score += western
			}
			if w.lang == lang {
				score += langWeight
			}
			if w.domains[domain] {
				score += domainWeight
			}
			if score > most {
				best, most = label, score
			}
		}
	}
	return charset.Lookup(best)
}

// sampleBytes is how many bytes of text are judged.
const sampleBytes = 2 << 10

// sampleOf returns the pieces of a page between its tags that have bytes beyond ASCII, up to sampleBytes.
func sampleOf(body []byte) (sample []byte) {
	for len(body) > 0 && len(sample) < sampleBytes {
		end := bytes.IndexAny(body, "<>")
		if end < 0 {
			end = len(body)
		}
		text := body[:end]
		if first := bytes.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }); first >= 0 {
			sample = append(append(sample, text[:min(len(text), sampleBytes)]...), '\n')
		}
		body = body[min(len(body), end+1):]
	}
	return sample
}

// piece is a character beyond ASCII of a decoded sample, and how it was encoded.
type piece struct {
	r, lower      rune
	before, after rune
	letter        bool
	frequent      bool // of two bytes, the first of which is that of frequent characters
}

// piecesOf decodes a sample.
func piecesOf(sample []byte, label string) (pieces []piece) {
	enc, _ := charset.Lookup(label)
	if leads, wide := frequentLeads[label]; wide {
		return widePieces(sample, enc, label, leads)
	}
	before, last := ' ', false
	for _, r := range string(decode(sample, enc)) {
		if last {
			pieces[len(pieces)-1].after = r
		}
		if last = r >= utf8.RuneSelf; last {
			pieces = append(pieces, piece{r: r, lower: unicode.ToLower(r), before: before, after: ' ', letter: unicode.IsLetter(r)})
		}
		before = r
	}
	return pieces
}

// widePieces decodes a sample character by character.
func widePieces(sample []byte, enc encoding.Encoding, label string, leads [2]byte) (pieces []piece) {
	decoder := enc.NewDecoder()
	for len(sample) > 0 {
		size := 1
		if sample[0] < utf8.RuneSelf {
			sample = sample[1:]
			continue
		}
		if len(sample) > 1 && !(label == "shift_jis" && sample[0] >= 0xa1 && sample[0] <= 0xdf) {
			size = 2
		}
		var to [8]byte
		n, _, err := decoder.Transform(to[:], sample[:size], true)
		r, _ := utf8.DecodeRune(to[:n])
		if err != nil || n == 0 {
			r = utf8.RuneError
		}
		pieces = append(pieces, piece{r: r, frequent: size == 2 && sample[0] >= leads[0] && sample[0] <= leads[1]})
		sample = sample[size:]
	}
	return pieces
}

// model is a writing in the form that scoring needs.
type model struct {
	lang      string
	domains   map[string]bool
	encodings []string
	letters   map[rune]float64 // log-probability among all characters beyond ASCII; nil for those of two bytes
	latin     bool
	west      bool // written in windows-1252
}

var models = sync.OnceValue(func() (list []model) {
	for _, w := range writings {
		m := model{lang: w.lang, domains: make(map[string]bool), encodings: strings.Fields(w.encodings)}
		m.west = m.encodings[0] == "windows-1252"
		for domain := range strings.FieldsSeq(w.domains) {
			m.domains[domain] = true
		}
		m.learn([]rune(w.letters))
		list = append(list, m)
	}
	return list
})

// learn gives letters probabilities by their rank, according to Zipf's law with Mandelbrot's shift.
func (m *model) learn(letters []rune) {
	const shift = 2.5
	if len(letters) == 0 {
		return
	}
	m.letters, m.latin = make(map[rune]float64), unicode.Is(unicode.Latin, letters[0])
	sum := 0.0
	for rank := range letters {
		sum += 1 / (float64(rank) + shift)
	}
	for rank, r := range letters {
		m.letters[r] = math.Log(0.9 / (float64(rank) + shift) / sum)
	}
}

// Log-probabilities of characters, and of their places in words.
var (
	usualSign   = math.Log(0.01)   // a quotation mark, a dash, a no-break space
	rareSign    = math.Log(0.0005) // another sign
	foreign     = math.Log(0.0008) // a letter of another language
	unusable    = math.Log(1e-7)   // a control character, or no character
	capital     = math.Log(0.1)    // at the beginning of a word, or after another
	capitalInto = math.Log(0.001)  // after a small letter
	mixed       = math.Log(0.01)   // letters of two scripts in one word
	neighbours  = math.Log(0.2)    // two Latin letters beyond ASCII
	signInWord  = math.Log(0.01)   // a sign between two letters
	alone       = math.Log(0.05)   // a word of one letter, which only languages of windows-1252 have beyond ASCII
)

// score returns the log-probability of a sample in this writing. It stops as soon as the sum is below least.
func (m *model) score(pieces []piece, least float64) (sum float64) {
	const evidence = langWeight + domainWeight + western
	for i := range pieces {
		if p := &pieces[i]; m.letters == nil {
			sum += wideChance(m.lang, p)
		} else {
			sum += m.chance(p) + m.placed(p)
		}
		if sum < least-evidence {
			break
		}
	}
	return sum
}

// chance returns the log-probability of a single-byte character.
func (m *model) chance(p *piece) float64 {
	if chance, ok := m.letters[p.lower]; ok {
		return chance
	}
	switch {
	case p.r == utf8.RuneError, p.r < 0xa0, unicode.Is(unicode.Co, p.r):
		return unusable
	case strings.ContainsRune("\u00a0„“”‚‘’«»‹›–—…•·©®°€№§´¿¡ªº", p.r):
		return usualSign
	case p.letter:
		return foreign
	}
	return rareSign
}

// placed returns the log-probability that the neighbours of a character add.
func (m *model) placed(p *piece) (sum float64) {
	before, after := p.before, p.after
	if !p.letter {
		if unicode.IsLetter(before) && unicode.IsLetter(after) && p.r != '’' && p.r != '·' && !unicode.IsMark(p.r) {
			sum += signInWord
		}
		return sum
	}
	isASCII := func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }
	switch {
	case p.r == p.lower:
	case unicode.IsLower(before):
		sum += capitalInto
	default:
		sum += capital
	}
	switch {
	case !m.latin && (isASCII(before) || isASCII(after)):
		sum += mixed
	case m.latin && before >= utf8.RuneSelf && unicode.IsLetter(before):
		sum += neighbours
	case m.latin && !m.west && !unicode.IsLetter(before) && !unicode.IsLetter(after):
		sum += alone
	}
	return sum
}

// wideChance returns the log-probability of a character of an East Asian encoding.
func wideChance(lang string, p *piece) float64 {
	switch {
	case p.r == utf8.RuneError, unicode.Is(unicode.Co, p.r):
		return unusable
	case unicode.Is(unicode.Hiragana, p.r), unicode.Is(unicode.Katakana, p.r) && p.r < 0xff00, p.r == 'ー':
		if lang == "ja" {
			return math.Log(0.6 / 170)
		}
	case p.r >= 0x3000 && p.r < 0x3040, p.r >= 0xff00 && p.r < 0xff60: // punctuation
		return math.Log(0.1 / 30)
	case p.frequent && lang == "ko":
		return math.Log(0.9 / 1200)
	case p.frequent && lang == "ja":
		return math.Log(0.3 / 1200)
	case p.frequent:
		return math.Log(0.9 / 1500)
	}
	return math.Log(0.02 / 5000)
}
