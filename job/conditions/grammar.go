package conditions

import (
	_ "embed" // for the grammar
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed grammar.txt
var grammarFile string

// class is a set of purposes that an entry of the grammar may serve.
type class uint64

const (
	remote class = 1 << iota
	hybrid
	onsite
	home
	office
	full
	may
	jobNoun
	work
	no
	nor
	yes
	limit
	void
	or
	and
	permanent
	surelyPermanent
	fixed
	surelyFixed
	span
	hope
	trial
	month
	year
	week
	day
	number
	entryLevel
	mid
	senior
	lead
	director
	executive
	aide
	right
	equal
	speculative
	pool
	toward
	doing
)

var classNames = map[string]class{
	"remote": remote, "hybrid": hybrid, "onsite": onsite, "home": home, "office": office, "full": full, "may": may, "job": jobNoun, "work": work, "no": no, "nor": nor,
	"yes": yes, "limit": limit, "void": void, "or": or, "and": and, "permanent": permanent, "permanent!": surelyPermanent, "fixed": fixed, "fixed!": surelyFixed,
	"span": span, "hope": hope, "trial": trial, "month": month, "year": year, "week": week, "day": day, "entry": entryLevel, "mid": mid, "senior": senior, "lead": lead,
	"director": director, "executive": executive, "aide": aide, "right": right, "equal": equal, "speculative": speculative, "pool": pool, "toward": toward, "doing": doing,
}

// languages is a set of sections of the grammar.
type languages uint64

const everyLanguage = ^languages(0)

// word is a folded word of an entry. A stem begins the word of a text, and an empty stem is any word.
type word struct {
	text string
	stem bool
}

// entry is a phrase of the grammar.
type entry struct {
	words []word
	class class
	of    languages
	value int // of a number
}

// grammar has the entries by the first letters of their first word.
type grammar struct {
	langs   map[string]languages
	entries map[uint32][]entry
	begins  [1 << 10]uint64    // a bit for the first letters of statements, so that most words are passed over quickly
	anchors [2]anchors         // of statements: by their longest words, and by the first letters of stems
	starts  [1 << 10]languages // of anchors by their first two letters
}

// anchors are the languages of words by a hash.
type anchors [1 << 12]languages

// statements are the classes of which a text is searched.
const statements = remote | hybrid | onsite | home | office | permanent | surelyPermanent | fixed | surelyFixed | span | right

// shared is the grammar of all texts. It is read when the first text needs it.
var shared = sync.OnceValue(func() *grammar { return newGrammar(grammarFile) })

func newGrammar(file string) *grammar {
	g := &grammar{langs: map[string]languages{}, entries: map[uint32][]entry{}}
	var of languages
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(line)
		name, list, _ := strings.Cut(line, ": ")
		value, err := strconv.Atoi(name)
		switch {
		case strings.HasPrefix(line, "["):
			of = 1 << len(g.langs)
			g.langs[strings.Trim(line, "[]")] = of
		case err == nil:
			g.addAll(list, number, of, value)
		case classNames[name] != 0:
			g.addAll(list, classNames[name], of, 0)
		}
	}
	for key, list := range g.entries { // the longest first
		slices.SortStableFunc(list, func(a, b entry) int { return len(b.words) - len(a.words) })
		g.entries[key] = list
	}
	return g
}

func (g *grammar) addAll(list string, c class, of languages, value int) {
	for _, phrase := range expanded(list) {
		g.add(phrase, c, of, value)
	}
}

// expanded returns the phrases of a list: parted by "|", with alternatives in braces.
func expanded(list string) (all []string) {
	depth, from := 0, 0
	for i := 0; i <= len(list); i++ {
		switch {
		case i == len(list) || list[i] == '|' && depth == 0:
			all = append(all, alternatives(list[from:i])...)
			from = i + 1
		case list[i] == '{':
			depth++
		case list[i] == '}':
			depth--
		}
	}
	return all
}

func alternatives(s string) (all []string) {
	before, rest, ok := strings.Cut(s, "{")
	if !ok {
		return []string{s}
	}
	inside, after, _ := strings.Cut(rest, "}")
	for _, tail := range alternatives(after) {
		for a := range strings.SplitSeq(inside, "|") {
			all = append(all, before+a+tail)
		}
	}
	return all
}

func (g *grammar) add(phrase string, c class, of languages, value int) {
	e := entry{class: c, of: of, value: value}
	for piece := range strings.FieldsSeq(phrase) {
		stem := strings.HasSuffix(piece, "*")
		t := newText(strings.TrimSuffix(piece, "*"))
		for i := range t.tokens {
			e.words = append(e.words, word{string(t.folded(i)), stem && i == len(t.tokens)-1})
		}
		if len(t.tokens) == 0 && stem {
			e.words = append(e.words, word{"", true})
		}
	}
	if len(e.words) == 0 {
		return
	}
	key := keyOf([]byte(e.words[0].text), e.words[0].stem)
	g.entries[key] = append(g.entries[key], e)
	if c&statements != 0 {
		g.begins[key>>6&1023] |= 1 << (key & 63)
		g.addAnchor(e)
	}
}

