package pagetext

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"gannet/internal/yamlfile"
	"gannet/job"

	"gannet/internal/letters"
)

//go:embed words.yaml
var wordsFile []byte

// vocabulary is the content of words.yaml.
type vocabulary struct {
	labels   map[string]job.Field // by folded label; otherLabel if it labels no field
	parts    map[string]job.Field // by a folded part of a label
	inside   map[string]bool      // languages and parts that may stand inside a word: "de gehalt" for "Monatsgehalt"
	dayWords map[string]bool      // words of the labels of last days that say no more than the part does: "date", "of"
	sections *phrases             // of headings
	cues     *phrases             // of sentences
	at       []string
	hiring   []string
	within   []string
	tails    []string // of titles
	noise    map[string]bool
	remote   map[string]bool
	bodies   map[string]bool // words of employers' names
	boards   []string        // parts of words of job boards' names
	others   map[string]bool // headings above other postings
	controls map[string]bool // words of buttons and of links in menus

	beginParts  beginnings
	partLengths map[start][]int // in bytes, the longest first, by the first two bytes

	lastDays, postedDays map[string]cues // by language: the labels of these days, which sentences have, too
}

// otherLabel is the pseudo-field of labels whose values are not extracted.
const otherLabel job.Field = "other"

// known returns the vocabulary. It is read at the first use, since most runs of the program need none.
var known = sync.OnceValue(func() *vocabulary {
	v, err := readVocabulary(wordsFile)
	if err != nil {
		panic("pagetext: words.yaml: " + err.Error()) // embedded, and read by the tests
	}
	return v
})

func readVocabulary(data []byte) (*vocabulary, error) {
	var file struct {
		Labels   map[job.Field]map[string][]string
		Parts    map[job.Field]map[string][]string `yaml:"label_parts"`
		DayWords map[string][]string               `yaml:"day_words"`
		Sections map[string]map[string][]string
		Cues     map[string]map[string][]string
		At       []string
		Hiring   []string
		In       []string
		Tails    []string
		Noise    []string
		Remote   []string
		Bodies   []string `yaml:"organisations"`
		Boards   []string
		Others   map[string][]string
		Controls map[string][]string
	}
	if err := yamlfile.Decode(data, &file); err != nil {
		return nil, err
	}
	v := &vocabulary{
		labels: map[string]job.Field{}, parts: map[string]job.Field{}, inside: map[string]bool{}, dayWords: map[string]bool{}, partLengths: map[start][]int{}, at: file.At, hiring: file.Hiring, within: file.In, tails: file.Tails,
		noise: set(file.Noise), boards: file.Boards, remote: set(file.Remote), bodies: set(file.Bodies),
	}
	v.others = map[string]bool{}
	for _, headings := range file.Others {
		for _, h := range headings {
			v.others[fold(h)] = true
		}
	}
	v.controls = map[string]bool{}
	for _, words := range file.Controls {
		for _, w := range words {
			v.controls[fold(w)] = true
		}
	}
	v.lastDays, v.postedDays = cuesOf(file.Labels[job.ValidThrough], file.Parts[job.ValidThrough]), cuesOf(file.Labels[job.Posted], nil)
	for field, languages := range file.Labels {
		for _, labels := range languages {
			for _, l := range labels {
				v.labels[fold(l)] = field
			}
		}
	}
	for field, languages := range file.Parts {
		for lang, parts := range languages {
			for _, part := range parts {
				v.addPart(field, lang, fold(part))
			}
		}
	}
	for _, words := range file.DayWords {
		for _, w := range words {
			v.dayWords[fold(w)] = true
		}
	}
	var err error
	if v.sections, err = newPhrases(file.Sections); err != nil {
		return nil, err
	}
	v.cues, err = newPhrases(file.Cues)
	return v, err
}

