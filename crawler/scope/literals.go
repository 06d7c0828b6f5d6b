package scope

import (
	"regexp/syntax"
	"strings"
)

// literals returns words in lower case, at least one of which is in every text that a regular expression matches. It is nil if no such words are
// known. Most links have none of the words and are then decided without the expression, which takes twenty times as long.
func literals(expression string) []string {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	words := wordsOf(tree)
	if len(words) > maxLiterals || shortest(words) < 2 {
		return nil
	}
	return words
}

// maxLiterals is how many words of an expression are searched for at most.
const maxLiterals = 16

// wordsOf returns the words, as literals does, for a part of an expression.
func wordsOf(re *syntax.Regexp) (words []string) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return wordsOf(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return wordsOf(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if more := wordsOf(sub); shortest(more) > shortest(words) {
				words = more
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			more := wordsOf(sub)
			if more == nil {
				return nil
			}
			words = append(words, more...)
		}
	}
	return words
}

// shortest returns the length of the shortest word, 0 if there is none.
func shortest(words []string) int {
	if len(words) == 0 {
		return 0
	}
	n := len(words[0])
	for _, w := range words {
		n = min(n, len(w))
	}
	return n
}

// mayMatch reports whether a URL has one of the words. It is true if no words are known.
func mayMatch(words []string, url string) bool {
	if words == nil {
		return true
	}
	lower := strings.ToLower(url)
	for _, w := range words {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return false
}
