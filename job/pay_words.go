package job

import (
	"cmp"
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed pay_words.txt
var payWordsFile string

// payRole is what words do beside an amount of money, as bits. pay_words.txt explains each.
type payRole uint32

const (
	rolePer payRole = 1 << iota
	roleAdverb
	roleHours
	roleTimes
	roleTo
	roleAnd
	roleBetween
	roleRise
	roleRising
	roleFrom
	roleUpTo
	roleAbout
	roleMore
	roleLess
	roleAbove
	roleWage
	rolePay
	roleLeast
	roleTarget
	roleGross
	roleNet
	roleOther
	roleStop
	roleLoose
	rolePaid
	roleWeak    // a unit only after "per" or a slash
	roleCapital // money only in capitals
)

var payRoles = map[string]payRole{
	"per": rolePer, "adverb": roleAdverb, "hours": roleHours, "times": roleTimes, "to": roleTo, "and": roleAnd, "between": roleBetween, "rise": roleRise, "rising": roleRising, "from": roleFrom,
	"upto": roleUpTo, "about": roleAbout, "more": roleMore, "less": roleLess, "above": roleAbove, "wage": roleWage, "pay": rolePay, "least": rolePay | roleLeast, "target": rolePay | roleTarget,
	"gross": roleGross, "net": roleNet, "other": roleOther, "stop": roleStop, "loose": roleLoose, "paid": rolePaid,
}

var (
	payUnits   = map[string]string{"unit.hour": "HOUR", "unit.day": "DAY", "unit.week": "WEEK", "unit.month": "MONTH", "unit.year": "YEAR", "lpa": "YEAR"}
	payFactors = map[string]float64{"e3": 1e3, "e4": 1e4, "e5": 1e5, "e6": 1e6, "e7": 1e7, "e8": 1e8, "e9": 1e9, "e12": 1e12}
)

// payWord is the meaning of a word or phrase beside an amount.
type payWord struct {
	roles payRole
	unit  string
	money string  // an ISO 4217 code, or a sign that several currencies share
	times float64 // the factor it stands for; 0: none
}

// add adds what a line of the table says of a word.
func (w *payWord) add(role, of, word string) {
	if unit := payUnits[role]; unit != "" {
		w.unit = unit
	}
	if times := payFactors[role]; times != 0 {
		w.times = times
	}
	if role == "money" {
		w.money = of
		if strings.ToUpper(word) == word && unicode.IsUpper(rune(word[0])) {
			w.roles |= roleCapital
		}
	}
	w.roles |= payRoles[role]
}

// payTable is the content of pay_words.txt.
type payTable struct {
	words    map[string]payWord
	begins   map[string]payWord // by beginnings of words
	ends     map[string]payWord // by ends of words
	phrases  map[string]int     // first words of phrases, with the number of words of the longest
	longest  int                // characters of the longest entry in a script without spaces
	shortest int                // bytes of the shortest beginning or end
}

// payWords is the table. It is read at the first use.
var payWords = sync.OnceValue(func() *payTable {
	t := &payTable{words: map[string]payWord{}, begins: map[string]payWord{}, ends: map[string]payWord{}, phrases: map[string]int{}, shortest: 3}
	for line := range strings.Lines(payWordsFile) {
		name, list, ok := strings.Cut(line, ":")
		if !ok || line[0] == '#' {
			continue
		}
		role, of, _ := strings.Cut(name, " ")
		for entry := range strings.SplitSeq(list, ",") {
			t.add(role, of, strings.TrimSpace(entry))
		}
	}
	return t
})

// add adds an entry of the table.
func (t *payTable) add(role, of, entry string) {
	to, word, weak := t.words, entry, false
	if rest, ok := strings.CutPrefix(word, "~"); ok {
		word, weak = rest, true
	}
	if rest, ok := strings.CutSuffix(word, "*"); ok {
		to, word = t.begins, rest
	} else if rest, ok := strings.CutPrefix(word, "*"); ok {
		to, word = t.ends, rest
	}
	key := strings.Join(strings.FieldsFunc(fold(word), func(r rune) bool { return r == ' ' || r == '-' || r == '\'' }), " ")
	for _, in := range []map[string]payWord{to, t.words} { // a beginning or end of words is a word, too
		w := in[key]
		w.add(role, of, word)
		if weak {
			w.roles |= roleWeak
		}
		in[key] = w
	}
	if first, _, ok := strings.Cut(key, " "); ok {
		t.phrases[first] = max(t.phrases[first], strings.Count(key, " ")+1)
	}
	if r, _ := utf8.DecodeRuneInString(key); isDense(r) {
		t.longest = max(t.longest, utf8.RuneCountInString(key))
	}
}

// isDense reports whether a letter is of a script that writes no spaces between a word and what belongs to it.
func isDense(r rune) bool { return r >= 0x2e80 }

// of returns the meaning of a folded word: its own, and those of its longest known beginning or end and of what the rest of the word begins or ends with.
func (t *payTable) of(word string) payWord {
	w := t.words[word]
	if w.money != "" || w.times != 0 {
		return w
	}
	left := len(word)
	for n := len(word) - 1; n >= t.shortest; n-- {
		part, ok := t.begins[word[:n]]
		if !ok {
			part, ok = t.ends[word[len(word)-n:]]
		}
		if ok && n <= left {
			w.roles |= part.roles
			w.unit = cmp.Or(w.unit, part.unit)
			left -= n
		}
	}
	return w
}