// addPart adds a folded part of the labels of a field in a language.
func (v *vocabulary) addPart(field job.Field, lang, part string) {
	v.parts[part] = field
	if words := strings.Fields(part); field == job.ValidThrough && len(words) > 1 {
		for _, w := range words {
			v.dayWords[w] = true
		}
	}
	if slices.Contains(compounding, lang) {
		v.inside[lang+" "+part] = true
		v.inside[" "+part] = v.inside[" "+part] || len(part) >= longPart // in an unknown language
	}
	v.beginParts.add(firstOf(part))
	if lengths := v.partLengths[firstOf(part)]; !slices.Contains(lengths, len(part)) {
		lengths = append(lengths, len(part))
		slices.SortFunc(lengths, func(a, b int) int { return b - a })
		v.partLengths[firstOf(part)] = lengths
	}
}

// cuesOf makes cues of labels and of parts of labels, by language, so that they can be found in sentences.
func cuesOf(labels, parts map[string][]string) map[string]cues {
	of := map[string]cues{}
	for lang, texts := range labels {
		of[lang] = newCues(append(slices.Clone(texts), parts[lang]...), 0)
	}
	for lang, texts := range parts {
		if of[lang] == nil {
			of[lang] = newCues(texts, 0)
		}
	}
	return of
}

func set(words []string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, w := range words {
		s[fold(w)] = true
	}
	return s
}

// label returns the field that a text labels.
func (v *vocabulary) label(s string) (job.Field, bool) {
	const longest = 60
	if len(s) > longest || s == "" {
		return "", false
	}
	folded := fold(s)
	if f, ok := v.labels[folded]; ok {
		if f != job.ID && strings.HasSuffix(strings.TrimRight(s, " :"), "#") {
			return otherLabel, true // the number of a place or an employer
		}
		return f, true
	}
	return v.looseLabel(folded)
}

// compounding are the languages that join words, or articles and words, so that a part of a label may stand inside a word.
var compounding = []string{"de", "nl", "sv", "da", "no", "fi", "hu", "ar", "he"}

// longPart is the number of bytes from which a part is unlikely to stand inside a word of another language by chance.
const longPart = 6

