package closing

import (
	_ "embed" // for the grammar
	"slices"
	"strings"
	"sync"

	"gannet/features"
)

//go:embed grammar.txt
var grammarFile string

// class is what an entry of the grammar is for.
type class uint16

const (
	subject class = 1 << iota
	ended
	whole
	fill
	head
	tail
	cut
	denies // "if" in the file
	later
	control // a button to apply
)

var classNames = map[string]class{
	"subject": subject, "ended": ended, "whole": whole, "fill": fill, "head": head, "tail": tail, "cut": cut, "if": denies, "later": later, "control": control,
}

// entry is a phrase of a language, as the hashes of its words.
type entry struct {
	words []uint32
	class class
	lang  int // index in grammar.langs
}

// language is a section of the file.
type language struct {
	name  string // ISO 639-1
	dense bool   // written without spaces: its words overlap, see features.Word
}

// grammar has the entries of all languages by the hash of their first word.
type grammar struct {
	langs   []language
	entries map[uint32][]entry
	begins  [1 << 10]uint64 // a bit for the first words of predicates and controls, so that most words are passed over quickly
}

// shared is the grammar of all pages. It is read when the first page needs it, so that commands without postings start quickly.
var shared = sync.OnceValue(func() *grammar { return newGrammar(grammarFile) })

func newGrammar(file string) *grammar {
	g := &grammar{entries: map[uint32][]entry{}}
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(line)
		name, list, _ := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(line, "["):
			g.langs = append(g.langs, language{name: strings.Trim(line, "[]")})
		case line == "dense":
			g.langs[len(g.langs)-1].dense = true
		case classNames[name] != 0:
			for _, phrase := range expand(list) {
				lang := len(g.langs) - 1
				if classNames[name] == control {
					lang = noLanguage
				}
				g.add(phrase, classNames[name], lang)
			}
		}
	}
	for _, phrase := range controls() {
		g.add(phrase, control, noLanguage)
	}
	for h, list := range g.entries { // the longest first
		slices.SortStableFunc(list, func(a, b entry) int { return len(b.words) - len(a.words) })
		g.entries[h] = list
	}
	return g
}

// noLanguage is the language of controls.
const noLanguage = -1

// capitals are letters whose capital has another small letter.
var capitals = strings.NewReplacer("ı", "i", "ς", "σ")

func (g *grammar) add(phrase string, c class, lang int) {
	g.addSpelled(phrase, c, lang)
	if other := capitals.Replace(phrase); other != phrase {
		g.addSpelled(other, c, lang)
	}
}

func (g *grammar) addSpelled(phrase string, c class, lang int) {
	words := features.Words(phrase)
	if len(words) == 0 {
		return
	}
	h := words[0]
	g.entries[h] = append(g.entries[h], entry{words, c, lang})
	if c&(ended|whole|control) != 0 {
		g.begins[h>>6&1023] |= 1 << (h & 63)
	}
}

// begin reports whether a predicate or a control may begin with a word.
func (g *grammar) begin(h uint32) bool { return g.begins[h>>6&1023]&(1<<(h&63)) != 0 }

// expand returns the phrases of a list: parted by "|", with alternatives in braces.
func expand(list string) (phrases []string) {
	depth, from := 0, 0
	for i := 0; i <= len(list); i++ {
		switch {
		case i == len(list) || list[i] == '|' && depth == 0:
			phrases = append(phrases, alternatives(list[from:i])...)
			from = i + 1
		case list[i] == '{':
			depth++
		case list[i] == '}':
			depth--
		}
	}
	return phrases
}

func alternatives(s string) []string {
	before, rest, ok := strings.Cut(s, "{")
	if !ok {
		return []string{s}
	}
	inside, after, _ := strings.Cut(rest, "}")
	var all []string
	for _, tail := range alternatives(after) {
		for a := range strings.SplitSeq(inside, "|") {
			all = append(all, before+a+tail)
		}
	}
	return all
}

// length returns the number of words of the longest entry of the given classes with which a text begins; 0 if there is none.
func (g *grammar) length(words []features.Word, classes class, lang int) int {
	for _, e := range g.entries[words[0].Hash] {
		if e.class&classes != 0 && e.lang == lang && features.StartWith(words, e.words) {
			return len(e.words)
		}
	}
	return 0
}

// predicate returns the number of words of the predicate with which a text begins, if fillers may be between its words.
func (g *grammar) predicate(words []features.Word, e entry) int {
	at := 0
	for i, want := range e.words {
		for between := 0; i > 0 && at < len(words) && words[at].Hash != want && between < mostBetween; between++ {
			n := g.length(words[at:], fill, e.lang)
			if n == 0 {
				break
			}
			at += n
		}
		if at >= len(words) || words[at].Hash != want {
			return 0
		}
		at++
	}
	return at
}

// mostBetween is how many fillers may stand between two words of a predicate: "is unfortunately already no longer available".
const mostBetween = 2
