package cli

import "strings"

// Nearest returns the name for which a misspelt word most likely stands, or "" if no name is similar. At most a third of the letters may
// differ, or the name must begin with the word.
func Nearest(word string, names []string) string {
	word = strings.ToLower(word)
	best, least := "", 0
	for _, name := range names {
		d := edits(word, name)
		if begins := len(word) > 1 && strings.HasPrefix(name, word); begins {
			d = min(d, 1)
		}
		if d > max(1, len(name)/3) || best != "" && d >= least {
			continue
		}
		best, least = name, d
	}
	return best
}

// edits counts the letters to add, remove, change or swap with the next to make b of a (optimal string alignment).
func edits(a, b string) int {
	before, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
