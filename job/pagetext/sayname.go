package pagetext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/letters"
)

// The greatest numbers of words of a name in a sentence, after a phrase and before one.
const (
	longestName = 9
	longestTail = 14
	wholeClause = 6 // of a clause that is a name because of its legal form
)

// nameReader reads names in a sentence.
type nameReader struct {
	*sayings
	joins  map[string]bool
	forms  *legalForms
	places bool // it reads places
	strict bool // names have capitals, also before a legal form

	words []runWord // memory for those of one sentence after the other
}

// after reads the name at the beginning of s. Articles and the like before it are skipped. rest is what follows the name.
func (n *nameReader) after(s string) (name, rest string) {
	s = n.skipWords(s)
	if i := wideStop(s); i > 0 {
		name, _ = n.after(s[:i])
		return name, s[strings.Index(s, name)+len(name):]
	}
	if first, size := utf8.DecodeRuneInString(s); isWide(first) {
		return wideAfter(s)
	} else if end := closingQuote(first); end != 0 {
		if i := strings.IndexRune(s[size:], end); i > 0 {
			return s[size : size+i], s[size+i+utf8.RuneLen(end):]
		}
		return "", s
	}
	if !n.places {
		if shouted := shoutedName(s); shouted > 0 {
			return s[:shouted], s[shouted:]
		}
	}
	if !n.strict {
		if formed := n.formedName(s); formed > 0 {
			return s[:formed], s[formed:]
		}
	}
	end, words, script := 0, 0, int8(0)
	for at := 0; at < len(s) && words < longestName; words++ {
		word, next := nextWord(s[at:])
		stop := at + len(word)
		if of := scriptCase(word); of*script < 0 {
			return s[:end], s[end:]
		} else if of != 0 {
			script = of
		}
		if form := n.forms.at(s[at:]); form > 0 && end > 0 {
			return s[:at+form], s[at+form:]
		}
		if quoted := quoteEnd(s[at:]); quoted > 0 {
			return s[:at+quoted], s[at+quoted:]
		}
		bare := strings.Trim(strings.TrimRight(word, ".,;:!?)"), "\"«»„“")
		switch {
		case bare == "", n.places && end > 0 && n.endsPlace(s[:end], bare):
			return s[:end], s[end:]
		case isNameWord(bare) && (end > 0 || hasLetter(bare)):
			end = at + len(strings.TrimRight(word, ".,;:!?)"))
		case !hasFolded(n.joins, bare):
			return s[:end], s[end:]
		}
		if strings.TrimRight(word, ".,;:!?)") != word && !isAbbreviation(word) {
			if form := n.forms.at(strings.TrimLeft(s[stop:], " ")); strings.HasSuffix(word, ",") && form > 0 && end > 0 {
				skip := len(s[stop:]) - len(strings.TrimLeft(s[stop:], " "))
				return s[:stop+skip+form], s[stop+skip+form:]
			}
			return s[:end], s[end:]
		}
		at = stop + next
	}
	return s[:end], s[end:]
}

// wideStop returns where the first sign stands that ends a clause in scripts without spaces, or -1.
func wideStop(s string) int {
	const first, other = '\xe3', '\xef' // the first bytes of the stop, and of all others
	if strings.IndexByte(s, first) < 0 && strings.IndexByte(s, other) < 0 {
		return -1
	}
	return strings.IndexAny(s, "！。？；，")
}

// formedName returns the length of a name at the beginning of s that ends with a legal form a few words later, whatever the case
// of its words, or 0.
func (n *nameReader) formedName(s string) int {
	const most = 6 // words
	first, _ := nextWord(s)
	if n.forms == nil || hasFolded(n.noName, first) {
		return 0
	}
	at := 0
	for range most {
		word, spaces := nextWord(s[at:])
		if at > 0 {
			if form := n.forms.at(s[at:]); form > 0 && form >= len(strings.TrimRight(word, ".,;:!?)")) {
				return at + form
			}
		}
		if word == "" || strings.HasSuffix(word, ",") || strings.HasSuffix(word, ".") && !isAbbreviation(word) {
			return 0
		}
		at += len(word) + spaces
	}
	return 0
}

// endsPlace reports whether the place read so far ends before the next word.
func (n *nameReader) endsPlace(read, word string) bool {
	f := fold(word)
	if n.noName[f] {
		return true
	}
	last := fold(read[strings.LastIndexByte(read, ' ')+1:])
	return len(n.placeHeads) > 0 && capital(word) && !n.placeHeads[last] && !n.joins[last] && !n.joins[f]
}

