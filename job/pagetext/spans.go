package pagetext

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"gannet/job/gazetteer"

	"gannet/internal/letters"
)

// Bounds of the names that are read at one place of a sentence.
const (
	longestRun    = 24 // words
	longestSpan   = 16
	spansOfRun    = 24
	smallBefore   = 4  // words in small letters before a legal form
	longestInWide = 24 // letters
	shortestWide  = 3
	mostWide      = 400 // forms of employers on a page in a script without spaces
)

// runWord is a word of a sentence as a part of a name.
type runWord struct {
	from, to int  // without the punctuation around it
	name     bool // has a capital
	join     bool // joins words of a name
	quoted   bool // inside a quotation, or its end
	closes   bool // ends a quotation
	bracket  bool // an abbreviation in brackets
	stops    bool // punctuation behind it ends a name
	script   int8 // as scriptCase
}

// spans yields the names that a sentence may have, as offsets. A name may be a part of a run of words with capitals: the run up to a legal form,
// to a word such as "Hospital" or before a town, and the run behind a joining word or its first word. A quotation belongs to the words
// before it. Words in small letters may be a name before a legal form.
func (n *nameReader) spans(s string, isBody func(string) bool) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		if !n.mayHaveSpans(s) {
			return
		}
		words := n.runWords(s)
		for i := 0; i < len(words); {
			if !words[i].name {
				i++
				continue
			}
			end := runEnd(words, i)
			if !n.spansOfRun(s, words[:end], i, isBody, yield) {
				return
			}
			i = end
		}
		for i := range words {
			if form := n.forms.at(s[words[i].from:]); form > 0 && i > 0 && !words[i-1].stops && !words[i-1].name {
				for k := i - 1; k >= max(0, i-smallBefore) && !words[k].stops && !hasFolded(n.noName, s[words[k].from:words[k].to]); k-- {
					if !words[k].join && !yield(words[k].from, words[i].from+form) {
						return
					}
				}
			}
		}
	}
}

