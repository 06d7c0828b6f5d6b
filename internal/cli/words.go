package cli

import (
	"fmt"
	"io"
	"strings"

	"gannet/internal/lazyregexp"
)

// Counted returns a number with its noun, such as "1 page" or "2 pages". one is the singular; several is the plural, by default the
// singular with "s".
func Counted[N int | int64 | uint64](n N, one string, several ...string) string {
	switch {
	case n == 1:
		return "1 " + one
	case len(several) > 0:
		return fmt.Sprintf("%d %s", n, several[0])
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// severals matches the number one with a word for several.
var severals = lazyregexp.New(`\b1( new)? (pages|postings|jobs|versions|clusters|problems|links|topics|rows|lists|folds|pairs|ads|` +
	`hosts|times|characters|records|bytes|more pages)\b`)

// Agreed returns a text in which each noun agrees with its number: "1 page" in place of "1 pages".
func Agreed(text string) string {
	return severals.ReplaceAllStringFunc(text, func(s string) string { return strings.TrimSuffix(s, "s") })
}

// Say prints a sentence, wrapped to the width of the terminal. Nouns are made to agree with their numbers, see Agreed.
func Say(w io.Writer, format string, args ...any) error {
	_, err := io.WriteString(Prose(w), Agreed(fmt.Sprintf(format, args...)))
	return err
}

// OneSpace returns a text in which all white space between words is a single space.
func OneSpace(s string) string { return strings.Join(strings.Fields(s), " ") }
