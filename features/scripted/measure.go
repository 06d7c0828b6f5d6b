package scripted

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"gannet/features"
)

// The measures of a page.
const (
	words = iota
	mainWords
	modules
	wanted
	busy
	loading
	placeholders
	alone
	place
	extra
	count
)

// measures are the names of the measures, as explanations show them.
var measures = [count]string{
	words:        "words outside navigation, header and footer (logarithm)",
	mainWords:    "words of the main text (logarithm)",
	modules:      "a script is a module",
	wanted:       "noscript speaks of JavaScript",
	busy:         "an element is marked as busy",
	loading:      "a short line says that something is loading",
	placeholders: "placeholders of a template in the text",
	alone:        "an element without content is all that its parent has for content",
	place:        "an element without content that a script can find",
	extra:        "elements and texts for each word outside navigation, header and footer (logarithm, at least 0)",
}

// measure returns the measures of a page that has scripts.
func measure(p *features.Page) (m [count]float64) {
	s := p.Programs
	own := ownWords(p)
	m[words] = logOf(own)
	m[mainWords] = logOf(p.Main.Len())
	m[modules] = one(s.Modules)
	m[wanted] = one(s.Wanted)
	m[busy] = one(s.Busy > 0)
	m[loading] = one(own < mostBeside && saysLoading(p))
	m[placeholders] = one(hasPlaceholders(p))
	m[alone] = one(s.Alone)
	m[place] = one(s.Places > 0)
	m[extra] = max(0, logOf(p.Nodes)-m[words])
	return m
}

// mostBeside is the number of words from which on a page has content of its own, even if one of its lines says that something is loading.
const mostBeside = 300

// ownWords counts the words of a body outside navigation, header and footer.
func ownWords(p *features.Page) int {
	n := p.Body.Len()
	for i, end := 0, int32(0); i < len(p.Blocks); i++ {
		b := &p.Blocks[i]
		if (b.Tag == atom.Nav || b.Tag == atom.Header || b.Tag == atom.Footer) && b.Words.Start >= end {
			n -= b.Words.Len()
			end = b.Words.End
		}
	}
	return n
}

func logOf(n int) float64 { return math.Log1p(float64(n)) }

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// loadingWords begin lines that stand where content is still to come.
var loadingWords = []string{
	"loading", "please wait", "wird geladen", "lädt", "laden", "bitte warten", "chargement", "veuillez patienter", "cargando", "caricamento",
	"carregando", "a carregar", "ładowanie", "wczytywanie", "načítání", "laddar", "laster", "indlæser", "ladataan", "загрузка", "завантаження",
	"yükleniyor", "加载中", "载入中", "読み込み中", "로딩",
}

// longestLoading is the greatest number of words in a line that says that something is loading.
const longestLoading = 6

// saysLoading reports whether a block of a few words says that something is loading.
func saysLoading(p *features.Page) bool {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Links > 0 || b.Words.Len() == 0 || b.Words.Len() > longestLoading {
			continue
		}
		line := strings.ToLower(p.TextOf(b.Words))
		if slices.ContainsFunc(loadingWords, func(w string) bool { return strings.HasPrefix(line, w) }) {
			return true
		}
	}
	return false
}

// hasPlaceholders reports whether the text has an expression in double braces, which a script in the page replaces.
func hasPlaceholders(p *features.Page) bool {
	_, after, found := bytes.Cut(p.Text, []byte("{{"))
	return found && bytes.Contains(after[:min(len(after), longestExpression)], []byte("}}"))
}

// longestExpression bounds the bytes of an expression in double braces.
const longestExpression = 200

// Measures returns the names of the facts about a page from which Probability is computed.
func Measures() []string { return measures[:] }

// Measure returns the values of the facts that Measures names, in the same order, for a page that has scripts.
func Measure(p *features.Page) []float64 {
	m := measure(p)
	return m[:]
}