// mayHaveSpans reports whether a sentence may have names that spans yields: it has a legal form, a sign that may be a quotation mark, or two words with a
// sign or letter that begins a word of a name. Most sentences have none but their first word.
func (n *nameReader) mayHaveSpans(s string) bool {
	words, counted, inWord := 0, false, false
	for i := range len(s) {
		c := s[i]
		switch {
		case c == ' ':
			counted, inWord = false, false
			continue
		case c == '"', c >= utf8.RuneSelf && !isLetterByte(c):
			return true
		case !counted && (c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'):
			counted = true
			if words++; words > 1 {
				return true
			}
		}
		if !inWord && n.forms.begins.has(s[i:]) {
			return true
		}
		inWord = inWord || c != '('
	}
	return false
}

// isLetterByte reports whether a byte is one of UTF-8 that begins letters of Latin, or goes on with any character.
func isLetterByte(c byte) bool { return c < 0xc0 || 0xc3 <= c && c <= 0xcb }

// runWords cuts a sentence into words, which are valid until the next call.
func (n *nameReader) runWords(s string) []runWord {
	words := n.words[:0]
	var open rune // the quotation that is open
	for at := 0; at < len(s); {
		word, spaces := nextWord(s[at:])
		from, to := at, at+len(word)
		at += len(word) + spaces
		if len(words) > 0 && bracketed(word) {
			words = append(words, runWord{from: from, to: from + strings.IndexByte(word, ')') + 1, bracket: true, stops: true})
			continue
		}
		if len(words) > 0 && strings.HasPrefix(word, "(") {
			words[len(words)-1].stops = true
		}
		lead := word
		if word != "" && !isPlainLetter(word[0]) {
			lead = strings.TrimLeft(word, `"«„“‘(`)
		}
		for _, c := range word[:len(word)-len(lead)] {
			if end := closingQuote(c); end != 0 && open == 0 && strings.ContainsRune(s[to-len(lead):], end) {
				open = end
			}
		}
		bare := lead
		if lead != "" && !isPlainLetter(lead[len(lead)-1]) {
			bare = strings.TrimRight(lead, `.,;:!?)"»“”’`)
		}
		from = to - len(lead)
		tail := lead[len(bare):]
		w := runWord{from: from, to: from + len(bare), quoted: open != 0, script: scriptCase(bare)}
		if open != 0 && strings.ContainsRune(tail, open) {
			w.closes, w.to, open = true, from+len(bare)+strings.IndexRune(tail, open)+utf8.RuneLen(open), 0
			tail = s[w.to:to]
		}
		if (bare == "" || !hasLetter(bare) && !hasDigit(bare) && bare != "&" && bare != "№") && !w.closes {
			if len(words) > 0 && !w.quoted && word != "&" && word != "-" {
				words[len(words)-1].stops = true
			}
			continue
		}
		w.name = (isNameWord(bare) || len(words) > 0 && n.forms.at(s[from:]) > 0) && !strings.ContainsAny(bare, "@/") || bare == "№"
		w.join = !w.name && hasFolded(n.joins, bare) || bare == "&"
		w.stops = !w.quoted && tail != "" && !(isAbbreviation(bare+tail) && !endsSentence(s, from, to, len(words) > 0 && words[len(words)-1].name) || strings.HasPrefix(tail, ",") && n.forms.at(strings.TrimLeft(s[to:], " ")) > 0)
		words = append(words, w)
	}
	n.words = words
	return words
}

// endsSentence reports whether the word s[from:to], which ends in a full stop, is in capitals and the next one is not, as in "our CEO. Loom weaves".
// Two letters may begin a name, "PT. Loom Jaya", unless they stand behind one.
func endsSentence(s string, from, to int, behindName bool) bool {
	bare := withoutOwner(strings.TrimSuffix(s[from:to], "."))
	next, _ := nextWord(strings.TrimLeft(s[to:], " "))
	return isShouted(bare) && !strings.Contains(bare, ".") && capital(next) && !isShouted(strings.TrimRight(next, ".,;:!?")) &&
		(behindName || utf8.RuneCountInString(bare) > 2)
}

// bracketed reports whether a word is an abbreviation in brackets, with punctuation behind it or without.
func bracketed(word string) bool {
	inside, ok := strings.CutPrefix(word, "(")
	inside, _, closed := strings.Cut(inside, ")")
	return ok && closed && isShouted(inside)
}

// runEnd returns the end of the run of words that begins with a word.
func runEnd(words []runWord, i int) int {
	end, script := i+1, words[i].script
	for k := i; k < len(words) && k < i+longestRun; k++ {
		w := &words[k]
		if w.script*script < 0 {
			break
		}
		script = cmp.Or(w.script, script)
		if k > i && !w.name && !w.join && !w.quoted && !w.bracket {
			break
		}
		if w.name || w.quoted || w.bracket {
			end = k + 1
		}
		if w.stops {
			break
		}
	}
	return end
}

// spansOfRun yields the parts of a run that may be names, unless it is one word.
func (n *nameReader) spansOfRun(s string, words []runWord, first int, isBody func(string) bool, yield func(from, to int) bool) bool {
	count, last := 0, len(words)-1
	if first == last && !words[last].closes {
		return true
	}
	formed, ends := make([]bool, len(words)), make([]bool, len(words))
	for k := first; k <= last; k++ {
		w := &words[k]
		if form := n.forms.at(s[w.from:]); form > 0 {
			for to := k; to <= last; to++ {
				formed[to] = formed[to] || to > first && words[to].from < w.from+form && words[to].to >= w.from+form-1
			}
		}
		ends[k] = k == last || w.closes || words[k+1].bracket || words[k+1].join || isBody(s[w.from:w.to]) ||
			withoutOwner(s[w.from:w.to]) != s[w.from:w.to] || gazetteer.BeginsWithTown(s[words[k+1].from:words[last].to])
	}
	for from := first; from <= last; from++ {
		if w := &words[from]; !w.name || w.quoted && from > first && words[from-1].quoted && !words[from-1].closes {
			continue
		}
		starts := (from == first || words[from-1].join || from == first+1) && !hasFolded(n.noName, s[words[from].from:words[from].to])
		for to := from; to <= min(last, from+longestSpan); to++ {
			w := &words[to]
			if w.quoted && !w.closes || w.join || !(formed[to] && to > from) && !(starts && ends[to]) || from == to && !(w.closes || from == first) {
				continue
			}
			if count++; count > spansOfRun || !yield(words[from].from, words[to].to) {
				return count > spansOfRun
			}
		}
	}
	return true
}

// wideSpans yields the names of employers in a text in a script without spaces, as offsets. They end with the form of an employer and begin
// where a clause does, behind a particle, or with a town. left is how many forms may still be read, and is reduced.
func wideSpans(s string, left *int) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		towns := map[int]bool{} // by offset
		for _, form := range wideForms {
			if utf8.RuneCountInString(form) < 2 {
				continue
			}
			for at := 0; ; {
				i := strings.Index(s[at:], form)
				if i < 0 {
					break
				}
				if *left--; *left < 0 {
					return
				}
				end := at + i + len(form)
				for _, from := range wideStarts(s[:end], len(form), towns) {
					if !yield(from, end) {
						return
					}
				}
				at = end
			}
		}
	}
}

// wideParticles stand before names of employers in clauses of scripts without spaces.
const wideParticles = "由为為向在于於是与與和及的到至给給对對从從被让讓将將请請家はがをにでのもと"

// wideStarts returns where a name may begin that ends a text with a form of so many bytes. towns remembers where towns begin.
func wideStarts(s string, form int, towns map[int]bool) (starts []int) {
	count := 0
	for at := len(s); at > 0 && count <= longestInWide; count++ {
		c, size := utf8.DecodeLastRuneInString(s[:at])
		inside := letters.IsLetter(c) || letters.IsDigit(c) || strings.ContainsRune("（）()·-&・", c)
		if len(s)-at > form && count >= shortestWide && (!inside || strings.ContainsRune(wideParticles, c) || isTownIn(s, at, towns)) {
			starts = append(starts, at)
		}
		if !inside {
			return starts
		}
		at -= size
	}
	if count <= longestInWide {
		starts = append(starts, 0)
	}
	return starts
}

// isTownIn is isTownAt for an offset of a text, and is computed once. Towns do not go on behind the text, which ends with a form.
func isTownIn(s string, at int, towns map[int]bool) bool {
	is, known := towns[at]
	if !known {
		is = isTownAt(s[at:])
		towns[at] = is
	}
	return is
}

// isTownAt reports whether a text in a script without spaces begins with a town of two or three letters.
func isTownAt(s string) bool { return gazetteer.LongestWideTown(wideRun(s, 3)) != "" }
