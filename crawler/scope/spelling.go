package scope

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/weburl"
)

// compileRegex compiles a regular expression as a person writes it so that it matches canonical URLs. The expression may have letters beyond ASCII,
// and escapes in upper or lower case. compileRegex returns the words of literals as well.
func compileRegex(expression string) (*regexp.Regexp, []string, error) {
	if strings.IndexByte(expression, '%') >= 0 || strings.IndexFunc(expression, isForeign) >= 0 {
		tree, err := syntax.Parse(expression, syntax.Perl)
		if err != nil {
			return nil, nil, err
		}
		expression = spelled(tree).String()
	}
	regex, err := regexp.Compile(expression)
	return regex, literals(expression), err
}

func isForeign(r rune) bool { return r >= utf8.RuneSelf }

// mostSpelled is the number of characters up to which each character of a class is spelled out.
const mostSpelled = 200

// spelled returns a part of an expression in which each character is replaced by its form in canonical URLs.
func spelled(re *syntax.Regexp) *syntax.Regexp {
	for i, sub := range re.Sub {
		re.Sub[i] = spelled(sub)
	}
	switch {
	case re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase == 0:
		re.Rune = []rune(weburl.Escape(string(re.Rune)))
	case re.Op == syntax.OpLiteral:
		return spelledFolds(re)
	case re.Op == syntax.OpCharClass:
		return spelledClass(re)
	}
	return re
}

// spelledFolds is spelled for characters that match in upper and lower case.
func spelledFolds(re *syntax.Regexp) *syntax.Regexp {
	all := &syntax.Regexp{Op: syntax.OpConcat}
	for _, r := range re.Rune {
		part := &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune{r}, Flags: re.Flags}
		if isForeign(r) {
			part = &syntax.Regexp{Op: syntax.OpAlternate}
			for fold := r; len(part.Sub) == 0 || fold != r; fold = unicode.SimpleFold(fold) {
				part.Sub = append(part.Sub, literal(fold))
			}
		}
		all.Sub = append(all.Sub, part)
	}
	return all
}

// spelledClass is spelled for a class with few characters. Other classes, such as a negated class, match the characters of an escape one by one.
func spelledClass(re *syntax.Regexp) *syntax.Regexp {
	plain := &syntax.Regexp{Op: syntax.OpCharClass, Flags: re.Flags}
	all := &syntax.Regexp{Op: syntax.OpAlternate}
	for i := 0; i < len(re.Rune); i += 2 {
		from, to := re.Rune[i], re.Rune[i+1]
		if from < utf8.RuneSelf {
			plain.Rune = append(plain.Rune, from, min(to, utf8.RuneSelf-1))
		}
		for r := max(from, utf8.RuneSelf); r <= to; r++ {
			if all.Sub = append(all.Sub, literal(r)); len(all.Sub) > mostSpelled {
				return re
			}
		}
	}
	if len(plain.Rune) > 0 {
		all.Sub = append(all.Sub, plain)
	}
	return all
}

func literal(r rune) *syntax.Regexp {
	return &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune(weburl.Escape(string(r)))}
}
