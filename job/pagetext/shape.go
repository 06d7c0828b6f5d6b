package pagetext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/job"
)

// looksPlace says whether a text has the form of a place: two or three short names parted by commas, a postcode beside
// a name, a name with a region's letters, an administrative ending, or a word for work done anywhere.
func looksPlace(v *vocabulary, s string) bool {
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

// isName says whether all words but short ones begin with capitals.
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

// hasPostcode says whether a text has a word of 4 to 6 digits beside words in capitals and no other numbers, or a
// British or Dutch postcode.
func hasPostcode(s string) bool {
	found, capitals := false, 0
	for f := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' || r == ',' || r == '-' }) {
		switch n := digits(f); {
		case n >= 4 && n <= 6 && n == len(f):
			if found {
				return false
			}
			found = true
		case n > 0 && len(f) <= 4 && f == strings.ToUpper(f) && hasLetter(f):
			found = true
		case n > 3:
			return false
		case capital(f) && n == 0:
			capitals++
		}
	}
	return found && capitals > 0
}

// hasLegalForm says whether a text names a company by its legal form: what job.NormalCompany leaves out.
func hasLegalForm(s string) bool {
	if len(s) > 100 || !hasLetter(s) {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(s); first >= 0x2e80 {
		return strings.Contains(s, "公司") || strings.Contains(s, "集团") || strings.Contains(s, "株式会社") || strings.Contains(s, "企业") || strings.Contains(s, "주식회사")
	}
	normal := job.NormalCompany(s)
	words := 0
	for range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' }) {
		words++
	}
	return normal != "" && legalEnding(s, normal) && words > len(strings.Fields(normal))
}

// legalEnding says whether the last or first word of s, in capitals or known to be a form, is not in its normal form.
func legalEnding(s, normal string) bool {
	fields := strings.Fields(s)
	for _, f := range []string{fields[0], fields[len(fields)-1]} {
		w := squeeze(f)
		if w != "" && len(fields) > 1 && capitalOrForm(f) && !strings.Contains(" "+normal+" ", " "+w+" ") && isASCII(w) {
			return true
		}
	}
	return false
}

func capitalOrForm(f string) bool { return capital(f) || strings.HasSuffix(f, ".") }

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
