package pagetext

import (
	"strings"
	"unicode/utf8"

	"gannet/job"
)

// place reads a place at the beginning of s: a town, and after a comma its state or country.
func (n *nameReader) place(s string, of *sayings, sure bool) string {
	name, rest := n.after(s)
	if first, _ := utf8.DecodeRuneInString(name); isWide(first) {
		return widePlace(name, rest, of, sure)
	}
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > 4 || hasDigit(name) || isAcronym(words[0]) && job.CountryCode(name) == "" {
		return ""
	}
	if tail, ok := strings.CutPrefix(rest, ", "); ok {
		region, _ := n.after(tail)
		if end := strings.IndexAny(region, ",."); end >= 0 {
			region = region[:end]
		}
		if region != "" && (job.NamesArea(region) || isAcronym(region)) {
			return name + ", " + region
		}
	}
	return name
}

// isAcronym reports whether a word has two or three letters, all of them capitals.
func isAcronym(s string) bool {
	return len(s) >= 2 && len(s) <= 3 && s == strings.ToUpper(s) && hasLetter(s)
}
