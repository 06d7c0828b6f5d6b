package scripted

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"gannet/features"
)

// The measures of a page.
const (
	words = iota
	mainWords
	links
	headings
	share
	loaded
	modules
	inline
	wanted
	named
	blank
	custom
	busy
	loading
	placeholders
	shell
	count
)

// measures are the names of the measures, as explanations show them.
var measures = [count]string{
	words:        "words of the body (logarithm)",
	mainWords:    "words of the main text (logarithm)",
	links:        "links (logarithm)",
	headings:     "headings with words (logarithm)",
	share:        "share of text in the bytes",
	loaded:       "scripts that are loaded (logarithm)",
	modules:      "a script is a module",
	inline:       "share of scripts in the bytes",
	wanted:       "noscript speaks of JavaScript",
	named:        "a script names an element without content",
	blank:        "elements without content (logarithm)",
	custom:       "custom elements without content (logarithm)",
	busy:         "an element is marked as busy",
	loading:      "a short line says that something is loading",
	placeholders: "placeholders of a template in the text",
	shell:        "few words beside an element without content",
}

// measure returns the measures of a page that has scripts.
func measure(p *features.Page) (m [count]float64) {
	s := p.Programs
	m[words] = logOf(p.Body.Len())
	m[mainWords] = logOf(p.Main.Len())
	m[links] = logOf(len(p.Links))
	titled := 0
	for _, h := range p.Headings {
		titled += min(h.Len(), 1)
	}
	m[headings] = logOf(titled)
	size := float64(max(s.Bytes, 1))
	m[share] = min(float64(len(p.TextOf(p.Body)))/size, 1)
	m[loaded] = logOf(s.Scripts)
	m[modules] = one(s.Modules)
	ids, length := namedElements(p)
	m[inline] = min(float64(length)/size, 1)
	m[wanted] = one(s.Wanted)
	m[named] = one(ids)
	m[blank] = logOf(s.Blank)
	m[custom] = logOf(s.Custom)
	m[busy] = one(s.Busy > 0)
	m[loading] = one(saysLoading(p))
	m[placeholders] = one(hasPlaceholders(p))
	if s.Blank+s.Custom > 0 {
		m[shell] = 1 / (1 + float64(p.Body.Len())/fewWords)
	}
	return m
}

// fewWords is the number of words at which a body counts half as the shell of a program.
const fewWords = 30

func logOf(n int) float64 { return math.Log1p(float64(n)) }

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// namedElements reports whether a script within the page names the id of an element without content, and returns the bytes of such scripts.
func namedElements(p *features.Page) (found bool, length int) {
	for i := range p.Data {
		d := &p.Data[i]
		if !d.IsProgram() {
			continue
		}
		length += len(d.Text)
		found = found || slices.ContainsFunc(p.Programs.Empty, func(id string) bool { return quotes(d.Text, id) })
	}
	return found, length
}

// quotes reports whether a script has a string that is an id, or a selector of it.
func quotes(script []byte, id string) bool {
	for rest := script; ; {
		at := bytes.Index(rest, []byte(id))
		if at < 0 {
			return false
		}
		before, after := rest[max(at-1, 0):at], rest[at+len(id):]
		if len(before) > 0 && strings.IndexByte("\"'`#", before[0]) >= 0 && len(after) > 0 && strings.IndexByte("\"'` ", after[0]) >= 0 {
			return true
		}
		rest = after
	}
}

// loadingWords begin lines that stand where content is still to come.
var loadingWords = []string{
	"loading", "please wait", "wird geladen", "lädt", "laden", "bitte warten", "chargement", "veuillez patienter", "cargando", "caricamento",
	"carregando", "a carregar", "ładowanie", "wczytywanie", "načítání", "laddar", "laster", "indlæser", "ladataan", "загрузка", "завантаження",
	"yükleniyor", "加载中", "载入中", "読み込み中", "로딩",
}

// longestLoading is the most words of a line that says that something is loading.
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
