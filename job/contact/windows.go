package contact

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/internal/lazyregexp"
)

// windows are parts of a text, in bytes, in order and apart from each other. A regular expression is much faster in the few short parts that can
// match than in a whole text.
type windows [][2]int

// around returns the windows that begin so many bytes before places in a text and end so many behind them.
func around(text string, places []int, before, behind int) (list windows) {
	slices.Sort(places)
	for _, at := range places {
		list.add(text, at-before, at+behind)
	}
	return list
}

// add adds a window that does not begin before the last one. It joins them if they overlap.
func (w *windows) add(text string, from, to int) {
	from, to = max(0, from), min(len(text), to)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	if last := len(*w) - 1; last >= 0 && from <= (*w)[last][1] {
		(*w)[last][1] = max(to, (*w)[last][1])
		return
	}
	*w = append(*w, [2]int{from, to})
}

// widened returns windows that begin and end where no letter of an address stands, so that none cuts an address.
func (w windows) widened(text string) (wide windows) {
	last := 0
	for _, part := range w {
		from, to := part[0], part[1]
		for from > last && isMailByte(text[from-1]) {
			from--
		}
		for to < len(text) && isMailByte(text[to]) {
			to++
		}
		wide.add(text, from, max(last, to))
		last = wide[len(wide)-1][1]
	}
	return wide
}

// isMailByte reports whether a byte may belong to the local part or the domain of an address.
func isMailByte(b byte) bool {
	return b >= utf8.RuneSelf || b >= '0' && b <= '9' || isASCIILetter(rune(b)) || strings.IndexByte("_.+%'-", b) >= 0
}

// find returns the matches of a pattern, as regexp's FindAllStringSubmatchIndex does for the whole text. What begins where a window begins
// is no match, since it may be a part of something longer.
func (w windows) find(text string, pattern *lazyregexp.Regexp) [][]int {
	begins := make(map[int]bool, len(w))
	for _, part := range w {
		begins[part[0]] = part[0] > 0
	}
	return slices.DeleteFunc(w.findAll(text, pattern), func(at []int) bool { return begins[at[0]] })
}

// findAll returns the matches of find, and those that begin where a window begins.
func (w windows) findAll(text string, pattern *lazyregexp.Regexp) (all [][]int) {
	for _, part := range w {
		for _, at := range pattern.FindAllStringSubmatchIndex(text[part[0]:part[1]], -1) {
			for i := range at {
				if at[i] >= 0 {
					at[i] += part[0]
				}
			}
			all = append(all, at)
		}
	}
	return all
}

// places returns where a text has one of some strings.
func places(text string, wanted ...string) (list []int) {
	for _, s := range wanted {
		for at := 0; ; at += len(s) {
			next := strings.Index(text[at:], s)
			if next < 0 {
				break
			}
			at += next
			list = append(list, at)
		}
	}
	return list
}
