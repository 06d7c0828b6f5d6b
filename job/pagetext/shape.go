package pagetext

import (
	"strings"
	"unicode/utf8"

	"gannet/job"

	"gannet/internal/letters"
)

// looksLocation reports whether a text has the form of a location: two or more short names with commas between them, a postcode beside a name, a
// Chinese or Japanese administrative unit, or a word for work from anywhere.
func looksLocation(v *vocabulary, s string) bool {
	f := fold(s)
	if v.remote[f] {
		return true
	}
	if len(s) > 90 || !hasLetter(s) || hasLegalForm(s) {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(s); first >= 0x2e80 {
		return strings.ContainsAny(s, "市区省县區縣都府") && wordCount(s) < 8
	}
	if hasPostcode(s) {
		return wordCount(s) <= 9
	}
	head, tail, ok := strings.Cut(s, ", ")
	if !ok || digits(s) > 0 || wordCount(s) > 7 {
		return false
	}
	return isName(head) && isName(tail)
}

// isName reports whether all words but short ones begin with capitals.
func isName(s string) bool {
	names := 0
	for f := range strings.FieldsSeq(s) {
		f = strings.TrimLeft(f, "(")
		if len(f) > 3 && !capital(f) {
			return false
		}
		if capital(f) {
			names++
		}
	}
	return names > 0
}

// hasPostcode reports whether a text has a word of 4 to 6 digits beside words in capitals and no other numbers, or a
// British or Dutch postcode.
func hasPostcode(s string) bool {
	found, capitals := false, 0
	for f := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' || r == ',' || r == '-' }) {
		switch n := digits(f); {
		case n >= 4 && n <= 6 && n == len(f):
			if found || isYear(f) {
				return false
			}
			found = true
		case n > 0 && len(f) <= 4 && f == strings.ToUpper(f) && hasLetter(f):
			found = true
		case n > 3:
			return false
		case capital(f) && n == 0 && len(f) > 1:
			capitals++
		}
	}
	return found && capitals > 0
}

// isYear reports whether a number is a year of our time rather than a postcode.
func isYear(s string) bool {
	return len(s) == 4 && (strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20"))
}

// hasLegalForm reports whether a text has the legal form of a company. Then job.NormalCompany drops its last word, or its first
// word in capitals.
func hasLegalForm(s string) bool {
	if len(s) > 100 || !job.MayHaveForm(s) || !hasLetter(s) {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(s); first >= 0x2e80 {
		for _, form := range []string{"公司", "集团", "株式会社", "有限会社", "주식회사"} {
			if strings.HasSuffix(s, form) || strings.HasPrefix(s, form) && !strings.HasPrefix(s, "公司") {
				return utf8.RuneCountInString(s) > 4
			}
		}
		return false
	}
	fields := strings.Fields(s)
	if len(fields) < 2 {
		return false
	}
	normal := " " + job.NormalCompany(s) + " "
	left := func(f string) bool {
		w := squeeze(f)
		parts := strings.FieldsFunc(fold(f), func(c rune) bool { return !letters.IsLetter(c) && !letters.IsDigit(c) })
		return w != "" && isASCII(w) && !strings.Contains(normal, " "+w+" ") && !strings.Contains(normal, " "+strings.Join(parts, " ")+" ")
	}
	first, last := fields[0], fields[len(fields)-1]
	if strings.ContainsAny(fields[len(fields)-2], "-–—|/") && !hasLetter(fields[len(fields)-2]) { // what follows is a part of its own: "Campinas - SP"
		return false
	}
	return normal != "  " && (left(last) && (capital(last) || formsInSmall[last] || strings.Contains(last, ".")) || len(first) <= 4 && first == strings.ToUpper(first) && left(first))
}

// looksEmployer reports whether a text has a legal form or another word that is typical of employers' names.
func looksEmployer(v *vocabulary, s string) bool {
	if hasLegalForm(s) {
		return true
	}
	for f := range strings.FieldsSeq(s) {
		if hasFolded(v.bodies, f) {
			return true
		}
	}
	if first, _ := utf8.DecodeRuneInString(s); first >= 0x2e80 {
		for b := range v.bodies {
			if b[0] >= 0xe2 && strings.HasSuffix(s, b) {
				return true
			}
		}
	}
	return false
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