// before reads the name at the end of s, which reaches from the beginning of a clause to a phrase. If a place stands between the
// name and the phrase, as in "Acme in Leeds", place is it.
func (n *nameReader) before(s string) (name, place string) {
	s = strings.TrimRight(withoutBrackets(strings.TrimRight(s, " ")), " ")
	if aside, ok := strings.CutSuffix(s, ","); ok {
		return n.beforeAside(aside)
	}
	clause := lastClause(s)
	name = n.tail(clause)
	if earlier, ok := strings.CutSuffix(strings.TrimSuffix(strings.TrimRight(s, " "), clause), ", "); ok && name == clause {
		if employer, town := n.before(earlier); town != "" && n.isName(employer) {
			return employer, town + ", " + name
		}
	}
	head := strings.TrimRight(strings.TrimSuffix(strings.TrimRight(s, " "), name), " ")
	word := head[strings.LastIndexByte(head, ' ')+1:]
	if name != "" && word != "" && !capital(word) && (hasFolded(n.placeWords, word) || n.placeBefore.at(fold(word)) != nil) {
		head = strings.TrimRight(head[:len(head)-len(word)], " ")
		if last := head[strings.LastIndexByte(head, ' ')+1:]; n.placeWords[last] {
			head = strings.TrimRight(head[:len(head)-len(last)], " ")
		}
		return n.tail(lastClause(head)), name
	}
	return name, ""
}

// beforeAside reads "Acme, based in Leeds," and "We, Acme Ltd,".
func (n *nameReader) beforeAside(s string) (name, place string) {
	parts := strings.Split(s, ", ")
	for k := len(parts) - 1; k > 0; k-- {
		if first, _ := utf8.DecodeRuneInString(parts[k]); !letters.IsLower(first) {
			continue
		}
		if name, place = n.before(strings.Join(parts[:k], ", ")); n.isName(name) {
			return name, place
		}
	}
	if len(parts) == 1 {
		return n.before(s)
	}
	if name, place = n.before(strings.Join(parts[:len(parts)-1], ", ")); n.isName(name) {
		return name, place
	}
	name, _ = n.after(parts[len(parts)-1])
	return name, ""
}

// tail returns the last words of a clause that form a name.
func (n *nameReader) tail(s string) string {
	last, size := utf8.DecodeLastRuneInString(s)
	if isWide(last) {
		return wideBefore(s)
	}
	if open := openingQuote(last); open != 0 {
		return n.quotedTail(s, open, size)
	}
	fields := strings.Fields(s)
	formed := n.forms.atEnd(fields)
	if formed > 0 && len(fields) <= wholeClause && !hasFolded(n.noName, fields[0]) && !hasFolded(n.skip, fields[0]) && !n.hasUnit(fields) {
		return s
	}
	i := len(fields) - formed
	for i > 0 && len(fields)-i < longestTail {
		w := strings.Trim(fields[i-1], "()\"«„“")
		if !isNameWord(w) && !hasFolded(n.joins, w) && !(formed > 0 && i == len(fields)-formed) || strings.HasSuffix(w, ",") {
			break
		}
		i--
	}
	for i < len(fields)-formed && n.leads(fields[i:], formed > 0) {
		i++
	}
	if i < len(fields) && formed == 0 && !capital(fields[len(fields)-1]) && hasFolded(n.joins, fields[len(fields)-1]) {
		return "" // the name of nothing: "large and"
	}
	name := strings.Join(fields[i:], " ")
	if i > 0 && formed == 0 && n.isKind(fields[i-1], fields[i:]) {
		return ""
	}
	return name
}

// leads reports whether the first of the words does not belong to the name: "Currently Acme", "and Acme", "The Acme". An English article is kept
// before two or more words.
func (n *nameReader) leads(words []string, formed bool) bool {
	f := fold(words[0])
	switch {
	case len(words) > 1 && n.skip[f] && isShouted(words[0]) && isShouted(words[1]): // an article of a name in capitals
		return false
	case f == "the" && capital(words[0]):
		return len(words) < 3
	case !isNameWord(words[0]):
		return !formed || n.joins[f] || n.noName[f]
	}
	return n.noName[f]
}

