package job

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// dateWordsFile is made by lab/datewords: a line for each language.
//
//go:embed date_words.txt
var dateWordsFile string

// moreDateWords are words that the file lacks: for zh and ja, and for "just posted" and the like.
var moreDateWords = map[string]string{
	"en": "just posted=d-0\tjust now=s-0\tnew today=d-0\tfeb=2\tsept=9\tdays=d", "zh": "号=d\t刚才=s-0\t今日=d-0", "zh-hant": "號=d\t剛剛=s-0\t今日=d-0", "ja": "本日=d-0\t日=d",
	"de": "soeben=s-0\tgerade eben=s-0\tvor kurzem=d-0", "fr": "a l'instant=s-0\til y a=<", "es": "hace=<", "ru": "только что=s-0", "pl": "dzis=d-0\tdzisiaj=d-0\ttemu=<",
}

// dateWord is the meaning of a word in a date.
type dateWord struct {
	month  int  // 1 to 12
	number int  // a numeral's value, -1 for none
	unit   byte // s, i (minute), h, d, w, m (month), y; 0 for none
	sign   int8 // -1 before now, 1 after now, 0 unknown
	steps  int  // the number of units, as in "yesterday"; -1 if a number in the text gives it
}

// dateWords are a language's words and phrases. One space separates the words of a phrase.
type dateWords struct {
	order string // of numbers: DMY, MDY or YMD
	words map[string]dateWord
	first map[string]int // first words of phrases, with the number of words of the longest phrase
	runes int            // length of the longest entry of a dense language
	dense bool           // the language writes no spaces between words
}

// dateLanguages returns the words of each language, which are read at their first use, and the names in the file's order.
var dateLanguages = sync.OnceValue(func() (all struct {
	order []string
	words map[string]func() *dateWords
}) {
	all.words = map[string]func() *dateWords{}
	for line := range strings.Lines(dateWordsFile) {
		if line[0] == '#' {
			continue
		}
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all.order = append(all.order, name)
		all.words[name] = sync.OnceValue(func() *dateWords { return readDateWords(name, rest) })
	}
	return all
})

// dateAliases are other names of languages in the file.
var dateAliases = map[string]string{"no": "nb", "sr": "sr-cyrl", "bs": "hr", "iw": "he", "in": "id", "zh-tw": "zh-hant", "zh-hk": "zh-hant"}

// dateWordsOf returns the words of a language, or nil.
func dateWordsOf(lang string) *dateWords {
	lang = strings.ToLower(strings.ReplaceAll(lang, "_", "-"))
	if alias, ok := dateAliases[lang]; ok {
		lang = alias
	}
	all := dateLanguages().words
	if words, ok := all[lang]; ok {
		return words()
	}
	base, _, _ := strings.Cut(lang, "-")
	if words, ok := all[base]; ok {
		return words()
	}
	return nil
}

// readDateWords reads a line of the file.
func readDateWords(name, line string) *dateWords {
	d := &dateWords{words: map[string]dateWord{}, first: map[string]int{}, runes: 1}
	d.order, line, _ = strings.Cut(line, "\t")
	d.order = strings.TrimSuffix(d.order, ".")
	d.dense = name == "zh" || name == "zh-hant" || name == "ja" || name == "ko" || name == "th" || name == "km"
	for entry := range strings.SplitSeq(line+"\t"+moreDateWords[name], "\t") {
		text, means, ok := strings.Cut(entry, "=")
		if !ok {
			continue
		}
		if means == "s-0" && len(text) <= 4 && text[0] < utf8.RuneSelf {
			continue // no posting has the date "now", and the word is "no", "most" or "ora" in other languages
		}
		w := readDateWord(means)
		text = fold(text)
		before, after, pattern := strings.Cut(text, "#")
		switch {
		case !pattern:
			d.addPhrase(text, w, true)
		case strings.TrimSpace(before) == "":
			d.addPhrase(after, w, true)
		default:
			d.addPhrase(before, dateWord{number: -1, sign: w.sign, steps: -1}, false)
			if strings.TrimSpace(after) != "" {
				d.addPhrase(after, dateWord{number: -1, unit: w.unit, steps: -1}, false)
			}
		}
	}
	return d
}

// addPhrase adds a word or phrase. It replaces an earlier meaning only if over is set.
func (d *dateWords) addPhrase(text string, w dateWord, over bool) {
	parts := splitDateWords(text)
	if len(parts) == 0 {
		return
	}
	key := strings.Join(parts, " ")
	if d.dense {
		key = strings.ReplaceAll(key, " ", "")
	}
	if old, ok := d.words[key]; ok && (!over || old.steps >= 0) {
		return
	}
	d.words[key] = w
	d.first[parts[0]] = max(d.first[parts[0]], len(parts))
	d.runes = max(d.runes, len([]rune(key)))
}

// readDateWord reads a meaning from the file: "9", "d", "<", ">", "#3", "d-1", "d-".
func readDateWord(s string) dateWord {
	w := dateWord{number: -1, steps: -1}
	switch n, err := strconv.Atoi(s); {
	case err == nil:
		w.month = n
		return w
	case s == "<":
		w.sign = -1
		return w
	case s == ">":
		w.sign = 1
		return w
	case s[0] == '#':
		w.number, _ = strconv.Atoi(s[1:])
		return w
	}
	w.unit = s[0]
	if len(s) > 1 {
		w.sign = 1
		if s[1] == '-' {
			w.sign = -1
		}
		if n, err := strconv.Atoi(s[2:]); err == nil {
			w.steps = n
		}
	}
	return w
}
