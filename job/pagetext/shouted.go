package pagetext

import (
	"strings"
	"unicode/utf8"

	"gannet/internal/letters"
)

// isNameWord reports whether a word begins with a capital or has one inside, as "eBay".
func isNameWord(w string) bool {
	if capital(w) {
		return true
	}
	first, size := utf8.DecodeRuneInString(w)
	return letters.IsLower(first) && strings.IndexFunc(w[size:], letters.IsUpper) >= 0 && !strings.ContainsAny(w, ".:/@*")
}

// isShouted reports whether a word of two or more letters is in capitals, and in a script that has small letters.
func isShouted(w string) bool {
	return utf8.RuneCountInString(w) > 1 && strings.IndexFunc(w, letters.IsUpper) >= 0 && w == strings.ToUpper(w)
}

// scriptCase returns 1 for a word in a script with capitals, -1 for one in a script that has none, and 0 for others, such as numbers and words in a
// script without spaces, which names mix with Latin words.
func scriptCase(w string) int8 {
	for _, c := range w {
		switch {
		case letters.IsUpper(c) || letters.IsLower(c):
			return 1
		case isWide(c):
			return 0
		case letters.IsLetter(c):
			return -1
		}
	}
	return 0
}

// shoutedName returns the length of a name of three or more words in capitals at the beginning of s, or 0. A whole sentence in capitals is not a
// name, unless a part of it is in quotation marks.
func shoutedName(s string) int {
	const least, longest = 3, 24
	words, end := 0, 0
	for at := 0; at < len(s) && words < longest; words++ {
		word, spaces := nextWord(s[at:])
		bare := strings.Trim(word, shoutedSigns)
		if !isShouted(bare) && (words == 0 || !joinsShouted(bare)) {
			break
		}
		end = at + len(strings.TrimRight(word, stops))
		at += len(word) + spaces
		if strings.HasSuffix(word, ",") || strings.HasSuffix(word, ".") || strings.HasSuffix(word, ":") {
			words++
			break
		}
	}
	if words < least || words == strings.Count(s, " ")+1 && !strings.ContainsAny(s, "\"«") {
		return 0
	}
	return end
}

// The signs that end clauses, and those around words in capitals.
const (
	stops        = ".,;:!?"
	shoutedSigns = stops + "()\"«»„“"
)

// joinsShouted reports whether a word without capital letters may stand inside a name in capitals.
func joinsShouted(w string) bool { return w == "№" || w == "&" || isDigits(w) }

func isDigits(s string) bool { return s != "" && digits(s) == len(s) }
