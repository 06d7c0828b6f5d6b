package job

import "strings"

// NormalTitle returns a job title in the form in which titles are compared: words in lower case, without accents and punctuation. It
// removes marks of gender such as "(m/w/d)", "H/F", ":in" or "(e)", and a reference number at the beginning or end.
func NormalTitle(s string) string {
	w := cut(s, func(r rune) bool { return r == '+' || r == '#' })
	w.dropGenderMarks()
	w.dropReferences()
	return w.join()
}

// dropGenderMarks drops groups of single letters that stand for genders, brackets that contain only words for genders, and
// endings that a sign separates from their word.
func (w *words) dropGenderMarks() {
	for i := 0; i < len(w.list); {
		n := w.genderLetters(i)
		if n == 0 {
			n = w.genderBracket(i)
		}
		if n == 0 && i > 0 && w.isGenderEnding(i) {
			n = 1
		}
		w.drop(i, i+n)
		i += max(n, 1)
	}
	if w.live() == 0 {
		w.restore()
	}
}

// genderLetters counts the words from i on that form a mark such as m/w/d, H/F or "m w d". A mark has at least one letter for
// men and one for women. A sign stands between the letters, or they are in brackets.
func (w *words) genderLetters(i int) int {
	n, men, women := 0, false, false
	for ; i+n < len(w.list); n++ {
		at := w.list[i+n]
		if n > 0 && !isGenderGap(at.gap) && (at.gap != ' ' || at.open == 0) {
			break
		}
		text := w.at(i + n)
		if string(text) == "gn" || string(text) == "div" {
			continue
		}
		if len(text) != 1 {
			break
		}
		switch text[0] {
		case 'm', 'h':
			men = true
		case 'w', 'f', 'k', 'v', 'z', 'n':
			women = true
		case 'd', 'x', 'i', 'a', 'u', 'g', 'o', 'q', 't', 's':
		default:
			return 0
		}
	}
	if n >= 2 && men && women {
		return n
	}
	return 0
}

func isGenderGap(r rune) bool {
	switch r {
	case '/', '|', '*', ':', ',', ';', '.', '-', '–', '·', '+', '\\', '_', '&':
		return true
	}
	return false
}

// genderWords are words in brackets about genders.
var genderWords = set("m w d f h x i v k gn div mwd wmd fmd mfd mwx mfx mxf fmx fhx hfx divers diverse male female mannlich weiblich homme femme homme femmes hommes "+
	"hombre mujer uomo donna man vrouw mann frau kobieta mezczyzna muz zena all any alle every gender genders geschlechter geschlecht egal "+
	"inklusiv inclusive and or und oder et ou y o e i en of lub и или м ж муж жен мужчина женщина man kvinna mand kvinde mies nainen nam nu "+
	"男女不限 男女 男 女 性别不限 性別不拘 남 여 남녀무관", struct{}{})

// genderBracket counts the words of the bracket that opens before word i. It returns 0 unless all are genderWords.
func (w *words) genderBracket(i int) int {
	depth := w.list[i].open
	if depth == 0 || i > 0 && w.list[i-1].open >= depth {
		return 0
	}
	n := 0
	for ; i+n < len(w.list) && w.list[i+n].open >= depth; n++ {
		if _, ok := genderWords[string(w.at(i+n))]; !ok {
			return 0
		}
	}
	return n
}

// genderEndings are endings that make a word's other gender or its plural.
var genderEndings = set("in innen r n rin frau mann e es ne nes le trice rice euse ere iere ienne ive a as o os ra ka czka s", struct{}{})

// isGenderEnding reports whether word i is an ending that a sign separates from the word before: ":in", "*innen", "(e)".
func (w *words) isGenderEnding(i int) bool {
	at, before := w.list[i], w.list[i-1]
	if at.space || before.to-before.from < 4 {
		return false
	}
	switch at.gap {
	case '/', '*', ':', '_', '(', '·', '•', '-', '.', '|':
	default:
		return false
	}
	text := string(w.at(i))
	if at.gap == '-' || at.gap == '.' || at.gap == '|' {
		return text == "in" || text == "innen" || at.gap == '.' && (text == "e" || text == "ne")
	}
	_, ok := genderEndings[text]
	return ok
}

// referenceWords stand before the number of an advertisement.
var referenceWords = set("ref refnr reference referenz referenznummer referens referencja referencia riferimento referencenummer id jobid job no nr num number numero "+
	"nummer req reqid requisition kennziffer kennnummer stellen stellennummer offre annonce vacancy vacancynr vaga код номер 编号 職缺編號", struct{}{})

// dropReferences drops a reference number at the end, with the word that announces it, and a long number at the beginning. It
// drops nothing if no word would remain.
func (w *words) dropReferences() {
	end := len(w.list)
	for end > 0 && (w.list[end-1].gone || w.isReference(end-1)) {
		end--
	}
	if end < len(w.list) {
		for end > 0 && (w.list[end-1].gone || has(referenceWords, w.at(end-1))) {
			end--
		}
	}
	start := 0
	for start < end && digits(w.at(start)) >= 5 && digits(w.at(start)) == len(w.at(start)) {
		start++
	}
	if start >= end {
		return
	}
	w.drop(0, start)
	w.drop(end, len(w.list))
}

// isReference reports whether word i is a number that identifies the advertisement. Such a number has at least five digits, or
// follows a word such as "Ref".
func (w *words) isReference(i int) bool {
	n := digits(w.at(i))
	if n >= 5 {
		return true
	}
	if n == 0 {
		return false
	}
	if i > 0 && w.list[i].gap == '#' && n >= 2 {
		return true
	}
	for j := i - 1; j >= 0 && i-j <= 4; j-- {
		if at := w.at(j); len(at) >= 2 && has(referenceWords, at) && string(at) != "job" {
			return true
		}
		if digits(w.at(j)) == 0 && len(w.at(j)) > 3 {
			return false
		}
	}
	return false
}

// restore takes all dropped words back.
func (w *words) restore() {
	for i := range w.list {
		w.list[i].gone = false
	}
}

func digits(b []byte) int {
	n := 0
	for _, c := range b {
		if '0' <= c && c <= '9' {
			n++
		}
	}
	return n
}

func has[V any](m map[string]V, b []byte) bool {
	_, ok := m[string(b)]
	return ok
}

// set gives each word of a list the same value.
func set[V any](list string, value V) map[string]V {
	m := map[string]V{}
	for word := range strings.FieldsSeq(list) {
		m[word] = value
	}
	return m
}