// isKind reports whether the word before a text shows that it is a common noun and not a name: "our department", "die Abteilung". Behind an article,
// a text is a name only if it has two words or is an employer's.
func (n *nameReader) isKind(before string, fields []string) bool {
	f := fold(before)
	if !n.skip[f] && !n.noName[f] || n.placeWords[f] {
		return false
	}
	for _, w := range fields {
		if hasFolded(n.joins, w) {
			return true
		}
	}
	return len(fields) < 2
}

// quotedTail returns the quoted words at the end of s, with the legal form in capitals before them: ООО «Основа».
func (n *nameReader) quotedTail(s string, open rune, size int) string {
	i := strings.LastIndex(s[:len(s)-size], string(open))
	if i < 0 {
		return ""
	}
	head := strings.TrimRight(s[:i], " ")
	form := head[strings.LastIndexByte(head, ' ')+1:]
	if utf8.RuneCountInString(form) >= 2 && form == strings.ToUpper(form) && hasLetter(form) {
		return form + " " + s[i:]
	}
	return s[i+utf8.RuneLen(open) : len(s)-size]
}

// isName reports whether a text that was read as a name may be one.
func (n *nameReader) isName(s string) bool {
	first, _ := nextWord(s)
	if first == "The" && strings.Count(s, " ") >= 2 || isShouted(s) && strings.Count(s, " ") > 0 {
		first = ""
	}
	return utf8.RuneCountInString(s) >= 2 && hasLetter(s) && !hasFolded(n.noName, s) && !hasFolded(n.noName, first) && utf8.RuneCountInString(s) <= 200
}

func (n *nameReader) skipWords(s string) string {
	for {
		s = strings.TrimLeft(s, " ,:–—-\t")
		word, next := nextWord(s)
		bare := strings.Trim(word, ".,:")
		if bare == "" || !isNumber(bare) && (capital(bare) || !hasFolded(n.skip, bare)) {
			return s
		}
		s = s[len(word)+next:]
	}
}

func isNumber(s string) bool { return digits(s) == len(s) && len(s) >= 4 }

// nextWord returns the first word of s and the number of spaces after it.
func nextWord(s string) (word string, spaces int) {
	end := strings.IndexByte(s, ' ')
	if end < 0 {
		return s, 0
	}
	return s[:end], len(s[end:]) - len(strings.TrimLeft(s[end:], " "))
}

// lastClause returns the text after the last sign that ends a clause.
func lastClause(s string) string {
	start := 0
	for i, r := range s {
		end := i + utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(s[end:])
		switch r {
		case '!', '?', ';', ':', '–', '—', '|', '\n', '•', '。', '！', '？', '；', '，', '：', '、':
			start = end
		case ',':
			if unicode.IsSpace(next) {
				start = end
			}
		case '.':
			word := s[strings.LastIndexByte(s[:i], ' ')+1 : end]
			if begins, _ := utf8.DecodeRuneInString(s[min(len(s), end+1):]); unicode.IsSpace(next) && (!isAbbreviation(word) || letters.IsUpper(begins) && hasLegalForm("X "+word)) {
				start = end
			}
		}
	}
	return strings.TrimSpace(s[start:])
}

// isAbbreviation reports whether a word that ends in a full stop is an abbreviation that names contain: "St.", "Co.", "z", "s.r.o."
func isAbbreviation(word string) bool {
	return strings.HasSuffix(word, ".") && (utf8.RuneCountInString(word) <= 4 || strings.Count(word, ".") > 1)
}

// withoutBrackets removes a remark in brackets from the end of a text.
func withoutBrackets(s string) string {
	if !strings.HasSuffix(s, ")") {
		return s
	}
	if i := strings.LastIndexByte(s, '('); i > 0 {
		return s[:i]
	}
	return s
}

func closingQuote(open rune) rune {
	switch open {
	case '«':
		return '»'
	case '„':
		return '“'
	case '“':
		return '”'
	case '"':
		return '"'
	case '「':
		return '」'
	}
	return 0
}

func openingQuote(end rune) rune {
	switch end {
	case '»':
		return '«'
	case '“':
		return '„'
	case '”':
		return '“'
	case '"':
		return '"'
	case '」':
		return '「'
	}
	return 0
}

// quoteEnd returns the end of a quotation that starts s, or 0.
func quoteEnd(s string) int {
	first, size := utf8.DecodeRuneInString(s)
	end := closingQuote(first)
	if end == 0 {
		return 0
	}
	if i := strings.IndexRune(s[size:], end); i > 0 {
		return size + i + utf8.RuneLen(end)
	}
	return 0
}