// common are words that are no anchor of a phrase that has another.
var common = map[string]bool{"work": true, "working": true, "from": true, "based": true, "position": true, "arbeiten": true, "travail": true, "trabajo": true, "praca": true, "pracy": true}

// addAnchor adds the longest word of an entry that is not common: the rarest, most often.
func (g *grammar) addAnchor(e entry) {
	at, longest := 0, -1
	for i, w := range e.words {
		n := len(w.text)
		if common[w.text] {
			n = 0
		}
		if n > longest {
			at, longest = i, n
		}
	}
	w := e.words[at]
	g.starts[startOf([]byte(w.text))] |= e.of
	if w.stem {
		g.anchors[1].add([]byte(w.text[:stemLetters(len(w.text))]), e.of)
	} else {
		g.anchors[0].add([]byte(w.text), e.of)
	}
}

// longStem is the number of first letters by which long stems are found.
const longStem = 5

func stemLetters(n int) int {
	if n >= longStem {
		return longStem
	}
	return keyLetters
}

func (a *anchors) add(word []byte, of languages) {
	first, second := hashesOf(word)
	a[first] |= of
	a[second] |= of
}

func (a *anchors) has(word []byte, of languages) bool {
	first, second := hashesOf(word)
	return a[first]&a[second]&of != 0
}

func hashesOf(word []byte) (first, second uint32) {
	h := uint32(2166136261) // FNV-1a
	for _, c := range word {
		h = (h ^ uint32(c)) * 16777619
	}
	return h % uint32(len(anchors{})), (h >> 16) % uint32(len(anchors{}))
}

// startOf returns the index of a word by its first two letters.
func startOf(word []byte) int {
	if len(word) == 1 {
		return int(word[0])
	}
	return (int(word[0])*31 + int(word[1])) & (1<<10 - 1)
}

// isAnchor reports whether a word may begin a statement in some languages.
func (g *grammar) isAnchor(word []byte, of languages) bool {
	if len(word) == 0 || g.starts[startOf(word)]&of == 0 {
		return false
	}
	stems := &g.anchors[1]
	return g.anchors[0].has(word, of) || len(word) >= keyLetters && stems.has(word[:keyLetters], of) || len(word) >= longStem && stems.has(word[:longStem], of)
}

// mayState reports whether a text may contain a statement in some languages.
func (g *grammar) mayState(s string, of languages) bool { return g.next(s, 0, of) < len(s) }

// next returns where the next word from i on begins that a statement in some languages may have, the length of s without one. It passes over
// most words quickly.
func (g *grammar) next(s string, i int, of languages) int {
	var stack [64]byte
	for i < len(s) {
		c, size := runeAt(s, i)
		k := kindOf(c)
		if k == sign {
			i += size
			continue
		}
		start, word := i, appendFolded(stack[:0], c)
		for i += size; k != dense && i < len(s); i += size {
			c, size = runeAt(s, i)
			if next := kindOf(c); next != k && next != mark {
				break
			}
			if c < utf8.RuneSelf {
				word = append(word, byte(c)|0x20) // lower case; digits have this bit already
			} else {
				word = appendFolded(word, c)
			}
		}
		if g.isAnchor(word, of) {
			return start
		}
	}
	return len(s)
}

func runeAt(s string, i int) (rune, int) {
	if s[i] < utf8.RuneSelf {
		return rune(s[i]), 1
	}
	return utf8.DecodeRuneInString(s[i:])
}

// languagesOf returns a language and English, or every language if lang is none of the grammar.
func (g *grammar) languagesOf(lang string) languages {
	if of := g.langs[lang]; of != 0 {
		return of | g.langs["en"]
	}
	return everyLanguage
}

// Entries are filed by the first letters of their first word. A short stem could not be found by them.
const keyLetters = 3

func keyOf(word []byte, stem bool) (key uint32) {
	if stem && len(word) < keyLetters {
		panic("conditions: grammar.txt: the stem " + string(word) + "* is too short")
	}
	for _, c := range word[:min(len(word), keyLetters)] {
		key = key*251 + uint32(c)
	}
	return key
}

// length returns the number of tokens of the longest entry of the given classes that begins at token i, and the entry; 0 if there is none.
func (t *text) length(i, end int, classes class) (n int, found *entry) {
	if i >= end {
		return 0, nil
	}
	list := t.rules.entries[t.tokens[i].key]
	for k := range list {
		e := &list[k]
		if e.class&classes != 0 && e.of&t.of != 0 && i+len(e.words) <= end && t.startsWith(i, e.words) {
			return len(e.words), e
		}
	}
	return 0, nil
}

func (t *text) startsWith(i int, words []word) bool {
	for k := range words {
		have := t.folded(i + k)
		if w := &words[k]; w.stem && !(len(have) >= len(w.text) && string(have[:len(w.text)]) == w.text) || !w.stem && string(have) != w.text {
			return false
		}
	}
	return true
}
