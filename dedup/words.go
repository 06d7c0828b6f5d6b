package dedup

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"
)

// stemRunes is where words are cut for comparison: it joins inflected forms in most languages written in letters, for
// titles and names alone, where a stemmer has too little to go by.
const stemRunes = 7

// eachWord hands the words of s to use: runs of letters, marks and digits. Scripts without spaces give pairs of
// characters, or a single one that stands alone.
func eachWord(s string, use func(word string)) {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case spaceless(r):
			end := i + size
			if next, n := utf8.DecodeRuneInString(s[end:]); spaceless(next) {
				use(s[i : end+n])
			} else if before, _ := utf8.DecodeLastRuneInString(s[:i]); !spaceless(before) {
				use(s[i:end])
			}
			i = end
		case inWord(r):
			end := i + size
			for end < len(s) {
				r, n := utf8.DecodeRuneInString(s[end:])
				if !inWord(r) || spaceless(r) {
					break
				}
				end += n
			}
			use(s[i:end])
			i = end
		default:
			i += size
		}
	}
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// spaceless says whether r is of a script that puts no spaces between words.
func spaceless(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// stem cuts a word to its first runes.
func stem(word string) string {
	n := 0
	for i := range word {
		if n == stemRunes {
			return word[:i]
		}
		n++
	}
	return word
}

// hash32 is the hash under which a word or name is kept.
func hash32(s string) uint32 { return uint32(xxh3.HashString(s)) }

// hash64 is 0 for the empty string.
func hash64(s string) uint64 {
	if s == "" {
		return 0
	}
	return xxh3.HashString(s) | 1
}

// wordSet gives the hashes of the words of s, a normal form, sorted, at most n of them.
func wordSet(s string, n int) []uint32 {
	var set []uint32
	eachWord(s, func(word string) { set = append(set, hash32(stem(word))) })
	return smallest(set, n)
}

// smallest sorts, drops repetitions, and keeps the n smallest: the same choice in every set.
func smallest(set []uint32, n int) []uint32 {
	slices.Sort(set)
	set = slices.Compact(set)
	return slices.Clip(set[:min(n, len(set))])
}

// agencyWords stand in the names of companies that hire for others.
var agencyWords = strings.Fields(`recruit recruiting recruitment recruiter recruiters staffing personnel headhunter headhunting manpower
	employment placement resourcing talent zeitarbeit personaldienstleistung personaldienstleistungen personalservice personalvermittlung
	personalberatung interim intérim recrutement uitzendbureau uitzend detachering werving rekrutacja rekrutacyjna zatrudnienia
	reclutamiento seleccion selección trabajo temporal reclutamento selezione somministrazione rekrytering bemanning vikarbureau
	bemannings rekrytointi agencja agentura кадровое кадровый рекрутинг рекрутинговое 人力 人才 猎头 猎聘 派遣 人材`)

// isAgency says whether a normal company name is that of an agency.
func isAgency(company string) bool {
	found := false
	eachWord(company, func(word string) { found = found || slices.Contains(agencyWords, word) })
	return found
}
