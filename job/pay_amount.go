package job

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// amount is a number in a text: text[from:to], its multiplier included.
type amount struct {
	from, to int
	value    float64
	times    float64
	money    bool // a sign or word of money stands beside it
}

// findAmounts returns the numbers of a folded text, in order. It omits numbers that are part of a
// word, percentages, and numbers of months.
func findAmounts(text string) []amount {
	var found []amount
	for i := 0; i < len(text) && len(found) < 16; {
		if text[i] < '0' || '9' < text[i] {
			i++
			continue
		}
		end := numberEnd(text, i)
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		value, ok := parseNumber(text[i:end])
		a := amount{from: i, to: end, value: value, times: 1}
		a.multiply(text)
		a.to += dashAfterNumber(text[a.to:])
		glued := unicode.IsLetter(before) && before < 0x2e80 && !currencyEnds(text[:i]) && !isRand(text, a)
		if after, _ := utf8.DecodeRuneInString(text[a.to:]); ok && !glued && after != '%' && after != '薪' {
			a.money = moneyBeside(text, a)
			found = append(found, a)
		}
		i = max(a.to, end)
	}
	return found
}

// dashAfterNumber returns the length of a dash in place of cents, as in "2.800,-" and "6'500.–".
func dashAfterNumber(text string) int {
	if text == "" || text[0] != ',' && text[0] != '.' {
		return 0
	}
	rest := strings.TrimLeft(text[1:], "-–—")
	if len(rest) == len(text)-1 || digitRun(rest) > 0 {
		return 0
	}
	return len(text) - len(rest)
}

const randSign = "r"

// isRand reports whether the letter r before an amount is the sign of rands, "R25 000". It must stand alone. The number
// must be grouped, have a multiplier, or be for a unit of time. Other numbers after it are references.
func isRand(text string, a amount) bool {
	if a.from == 0 || lastWord(strings.TrimRight(text[:a.from], " ")) != randSign {
		return false
	}
	return strings.ContainsAny(strings.TrimRight(text[a.from:a.to], ",.-–"), " ,.") || a.times > 1 || unitBeside(text, a.to)
}

// numberEnd returns the end of the number that starts at text[i]. A number is digits and the dots, commas, apostrophes and
// spaces that group them.
func numberEnd(text string, i int) int {
	for i < len(text) {
		c := text[i]
		if '0' <= c && c <= '9' {
			i++
			continue
		}
		size := 1
		switch {
		case c == '.' || c == ',' || c == '\'':
		case c == ' ':
			if digitRun(text[i+1:]) != 3 {
				return i
			}
		case strings.HasPrefix(text[i:], "’"):
			size = len("’")
		default:
			return i
		}
		if digitRun(text[i+size:]) == 0 {
			return i
		}
		i += size
	}
	return i
}

func digitRun(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// parseNumber parses a number with separators of any country. The last separator is decimal unless three digits follow it or it
// occurs twice.
func parseNumber(s string) (float64, bool) {
	last := strings.LastIndexAny(s, ".,")
	decimal := last >= 0 && len(s)-last-1 != 3 && strings.Count(s, s[last:last+1]) == 1
	if last >= 0 && len(s)-last-1 == 3 && s[:last] == "0" {
		decimal = true
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		switch {
		case '0' <= s[i] && s[i] <= '9':
			b = append(b, s[i])
		case decimal && i == last:
			b = append(b, '.')
		}
	}
	v, err := strconv.ParseFloat(string(b), 64)
	return v, err == nil
}

// multipliers are words that may follow a number, and the factors they stand for. Longer words come first.
var multipliers = []struct {
	word  string
	times float64
}{
	{"thousand", 1e3}, {"тысяч", 1e3}, {"тыс", 1e3}, {"tys", 1e3}, {"tis", 1e3}, {"mila", 1e3}, {"mille", 1e3}, {"mil", 1e3}, {"tsd", 1e3}, {"bin", 1e3},
	{"lakhs", 1e5}, {"lakh", 1e5}, {"lacs", 1e5}, {"lac", 1e5}, {"lpa", 1e5}, {"crore", 1e7}, {"million", 1e6}, {"млн", 1e6}, {"mln", 1e6}, {"mio", 1e6},
	{"к", 1e3}, {"k", 1e3}, {"т", 1e3}, {"万", 1e4}, {"萬", 1e4}, {"만", 1e4}, {"千", 1e3}, {"천", 1e3}, {"億", 1e8},
}

// startsWithSign reports whether a text starts with a sign of money, as after the multiplier of "45 k€".
func startsWithSign(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return isCurrencySign(r)
}

// multiply extends a by the multiplier after it, if there is one.
func (a *amount) multiply(text string) {
	rest := text[a.to:]
	trimmed := strings.TrimLeft(rest, " ")
	for _, m := range multipliers {
		after, ok := strings.CutPrefix(trimmed, m.word)
		if !ok || len(m.word) <= 2 && len(trimmed) != len(rest) && !startsWithSign(after) {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(after); unicode.IsLetter(next) && next < 0x2e80 && m.word[0] < 0xe3 {
			continue
		}
		a.times, a.to = m.times, len(text)-len(after)
		return
	}
}