// partLabel returns the field of the longest known part of a label that a folded text in a language has, as "gehalt" in "monatsgehalt (brutto)", or "".
// A part begins a word, except in languages that join words and in scripts without spaces. The last word must be no label of another kind, as in "work
// email", and the label of a last day must be about applying or say no more than the part.
func (r *reader) partLabel(s string) (found job.Field) {
	v, longest := r.v, 0
	for i, c := range s {
		if !v.beginParts.has(s[i:]) {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		begins := i == 0 || isWide(c) || !letters.IsLetter(before) && !letters.IsMark(before)
		for _, n := range v.partLengths[firstOf(s[i:])] {
			if n <= longest || n > len(s)-i {
				continue
			}
			part := s[i : i+n]
			if field, ok := v.parts[part]; ok && (begins || v.inside[r.lang+" "+part]) {
				found, longest = field, n
			}
		}
	}
	const shortest = 4 // bytes of a noun: "ab" is none
	last := s[strings.LastIndexByte(s, ' ')+1:]
	if longest < len(s) && (len(last) >= shortest && v.labels[last] == otherLabel || found == job.ValidThrough && !r.isDayLabel(s)) {
		return ""
	}
	return found
}

// isDayLabel reports whether a folded label with a part for last days is about applying, or has no words but those of last days, of the posting and of dates.
// In scripts without spaces the part is enough.
func (r *reader) isDayLabel(s string) bool {
	const shortest = 3 // letters of a word that says something
	of := r.dayCues()
	if of.applying.has(s, isAny) || strings.IndexFunc(s, isWide) >= 0 {
		return true
	}
	for w := range strings.FieldsFuncSeq(s, func(c rune) bool { return !letters.IsLetter(c) && !letters.IsMark(c) }) {
		if utf8.RuneCountInString(w) >= shortest && !r.v.dayWords[w] && !of.postings.has(w, isAny) && !r.hasDayPart(w) {
			return false
		}
	}
	return true
}

// hasDayPart reports whether a word begins with a part of the labels of last days, or has one inside in a language that joins words.
func (r *reader) hasDayPart(w string) bool {
	for part, field := range r.v.parts {
		if i := strings.Index(w, part); field == job.ValidThrough && (i == 0 || i > 0 && r.v.inside[r.lang+" "+part]) {
			return true
		}
	}
	return false
}

// isBoard reports whether a site's name contains a part of a word that is typical of job boards.
func (v *vocabulary) isBoard(name string) bool {
	name = letters.Lower(name)
	return slices.ContainsFunc(v.boards, func(part string) bool { return strings.Contains(name, part) })
}

// isControl reports whether a text is that of a button or a link in a menu: "Report it", "View all jobs".
func (v *vocabulary) isControl(s string) bool {
	const longest, most = 60, 6
	if len(s) > longest || s == "" || hasDigit(s) {
		return false
	}
	f := fold(s)
	if v.controls[f] {
		return true
	}
	words := 0
	for w := range strings.FieldsFuncSeq(f, func(r rune) bool { return !letters.IsLetter(r) && !letters.IsMark(r) && r != '\'' && r != '’' }) {
		if words++; words > most || !v.controls[w] {
			return false
		}
	}
	return words > 0
}

// looseLabel reads a label with a note in brackets, "salary (gross)", and two labels of one field, "city / region".
func (v *vocabulary) looseLabel(s string) (job.Field, bool) {
	if i := strings.IndexByte(s, '('); i > 0 && s[len(s)-1] == ')' {
		f, ok := v.labels[strings.TrimSpace(s[:i])]
		return f, ok
	}
	for _, sign := range []string{"/", "&", "|", "・"} {
		if one, other, ok := strings.Cut(s, sign); ok {
			f, known := v.labels[strings.TrimSpace(one)]
			g, also := v.labels[strings.TrimSpace(other)]
			return f, known && also && f == g
		}
	}
	return "", false
}

// fold returns a text in lower case, without the punctuation around it and with single spaces.
func fold(s string) string {
	if len(s) == 0 || !isPlainLetter(s[0]) || !isPlainLetter(s[len(s)-1]) {
		s = strings.TrimFunc(s, func(r rune) bool {
			return unicode.IsSpace(r) || unicode.IsPunct(r) && r != ')' && r != '(' || unicode.IsSymbol(r) && r != '+'
		})
	}
	capitals := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf || c < ' ' || c == ' ' && i > 0 && s[i-1] == ' ' {
			return letters.Lower(collapse(oneSpelling(s)))
		}
		capitals = capitals || 'A' <= c && c <= 'Z'
	}
	if capitals {
		return letters.Lower(s)
	}
	return s
}

// hasFolded reports whether a set has a word once the word is folded.
func hasFolded(set map[string]bool, word string) bool {
	var room [24]byte
	if len(word) == 0 || len(word) > len(room) {
		return set[fold(word)]
	}
	for i := range len(word) {
		c := word[i] | 0x20
		if c < 'a' || c > 'z' {
			return set[fold(word)]
		}
		room[i] = c
	}
	return set[string(room[:len(word)])]
}

// isPlainLetter reports whether a byte is a letter of ASCII.
func isPlainLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// spellings unites the letters of Arabic that pages interchange, and drops what only stretches or vocalises a word.
var spellings = strings.NewReplacer("أ", "ا", "إ", "ا", "آ", "ا", "ى", "ي", "ة", "ه", "ـ", "", "َ", "", "ً", "", "ُ", "", "ٌ", "", "ِ", "", "ٍ", "", "ّ", "", "ْ", "")

// oneSpelling returns a text with the letters of Arabic united.
func oneSpelling(s string) string {
	for i := range len(s) {
		if s[i] == 0xD8 || s[i] == 0xD9 {
			return spellings.Replace(s)
		}
	}
	return s
}
